import { describe, expect, it } from 'vitest';
import { crawlSite, page, type Site } from './crawl-support.ts';

const two = { allowed_domains: ['example.org', 'slow.test'], rules: [{ allow: ['.'], callback: 'page' }] };

/** Two hosts that link to each other; the second one's robots.txt is given. */
const site =
  (robots: string): Site =>
  (url) => {
    const { hostname, pathname } = new URL(url);
    if (pathname === '/robots.txt') {
      if (hostname !== 'slow.test') return 404;
      return {
        status: 200,
        headers: { 'content-type': 'text/plain' },
        body: new TextEncoder().encode(robots),
      };
    }
    if (hostname === 'slow.test') return page('/more', 'https://example.org/c');
    return page('http://slow.test/a', 'https://slow.test/b', '/d');
  };

describe('a Crawl-delay', () => {
  it.each(['99999999', `1${'0'.repeat(400)}`])(
    'of %s s ends the requests of its host with that reason, and the others go on',
    async (delay) => {
      const settings = { DOWNLOAD_DELAY: 0 };
      const found = await crawlSite(site(`User-agent: *\nCrawl-delay: ${delay}`), { ...two, settings });
      const { end, counters, requests, events, asked } = found;
      expect(end).toEqual({ kind: 'exhausted' });
      expect(counters).toMatchObject({ done: 2, skipped: 2, failed: 0, queued: 0, items: 2 });
      const skipped = requests.filter(({ state }) => state === 'skipped');
      expect(skipped.map(({ url }) => url)).toEqual(['http://slow.test/a', 'https://slow.test/b']);
      for (const { reason } of skipped) {
        expect(reason).toMatch(
          /^The site's robots\.txt asks for [\d,]+ s between two requests \(Crawl-delay\), more than MAX_CRAWL_DELAY allows \(300 s\)\.$/,
        );
      }
      expect(events.filter(({ kind }) => kind === 'robots').map(({ message }) => message)).toEqual(
        expect.arrayContaining([`${skipped[0]?.reason} Its pages are not fetched.`]),
      );
      const [first] = asked;
      expect((asked.at(-1)?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(1000);
    },
  );

  it('is kept up to MAX_CRAWL_DELAY, and told where it takes long', async () => {
    const settings = { DOWNLOAD_DELAY: 0, MAX_CRAWL_DELAY: 20 };
    const kept = await crawlSite(site('User-agent: *\nCrawl-delay: 20'), { ...two, settings });
    expect(kept.counters).toMatchObject({ done: 7, skipped: 0 });
    expect(kept.events.find(({ kind }) => kind === 'robots')?.message).toBe(
      'robots.txt of http://slow.test asks for 20 s between two requests (Crawl-delay). The crawl keeps to it, so it takes long.',
    );
    const more = await crawlSite(site('User-agent: *\nCrawl-delay: 20.5'), { ...two, settings });
    expect(more.counters).toMatchObject({ done: 2, skipped: 2 });
    expect(more.requests.find(({ state }) => state === 'skipped')?.reason).toContain('(20 s)');
  });

  it('is nothing where robots.txt is not obeyed', async () => {
    const settings = { DOWNLOAD_DELAY: 0, ROBOTSTXT_OBEY: false };
    const { counters } = await crawlSite(site('User-agent: *\nCrawl-delay: 99999999'), { ...two, settings });
    expect(counters).toMatchObject({ done: 7, skipped: 0 });
  });
});
