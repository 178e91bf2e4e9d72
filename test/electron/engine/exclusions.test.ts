import { describe, expect, it } from 'vitest';
import { Exclusions } from '../../../electron/engine/exclusions.ts';
import { crawlSite, page, type Site } from './crawl-support.ts';

const settings = { ROBOTSTXT_OBEY: false, CONCURRENT_REQUESTS: 1, DOWNLOAD_DELAY: 10 };
const reason = 'It matches the exclusion "/calendar/".';

/** Crawls a site, and excludes the calendar while a page is asked for. */
async function crawlExcluding(at: string, site: Site, more: Record<string, unknown> = {}) {
  const exclusions = new Exclusions();
  return crawlSite(
    (url, earlier) => {
      if (url === `https://example.org${at}`) exclusions.learn(['/calendar/']);
      return site(url, earlier);
    },
    { settings: { ...settings, ...more } },
    { excluded: (url) => exclusions.of(url) },
  );
}

const skipped = (requests: Awaited<ReturnType<typeof crawlSite>>['requests']) =>
  requests
    .filter(({ state }) => state === 'skipped')
    .map(({ url, reason: why, tries }) => ({ url: url.replace('https://example.org', ''), why, tries }));

describe('what is excluded while a run is under way', () => {
  it('is skipped where it is queued, which costs its host no time', async () => {
    const { asked, urls, requests, counters, end } = await crawlExcluding('/a', (url) =>
      url.endsWith('.org/') ? page('/a', '/calendar/1', '/calendar/2', '/b') : page(),
    );
    expect(urls).toEqual(['/', '/a', '/b']);
    const times = asked.map(({ at }) => at - (asked[0]?.at ?? 0));
    expect(times).toEqual([0, 10_000, 20_000]);
    expect(skipped(requests)).toEqual([
      { url: '/calendar/1', why: reason, tries: 0 },
      { url: '/calendar/2', why: reason, tries: 0 },
    ]);
    expect(counters).toMatchObject({ done: 3, skipped: 2, failed: 0, queued: 0, active: 0, seen: 5 });
    expect(end).toEqual({ kind: 'exhausted' });
  });

  it('is not followed where links lead to it, from pages and from sitemaps', async () => {
    const site: Site = (url) => {
      if (url.endsWith('/robots.txt')) return 404;
      if (!url.endsWith('/sitemap.xml')) return url.endsWith('.org/') ? page('/calendar/1', '/a') : page();
      const urls = ['/calendar/2', '/b'].map((path) => `<url><loc>https://example.org${path}</loc></url>`);
      const body = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
      return { status: 200, body: new TextEncoder().encode(body) };
    };
    const { requests, counters } = await crawlExcluding('/', site, { USE_SITEMAP: true });
    expect(requests.map(({ url }) => url.replace('https://example.org', '')).toSorted()).toEqual([
      '/',
      '/a',
      '/b',
    ]);
    expect(counters).toMatchObject({ done: 3, skipped: 0, seen: 3 });
  });

  it('is not followed where a page redirects to it', async () => {
    const { urls, requests } = await crawlExcluding('/a', (url) => {
      if (url.endsWith('.org/')) return page('/a', '/today');
      return url.endsWith('/today')
        ? { status: 302, headers: { location: 'https://example.org/calendar/1' } }
        : page();
    });
    expect(urls).toEqual(['/', '/a', '/today']);
    const why = 'It redirects to https://example.org/calendar/1, which matches the exclusion "/calendar/".';
    expect(skipped(requests)).toEqual([{ url: '/today', why, tries: 0 }]);
  });

  it('is finished where it is in flight', async () => {
    const { urls, counters } = await crawlExcluding('/calendar/1', (url) =>
      url.endsWith('.org/') ? page('/calendar/1', '/calendar/2') : page('/b'),
    );
    expect(urls).toEqual(['/', '/calendar/1', '/b']);
    expect(counters).toMatchObject({ done: 3, skipped: 1 });
  });
});

it.each([
  [['/calendar/'], 'https://example.org/a', null],
  [['/calendar/', '[?&]tag='], 'https://example.org/a?tag=x', '[?&]tag='],
  // As in `deny`: Python's regular expressions, which are found anywhere in the URL.
  [['(?i)CALENDAR'], 'https://example.org/calendar', '(?i)CALENDAR'],
  [['(unclosed', '/b'], 'https://example.org/b', '/b'],
])('patterns %j take %s out: %s', (patterns, url, by) => {
  const exclusions = new Exclusions();
  exclusions.learn(patterns);
  expect(exclusions.of(url)).toBe(by);
});

it('patterns are taken as they come', () => {
  const exclusions = new Exclusions();
  const outOf = () => ['/a', '/b'].map((path) => exclusions.of(`https://example.org${path}`));
  expect(outOf()).toEqual([null, null]);
  exclusions.learn(['/a']);
  expect(outOf()).toEqual(['/a', null]);
  exclusions.learn(['/a', '/b$']);
  expect(outOf()).toEqual(['/a', '/b$']);
});
