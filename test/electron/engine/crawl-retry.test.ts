import { describe, expect, it } from 'vitest';
import { crawlSite, page } from './crawl-support.ts';

describe('a page that is to be tried again', () => {
  it.each([0, 0.37, 0.9])('is, when the clock stands %s ms behind a whole one', async (part) => {
    const settings = { ROBOTSTXT_OBEY: false, DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false };
    const startsAt = Date.UTC(2026, 5, 15) + part;
    const found = await crawlSite(
      (_url, earlier) => (earlier === 0 ? 503 : page()),
      { settings },
      { startsAt },
    );
    expect(found.urls).toEqual(['/', '/']);
    expect(found.counters).toMatchObject({ done: 1, queued: 0, failed: 0 });
  });

  it('is tried again by the next session too, though another page of its site is ready at once', async () => {
    const settings = { ROBOTSTXT_OBEY: false, DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false };
    const site = (url: string, earlier: number) => {
      if (url.endsWith('/busy') && earlier === 0) return 503;
      return url.endsWith('/') ? page('/busy', '/last') : page();
    };
    const stopped = await crawlSite(
      site,
      { settings: { ...settings, CONCURRENT_REQUESTS: 1 } },
      { stopAt: 'https://example.org/last' },
    );
    expect(stopped.counters).toMatchObject({ done: 1, queued: 2 });
    const resumed = await stopped.resume();
    expect(resumed.end).toEqual({ kind: 'exhausted' });
    expect(resumed.counters).toMatchObject({ done: 3, queued: 0, failed: 0 });
  });
});
