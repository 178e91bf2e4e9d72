import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type Route, type TestServer } from '../../../../servers/server.ts';
import { openHost, type OpenHost } from '../../open-host.ts';

const html =
  (text: string): Route =>
  ({ response }) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><body>${text}</body></html>`);
  };

const routes: Record<string, Route> = {
  '/item/1': html('<h1>Brass lamp</h1><p class="price">12</p>'),
  '/item/2': html('<h1>Oil lamp</h1><p class="price">8</p><p class="note">new</p>'),
  '/list': html('<ul><li><b class="name">Brass</b></li><li><b class="name">Oil</b></li></ul>'),
};

const spiderOf = (origin: string, rows: string) => ({
  name: 'lamps',
  allowed_domains: ['127.0.0.1'],
  start_urls: [`${origin}/item/1`, `${origin}/item/2`, `${origin}/list`],
  rules: [
    { allow: ['/item/'], callback: 'parse_item' },
    { allow: ['/list'], callback: 'parse_list' },
  ],
  callbacks: {
    parse_item: {
      extract: {
        title: { css: 'h1::text' },
        price: { css: '.prce::text' },
        // Only one of the pages has it: nothing is wrong.
        note: { css: '.note::text' },
      },
    },
    parse_list: { iterate: { selector: rows }, extract: { name: { css: 'li > .nam::text' } } },
  },
  settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, ROBOTSTXT_OBEY: false },
});

let site: TestServer;
let studio: OpenHost;
let run: string;

beforeAll(async () => {
  site = await startServer(routes);
  studio = await openHost();
  const text = JSON.stringify(spiderOf(site.origin, 'li'));
  await studio.call('spiders.save', { project: 'default', spider: null, text, base: null });
  run = await crawled('lamps');
});
/** Crawls with a stored spider. @returns the run */
async function crawled(spider: string): Promise<string> {
  const what = { project: 'default', spider, limit: null, allowPrivate: true };
  const started = await studio.call('runs.start', what);
  const progress = studio.follow('run', { run: started.run.id });
  await progress.until(({ run: { state } }) => state === 'completed');
  progress.end();
  return started.run.id;
}

afterAll(async () => {
  await studio.close();
  await site.close();
});

it('says why a callback of a run finds no rows on any page', async () => {
  const text = JSON.stringify({ ...spiderOf(site.origin, 'ul > il'), name: 'rowless' });
  await studio.call('spiders.save', { project: 'default', spider: null, text, base: null });
  const { fields } = await studio.call('tester.emptyInRun', { run: await crawled('rowless') });
  expect(fields.map(({ callback, field, of, why }) => [callback, field, of, why.fix?.selector])).toEqual([
    ['parse_item', 'price', 2, '.price::text'],
    ['parse_list', null, 1, 'ul > li'],
  ]);
});

const price = '".prce" is not on the page; ".price" is, 1 match.';

it('says why fields are empty in all items of a run', async () => {
  const { fields } = await studio.call('tester.emptyInRun', { run });
  expect(fields.map(({ callback, field, of, why }) => [callback, field, of, why.line])).toEqual([
    ['parse_item', 'price', 2, price],
    ['parse_list', 'name', 2, '".nam" is not in these 2 <li>; ".name" is, 2 matches.'],
  ]);
});

it('says why fields are empty on all saved pages, and what mends them', async () => {
  const { rows: requests } = await studio.call('runs.requests', { run, offset: 0, limit: 10 });
  for (const { id } of requests) await studio.call('pages.addFromRun', { request: id });
  const empty = (rows: string) =>
    studio.call('tester.empty', {
      project: 'default',
      spider: 'lamps',
      text: JSON.stringify(spiderOf(site.origin, rows)),
    });
  const { fields } = await empty('li');
  expect(fields.map(({ callback, field, of, why }) => [callback, field, of, why.fix?.selector])).toEqual([
    ['parse_item', 'price', 2, '.price::text'],
    ['parse_list', 'name', 1, 'li > .name::text'],
  ]);
  const { fields: none } = await empty('il');
  expect(none.at(-1)).toMatchObject({
    callback: 'parse_list',
    field: null,
    why: { line: '"il" is not on the page; "li" is, 2 matches.', fix: { selector: 'li' } },
  });
});
