import { describe, expect, it } from 'vitest';
import { Escalation } from '../../../electron/engine/proxy-escalation.ts';
import { routedFetch } from '../../../electron/engine/routed-fetch.ts';
import { crawlSite, page, type Site, type Through } from './crawl-support.ts';

const settings = { RETRY_TIMES: 0, ROBOTSTXT_OBEY: false, DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false };
const names = Array.from({ length: 20 }, (_, n) => `/p${n}`);
const site: Site = (url) => (url.endsWith('/') ? page(...names) : page());

/**
 * Everything goes through two datacenter proxies; `worksAt` says at which times, in milliseconds since the crawl began, they
 * work.
 */
function proxied(worksAt: (ms: number) => boolean): { through: Through; sent: number[] } {
  const sent: number[] = [];
  const through: Through = (fetch, clock, ledger) => {
    const began = clock.now();
    const routed = routedFetch({
      escalation: new Escalation({
        allowed: ['datacenter'],
        proxies: { datacenter: ['one', 'two'], residential: [] },
        residentialShare: 0,
        now: () => clock.now(),
        random: () => 0.5,
      }),
      async fetch(_proxy, ...request) {
        const ms = clock.now() - began;
        sent.push(ms);
        if (worksAt(ms)) return fetch(...request);
        const problem = { code: 'proxy' as const, message: 'It is out of order.', transient: true };
        return { ok: false, problem, hops: [] };
      },
      retryTimes: 0,
      retryStatuses: [],
      record: (events) => ledger.record(events),
      keep: async () => undefined,
      now: () => clock.now(),
      date: () => clock.date(),
    });
    return { fetch: (...request) => routed.fetch(...request), stuck: () => routed.stuck() };
  };
  return { through, sent };
}

describe('a crawl all of whose proxies rest', () => {
  it('waits for them, and goes on when they work again: no page is given up', async () => {
    // They fail for two minutes after the first answers.
    const { through, sent } = proxied((ms) => ms < 1 || ms > 120_000);
    const crawled = await crawlSite(site, { settings: { ...settings, DOWNLOAD_DELAY: 0.01 } }, { through });
    expect(crawled.end).toEqual({ kind: 'exhausted' });
    expect(crawled.counters).toMatchObject({ done: 21, failed: 0, items: 21 });
    // Both proxies, after rests of 30 and 60 seconds and then once more.
    expect(sent.filter((ms) => ms >= 1 && ms <= 120_000).length).toBeLessThan(10);
  });

  it('pauses after five minutes without any answer, says why, and has lost nothing', async () => {
    const { through, sent } = proxied((ms) => ms < 1);
    const crawled = await crawlSite(site, { settings: { ...settings, DOWNLOAD_DELAY: 0.01 } }, { through });
    const reason =
      'All 2 datacenter proxies are paused after failures, and no request is sent without one. Last failure: It is out of order.';
    expect(crawled.end).toEqual({ kind: 'stuck', reason });
    expect(crawled.counters).toMatchObject({ queued: 20, active: 0, done: 1, failed: 0, seen: 21 });
    expect(Math.max(...sent)).toBeLessThanOrEqual(5 * 60_000);
    expect(sent.length).toBeLessThan(20);
    const told = crawled.events.filter(({ kind }) => kind === 'proxy').map(({ message }) => message);
    expect(told).toEqual([reason]);
  });

  it('can be resumed as often as is wanted: no try is counted for what was not sent', async () => {
    let works = false;
    const { through } = proxied((ms) => works || ms < 1);
    let crawled = await crawlSite(site, { settings: { ...settings, DOWNLOAD_DELAY: 0.01 } }, { through });
    for (let times = 1; times <= 3; times++) {
      crawled = await crawled.resume();
      expect(crawled.end.kind).toBe('stuck');
      expect(crawled.counters).toMatchObject({ failed: 0, active: 0, seen: 21 });
    }
    works = true;
    const { end, counters } = await crawled.resume();
    expect(end).toEqual({ kind: 'exhausted' });
    expect(counters).toMatchObject({ done: 21, failed: 0, items: 21 });
  });
});
