import { describe, expect, it } from 'vitest';
import { fingerprintUrl } from '../../../electron/engine/fingerprint.ts';
import { TrapDetector, type TrapKind } from '../../../electron/engine/traps.ts';
import { crawlSite, page, type Site } from './crawl-support.ts';

const now = Date.UTC(2026, 5, 15);
const site = 'https://example.org';

/** What is said of each of the links, asked for in order by one detector. */
function verdicts(paths: Iterable<string>): (TrapKind | null)[] {
  const traps = new TrapDetector(() => now);
  return [...paths].map((path) => traps.judge(site + path, fingerprintUrl(site + path)));
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);
const every = <T>(numbers: readonly number[], make: (n: number) => T | T[]): T[] =>
  numbers.flatMap((n) => make(n));
const two = (n: number): string => String(n).padStart(2, '0');
const hex = (n: number): string => fingerprintUrl(`${site}/${n}`);

describe('what is no trap, however often it comes', () => {
  it.each<{ name: string; paths: string[] }>([
    { name: 'pages of a list', paths: every(range(1, 5000), (n) => `/list?page=${n}`) },
    {
      name: 'pages of a list with an order',
      paths: every(range(1, 5000), (n) => `/list?sort=date&order=asc&page=${n}`),
    },
    {
      name: 'pages of many categories, sorted',
      paths: every(range(1, 60), (c) => range(1, 80).map((p) => `/list?category=${c}&sort=new&p=${p}`)),
    },
    { name: 'pages in the path', paths: every(range(1, 5000), (n) => `/news/page/${n}/`) },
    { name: 'offsets', paths: every(range(1, 2000), (n) => `/list?start=${n * 20}&limit=20&filter=a`) },
    { name: 'ids in the path', paths: every(range(1, 5000), (n) => `/product/${n}/`) },
    { name: 'ids in the query', paths: every(range(1, 5000), (n) => `/article.php?id=${n}`) },
    { name: 'ids that look random', paths: every(range(1, 5000), (n) => `/item?id=${hex(n)}`) },
    {
      name: 'ids beside a language and a category',
      paths: every(range(1, 1000), (n) =>
        ['en', 'de', 'fr', 'es', 'it'].map((l) => `/item?lang=${l}&cat=${n % 20}&id=${n}`),
      ),
    },
    {
      name: 'stories whose id is called sid',
      paths: every(range(1, 3000), (n) => `/article?sid=${hex(n)}`),
    },
    { name: 'short story ids', paths: every(range(1, 3000), (n) => `/article?sid=${n}&session=1`) },
    {
      name: 'an archive of a hundred and seventy years, by month',
      paths: every(range(1851, 2026), (y) => range(1, 12).map((m) => `/archive/${y}/${two(m)}/`)),
    },
    {
      name: 'an archive by day',
      paths: every(range(2000, 2026), (y) =>
        range(1, 12).flatMap((m) => range(1, 28).map((d) => `/${y}/${two(m)}/${two(d)}/`)),
      ),
    },
    {
      name: 'articles below their date, also in the future',
      paths: every(range(1990, 2040), (y) => range(1, 12).map((m) => `/${y}/${two(m)}/01/title-${y}-${m}`)),
    },
    { name: 'events of the next two years', paths: every(range(1, 12), (m) => [`/events/2027/${two(m)}`]) },
    { name: 'years alone', paths: every(range(1800, 2999), (y) => `/reports/${y}/`) },
    {
      name: 'numbers that only look like dates',
      paths: every(range(3000, 9000), (n) => `/ref/${n}-11-99/x`),
    },
    {
      name: 'deep paths',
      paths: every(range(1, 500), (n) => `/docs/api/v2/reference/types/core/string/method-${n}`),
    },
    {
      name: 'a value that was encoded many times over',
      paths: [
        '/dp/B004?subtag=40923%2525252525252525257Cn36b%2525252525252525257CB004&tag=kitchen-20',
        '/dp/B004?subtag=40924%252525257Cn36b&tag=kitchen-20',
      ],
    },
    { name: 'numbers that repeat', paths: ['/1/1/1/1/1/1/', '/00/00/00/00/a.html', '/a/a/a/'] },
    { name: 'a word twice', paths: ['/news/news/', '/en/shop/en/shop/', '/tag/a/tag/b/tag/c/tag/d'] },
    { name: 'parent and child of one name', paths: every(range(1, 100), (n) => `/x${n}/x${n}/x${n}/page`) },
    {
      name: 'an encoded URL',
      paths: every(range(1, 500), (n) =>
        `/login?return=https%3A%2F%2Fexample.org%2F${n}%3Fa%3D%2525`.slice(0, -2),
      ),
    },
    {
      name: 'two filters',
      paths: every(range(1, 50), (a) => range(1, 50).map((b) => `/shop?color=${a}&size=${b}`)),
    },
    {
      name: 'a search with constant settings',
      paths: every(range(1, 3000), (n) => `/s?a=1&b=2&c=3&d=4&q=word${n}`),
    },
  ])('$name', ({ paths }) => {
    const wrong = verdicts(paths).flatMap((kind, n) => (kind === null ? [] : [`${kind}: ${paths[n]}`]));
    expect(wrong).toEqual([]);
    expect(paths.length).toBeGreaterThan(1);
  });
});

describe('what is a trap', () => {
  it.each<{ name: string; kind: TrapKind; paths: string[]; atMost: number }>([
    {
      name: 'a calendar that goes on into the future',
      kind: 'calendar',
      paths: every(range(2026, 2200), (y) => range(1, 12).map((m) => `/calendar/${y}/${two(m)}/`)),
      atMost: 6 + 24 + 12,
    },
    {
      name: 'one in the query',
      kind: 'calendar',
      paths: every(range(2026, 2200), (y) =>
        range(1, 12).map((m) => `/cal.php?month=${m}&year=${y}&view=list`),
      ),
      atMost: 42,
    },
    {
      name: 'one with ISO dates',
      kind: 'calendar',
      paths: every(range(2029, 2200), (y) =>
        range(1, 12).map((m) => `/events/?tribe-bar-date=${y}-${two(m)}-01`),
      ),
      atMost: 5,
    },
    {
      name: 'one that goes back to the Romans',
      kind: 'calendar',
      paths: every(range(0, 1700).reverse(), (y) => `/calendar/${String(y).padStart(4, '0')}-05`),
      atMost: 5,
    },
    {
      name: 'a session id that changes with every visit',
      kind: 'session',
      paths: every(range(1, 500), (n) => `/page?PHPSESSID=${hex(n)}`),
      atMost: 1,
    },
    {
      name: 'one in the path',
      kind: 'session',
      paths: every(range(1, 500), (n) => `/page.jsp;jsessionid=${hex(n).toUpperCase()}?a=1`),
      atMost: 1,
    },
    {
      name: 'one of ASP.NET',
      kind: 'session',
      paths: every(range(1, 500), (n) => `/(S(${hex(n)}abcdefgh))/default.aspx`),
      atMost: 1,
    },
    {
      name: 'one that is called sid and stands on every page',
      kind: 'session',
      paths: every(range(1, 100), (n) => range(1, 10).map((p) => `/forum/topic-${p}?sid=${hex(n)}`)),
      // The first ten, and two of each later session, which could be ids until a third page has them.
      atMost: 10 + 2 * 99,
    },
    {
      name: 'a relative link that adds to its own path',
      kind: 'path',
      paths: every(range(4, 200), (n) => `/${'about/'.repeat(n)}`),
      atMost: 0,
    },
    {
      name: 'two that add to each other',
      kind: 'path',
      paths: every(range(3, 100), (n) => `/shop/${'news/events/'.repeat(n)}index.html`),
      atMost: 0,
    },
    {
      name: 'several that wander',
      kind: 'path',
      paths: ['/about/news/team/news/about/about/team/news/team/about/news'],
      atMost: 0,
    },
    {
      name: 'a path that gets deeper and deeper',
      kind: 'path',
      paths: every(
        range(21, 60),
        (n) =>
          `/${range(1, n)
            .map((s) => `s${s}`)
            .join('/')}`,
      ),
      atMost: 0,
    },
    {
      name: 'an address that swallows itself',
      kind: 'path',
      paths: ['/login?next=%2Flogin%3Fnext%3D%252Flogin%253Fnext%253D%25252Flogin'],
      atMost: 0,
    },
    {
      name: 'combinations of filters',
      kind: 'filters',
      paths: every(range(1, 8), (a) =>
        range(1, 8).flatMap((b) =>
          range(1, 8).flatMap((c) =>
            range(1, 5).map((d) => `/shop?color=${a}&size=${b}&brand=${c}&sort=${d}`),
          ),
        ),
      ),
      atMost: 500,
    },
    {
      name: 'filters that may be left out, page by page',
      kind: 'filters',
      paths: every(range(0, 5 ** 5 - 1), (n) => {
        // Each digit to the base of five is the value of a filter, 0 that it is left out.
        const values = ['color', 'size', 'brand', 'fit', 'price'].map(
          (name, at) => [name, Math.floor(n / 5 ** at) % 5] as const,
        );
        const filters = values.flatMap(([name, value]) => (value === 0 ? [] : [`${name}=${value}`]));
        return filters.length < 3 ? [] : [`/shop?${filters.join('&')}&page=${(n % 3) + 1}`];
      }),
      atMost: 400,
    },
  ])('$name', ({ kind, paths, atMost }) => {
    const found = verdicts(paths);
    expect(new Set(found.filter((one) => one !== null))).toEqual(new Set([kind]));
    expect(found.filter((one) => one === null).length).toBeLessThanOrEqual(atMost);
  });

  it('filters: what has one or two of them is still followed', () => {
    const many = every(range(1, 10), (a) =>
      range(1, 10).flatMap((b) => range(1, 10).map((c) => `/shop?x=${a}&y=${b}&z=${c}`)),
    );
    const found = verdicts([...many, '/shop?x=1', '/shop?x=1&y=2&page=7', '/shop', '/other?x=1&y=2&z=3']);
    expect(found.at(-5)).toBe('filters');
    expect(found.slice(-4)).toEqual([null, null, null, null]);
  });

  it('a link is judged once: what was free stays free', () => {
    const paths = every(range(1, 1000), () => '/page?PHPSESSID=abcdef123456');
    expect(new Set(verdicts(paths))).toEqual(new Set([null]));
  });
});

describe('in a crawl', () => {
  const settings = { DOWNLOAD_DELAY: 0, CLOSESPIDER_PAGECOUNT: 3000 };
  /** Months from 2026-06 on, each with the one before and the one after, and nothing else. */
  const calendar: Site = (url) => {
    const [, year, month] = /\/calendar\/(-?\d+)-(\d\d)$/.exec(url) ?? [];
    if (url.endsWith('/robots.txt')) return 404;
    if (year === undefined) return page('/calendar/2026-06', '/article/1');
    const at = Number(year) * 12 + Number(month) - 1;
    const name = (n: number) =>
      `/calendar/${String(Math.floor(n / 12)).padStart(4, '0')}-${two((n % 12) + 1)}`;
    return page(name(at - 1), name(at + 1), '/article/1');
  };
  const rules = [{ allow: ['/article/'], callback: 'page', follow: false }, { allow: ['/calendar/'] }];

  it('a calendar without end ends, and the run says why', async () => {
    const { end, events, counters } = await crawlSite(calendar, { settings, rules });
    expect(end).toEqual({ kind: 'exhausted' });
    expect(counters.items).toBe(1);
    expect(counters.seen).toBeLessThan(60);
    const { queued, active, done, failed, skipped, seen } = counters;
    expect(queued + active + done + failed + skipped).toBe(seen);
    const kinds = events.map(({ kind }) => kind);
    expect(kinds).toContain('links-trapped');
    const trap = events.find(({ kind }) => kind === 'trap');
    expect(trap?.message).toBe(
      'Links like https://example.org/calendar/{date} look like a calendar without end and are not followed (TRAP_DETECTION is on).',
    );
    const last = events.filter(({ kind }) => kind === 'trap').at(-1);
    expect(last?.message).toMatch(
      /^\d+ links were not followed in all, .* Set TRAP_DETECTION to false to follow them\.$/,
    );
  });

  it('can be told to go on', async () => {
    const { end, events } = await crawlSite(calendar, {
      settings: { ...settings, TRAP_DETECTION: false, CLOSESPIDER_PAGECOUNT: 200 },
      rules,
    });
    expect(end).toMatchObject({ kind: 'page-limit' });
    expect(events.filter(({ kind }) => /trap/.test(kind))).toEqual([]);
  });

  it('an archive by month with articles is read to its end, however long it is', async () => {
    const archive: Site = (url) => {
      const at = Number(/\/archive\/(\d+)$/.exec(url.replace('-', ''))?.[1] ?? 0);
      const [, year, month] = /\/archive\/(\d+)-(\d\d)$/.exec(url) ?? [];
      if (url.endsWith('/robots.txt')) return 404;
      if (year === undefined) return url.includes('/article/') ? page() : page('/archive/2026-06');
      const months = Number(year) * 12 + Number(month) - 2;
      const before = `/archive/${Math.floor(months / 12)}-${two((months % 12) + 1)}`;
      // Every third month has an article.
      return page(...(Number(year) > 1990 ? [before] : []), ...(at % 3 === 0 ? [`/article/${at}`] : []));
    };
    const { end, counters, events } = await crawlSite(archive, {
      settings,
      rules: [{ allow: ['/article/'], callback: 'page', follow: false }, { allow: ['/archive/'] }],
    });
    expect(end).toEqual({ kind: 'exhausted' });
    expect(counters.seen).toBeGreaterThan(500);
    expect(events.filter(({ kind }) => /trap/.test(kind))).toEqual([]);
  });

  it('is harmless after a resume: the trap is cut again', async () => {
    const cut = await crawlSite(calendar, { settings, rules }, { stopAt: `${site}/calendar/2027-06` });
    expect(cut.end).toEqual({ kind: 'stopped' });
    const resumed = await cut.resume();
    expect(resumed.end).toEqual({ kind: 'exhausted' });
    expect(resumed.counters.seen).toBeLessThan(120);
  });
});
