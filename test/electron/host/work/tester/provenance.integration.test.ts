import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemDetail, Provenance } from '../../../../../shared/contract/types.ts';
import { given } from '../../../../given.ts';
import { startServer, type Route, type TestServer } from '../../../../servers/server.ts';
import { openHost, type OpenHost } from '../../open-host.ts';

const html =
  (text: string): Route =>
  ({ response }) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Set-Cookie', 'session=secret');
    response.setHeader('X-Shop', 'one');
    response.end(`<!doctype html><html lang="en"><body>${text}</body></html>`);
  };

const listing = `<h1>Lamps</h1><table>
<tr><td class="rank">1</td><td><a href="/item/a">Brass lamp</a></td><td class="colour"></td></tr>
<tr><td class="rank">2</td><td><a href="/item/b">Oil lamp</a></td><td class="colour">red</td></tr></table>`;
const item = (price: string) => `<h1> Lamp </h1><p class="price">from ${price} EUR</p>
<ul><li><b>Ann</b><i>5</i></li><li><b>Bo</b><i>4</i></li></ul><p class="tag">old</p><p class="tag">brass</p>`;
const story = `<article><h1>A long story</h1><p>${'It was a dark night in the lighthouse, and nobody came. '.repeat(12)}</p></article>`;

const routes: Record<string, Route> = {
  '/list/de': html(listing),
  '/item/a': ({ response }) => void response.writeHead(301, { location: '/items/a' }).end(),
  '/items/a': html(item('12.50')),
  '/item/b': html(item('8.00')),
  '/story': html(story),
  '/table': html(listing),
};

const spiderOf = (origin: string) => ({
  name: 'lamps',
  allowed_domains: ['127.0.0.1'],
  start_urls: [`${origin}/list/de`, `${origin}/story`, `${origin}/table`],
  rules: [
    { allow: ['/list/'], callback: 'parse_list' },
    { allow: ['/table'], callback: 'parse_table' },
    { allow: ['/story'], callback: 'parse_article' },
  ],
  callbacks: {
    parse_list: {
      iterate: {
        selector: 'tr',
        url_context: { country: { regex: '/list/(\\w{2})' } },
        follow: { url: { css: 'a::attr(href)' }, callback: 'parse_item' },
      },
      extract: {
        rank: { css: '.rank::text', processors: [{ type: 'number' }] },
        colour: { css: '.colour::text' },
      },
    },
    parse_table: { iterate: { selector: 'tr' }, extract: { title: { css: 'a::text' } } },
    parse_item: {
      extract: {
        title: { css: 'h1::text', processors: [{ type: 'strip' }] },
        price: {
          css: '.price::text',
          processors: [
            { type: 'regex', pattern: '([\\d.]+)' },
            { type: 'cast', to: 'float' },
          ],
        },
        unit: { css: '.unit::text', processors: [{ type: 'default', default: 'piece' }] },
        content: { css: '.tag::text', get_all: true },
        reviews: {
          type: 'nested_list',
          selector: 'li',
          extract: {
            who: { css: 'b::text' },
            stars: { css: 'i::text', processors: [{ type: 'cast', to: 'int' }] },
          },
        },
      },
    },
  },
  settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, ROBOTSTXT_OBEY: false },
});

let site: TestServer;
let studio: OpenHost;
let items: ItemDetail[];

beforeAll(async () => {
  site = await startServer(routes);
  studio = await openHost();
  const text = JSON.stringify(spiderOf(site.origin));
  await studio.call('spiders.save', { project: 'default', spider: null, text, base: null });
  const what = { project: 'default', spider: 'lamps', limit: null, allowPrivate: true };
  const { run } = await studio.call('runs.start', what);
  const progress = studio.follow('run', { run: run.id });
  await progress.until(({ run: { state } }) => state === 'completed');
  progress.end();
  // The newest version differs: what counts is the one of the run.
  const changed = text.replace('.price::text', '.nothing::text');
  await studio.call('spiders.save', { project: 'default', spider: 'lamps', text: changed, base: 1 });
  const source = { project: 'default', spider: 'lamps', run: run.id };
  const { items: found } = await studio.call('results.items', { source, offset: 0, limit: 100 });
  items = await Promise.all(found.map(({ id }) => studio.call('results.item', { item: id })));
});
afterAll(async () => {
  await studio.close();
  await site.close();
});

/** Where a value of the first item comes from whose URL ends like this. */
async function trace(end: string, column: string, inside: (string | number)[] = []): Promise<Provenance> {
  const found = given(items.find(({ key, url }) => url.endsWith(end) || key.endsWith(end)));
  return studio.call('results.provenance', { item: found.id, column, inside });
}

const same = { same: true };

it.each<[string, string, (string | number)[], object]>([
  [
    '/items/a',
    'price',
    [],
    {
      value: 12.5,
      extracted: 12.5,
      source: 'field',
      verdict: same,
      version: 1,
      callback: 'parse_item',
      language: 'css',
      selector: '.price::text',
      matches: 1,
      taken: { kind: 'text', value: 'from 12.50 EUR' },
      steps: [
        { step: 'select', value: 'from 12.50 EUR' },
        { step: 'regex', value: '12.50' },
        { step: 'cast', value: 12.5 },
      ],
    },
  ],
  [
    '/items/a',
    'title',
    [],
    { value: 'Lamp', verdict: same, steps: [{ value: ' Lamp ' }, { step: 'strip', value: 'Lamp' }] },
  ],
  [
    '/items/a',
    'unit',
    [],
    {
      value: 'piece',
      matches: 0,
      verdict: { same: true, message: expect.stringContaining('"default" gave it') },
    },
  ],
  [
    '/items/a',
    'content',
    [],
    {
      value: 'old\nbrass',
      matches: 2,
      verdict: same,
      steps: [{ step: 'select' }, { step: 'text', value: 'old\nbrass' }],
    },
  ],
  [
    '/items/a',
    'metadata.content',
    [1],
    { path: 'metadata.content[1]', value: 'brass', taken: { value: 'brass' } },
  ],
  [
    '/item/b',
    'reviews',
    [1, 'stars'],
    {
      path: 'reviews[1].stars',
      value: 4,
      verdict: same,
      selector: 'i::text',
      scopes: [{ kind: 'entry', selector: 'li', index: 1, total: 2 }],
      taken: { value: '4' },
    },
  ],
  ['/item/b', 'reviews', [], { matches: 2, verdict: same, selector: 'li' }],
  [
    '/item/b',
    'rank',
    [],
    {
      value: 2,
      travelled: true,
      verdict: same,
      callback: 'parse_list',
      scopes: [{ kind: 'row', selector: 'tr', index: 1, total: 2 }],
      page: { url: expect.stringMatching(/\/list\/de$/) },
    },
  ],
  [
    '/item/b',
    'country',
    [],
    { value: 'de', source: 'url', travelled: true, verdict: same, steps: [{ step: 'url' }, { value: 'de' }] },
  ],
  [
    '/table#2',
    'title',
    [],
    { value: 'Oil lamp', travelled: false, verdict: same, scopes: [{ kind: 'row', index: 1, total: 2 }] },
  ],
  ['/story', 'title', [], { source: 'article', verdict: same, strategy: { name: expect.any(String) } }],
  ['/items/a', 'url', [], { source: 'crawl', verdict: { same: null }, steps: [] }],
  ['/items/a', 'nothing', [], { value: null, source: 'unknown', verdict: { same: null } }],
])('%s: %s %j', async (end, column, inside, expected) => {
  expect(await trace(end, column, inside)).toMatchObject(expected);
});

it('the element is the one on the page, whose preview has the same numbers', async () => {
  const { elements, page, taken } = await trace('/item/b', 'price');
  expect(elements).toEqual([given(taken).element]);
  const preview = await studio.call('pages.previewRequest', { request: page.request });
  expect(elements[0]).toBeLessThan(preview.elements);
});

it('the page has its hash, its headers without credentials, and the way to it', async () => {
  const { page } = await trace('/items/a', 'price');
  const text = `<!doctype html><html lang="en"><body>${item('12.50')}</body></html>`;
  expect(page).toMatchObject({
    asked: site.url('/item/a'),
    url: site.url('/items/a'),
    status: 200,
    statusLine: 'HTTP/1.1 200 OK',
    sha256: createHash('sha256').update(text).digest('hex'),
    bytes: text.length,
    encoding: 'UTF-8',
    redirects: [{ url: site.url('/item/a'), status: 301 }],
    decision: 'A row led to it; rows ask no rule.',
    foundOn: site.url('/list/de'),
  });
  expect(page.headers).toEqual(
    expect.arrayContaining([
      { name: 'Set-Cookie', value: '[removed]' },
      { name: 'X-Shop', value: 'one' },
    ]),
  );
  expect(JSON.stringify(page)).not.toContain('secret');
});

it('every value of every item is found again as it was', async () => {
  const wrong: string[] = [];
  for (const each of items) {
    const columns = ['title', 'content', 'author', 'published_date', ...Object.keys(each.metadata)];
    for (const column of columns) {
      const name = column === 'content' && 'content' in each.metadata ? 'metadata.content' : column;
      const { verdict, value } = await studio.call('results.provenance', { item: each.id, column: name });
      if (verdict.same === false || (verdict.same === null && value !== null))
        wrong.push(`${each.url} ${name}: ${verdict.message}`);
    }
  }
  expect(wrong).toEqual([]);
});

it('a value of a generation comes from the same page, by the version that extracted it again', async () => {
  const [{ run: source }] = [given(items[0])];
  const { run } = await studio.call('runs.reextract', { run: source });
  const progress = studio.follow('run', { run: run.id });
  await progress.until(({ run: { state } }) => state === 'completed');
  progress.end();
  const of = { project: 'default', spider: 'lamps', run: run.id };
  const { items: again } = await studio.call('results.items', { source: of, offset: 0, limit: 100 });
  const lamp = given(again.find(({ url }) => url.endsWith('/items/a')));
  const before = await trace('/items/a', 'title');
  const after = await studio.call('results.provenance', { item: lamp.id, column: 'title' });
  expect(after).toMatchObject({ value: 'Lamp', verdict: same, version: 2, run: run.id });
  const { sha256, headers, redirects, statusLine } = before.page;
  expect(after.page).toMatchObject({ sha256, headers, redirects, statusLine, answeredBy: 'stored-page' });
});
