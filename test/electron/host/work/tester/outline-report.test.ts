import { expect, it } from 'vitest';
import { OpenPage } from '../../../../../electron/host/work/tester/open-page.ts';
import { reportOutline } from '../../../../../electron/host/work/tester/outline-report.ts';
import { somePage } from '../../../extract/page-facts.ts';

/** The outline of a page as lines: "  link About". */
const outlineOf = (body: string): string[] =>
  reportOutline(new OpenPage(`<!doctype html><body>${body}`, somePage)).entries.map(
    ({ depth, role, name }) => `${'  '.repeat(depth)}${role} ${name}`,
  );

it.each([
  [
    'landmarks, headings and links',
    '<nav aria-label="Main"><a href="/a">About</a></nav><main><h1>Things</h1><div><p>Hello <b>you</b></p></div></main>',
    [
      'landmark Main',
      '  link About',
      'landmark Things Hello you',
      '  heading Things',
      '  text Hello',
      '    text you',
    ],
  ],
  [
    'lists and tables',
    '<ul><li>One</li><li><a href="/2"><img alt="Two"></a></li></ul><table><tr><th>A</th></tr></table>',
    [
      'list One',
      '  item One',
      '  item ',
      '    link Two',
      '      image Two',
      'table A',
      '  row A',
      '    cell A',
    ],
  ],
  [
    'cards, which are several of one making',
    [1, 2, 3].map((n) => `<div class="card"><span>${n}</span></div>`).join(''),
    ['item 1', '  text 1', 'item 2', '  text 2', 'item 3', '  text 3'],
  ],
  [
    'roles that the page gives',
    '<div role="list"><div role="listitem">x</div></div>',
    ['list x', '  item x'],
  ],
  [
    'nothing that is not seen',
    '<script>x</script><p hidden>a</p><div aria-hidden="true"><p>b</p></div><svg><text>c</text></svg><p>d</p>',
    ['text d'],
  ],
])('has %s', (_, body, outline) => {
  expect(outlineOf(body)).toEqual(outline);
});

it('ends where it gets long', () => {
  const { entries, cut } = reportOutline(new OpenPage('<p>x</p>'.repeat(6000), somePage));
  expect([entries.length, cut]).toEqual([5000, true]);
});
