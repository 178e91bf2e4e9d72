import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type Route, type TestServer } from '../servers/server.ts';
import { call } from './call.ts';

const lamps = Array.from({ length: 23 }, (_, at) => ({ id: at + 1, name: `Lamp ${at + 1}`, kg: at / 2 }));
const size = 5;
const part = (from: number) => lamps.slice(from, from + size);

/** What an API answers to a query. */
type Api = (query: URLSearchParams) => unknown;

const number = (query: URLSearchParams, name: string, otherwise: number): number =>
  Number(query.get(name) ?? otherwise);

const apis: Record<string, Api> = {
  '/next-url': (query) => {
    const from = number(query, 'from', 0);
    return { items: part(from), next: from + size < 23 ? `/next-url?from=${from + size}` : null };
  },
  '/offset': (query) => ({ items: part(number(query, 'offset', 0)), total: 23 }),
  '/page-number': (query) => ({ items: part((number(query, 'page', 1) - 1) * size) }),
  '/pages-known': (query) => {
    const page = number(query, 'page', 1);
    return { items: part((page - 1) * size), meta: { page, total_pages: 5 } };
  },
  '/cursor': (query) => {
    const from = Number(/^c(\d+)=$/u.exec(query.get('cursor') ?? '')?.[1] ?? 0);
    return { items: part(from), meta: { next_cursor: from + size < 23 ? `c${from + size}=` : null } };
  },
  '/after': (query) => {
    const from = number(query, 'starting_after', 0);
    return { items: part(from), has_more: from + size < 23 };
  },
  '/deaf': () => ({ items: part(0), page: 1, total_pages: 5 }),
};

let site: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spider-studio-propose-json-'));
  const routes = Object.entries(apis).map(([path, api]): [string, Route] => [
    path,
    ({ request, response }) => {
      const { searchParams } = new URL(request.url ?? '', 'http://localhost');
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(api(searchParams)));
    },
  ]);
  site = await startServer(Object.fromEntries(routes));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site.close();
});

const studio = (...args: string[]) => call([...args, '--data-dir', folder]);
const propose = (...args: string[]) => studio('propose', ...args, '--allow-private');

interface Choices {
  choices: { id: string; note: string | null }[];
}

it.each([
  ['/next-url', 'list-0-all', 5],
  ['/offset?offset=0&limit=5', 'list-0-all', 5],
  ['/page-number?page=1', 'list-0-all', 6],
  ['/pages-known', 'list-0-all', 5],
  ['/cursor', 'list-0-all', 5],
  ['/after', 'list-0-all', 6],
])('takes every entry of %s once, by the choice %s', async (path, choice, requests) => {
  const spider = join(folder, 'api.json');
  const name = path.replaceAll(/\W+/gu, '-').slice(1);
  const printed = await propose(site.url(path), '--choice', choice, '--name', name);
  writeFileSync(spider, printed.stdout);
  await studio('import', spider);
  expect((await studio('crawl', name, '--allow-private', '--json')).json()).toMatchObject({
    state: 'completed',
    counters: { items: 23, done: requests, failed: 0 },
  });
  const file = join(folder, 'items.json');
  await studio('export', name, '--format', 'json', '--output', file);
  const items = JSON.parse(readFileSync(file, 'utf8')) as { name: string }[];
  expect(items.map((item) => item.name).toSorted()).toEqual(lamps.map((lamp) => lamp.name).toSorted());
});

it('offers no guess that the site does not answer', async () => {
  const { choices } = (await propose(site.url('/deaf'), '--json')).json<Choices>();
  expect(choices.map(({ id }) => id)).toEqual(['list-0-page']);
});

it('offers the other ways too, and fetches no guess for a page from a file', async () => {
  const file = join(folder, 'answer.json');
  writeFileSync(file, JSON.stringify({ items: part(0), count: 23, next: 'https://lamps.example/a?page=2' }));
  const { choices } = (await propose(file, '--url', 'https://lamps.example/a', '--json')).json<Choices>();
  expect(choices.map(({ id }) => id)).toEqual(['list-0-all', 'list-0-page', 'list-0-all-page-number']);
  writeFileSync(file, JSON.stringify(apis['/cursor']?.(new URLSearchParams())));
  const guessed = (await propose(file, '--url', 'https://lamps.example/a', '--json')).json<Choices>();
  expect(guessed.choices.map(({ id }) => id)).toEqual(['list-0-page']);
});
