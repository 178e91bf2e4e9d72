import { describe, expect, it } from 'vitest';
import { GeneratedSeeds } from '../../../electron/engine/generated-seeds.ts';
import type { GeneratedUrls } from '../../../shared/spider/settings-schema.ts';
import { crawlSite, page } from './crawl-support.ts';

const pages = (from: number, to: number, more: Partial<GeneratedUrls> = {}): GeneratedUrls => ({
  template: 'https://example.org/p/{n}',
  vars: { n: { type: 'range', from, to } },
  callback: 'page',
  ...more,
});

const crawling = (entries: GeneratedUrls[], settings: Record<string, unknown> = {}) => ({
  start_urls: [],
  rules: [],
  settings: {
    GENERATED_URLS: entries,
    DOWNLOAD_DELAY: 0,
    AUTOTHROTTLE_ENABLED: false,
    ROBOTSTXT_OBEY: false,
    ...settings,
  },
});

const paths = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `/p/${from + index}`);
const inOrder = (urls: string[]) => urls.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));

describe('a crawl with generated start URLs', () => {
  it('fetches each once, and extracts from it', async () => {
    const { end, urls, counters } = await crawlSite(() => page(), crawling([pages(1, 1200)]));
    expect(end).toEqual({ kind: 'exhausted' });
    expect(inOrder(urls)).toEqual(paths(1, 1200));
    expect(counters).toMatchObject({ seen: 1200, done: 1200, items: 1200 });
  });

  it('admits them as it proceeds, and goes on where it was after a crash', async () => {
    const cut = await crawlSite(() => page(), crawling([pages(1, 1200)]), {
      crashAt: 'https://example.org/p/300',
    });
    expect(cut.requests.length).toBe(1000);
    const whole = await cut.resume();
    expect(whole.end).toEqual({ kind: 'exhausted' });
    expect(whole.counters).toMatchObject({ seen: 1200, done: 1200, items: 1200 });
    expect(new Set(whole.requests.map(({ url }) => url)).size).toBe(1200);
    const done = cut.requests.filter(({ state }) => state === 'done').map(({ url }) => url);
    expect(whole.urls.filter((url) => done.includes(`https://example.org${url}`))).toEqual([]);
  });

  it('goes on after a crash before the first batch, and after the last', async () => {
    const early = await crawlSite(
      () => page(),
      {
        ...crawling([pages(1, 600)]),
        start_urls: ['https://example.org/p/599'],
        rules: [{ allow: ['nothing'] }],
      },
      {
        stopAt: 'https://example.org/p/599',
      },
    );
    expect((await early.resume()).counters).toMatchObject({ seen: 600, done: 600, items: 600 });
    const late = await crawlSite(() => page(), crawling([pages(1, 3)]), {
      crashAt: 'https://example.org/p/3',
    });
    expect((await late.resume()).counters).toMatchObject({ seen: 3, done: 3, items: 3 });
  });

  it('fetches a URL once that is made twice, or is a start URL too', async () => {
    const { urls, requests } = await crawlSite(() => page(), {
      ...crawling([pages(1, 3), pages(2, 4, { follow: true, callback: null })]),
      start_urls: ['https://example.org/p/2', 'https://example.org/other'],
      rules: [{ allow: ['nothing'] }],
    });
    expect(inOrder(urls)).toEqual(['/other', ...paths(1, 4)]);
    const callbacks = Object.fromEntries(requests.map(({ url, callback }) => [url.slice(-1), callback]));
    expect(callbacks).toEqual({ 1: 'page', 2: 'page', 3: 'page', 4: null, r: null });
  });

  it('extracts without following where there is a callback, and follows by the rules where follow is true', async () => {
    const site = (url: string) => page(url.includes('/list/') ? '/detail' : '/elsewhere');
    const { urls, requests } = await crawlSite(site, {
      ...crawling([
        pages(1, 1),
        {
          template: 'https://example.org/list/{n}',
          vars: { n: { type: 'list', values: ['a'] } },
          follow: true,
        },
      ]),
      rules: [{ allow: ['detail', 'elsewhere'], callback: 'page', follow: false }],
    });
    expect(urls.toSorted()).toEqual(['/detail', '/list/a', '/p/1']);
    expect(requests.find(({ url }) => url.endsWith('/list/a'))).toMatchObject({
      callback: null,
      depth: 0,
      items: 0,
    });
  });

  it('makes a waiting link a start URL when its turn comes', async () => {
    const { requests } = await crawlSite(
      (url) => (url.endsWith('/p/1') ? page('/p/900') : page('/p/900/more')),
      {
        ...crawling([pages(1, 1000, { follow: true, callback: null })], {
          DEPTH_LIMIT: 1,
          CONCURRENT_REQUESTS: 1,
        }),
        rules: [{ allow: ['/p/'], callback: 'page' }],
      },
    );
    const reached = requests.find(({ url }) => url.endsWith('/p/900'));
    expect(reached).toMatchObject({ depth: 0, callback: 'page', parent: null, rule: null, state: 'done' });
    expect(requests.some(({ url }) => url.endsWith('/p/900/more'))).toBe(true);
  });

  it('goes to the next site while the first asks for patience', async () => {
    const site = (url: string, earlier: number) =>
      url.startsWith('https://slow.') && earlier === 0
        ? { status: 429, headers: { 'retry-after': '3000' } }
        : page();
    const entries = ['https://slow.example.org/{n}', 'https://example.org/p/{n}'].map((template) => ({
      ...pages(1, 600),
      template,
    }));
    const { asked, counters } = await crawlSite(site, crawling(entries, { CONCURRENT_REQUESTS: 2 }));
    expect(counters).toMatchObject({ done: 1200, items: 1200 });
    const firstAgain = asked.findLastIndex(({ url }) => url.startsWith('https://slow.'));
    const others = asked.findIndex(({ url }) => url.startsWith('https://example.org'));
    expect(others).toBeLessThan(firstAgain);
    expect((asked[others]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeLessThan(60_000);
  });

  it('does not skip a generated URL that an earlier run has extracted', async () => {
    const { end, counters } = await crawlSite(
      () => page(),
      crawling([pages(1, 3)], { DELTAFETCH_ENABLED: true }),
    );
    expect(end).toEqual({ kind: 'exhausted' });
    expect(counters).toMatchObject({ done: 3, skipped: 0 });
  });
});

describe('the position of a URL among the generated ones', () => {
  const settings = {
    GENERATED_URLS: [
      {
        template: 'https://example.org/{shop}/{day}?page={n}&sort=up',
        vars: {
          shop: { type: 'list' as const, values: ['Shoes', 'new hats', '50%', '../up'] },
          day: { type: 'date' as const, from: '2024-01-01', to: '2024-12-31', format: '%Y/%m/%d' },
          n: { type: 'range' as const, from: 1, to: 100 },
        },
      },
      pages(1, 1_000_000 - 146_400),
    ],
  };
  const seeds = new GeneratedSeeds(settings);

  it.each([0, 99, 100, 36_599, 36_600, 40_000, 73_200, 80_000, 109_800, 146_399, 146_400, 999_999])(
    '%i is found',
    (index) => {
      expect(seeds.count).toBe(1_000_000);
      expect(seeds.find(seeds.at(index).url)?.index).toBe(index);
    },
  );

  it('is found however the URL is written', () => {
    expect(seeds.find('HTTPS://EXAMPLE.org:443/Shoes/2024/01/01?sort=up&page=7#top')?.index).toBe(6);
  });

  it.each([
    'https://example.org/',
    'https://example.org/p/0',
    'https://example.org/shoes/2024/01/01?page=7&sort=up',
  ])('of %s is none', (url) => {
    expect(seeds.find(url)).toBeNull();
  });
});
