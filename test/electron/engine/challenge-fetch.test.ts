import { describe, expect, it } from 'vitest';
import {
  ChallengeFetch,
  type ChallengeDependencies,
  type ExtraFetchOptions,
} from '../../../electron/engine/challenge-fetch.ts';
import type { NewEvent } from '../../../electron/engine/ports/ledger.ts';
import type { PageRenderRequest, RenderResult } from '../../../electron/engine/renderer-port.ts';
import { SessionCookies } from '../../../electron/fetch/session.ts';
import type { FetchResult } from '../../../electron/fetch/types.ts';

const challengePage = '<script>window._cf_chl_opt = {}</script>';

interface Site {
  /** What a request must have; the challenge comes otherwise. */
  accepts: (sent: { cookie: string; userAgent: string | undefined; proxyId: string | null }) => boolean;
  /** The cookie that a visit gives; null: the challenge does not clear. */
  gives: string | null;
  status: number;
  /** What the site answers with when it does not accept. */
  answer: string;
}

/** A site that challenges, and a browser that clears it: both as functions. */
function world(site: Partial<Site>, options: Partial<ChallengeDependencies> = {}) {
  const rules: Site = {
    accepts: ({ cookie }) => cookie.includes('pass=1'),
    gives: 'pass=1',
    status: 403,
    answer: challengePage,
    ...site,
  };
  const plain: string[] = [];
  const visits: PageRenderRequest[] = [];
  const events: string[] = [];
  let now = 0;
  const fetch = async (
    proxyId: string | null,
    url: string,
    _onHop: unknown,
    more: ExtraFetchOptions = {},
  ): Promise<FetchResult> => {
    const cookie = more.cookies?.header(new URL(url)) ?? '';
    plain.push(`${new URL(url).pathname} ${cookie}`.trim());
    const good = rules.accepts({ cookie, userAgent: more.message?.headers?.['user-agent'], proxyId });
    return answer(url, good ? 200 : rules.status, good ? '<h1>page</h1>' : rules.answer);
  };
  const render = async (ask: PageRenderRequest): Promise<RenderResult> => {
    visits.push(ask);
    await Promise.resolve();
    if (ask.url.endsWith('.zip')) {
      return {
        ok: false,
        problem: { code: 'browser', message: 'A file.', transient: false },
        hops: [],
        download: true,
      };
    }
    if (rules.gives === null) {
      const message = 'The challenge of Cloudflare did not clear within 30 seconds in the browser.';
      return { ok: false, problem: { code: 'challenge', message, transient: false }, hops: [] };
    }
    ask.cookies?.store(new URL(ask.url), rules.gives);
    const shown = answer(ask.url, 200, '<h1>page</h1>');
    const rendering = {
      timings: { loadMs: 0, waitMs: 0, scrollMs: 0, actMs: 0, readMs: 0 },
      consoleErrors: 0,
      scrolls: 0,
      refused: 0,
      userAgent: 'Browser/1',
      notes: [],
    };
    return { ok: true, page: { ...shown.page, rendering } };
  };
  const source = new ChallengeFetch({
    fetch,
    render,
    strategy: 'hybrid',
    userAgent: null,
    cookies: new SessionCookies(),
    record: async (more: readonly NewEvent[]) => void events.push(...more.map(({ message }) => message)),
    now: () => now,
    ...options,
  });
  const get = (path: string, proxyId: string | null = null) =>
    source.fetch(proxyId, `https://a.test${path}`, () => null);
  return { get, source, rules, plain, visits, events, wait: (ms: number) => (now += ms) };
}

function answer(url: string, status: number, body: string): FetchResult & { ok: true } {
  const headers = { 'content-type': 'text/html' };
  const page = { url, finalUrl: url, hops: [], status, headers, body: Buffer.from(body), durationMs: 1 };
  return { ok: true, page };
}

const statusOf = (result: FetchResult): number | string =>
  result.ok ? result.page.status : result.problem.code;

describe('hybrid', () => {
  it('asks a site that does not challenge as ever', async () => {
    const { get, visits, plain } = world({ accepts: () => true });
    expect(statusOf(await get('/1'))).toBe(200);
    expect([visits.length, plain]).toEqual([0, ['/1']]);
  });

  it('visits once, and then uses the cookies and the name of the browser over plain HTTP', async () => {
    const { get, visits, plain } = world({
      accepts: ({ cookie, userAgent }) => cookie === 'pass=1' && userAgent === 'Browser/1',
    });
    expect(statusOf(await get('/1'))).toBe(200);
    expect(statusOf(await get('/2'))).toBe(200);
    expect(visits).toHaveLength(1);
    expect(plain).toEqual(['/1', '/1 pass=1', '/2 pass=1']);
  });

  it('visits once for all that wait', async () => {
    const { get, visits } = world({});
    const all = await Promise.all(Array.from({ length: 10 }, (_, n) => get(`/${n}`)));
    expect(all.map(statusOf)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(visits).toHaveLength(1);
  });

  it('renews what has expired, once for all that wait', async () => {
    const { get, visits, rules } = world({});
    await get('/1');
    rules.accepts = ({ cookie }) => cookie.includes('pass=2');
    rules.gives = 'pass=2';
    const all = await Promise.all(Array.from({ length: 5 }, (_, n) => get(`/${n}`)));
    expect(all.map(statusOf)).toEqual([200, 200, 200, 200, 200]);
    expect(visits).toHaveLength(2);
  });

  it('keeps the clearances of each way apart', async () => {
    const { get, visits } = world({});
    await get('/1', 'proxy-a');
    await get('/1', 'proxy-b');
    await get('/2', 'proxy-a');
    expect(visits.map(({ proxyId }) => proxyId)).toEqual(['proxy-a', 'proxy-b']);
  });

  it('fails with the reason where the challenge does not clear, and does not go on knocking', async () => {
    const { get, visits, wait } = world({ gives: null });
    const first = await get('/1');
    expect(first).toMatchObject({
      ok: false,
      problem: {
        code: 'challenge',
        message: 'The challenge of Cloudflare did not clear within 30 seconds in the browser.',
        transient: true,
        retry: { afterMs: 15_000, wholeOrigin: true },
      },
    });
    await Promise.all([get('/2'), get('/3')]);
    expect(visits).toHaveLength(1);
    wait(15_000);
    expect(await get('/1')).toMatchObject({ problem: { retry: { afterMs: 30_000 } } });
    wait(30_000);
    expect(await get('/1')).toMatchObject({ problem: { code: 'challenge', transient: false } });
    wait(1e9);
    await get('/1');
    expect(visits).toHaveLength(3);
  });

  it('lets the browser fetch the pages of a site that does not take its own cookies', async () => {
    const { get, visits, plain, events } = world({ accepts: () => false });
    expect(statusOf(await get('/1'))).toBe(200);
    expect(statusOf(await get('/2'))).toBe(200);
    expect(statusOf(await get('/3'))).toBe(200);
    // A visit and a page, another visit and a page, and then only pages.
    expect(visits.map(({ url }) => new URL(url).pathname)).toEqual(['/1', '/1', '/2', '/2', '/3']);
    expect(plain.filter((one) => one.startsWith('/3'))).toEqual([]);
    expect(events.join()).toContain('does not accept the cookies of its challenge over plain HTTP');
  });

  it('does not visit a page that only refuses', async () => {
    const block = { answer: '<div id="cf-error-details">blocked</div>', status: 403 };
    const refused = world(block);
    expect(statusOf(await refused.get('/1'))).toBe(403);
    expect(refused.visits).toHaveLength(0);
  });

  it('gives the browser what the crawl was given, under the name it was told', async () => {
    const cookies = new SessionCookies();
    cookies.store(new URL('https://a.test/'), 'session=7');
    const { get, visits, source } = world({}, { cookies, userAgent: 'TestSpider/1' });
    await get('/1');
    expect(visits[0]).toMatchObject({ userAgent: 'TestSpider/1', waitsOut: true, document: null });
    expect(source.sessionFor('https://a.test/9', null).cookies?.header(new URL('https://a.test/'))).toBe(
      'session=7; pass=1',
    );
    expect(cookies.header(new URL('https://a.test/'))).toBe('session=7');
    expect(source.sessionFor('https://b.test/', null)).toEqual({ userAgent: 'TestSpider/1', cookies });
  });

  it('tells once for each site', async () => {
    const { get, events } = world({});
    await get('/1');
    await get('/2');
    expect(events).toEqual([
      'a.test answers with a challenge of Cloudflare (status 403).',
      'The challenge of a.test was cleared in the browser.',
    ]);
  });

  it('leaves what is no fault of the challenge to the page it happened to', async () => {
    let aborted = true;
    const { get } = world(
      {},
      {
        render: async () => {
          const problem = aborted
            ? ({ code: 'aborted', message: 'Stopped.', transient: true } as const)
            : ({ code: 'blocked-hop', message: 'Outside.', transient: false } as const);
          aborted = false;
          await Promise.resolve();
          return { ok: false, problem, hops: [] };
        },
      },
    );
    const both = await Promise.all([get('/1'), get('/2')]);
    expect(both.map(statusOf).sort()).toEqual(['aborted', 'blocked-hop']);
  });
});

describe('browser_only', () => {
  it('fetches every page in the browser, at the same time', async () => {
    const { get, visits, plain } = world({}, { strategy: 'browser_only' });
    await Promise.all([get('/1'), get('/2')]);
    expect([visits.length, plain.length]).toEqual([2, 0]);
  });

  it('fetches files over plain HTTP', async () => {
    const { get, plain } = world({ accepts: () => true }, { strategy: 'browser_only' });
    expect(statusOf(await get('/x.zip'))).toBe(200);
    expect(plain).toEqual(['/x.zip']);
  });

  it('hands on why a challenge did not clear', async () => {
    const { get } = world({ gives: null }, { strategy: 'browser_only' });
    expect(statusOf(await get('/1'))).toBe('challenge');
  });
});

describe('without a browser', () => {
  it('never takes a challenge for a page', async () => {
    const { get, events } = world({ status: 200 }, { strategy: 'off', render: null });
    expect(await get('/1')).toMatchObject({
      ok: false,
      problem: {
        code: 'challenge',
        message:
          'The site answered with a challenge of Cloudflare instead of the page. CHALLENGE_ENABLED lets a browser clear such pages.',
        transient: false,
      },
    });
    expect(events).toEqual([
      'a.test answers with a challenge of Cloudflare (status 200). CHALLENGE_ENABLED lets a browser clear it.',
    ]);
  });

  it('leaves a status that says it all as it is', async () => {
    expect(statusOf(await world({ status: 403 }, { strategy: 'off', render: null }).get('/1'))).toBe(403);
  });
});
