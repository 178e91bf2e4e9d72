import { expect, it } from 'vitest';
import { propose } from '../../../../electron/authoring/propose.ts';
import { parsePageAs } from '../../../../electron/extract/page.ts';
import type { PageState } from '../../../../shared/contract/types.ts';

const url = 'https://harbour.example/deck';

function stateOf(text: string, canRender = true): PageState {
  const reading = parsePageAs('html', text);
  if (!reading.ok) throw new Error(reading.problem);
  const known = { status: 200, contentType: 'text/html', challenge: null, robots: null, durationMs: 20 };
  return propose(reading.page, { url, fetchedAt: 0, rendered: false, fetched: { ...known, canRender } })
    .state;
}

const entries = (count: number): object[] =>
  Array.from({ length: count }, (_, at) => ({ id: at, name: `Lamp ${at}`, price: at * 1.5 }));
const shell = (script: string, root = 'root'): string =>
  `<title>App</title><body><div id="${root}"></div>${script}<script src="/app.js"></script>`;

it.each([
  [
    'an id',
    shell(`<script id="state" type="application/json">${JSON.stringify({ lamps: entries(7) })}</script>`),
    '$.lamps[*]',
    7,
  ],
  [
    'a name',
    shell(`<script>window.__DATA__ = ${JSON.stringify({ a: { b: entries(3) } })}</script>`, 'app'),
    '$.a.b[*]',
    3,
  ],
  [
    'a type',
    shell(`<script type="application/json">${JSON.stringify(entries(12))}</script>`, '__next'),
    '$[*]',
    12,
  ],
])('the data of an empty page is named by %s of its script', (_by, page, path, count) => {
  const { kind, detail, step } = stateOf(page, false);
  expect(kind).toBe('empty-shell');
  expect(detail).toContain(`with json_path ${path} takes ${count} entries without a browser.`);
  expect(step?.label).toMatch(/^Take it from the script, or install a browser: "browser install"/);
});

it.each([
  ['settings', '<script>window.config = {"lang":"en","debug":false}</script>'],
  [
    'structured data',
    `<script type="application/ld+json">${JSON.stringify({ '@graph': entries(9) })}</script>`,
  ],
  ['nothing', ''],
])('the data of an empty page is not looked for in %s', (_what, script) => {
  const { kind, detail, step } = stateOf(shell(script), false);
  expect(kind).toBe('empty-shell');
  expect(detail).toContain('"propose" finds them once a browser has shown the page.');
  expect(step?.label).toMatch(/^Install a browser: "browser install"/);
});

it.each([
  ['a list', JSON.stringify(entries(4)), true],
  ['an object in pre, as browsers save it', `<pre>${JSON.stringify({ at: entries(2) })}</pre>`, true],
  ['a text that only begins like JSON', '[citation needed] is a mark of an encyclopaedia.', false],
  ['a page about JSON', `<h1>JSON</h1><pre>${JSON.stringify(entries(2))}</pre>`, false],
])('JSON that is called HTML: %s', (_what, text, isJson) => {
  const state = stateOf(text);
  expect(state.kind === 'json').toBe(isJson);
  expect(state.detail.includes('css "body::text" together with json_path')).toBe(isJson);
});
