import { describe, expect, it } from 'vitest';
import { analyzePage } from '../../../../electron/authoring/analyze/analyze.ts';
import { parsePageAs } from '../../../../electron/extract/page.ts';
import { validateSpider } from '../../../../shared/spider/validate.ts';

function analyze(kind: 'json' | 'xml', text: string) {
  const read = parsePageAs(kind, text);
  if (!read.ok) throw new Error(read.problem);
  return analyzePage(read.page, { url: 'https://example.org/feed' });
}
const json = (value: unknown) => analyze('json', JSON.stringify(value)).data;

/** Whether a spider with this callback is accepted without a word. */
const problemsOf = (callback: object) =>
  validateSpider({
    name: 's',
    allowed_domains: ['example.org'],
    start_urls: ['https://example.org/'],
    rules: [{ callback: 'parse_rows' }],
    callbacks: { parse_rows: callback },
  }).problems;

describe('a JSON page', () => {
  it('is described by its lists of objects and its single values', () => {
    const data = json({
      next: '/page/2',
      total: 3,
      results: [
        { id: 1, name: 'A', price: { amount: 3 }, gone: null },
        { id: 'x2', name: 'B', tags: ['t'] },
      ],
      'first one': { ok: true, none: null },
      words: ['a', 'b'],
    });
    expect(data?.lists.map(({ path, count }) => [path, count])).toEqual([['$.results[*]', 2]]);
    expect(data?.lists[0]?.fields).toEqual([
      { name: 'id', path: '$.id', types: ['number', 'text'], sample: '1', count: 2 },
      { name: 'name', path: '$.name', types: ['text'], sample: 'A', count: 2 },
      { name: 'amount', path: '$.price.amount', types: ['number'], sample: '3', count: 1 },
      { name: 'tags', path: '$.tags', types: ['list'], sample: '["t"]', count: 1 },
    ]);
    expect(data?.values).toEqual([
      { name: 'next', path: '$.next', types: ['text'], sample: '/page/2', count: 1 },
      { name: 'total', path: '$.total', types: ['number'], sample: '3', count: 1 },
      { name: 'words', path: '$.words', types: ['list'], sample: '["a","b"]', count: 1 },
      { name: 'ok', path: "$['first one'].ok", types: ['boolean'], sample: 'true', count: 1 },
    ]);
  });

  it('proposes callbacks that a spider can have', () => {
    const data = json([{ a: { a: 1 }, 'b c': 2, '': 3 }, { a: { a: 2 } }]);
    expect(data?.lists[0]?.callback.iterate).toEqual({ selector: '$[*]' });
    for (const { callback } of data?.lists ?? []) expect(problemsOf(callback)).toEqual([]);
  });

  it('finds lists in lists, the longest first', () => {
    const data = json({ groups: [{ items: [{ n: 1 }, { n: 2 }] }, { items: [{ n: 3 }] }] });
    expect(data?.lists.map(({ path, count }) => [path, count])).toEqual([
      ['$.groups[*].items[*]', 3],
      ['$.groups[*]', 2],
    ]);
  });

  it('may be huge', () => {
    const many = Array.from({ length: 50_000 }, (_, n) => ({ n, list: [{ a: n }] }));
    expect(json(many)?.lists[0]?.count).toBe(50_000);
    expect(json(Object.fromEntries(many.map((each, n) => [`k${n}`, each.n])))?.values).toHaveLength(40);
  });

  it('may hold one value only', () => {
    expect(json('x')).toEqual({
      lists: [],
      values: [{ name: 'value', path: '$', types: ['text'], sample: 'x', count: 1 }],
    });
    expect(json([])).toEqual({ lists: [], values: [] });
  });
});

describe('an XML page', () => {
  const item = (n: number) =>
    `<item><title>Title number ${n} of the news</title><dc:creator>Ann ${'ABC'[n - 1]}.</dc:creator><pubDate>Mon, 0${n} Mar 2026</pubDate></item>`;
  const feed = `<rss xmlns:dc="u"><channel><title>News</title><language>de</language>${item(1)}${item(2)}${item(3)}</channel></rss>`;

  it('is described by its repeated elements, with its own names', () => {
    const analysis = analyze('xml', feed);
    expect(analysis).toMatchObject({ title: 'News', language: 'de', suggested: {}, data: null });
    expect(analysis.notes).toEqual(['This is a feed. As a start URL it is read where USE_SITEMAP is true.']);
    const [repeated] = analysis.repeated;
    expect(repeated).toMatchObject({ selector: 'item', count: 3 });
    expect(repeated?.callback.extract).toEqual({
      title: { css: 'title::text' },
      creator: { css: 'dc\\:creator::text' },
      pubDate: { css: 'pubDate::text', processors: [{ type: 'parse_datetime' }] },
    });
    expect(problemsOf(repeated?.callback ?? {})).toEqual([]);
  });
});
