import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compressPage } from '../../../../../electron/engine/stored-page.ts';
import { openWorkspace } from '../../../../../electron/host/workspace/workspace.ts';
import { given } from '../../../../given.ts';
import { openHost, type OpenHost } from '../../open-host.ts';

const html = `<html lang="en"><base href="/shop/"><p class="posted">Posted 5 minutes ago</p>
<ul><li>1.234</li><li>99,50</li></ul><i>03/05/2024</i><i>25/03/2024</i><a href="lamp">Lamp</a>`;

let site: Server;
let origin: string;
let studio: OpenHost;

beforeAll(async () => {
  site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.statusCode = request.url === '/robots.txt' ? 404 : 200;
    response.end(html);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  studio = await openHost();
});
afterAll(async () => {
  await studio.close();
  site.closeAllConnections();
  site.close();
});

const spider = () =>
  JSON.stringify({
    name: 'values',
    allowed_domains: ['127.0.0.1'],
    start_urls: [`${origin}/list`],
    rules: [{ callback: 'page' }],
    expect: { key: ['link', 'prices'] },
    callbacks: {
      page: {
        extract: {
          posted: { css: '.posted', to_text: true, processors: [{ type: 'parse_datetime' }] },
          prices: { css: 'li::text', get_all: true, processors: [{ type: 'number' }] },
          dates: { css: 'i::text', get_all: true, processors: [{ type: 'parse_datetime' }] },
          link: { css: 'a::attr(href)', processors: [{ type: 'urljoin' }] },
        },
      },
    },
  });

const toTheSecond = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}+00:00`;
const fiveMinutes = 300_000;

it('a saved page of a run gives the values of the run, relative dates included', async () => {
  const text = spider();
  await studio.call('spiders.save', { project: 'default', spider: null, text, base: null });
  const { run } = await studio.call('runs.start', {
    project: 'default',
    spider: 'values',
    limit: null,
    allowPrivate: true,
  });
  const progress = studio.follow('run', { run: run.id });
  await progress.until(({ run: { state } }) => state === 'completed');
  progress.end();
  const { rows } = await studio.call('runs.requests', { run: run.id, offset: 0, limit: 1 });
  const request = given(rows[0]).id;
  const { items } = await studio.call('runs.request', { request });
  const item = await studio.call('results.item', { item: given(items[0]).id });

  const workspace = openWorkspace(studio.dataDir);
  const { fetchedAt } = given(await workspace.queries.pages.ofRequest(request));
  const expected = {
    posted: toTheSecond(Date.parse(fetchedAt) - fiveMinutes),
    prices: [1234, 99.5],
    dates: ['2024-05-03T00:00:00', '2024-03-25T00:00:00'],
    link: `${origin}/shop/lamp`,
  };
  expect(item.metadata).toEqual(expected);
  expect(item.key).toBe(JSON.stringify([expected.link, expected.prices]));
  expect(item.problems).toEqual([]);

  const valuesOf = async (page: string) => {
    const { fields, problems } = await studio.call('tester.callback', { page, text, callback: 'page' });
    expect(problems).toEqual([]);
    return Object.fromEntries(fields.map(({ path, value }) => [path, value]));
  };
  const saved = await studio.call('pages.addFromRun', { request });
  expect(await valuesOf(saved.id)).toEqual(expected);

  // A page that was fetched long before it was saved.
  const { page } = await workspace.queries.savedPages.addOfRun('default', 'values', {
    title: 'Old',
    url: `${origin}/old`,
    source: 'run',
    run: run.id,
    fetchedAt: '2020-02-02T12:00:00.000Z',
    page: compressPage(html, 'utf-8'),
  });
  expect(await valuesOf(page.id)).toEqual({ ...expected, posted: '2020-02-02T11:55:00+00:00' });
  workspace.close();
});
