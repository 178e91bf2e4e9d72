import { describe, expect, it, onTestFinished } from 'vitest';
import { ChallengeFetch } from '../../../electron/engine/challenge-fetch.ts';
import type { NewEvent } from '../../../electron/engine/ports/ledger.ts';
import { createHttpClient } from '../../../electron/fetch/client.ts';
import { describeChallenge, detectChallenge } from '../../../electron/fetch/challenge.ts';
import type { FetchResult } from '../../../electron/fetch/types.ts';
import { challengeGate, type ChallengeRules } from '../../servers/challenge-site.ts';
import { page } from '../../servers/routes.ts';
import { startServer } from '../../servers/server.ts';
import { plainSettings, testRenderer } from './support.ts';

const renderer = testRenderer();

/** A site behind a challenge, and the crawl's way to it. */
async function crawlOf(rules: ChallengeRules, strategy: 'hybrid' | 'browser_only' = 'hybrid') {
  const gate = challengeGate(rules);
  const story = page(`<!doctype html><title>Story</title><h1>Story</h1><p>${'many words '.repeat(60)}</p>`);
  const site = await startServer({ '/challenge-answer': gate.answer, '*': gate.before(story) });
  onTestFinished(() => site.close());
  const http = createHttpClient({
    userAgent: 'TestSpider/1',
    allowPrivate: true,
    connectionsPerOrigin: 8,
    cookies: true,
  });
  onTestFinished(() => http.close());
  const events: string[] = [];
  const source = new ChallengeFetch({
    strategy,
    userAgent: null,
    cookies: http.cookies,
    fetch: (_via, url, onHop, { message, cookies } = {}) =>
      http.fetch({ url, ...message }, { onHop, ...(cookies === undefined ? {} : { cookies }) }),
    render: ({ url, document, userAgent, cookies, waitsOut, onHop }) =>
      renderer.render({
        url,
        document,
        userAgent,
        cookies,
        onHop,
        proxy: null,
        settings: { ...plainSettings, challengeMs: 3000 },
        ...(waitsOut
          ? {
              challenge: (seen) => {
                const found = detectChallenge(seen);
                return found === null ? null : describeChallenge(found);
              },
            }
          : {}),
      }),
    record: async (more: readonly NewEvent[]) => void events.push(...more.map(({ message }) => message)),
    now: Date.now,
  });
  const get = (path: string): Promise<FetchResult> => source.fetch(null, site.url(path), () => null);
  const browserPages = (): number =>
    site.log.filter(
      ({ url, headers }) => url !== '/challenge-answer' && headers['sec-fetch-mode'] === 'navigate',
    ).length;
  return { get, gate, site, events, browserPages };
}

const textOf = (result: FetchResult): string =>
  result.ok ? Buffer.from(result.page.body).toString() : `${result.problem.code}: ${result.problem.message}`;

describe('hybrid, against a site that challenges', () => {
  it.each<[string, ChallengeRules]>([
    ['by a script', {}],
    ['by a script that takes its time', { delayMs: 1200 }],
    ['and binds the clearance to the name of the browser', { boundToUserAgent: true }],
    ['with status 503', { status: 503 }],
    ['with status 200', { status: 200 }],
  ])('%s: one visit, then plain HTTP', async (_, rules) => {
    const { get, gate, browserPages, site } = await crawlOf(rules);
    const all = await Promise.all(['/1', '/2', '/3', '/4'].map(get));
    for (const result of all) expect(textOf(result)).toContain('<h1>Story</h1>');
    expect(textOf(await get('/5'))).toContain('<h1>Story</h1>');
    expect(gate.counts.cleared).toBe(1);
    // The challenge, and the page behind it.
    expect(browserPages()).toBe(2);
    expect(site.log.at(-1)?.headers['user-agent']).toContain('Chrome');
  });

  it('whose clearances expire: renewed once for all that wait', async () => {
    const { get, gate } = await crawlOf({ pages: 6 });
    for (const result of await Promise.all(['/1', '/2', '/3', '/4', '/5'].map(get))) {
      expect(textOf(result)).toContain('<h1>Story</h1>');
    }
    expect(gate.counts.cleared).toBe(1);
    for (const result of await Promise.all(['/6', '/7', '/8', '/9'].map(get))) {
      expect(textOf(result)).toContain('<h1>Story</h1>');
    }
    expect(gate.counts.cleared).toBe(2);
  });

  it('and never clears: a failure with the reason, for all at once', async () => {
    const { get, gate } = await crawlOf({ never: true });
    const all = await Promise.all(['/1', '/2', '/3'].map(get));
    for (const result of all) {
      expect(textOf(result)).toBe(
        'challenge: A challenge of Cloudflare did not clear within 3 seconds in the browser.',
      );
    }
    expect(gate.counts.cleared).toBe(0);
  });

  it('and gives pages to browsers only: they are fetched by the browser', async () => {
    const { get, events } = await crawlOf({ onlyBrowsers: true });
    for (const path of ['/1', '/2', '/3']) expect(textOf(await get(path))).toContain('<h1>Story</h1>');
    expect(events.at(-1)).toContain('does not accept the cookies of its challenge over plain HTTP');
  });
});

describe('browser_only', () => {
  it('fetches all pages in the browser, at the same time, and the site challenges but once or twice', async () => {
    const { get, gate, site } = await crawlOf({}, 'browser_only');
    expect(textOf(await get('/1'))).toContain('<h1>Story</h1>');
    const all = await Promise.all(['/2', '/3', '/4', '/5'].map(get));
    for (const result of all) expect(textOf(result)).toContain('<h1>Story</h1>');
    expect(gate.counts.cleared).toBe(1);
    expect(site.log.every(({ headers }) => headers['user-agent']?.includes('Chrome'))).toBe(true);
  });
});
