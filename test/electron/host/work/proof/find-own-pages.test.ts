import { expect, it } from 'vitest';
import { compressPage } from '../../../../../electron/engine/stored-page.ts';
import { fingerprintRequest, fingerprintUrl } from '../../../../../electron/engine/fingerprint.ts';
import { findOwnPages } from '../../../../../electron/host/work/proof/find-own-pages.ts';
import { memoryStudio } from '../../../store/queries/memory-studio.ts';
import { claimed, shop, startRun, type Studio } from '../../../store/queries/studio.ts';
import { facts, item, request } from '../../../store/support.ts';

const site = 'https://example.org';

async function save({ queries }: Studio, url: string | null): Promise<string> {
  const content = { title: 'A page', url, source: 'url' as const, run: null };
  const page = compressPage(`<h1>${url ?? 'A file'}`, 'utf-8');
  return (await queries.savedPages.add(shop.project, shop.spider, { ...content, page })).id;
}

const found = async (studio: Studio) => {
  const { pages } = await findOwnPages(studio, shop, 'seed');
  return pages.map(({ url, group, isSaved, isPoor }) => [
    url.slice(site.length),
    group,
    ...(isSaved ? ['saved'] : []),
    ...(isPoor ? ['poor'] : []),
  ]);
};

/** Carries out a run that stores these pages. @param empty the page that gives no item */
async function crawl(studio: Studio, from: number, to: number, empty: number | null = null): Promise<void> {
  const session = await startRun(studio);
  const page = compressPage('<h1>page', 'utf-8');
  for (let n = from; n <= to; n += 1) {
    const [id = ''] = await claimed(session, [
      request(n, { fingerprint: fingerprintUrl(`${site}/page/${n}`) }),
    ]);
    const items = n === empty ? [] : [item(n)];
    await session.ledger.complete({ id, facts, items, links: [], page, events: [] });
  }
  await session.control.end('completed', 'Nothing is left to do.', 'finished');
}

it('finds saved pages first, and the pages of the newest run that has ended', async () => {
  const studio = memoryStudio();
  await crawl(studio, 50, 60);
  await crawl(studio, 1, 25, 25);
  await startRun(studio);
  await save(studio, `${site}/page/3`);
  await save(studio, null);
  const pages = await found(studio);
  expect(pages[0]).toEqual(['/page/3', 'parse_article', 'saved']);
  expect(pages).toHaveLength(25);
  expect(pages.at(-1)).toEqual(['/page/25', 'parse_article', 'poor']);
});

it('tells pages of one URL apart by what was sent', async () => {
  const studio = memoryStudio();
  const url = `${site}/search`;
  const session = await startRun(studio);
  const page = compressPage('<h1>page', 'utf-8');
  for (const [n, body] of ['q=a', 'q=b'].entries()) {
    const message = { method: 'POST', body };
    const fingerprint = fingerprintRequest(url, message);
    const [id = ''] = await claimed(session, [request(n, { url, fingerprint, message })]);
    await session.ledger.complete({ id, facts, items: [item(n)], links: [], page, events: [] });
  }
  await session.control.end('completed', 'Nothing is left to do.', 'finished');
  const content = { title: 'A page', url, source: 'url' as const, run: null, page };
  const sent = { url, message: { method: 'POST', body: 'q=b' } };
  await studio.queries.savedPages.add(shop.project, shop.spider, { ...content, request: sent });
  await studio.queries.savedPages.add(shop.project, shop.spider, content);
  const { pages } = await findOwnPages(studio, shop, 'seed');
  const facets = pages.map(({ isSaved, message }) => [isSaved, message?.body]);
  expect(facets.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    [false, 'q=a'],
    [true, undefined],
    [true, 'q=b'],
  ]);
});

it('fills a small run up from older ones', async () => {
  const studio = memoryStudio();
  await crawl(studio, 50, 60);
  await crawl(studio, 1, 3);
  expect(await found(studio)).toHaveLength(14);
});

it('leaves out saved pages that only rows could lead to, and takes them from a run', async () => {
  const studio = memoryStudio();
  const text = JSON.stringify({
    name: 'shop',
    allowed_domains: ['example.org'],
    start_urls: [`${site}/list`],
    rules: [{ allow: ['/list'], callback: 'parse_list' }],
    callbacks: {
      parse_list: {
        iterate: { selector: 'li', follow: { url: { css: 'a::attr(href)' }, callback: 'parse_lamp' } },
      },
      parse_lamp: { extract: { name: { css: 'h1::text' } } },
    },
  });
  const store = () => studio.queries.spiders.import({ ...shop, name: 'shop', text }, { dryRun: false });
  await store();
  await save(studio, `${site}/list`);
  const lamp = await save(studio, `${site}/page/1`);
  expect(await found(studio)).toEqual([['/list', 'parse_list', 'saved']]);
  await studio.queries.savedPages.update(lamp, { url: `${site}/page/2` });
  await crawl(studio, 2, 2);
  await store();
  expect(await found(studio)).toEqual([
    ['/page/2', 'parse_article', 'saved'],
    ['/list', 'parse_list', 'saved'],
  ]);
});
