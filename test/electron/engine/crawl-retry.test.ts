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
});
