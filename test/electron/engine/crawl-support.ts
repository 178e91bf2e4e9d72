import type { Clock } from '../../../electron/engine/clock.ts';
import { crawl, type CrawlDependencies, type CrawlEnd } from '../../../electron/engine/crawl.ts';
import { GeneratedSeeds } from '../../../electron/engine/generated-seeds.ts';
import { planCrawl, processPage } from '../../../electron/engine/page.ts';
import { seedRequests } from '../../../electron/engine/seeds.ts';
import type { FetchResult } from '../../../electron/fetch/types.ts';
import type { EventRow } from '../../../electron/store/events/event-queries.ts';
import type { Counters, Ledger } from '../../../electron/engine/ports/ledger.ts';
import type { RequestRow } from '../../../electron/store/requests/request-queries.ts';
import type { Spider } from '../../../shared/spider/schema.ts';
import { readSettings } from '../../../shared/spider/settings.ts';
import { controlOf, ledgerAfterCutOff, scratchStore } from '../store/support.ts';
import { savedVersion } from '../store/saved-version.ts';

/** What a made-up site answers: text is a page, a number is a status, null is a connection that breaks. */
export type Answer =
  | string
  | number
  | null
  | { status: number; headers?: Record<string, string>; body?: Uint8Array; wasCut?: boolean };
export type Site = (url: string, earlier: number) => Answer;

export interface Crawled {
  end: CrawlEnd;
  /** Every URL that was asked for, with the time of the made-up clock. */
  asked: { url: string; at: number }[];
  urls: string[];
  events: EventRow[];
  requests: RequestRow[];
  counters: Counters;
  /** Goes on with the run in a ledger that is opened anew, as after a crash. */
  resume(): Promise<Crawled>;
}

export const page = (...links: string[]): string =>
  `<!doctype html><title>p</title><h1>heading</h1>${links.map((url) => `<a href="${url}">x</a>`).join('')}`;

/** A way to fetch through another one, with the crawl's clock and log. */
export type Through = (
  fetch: CrawlDependencies['fetch'],
  clock: Clock,
  ledger: Ledger,
  stop: AbortController,
) => Pick<CrawlDependencies, 'fetch' | 'stuck' | 'network'>;

/** Crawls a made-up site with a real ledger in memory and a clock that never waits. Answers take no time. */
export async function crawlSite(
  site: Site,
  changes: Partial<Spider> & Pick<Spider, 'settings'>,
  control: {
    stopAt?: string;
    crashAt?: string;
    through?: Through;
    startsAt?: number;
    excluded?: (url: string) => string | null;
  } = {},
): Promise<Crawled> {
  const spider: Spider = {
    name: 'made-up',
    allowed_domains: ['example.org'],
    start_urls: ['https://example.org/'],
    rules: [{ allow: ['.'], callback: 'page' }],
    callbacks: { page: { extract: { heading: { css: 'h1::text' } } } },
    ...changes,
  };
  const store = scratchStore();
  const versionId = await savedVersion(store, spider);
  const run = (
    await store.queries.runs.create({
      versionId,
      kind: 'full',
      options: { limit: null, overrides: {}, allowPrivate: false },
      appVersion: '0.1.0',
    })
  ).id;
  await controlOf(store, run).begin();
  const settings = readSettings(spider.settings);
  let now = control.startsAt ?? Date.UTC(2026, 5, 15);

  /** @param crashAt the page that takes the process with it */
  async function go(ledger: Ledger, stopAt: string | null, crashAt: string | null): Promise<Crawled> {
    const plan = planCrawl(spider, settings);
    const asked: Crawled['asked'] = [];
    const stop = new AbortController();
    const clock: Clock = {
      now: () => now,
      date: () => now,
      at: (time, ring) => {
        if (time !== Infinity) {
          now = Math.max(now, time);
          queueMicrotask(ring);
        }
        return () => undefined;
      },
    };
    const fetch: CrawlDependencies['fetch'] = async (url, refuseHop) => {
      if (url === stopAt) stop.abort();
      if (stop.signal.aborted) return failed('aborted');
      const earlier = asked.filter((one) => one.url === url).length;
      asked.push({ url, at: now });
      const answer = site(url, earlier);
      return typeof answer === 'object' && answer?.headers?.['location'] !== undefined
        ? redirected(url, answer.headers['location'], refuseHop, site)
        : resultOf(url, answer);
    };
    const generated = new GeneratedSeeds(spider.settings);
    const crawling = crawl(
      seedRequests(plan, generated),
      { ...settings, spentMs: 0 },
      {
        ledger,
        ...(control.through?.(fetch, clock, ledger, stop) ?? { fetch }),
        process: async (input) => {
          if (input.url === crashAt) throw new Error('crash');
          return processPage(plan, input);
        },
        generated,
        sitemaps: settings.useSitemap ? plan : null,
        refuseHop: (url) => (plan.domains.allows(url) ? null : `${url} is outside allowed_domains.`),
        ...(control.excluded === undefined ? {} : { excluded: control.excluded }),
        pause: new AbortController().signal,
        stop: stop.signal,
        onChange: () => undefined,
        clock,
        random: () => 0.5,
      },
    );
    const end = await crawling.catch((error: unknown): CrawlEnd => {
      if (crashAt === null) throw error;
      return { kind: 'stopped' };
    });
    return {
      end,
      asked,
      urls: asked.map(({ url }) => url.replace('https://example.org', '')),
      events: await store.queries.events.list(run, { limit: 10_000 }),
      requests: (await store.queries.requests.slice({ run: run }, 0, 100_000)).rows,
      counters: (await store.queries.runs.get(run)).counters,
      resume: async () => go(await ledgerAfterCutOff(store, run), null, null),
    };
  }
  return go(store.ledger(run), control.stopAt ?? null, control.crashAt ?? null);
}

async function redirected(
  url: string,
  to: string,
  refuseHop: (url: string) => string | null | Promise<string | null>,
  site: Site,
): Promise<FetchResult> {
  const refusal = await refuseHop(to);
  if (refusal !== null) {
    return { ok: false, problem: { code: 'blocked-hop', message: refusal, transient: false }, hops: [] };
  }
  const result = resultOf(to, site(to, 0));
  return result.ok ? { ok: true, page: { ...result.page, hops: [{ url, status: 302 }] } } : result;
}

function resultOf(url: string, answer: Answer): FetchResult {
  if (answer === null) return failed('connection');
  const {
    status,
    headers = {},
    body = new Uint8Array(),
    wasCut = false,
  } = typeof answer === 'string'
    ? { status: 200, body: new TextEncoder().encode(answer), headers: { 'content-type': 'text/html' } }
    : typeof answer === 'number'
      ? { status: answer }
      : answer;
  const page = { url, finalUrl: url, hops: [], status, headers, body, durationMs: 0 };
  return { ok: true, page: wasCut ? { ...page, wasCut } : page };
}

function failed(code: 'aborted' | 'connection'): FetchResult {
  return {
    ok: false,
    problem: { code, message: `The ${code} failed.`, transient: true },
    hops: [],
  };
}
