import { expect, it } from 'vitest';
import { fingerprintOf, removeForGood } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { addSpider, crawl } from './studio.ts';

const shop = { project: 'default', spider: 'shop' };

describeQueries('the crawl history', (open) => {
  const pages = [1, 2, 13].map((n) => ({ n, extracted: n !== 2, cached: n !== 1 }));
  const whole = { text: '', offset: 0, limit: 10 };
  const nothing = { pages: 0, extracted: 0, since: null, cache: { answers: 0, bytes: 0 } };

  it('is summed up for each spider', async () => {
    const studio = open();
    const { queries } = studio;
    expect(await queries.history.summary(shop)).toEqual(nothing);
    const run = await crawl(studio, shop, pages);
    expect(await queries.history.summary(shop)).toMatchObject({
      pages: 3,
      extracted: 2,
      since: '2026-11-20T12:00:00.000Z',
      cache: { answers: 2 },
    });
    expect(await queries.history.summary({ ...shop, spider: 'another' })).toEqual(nothing);
    expect(await queries.history.summary({ ...shop, project: 'nowhere' })).toEqual(nothing);
    expect(await queries.history.get(shop, fingerprintOf(2))).toMatchObject({
      url: 'https://example.org/page/2',
      fetchedRun: run,
      fetchedAt: '2026-11-20T12:00:01.000Z',
      extractedRun: null,
      extractedAt: null,
    });
    expect(await queries.history.get(shop, fingerprintOf(3))).toBeNull();
  });

  it('is listed in parts, the newest first, and by a part of the URL', async () => {
    const studio = open();
    const { queries } = studio;
    await crawl(studio, shop, pages);
    const list = async (part: Partial<typeof whole>) => {
      const { pages: found, matching } = await queries.history.list(shop, { ...whole, ...part });
      return [found.map(({ url }) => /\d+$/u.exec(url)?.[0]), matching];
    };
    expect(await list({ limit: 2 })).toEqual([['13', '2'], 3]);
    expect(await list({ offset: 2, limit: 2 })).toEqual([['1'], 3]);
    expect(await list({ offset: 4 })).toEqual([[], 3]);
    expect(await list({ text: 'AGE/1' })).toEqual([['13', '1'], 2]);
    expect(await list({ text: 'age/1', limit: 1 })).toEqual([['13'], 2]);
    expect(await list({ text: 'nowhere' })).toEqual([[], 0]);
  });

  it('clears one page or all of them, with their cached responses', async () => {
    const studio = open();
    const { queries } = studio;
    const other = { ...shop, spider: 'another' };
    await crawl(studio, shop, pages);
    await crawl(studio, other, pages);
    const { history } = queries;
    expect(await history.clear(shop, fingerprintOf(13))).toEqual({ pages: 1, answers: 1 });
    expect(await history.clear(shop, fingerprintOf(13))).toEqual({ pages: 0, answers: 0 });
    expect(await history.clear(shop, null)).toEqual({ pages: 2, answers: 1 });
    expect(await history.summary(shop)).toEqual(nothing);
    expect(await history.summary(other)).toMatchObject({ pages: 3, cache: { answers: 2 } });
  });

  it('goes with its spider', async () => {
    const studio = open();
    const { queries } = studio;
    await crawl(studio, shop, pages);
    await removeForGood(queries, { kind: 'spider', ...shop });
    await addSpider(studio, shop);
    expect(await queries.history.summary(shop)).toEqual(nothing);
  });
});
