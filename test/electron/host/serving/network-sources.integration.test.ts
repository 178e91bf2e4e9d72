import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testBrowser } from '../../browser/support.ts';
import { startServer, type TestServer } from '../../../servers/server.ts';
import { routesOf } from '../../../servers/single-page/site.ts';
import { sitesWithSource } from '../../../servers/single-page/sites.ts';
import { makeThings, vocabularies } from '../../../servers/single-page/things.ts';
import { openHost, type OpenHost } from '../open-host.ts';

const project = 'default';
let studio: OpenHost;
let site: TestServer;
beforeAll(async () => {
  vi.stubEnv('SPIDER_STUDIO_BROWSER', testBrowser());
  site = await startServer({
    ...Object.assign({}, ...sitesWithSource(vocabularies.first).map(routesOf)),
    '/robots.txt': ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /data/\n');
    },
  });
  studio = await openHost();
});
afterAll(async () => {
  await studio.close();
  await site.close();
  vi.unstubAllEnvs();
});

it('keeps the answer that carries what is seen with the page, and saves it as a page of its own', async () => {
  const url = site.url('/at-once');
  const { spider, page, proposal } = await studio.call('spiders.begin', { project, url, allowPrivate: true });
  expect(proposal.sources.map((source) => source.url)).toEqual([site.url('/api/items?page=1')]);
  const of = { project, spider: spider ?? '' };
  const { page: kept } = await studio.call('pages.keepSource', { page: page?.id ?? '', source: 0 });
  expect(kept).toMatchObject({ kind: 'json', url: site.url('/api/items?page=1') });
  expect((await studio.call('pages.list', of)).map(({ id }) => id)).toContain(kept?.id);
  const { lists } = await studio.call('pages.propose', { page: kept?.id ?? '' });
  expect(lists[0]?.count).toBe(makeThings(vocabularies.first, 20).length);
  expect(await studio.call('pages.keepSource', { page: page?.id ?? '', source: 7 })).toEqual({ page: null });
});

it('keeps nothing of a page that is fetched without a browser', async () => {
  const url = site.url('/at-once');
  const begun = await studio.call('spiders.begin', {
    project,
    url,
    allowPrivate: true,
    browser: false,
    anyway: true,
  });
  expect(begun.proposal.sources).toEqual([]);
  expect(begun.proposal.state.kind).toBe('empty-shell');
  expect(await studio.call('pages.keepSource', { page: begun.page?.id ?? '', source: 0 })).toEqual({
    page: null,
  });
});

it('says that robots.txt forbids a source, also when the page is looked at again', async () => {
  const url = site.url('/root');
  const note = `The robots.txt of ${new URL(url).host} forbids it: a crawl leaves it out unless ROBOTSTXT_OBEY is false.`;
  const begun = await studio.call('spiders.begin', { project, url, allowPrivate: true });
  const of = { project, spider: begun.spider ?? '' };
  const again = await studio.call('pages.propose', { page: begun.page?.id ?? '' });
  const { page } = await studio.call('pages.addUrl', { ...of, url, allowPrivate: true, browser: true });
  const ofAdded = await studio.call('pages.propose', { page: page.id });
  for (const each of [begun.proposal, again, ofAdded]) {
    expect(each.sources.map(({ notes }) => notes)).toEqual([[note]]);
    expect(each.choices.find(({ id }) => id === 'source-0-page')?.note).toBe(note);
  }
});
