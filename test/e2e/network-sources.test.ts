import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testBrowser } from '../electron/browser/support.ts';
import type { Proposal } from '../../shared/contract/types.ts';
import { startServer, type TestServer } from '../servers/server.ts';
import { routesOf } from '../servers/single-page/site.ts';
import { sitesWithoutSource, sitesWithSource } from '../servers/single-page/sites.ts';
import { makeThings, vocabularies } from '../servers/single-page/things.ts';
import { call } from './call.ts';

const things = makeThings(vocabularies.first, 20);
let site: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spider-studio-sources-'));
  const sites = [...sitesWithSource(vocabularies.first), ...sitesWithoutSource(vocabularies.first)];
  site = await startServer(Object.assign({}, ...sites.map(routesOf)));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site.close();
});

const env = { SPIDER_STUDIO_BROWSER: testBrowser() };
const studio = (...args: string[]) => call([...args, '--data-dir', folder], { env });
const propose = (...args: string[]) => studio('propose', ...args, '--allow-private');

/** The items of a crawl with the spider of a choice. */
async function crawled(
  path: string,
  choice: string,
  ...options: string[]
): Promise<Record<string, unknown>[]> {
  const name = path.slice(1);
  const file = join(folder, `${name}.json`);
  writeFileSync(file, (await propose(site.url(path), '--choice', choice, '--name', name, ...options)).stdout);
  await studio('import', file);
  const before = site.log.length;
  expect((await studio('crawl', name, '--allow-private', '--json')).json()).toMatchObject({
    state: 'completed',
  });
  const asked = site.log.slice(before).map(({ url }) => url);
  // Nothing is rendered: neither the page nor what else it asks for.
  expect(asked.filter((url) => url !== '/robots.txt')).toHaveLength(1);
  const written = join(folder, `${name}-items.json`);
  await studio('export', name, '--format', 'json', '--output', written);
  return JSON.parse(readFileSync(written, 'utf8')) as Record<string, unknown>[];
}

describe('a page whose rows come from JSON', () => {
  it('tells where they come from', async () => {
    const { stdout } = await propose(site.url('/at-once'));
    expect(stdout).toContain(`these 20 rows come from ${site.url('/api/items?page=1')}  $.items[*]`);
    expect(stdout).toMatch(/source-0-page {2,}The JSON behind this page/u);
  });

  it('is taken without a browser, and gives the rows that were seen', async () => {
    const seen = (await propose(site.url('/at-once'), '--json')).json<Proposal>().lists[0]?.rows ?? [];
    const items = await crawled('/at-once', 'source-0-page');
    expect(items.map(({ title, price, city }) => ({ title, price, city }))).toEqual(
      things.map(({ title, price, city }) => ({ title, price, city })),
    );
    expect(seen.length).toBeGreaterThan(0);
    expect(items).toEqual(
      expect.arrayContaining(
        seen.map(({ title, price, city }) => expect.objectContaining({ title, price, city })),
      ),
    );
  });

  it('is asked with the query and the headers that its script sends', async () => {
    const items = await crawled('/graphql', 'source-0-page');
    expect(items.map(({ title, seller }) => ({ title, seller }))).toEqual(
      things.map(({ title, author }) => ({ title, seller: author })),
    );
    const sent = site.log.filter(({ url }) => url === '/gql?op=list').at(-1);
    expect(sent).toMatchObject({
      method: 'POST',
      headers: { 'x-client': 'web', 'content-type': 'application/json' },
    });
  });

  it('may be an answer that calls a function', async () => {
    expect(await crawled('/script-call', 'source-0-page')).toHaveLength(20);
  });

  it('may hold them in a script', async () => {
    const items = await crawled('/state', 'source-0-page');
    expect(items.map(({ title, price }) => ({ title, price }))).toEqual(
      things.map(({ title, price }) => ({ title, price })),
    );
  });
});

it('invents no source for a page that a server has made', async () => {
  const { sources, choices } = (
    await propose(site.url('/server-with-facets'), '--browser', '--json')
  ).json<Proposal>();
  expect(sources).toEqual([]);
  expect(choices.map(({ id }) => id)).toContain('list-0-page');
});
