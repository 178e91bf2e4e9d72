import { describe, expect, it, vi } from 'vitest';
import { withCache } from '../../../../../electron/host/work/crawl/http-cache.ts';
import type { HttpCache } from '../../../../../electron/engine/ports/http-cache.ts';
import type { FetchedPage } from '../../../../../electron/fetch/types.ts';
import { newsRoom } from '../../news-room.ts';

const cached = { HTTPCACHE_ENABLED: true };
const everything = ['/', '/a/1', '/a/2', '/a/3', '/robots.txt', '/section/1'];

describe('a run with HTTPCACHE_ENABLED', () => {
  it('asks nothing that an earlier run has asked, and comes to the same', async () => {
    const { site, crawl, show, titles } = await newsRoom(cached);
    const first = await crawl();
    expect(site.asked()).toEqual(everything);
    expect((await show(first.run)).answeredBy).toEqual({ site: 5, storedPage: 0, cache: 0, memory: 0 });
    site.pages.set('/a/1', { heading: 'One, corrected' });
    const second = await crawl();
    expect(site.asked()).toEqual([]);
    expect(second).toMatchObject({ exitCode: 0, state: 'completed', counters: first.counters });
    expect(await show(second.run)).toMatchObject({
      answeredBy: { site: 0, storedPage: 0, cache: 5, memory: 0 },
      freshness: { new: 0, unchanged: 5, changed: 0 },
      statuses: [{ status: 200, count: 5 }],
    });
    expect(await titles()).toEqual(['One', 'Three', 'Two']);
  });

  it('shares the cache with test runs, and keeps it apart from the crawl history', async () => {
    const { site, crawl, history } = await newsRoom(cached);
    await crawl({}, 3);
    expect(await history()).toMatchObject({ count: 0, cache: { answers: 6 } });
    site.asked();
    await crawl();
    expect(site.asked()).toEqual([]);
    expect(await history()).toMatchObject({ count: 5, extracted: 3 });
  });

  it('replays redirects and pages that are not there, and judges redirects anew', async () => {
    const { site, crawl, show } = await newsRoom(cached);
    site.pages.set('/a/1', { heading: '', redirect: '/section/one' });
    site.pages.set('/section/one', { heading: 'One' });
    site.pages.delete('/a/2');
    const first = await crawl();
    site.asked();
    const second = await crawl();
    expect(site.asked()).toEqual([]);
    expect(second.counters).toEqual(first.counters);
    expect((await show(second.run)).statuses).toEqual((await show(first.run)).statuses);
  });

  it('asks again for what was not to be had just then', async () => {
    const { site, crawl } = await newsRoom(cached);
    site.pages.set('/a/2', { heading: '', status: 503 });
    expect((await crawl()).counters).toMatchObject({ failed: 1 });
    site.pages.set('/a/2', { heading: 'Two' });
    site.asked();
    expect((await crawl()).counters).toMatchObject({ failed: 0, items: 3 });
    expect(site.asked()).toEqual(['/a/2']);
  });

  it('does not wait between pages that are replayed', async () => {
    // A delay of a minute: with a single wait the test would run out of time.
    const { site, crawl } = await newsRoom(cached);
    site.pages.set('/a/1', { heading: '', redirect: '/a/one' });
    site.pages.set('/a/one', { heading: 'One' });
    await crawl();
    site.asked();
    expect((await crawl({ DOWNLOAD_DELAY: 60 })).counters).toMatchObject({ done: 5, items: 3 });
    expect(site.asked()).toEqual([]);
  });

  it('is off unless set', async () => {
    const { site, crawl, history } = await newsRoom({});
    await crawl();
    expect((await history()).cache).toEqual({ answers: 0, bytes: 0 });
    await crawl(cached);
    expect(site.asked()).toEqual([...everything, ...everything].sort());
    expect((await history()).cache.answers).toBe(6);
  });
});

describe('the age of cached responses', () => {
  const page = (body: string): FetchedPage => ({
    url: 'https://example.org/',
    finalUrl: 'https://example.org/',
    hops: [],
    status: 200,
    headers: { 'content-type': 'text/html', 'set-cookie': 'session=secret' },
    body: new TextEncoder().encode(body),
    durationMs: 5,
  });

  async function fetchedAt(expirationMs: number | null, times: readonly number[]) {
    const kept = new Map<string, Awaited<ReturnType<HttpCache['get']>>>();
    let now = 0;
    const cache: HttpCache = {
      get: async (fingerprint) => kept.get(fingerprint) ?? null,
      put: async (fingerprint, response) => void kept.set(fingerprint, { response, storedAt: now }),
      remove: async (fingerprint) => void kept.delete(fingerprint),
    };
    const site = vi.fn(async () => ({ ok: true as const, page: page(String(now)) }));
    const fetch = withCache(site, cache, {
      expirationMs,
      passingStatuses: [503],
      now: () => now,
      login: null,
    });
    const answers: string[] = [];
    for (now of times) {
      const result = await fetch('https://example.org/', () => null);
      if (result.ok) answers.push(new TextDecoder().decode(result.page.body));
    }
    return { answers, kept: [...kept.values()] };
  }

  it.each([
    { expirationMs: null, times: [0, 1000, 10 ** 12], answers: ['0', '0', '0'] },
    { expirationMs: 1000, times: [0, 999, 1000], answers: ['0', '0', '0'] },
    { expirationMs: 1000, times: [0, 1001, 2001, 2002], answers: ['0', '1001', '1001', '2002'] },
    // The clock was set back: how old the answer is, nobody knows.
    { expirationMs: 1000, times: [7_200_000, 10, 20], answers: ['7200000', '10', '10'] },
  ])('$expirationMs ms, asked at $times', async ({ expirationMs, times, answers }) => {
    expect((await fetchedAt(expirationMs, times)).answers).toEqual(answers);
  });

  it('no cookies are kept', async () => {
    const { kept } = await fetchedAt(null, [0]);
    expect(kept[0]?.response.headers).toEqual({ 'content-type': 'text/html' });
  });

  it('a redirect that is refused now is not replayed', async () => {
    const redirected = {
      ...page('there'),
      finalUrl: 'https://example.org/c',
      hops: [
        { url: 'https://example.org/', status: 301 },
        { url: 'https://example.org/b', status: 302 },
      ],
    };
    const cache: HttpCache = {
      get: async () => ({ response: redirected, storedAt: 0 }),
      put: async () => undefined,
      remove: async () => undefined,
    };
    const site = vi.fn();
    const fetch = withCache(site, cache, {
      expirationMs: null,
      passingStatuses: [],
      now: () => 0,
      login: null,
    });
    const judged: string[] = [];
    const result = await fetch('https://example.org/', (url) => {
      judged.push(url);
      return url.endsWith('/c') ? 'Not there.' : null;
    });
    expect(judged).toEqual(['https://example.org/b', 'https://example.org/c']);
    expect(result).toMatchObject({ ok: false, problem: { code: 'blocked-hop', message: 'Not there.' } });
    expect(site).not.toHaveBeenCalled();
  });
});
