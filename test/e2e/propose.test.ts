import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { page, status } from '../servers/routes.ts';
import { startServer, type TestServer } from '../servers/server.ts';
import { call } from './call.ts';

const names = ['Brass lamp', 'Hemp rope', 'Folding grapnel', 'Oilskin coat'];
const card = (name: string, at: number): string =>
  `<article class="card"><h3><a href="/item/${at}">${name}</a></h3><p class="text">Made in the harbour, number ${at}, and sold by the piece.</p></article>`;
const detail = (name: string, at: number): string =>
  `<!doctype html><title>${name}</title><meta name="description" content="All about number ${at}."><h1>${name}</h1>`;

let site: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spider-studio-propose-'));
  const details = names.map((name, at) => [`/item/${at}`, page(detail(name, at))] as const);
  site = await startServer({
    '/shop': page(`<!doctype html><title>Deck</title><main>${names.map(card).join('')}</main>`),
    '/lamps': ({ request, response }) => {
      const at = Number(/page=(\d)/u.exec(request.url ?? '')?.[1] ?? 1);
      const link = at < 3 ? `<a rel="next" href="?page=${at + 1}">Next</a>` : '';
      const cards = names.map((name, index) => card(`${name} ${at}`, index)).join('');
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<main>${cards}</main><nav>${link}</nav>`);
    },
    '/api': ({ request, response }) => {
      const at = Number(/offset=(\d)/u.exec(request.url ?? '')?.[1] ?? 0);
      const items = names.map((name) => ({ name: `${name} ${at}`, price: '€ 1.249,00' }));
      const next = at < 2 ? `/api?offset=${at + 1}` : null;
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data: { items }, next }));
    },
    '/empty': page('<!doctype html><p>Nothing here.</p>'),
    '/denied': status(403),
    ...Object.fromEntries(details),
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site.close();
});

const studio = (...args: string[]) => call([...args, '--data-dir', folder]);
const propose = (...args: string[]) => studio('propose', ...args, '--allow-private');

it('prints what a page holds, and a spider that takes it', async () => {
  const url = site.url('/shop');
  const proposal = (await propose(url, '--json')).json<{ lists: unknown[]; choices: { id: string }[] }>();
  expect(proposal.lists[0]).toMatchObject({
    count: 4,
    fields: expect.arrayContaining([expect.objectContaining({ name: 'title', samples: names })]),
  });
  expect((await propose(url)).stdout).toMatch(/list 0: 4 .*\n[^]*list-0-details/u);

  const spider = join(folder, 'shop.json');
  const printed = await propose(url, '--choice', 'list-0-details', '--name', 'shop');
  writeFileSync(spider, printed.stdout);
  expect((await studio('import', spider, '--json')).json()).toMatchObject({ spider: 'shop', created: true });
  expect((await studio('crawl', 'shop', '--allow-private', '--json')).json()).toMatchObject({
    state: 'completed',
    counters: { items: 4, failed: 0 },
  });
  const file = join(folder, 'items.json');
  await studio('export', 'shop', '--format', 'json', '--output', file);
  const items = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>[];
  expect(items.map(({ title }) => title).toSorted()).toEqual(names.toSorted());
  expect(items).toContainEqual(
    expect.objectContaining({ title: 'Hemp rope', description: 'All about number 1.' }),
  );
});

it.each(['/lamps', '/api'])('takes the whole list of %s, page by page', async (path) => {
  const spider = join(folder, 'whole.json');
  const name = `whole-${path.slice(1)}`;
  const printed = await propose(site.url(path), '--choice', 'list-0-all', '--name', name);
  writeFileSync(spider, printed.stdout);
  await studio('import', spider);
  expect((await studio('crawl', name, '--allow-private', '--json')).json()).toMatchObject({
    state: 'completed',
    counters: { items: 12, done: 3 },
  });
});

it('reads a saved page with the URL that it was saved from', async () => {
  const file = join(folder, 'page.html');
  writeFileSync(file, `<!doctype html>${names.map(card).join('')}`);
  const unknown = await propose(file, '--json');
  const { lists, choices: none } = unknown.json<{ lists: unknown[]; choices: unknown[] }>();
  expect(lists[0]).toMatchObject({ count: 4 });
  expect(none).toEqual([]);
  expect(unknown.stderr).toContain('--url');
  const { choices } = (await propose(file, '--url', 'https://harbour.example/', '--json')).json<{
    choices: unknown[];
  }>();
  expect(choices).toContainEqual(expect.objectContaining({ id: 'list-0-page' }));
});

it('says what a page is of which no spider can be made', async () => {
  expect((await propose(site.url('/denied'), '--json')).json()).toMatchObject({
    state: { kind: 'refused' },
    choices: [],
  });
  const missing = await propose(site.url('/empty'), '--choice', 'list-0-all', '--json');
  expect(missing.code).toBe(1);
  expect(missing.json()).toMatchObject({ error: { code: 'unknown-choice' } });
  expect((await studio('propose', site.url('/shop'), '--name', 'x')).code).toBe(2);
});
