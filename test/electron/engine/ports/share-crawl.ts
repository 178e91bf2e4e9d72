import type { Clock } from '../../../../electron/engine/clock.ts';
import { crawlShare, type ShareEnd } from '../../../../electron/engine/crawl-share.ts';
import type { CrawlDependencies } from '../../../../electron/engine/crawl.ts';
import { fingerprintUrl } from '../../../../electron/engine/fingerprint.ts';
import type { PageInput, PageOutput } from '../../../../electron/engine/page-types.ts';
import type { Ledger, NewRequest } from '../../../../electron/engine/ports/ledger.ts';
import type { RunShare } from '../../../../electron/engine/ports/run-share.ts';
import type { FetchedPage, FetchResult } from '../../../../electron/fetch/types.ts';
import { readSettings } from '../../../../shared/spider/settings.ts';
import { item } from '../../store/support.ts';

/** A page of a made-up site. */
export interface SitePage {
  links: string[];
  /** Number of its items. */
  items: number;
  redirect?: string;
  /** Its status; left out: 200. */
  status?: number;
  /** Its status at the first try; left out: as later. */
  first?: number;
  /** Whether it is replayed, so that nothing is sent. */
  isReplayed?: boolean;
  /** What it says; left out: nothing. */
  body?: string;
}

/** Pages by URL; the first one is the start URL. */
export type MadeUpSite = ReadonlyMap<string, SitePage>;

/** A request as its host sees it. */
export interface Sending {
  session: number;
  host: string;
  url: string;
  at: number;
  /** Other requests in flight in the same session. */
  beside: number;
}

/** One session that a test carries out. */
export interface CrawlingSession {
  name: number;
  share: RunShare;
  ledger: Ledger;
  die(): void;
}

/** How the sessions of a test crawl. */
export interface SharePlan {
  site: MadeUpSite;
  clock: Clock;
  delayMs: number;
  latencyMs: number;
  settings?: Record<string, unknown>;
  limits?: { items?: number | null; pages?: number | null; errors?: number | null; timeMs?: number | null };
  /** Whether the session dies when it asks for a page. */
  diesAt?(sending: Sending, earlier: number): boolean;
  /** Called when a page is asked for. */
  onSend?(sending: Sending, count: number): void;
  pause?: AbortSignal;
  stop?: AbortSignal;
  /** What the lead says of the data. */
  judge?: CrawlDependencies['judge'];
  changes?: (session: number) => Partial<CrawlDependencies>;
}

export type Ended = ShareEnd | 'died';

/** A crawl of several sessions, and all that they have sent. */
export class ShareCrawl {
  readonly sendings: Sending[] = [];
  readonly #plan: SharePlan;
  readonly #inFlight = new Map<number, number>();

  constructor(plan: SharePlan) {
    this.#plan = plan;
  }

  /** Carries out one session to its end. */
  async run({ name, share, ledger, die }: CrawlingSession): Promise<Ended> {
    const { clock, delayMs, settings: given = {}, limits = {}, judge } = this.#plan;
    const settings = readSettings({
      CONCURRENT_REQUESTS: 4,
      CONCURRENT_REQUESTS_PER_DOMAIN: 2,
      DOWNLOAD_DELAY: delayMs / 1000,
      RANDOMIZE_DOWNLOAD_DELAY: false,
      ROBOTSTXT_OBEY: true,
      AUTOTHROTTLE_ENABLED: false,
      USE_SITEMAP: false,
      RETRY_TIMES: 2,
      ...given,
    });
    const crash = new Error('crash');
    let isDead = false;
    const { promise: death, resolve: tellDeath } = Promise.withResolvers<'died'>();
    let tellSent = (_url: URL): void => undefined;
    const fetch = this.#fetch(
      name,
      () => isDead,
      (sending) => {
        const earlier = this.sendings.filter(({ url }) => url === sending.url).length;
        if (this.#plan.diesAt?.(sending, earlier) !== true) return tellSent(new URL(sending.url));
        isDead = true;
        die();
        // What is left of it tries to reach the others in vain, and nobody waits for that.
        tellDeath('died');
        throw crash;
      },
    );
    const start = [...this.#plan.site.keys()][0] ?? '';
    const { items = null, pages = null, errors = null, timeMs = null } = limits;
    const session = crawlShare(
      [this.#request(start, 0, null)],
      {
        ...settings,
        itemLimit: items,
        pageLimit: pages,
        errorLimit: errors,
        timeLimitMs: timeMs,
        spentMs: 0,
      },
      {
        share,
        ledger,
        fetch,
        whenSent: (listener) => (tellSent = listener),
        process: this.#processor(),
        refuseHop: () => null,
        pause: this.#plan.pause ?? new AbortController().signal,
        stop: AbortSignal.any([share.stop, this.#plan.stop ?? share.stop]),
        onChange: () => undefined,
        clock,
        random: () => 0.5,
        ...(judge === undefined ? {} : { judge }),
        ...this.#plan.changes?.(name),
      },
    );
    const ended = session.catch((error: unknown) => {
      if (!isDead) throw error;
      return 'died' as const;
    });
    const end = await Promise.race([ended, death]);
    if (typeof end === 'object' && end.kind === 'run' && end.leads) await share.leave(null);
    return end;
  }

  #request(url: string, depth: number, parent: string | null): NewRequest {
    const { origin } = new URL(url);
    const rest = { priority: 0, rule: 0, callback: 'page', follow: true };
    return { url, fingerprint: fingerprintUrl(url), origin, depth, parent, ...rest };
  }

  #fetch(
    session: number,
    isDead: () => boolean,
    sent: (sending: Sending) => void,
  ): CrawlDependencies['fetch'] {
    const { site, clock, latencyMs } = this.#plan;
    const count = (change: number): number => {
      const now = (this.#inFlight.get(session) ?? 0) + change;
      this.#inFlight.set(session, now);
      return now;
    };
    const send = async (url: string): Promise<void> => {
      const beside = (this.#inFlight.get(session) ?? 0) - 1;
      const sending = { session, host: new URL(url).host, url, at: clock.now(), beside };
      sent(sending);
      this.sendings.push(sending);
      this.#plan.onSend?.(sending, this.sendings.length);
      const until = clock.now() + latencyMs;
      await new Promise<void>((resolve) => void clock.at(until, resolve));
      if (isDead()) throw new Error('The session is dead.');
    };
    return async (url, refuseHop): Promise<FetchResult> => {
      if (isDead()) throw new Error('The session is dead.');
      const earlier = this.sendings.filter((sending) => sending.url === url).length;
      const page = site.get(url);
      if (page?.isReplayed === true)
        return { ok: true, page: { ...answer(url, url, 200, page.body), fromCache: true } };
      count(1);
      try {
        await send(url);
        const status =
          (earlier === 0 ? page?.first : undefined) ?? page?.status ?? (page === undefined ? 404 : 200);
        if (page?.redirect === undefined) return { ok: true, page: answer(url, url, status, page?.body) };
        const refusal = await refuseHop(page.redirect);
        const hops = [{ url, status: 302 }];
        if (refusal !== null) {
          return { ok: false, problem: { code: 'blocked-hop', message: refusal, transient: false }, hops };
        }
        await send(page.redirect);
        return { ok: true, page: { ...answer(url, page.redirect, 200), hops } };
      } finally {
        count(-1);
      }
    };
  }

  /** Leaves links out that were passed on before, as the processing stage does. */
  #processor(): (input: PageInput) => Promise<PageOutput> {
    const known = new Set<string>();
    let losses = 0;
    return async ({ url, depth, losses: lost = 0, id }) => {
      if (lost > losses) known.clear();
      losses = Math.max(losses, lost);
      const { links, items } = this.#plan.site.get(url) ?? { links: [], items: 0 };
      const fresh = links.filter((link) => !known.has(link));
      for (const link of links) known.add(link);
      return {
        page: null,
        items: Array.from({ length: items }, (_, n) => ({ ...item(n), title: `${url} ${n}` })),
        rows: [],
        failure: null,
        empty: null,
        links: fresh.map((link) => this.#request(link, depth + 1, id)),
        events: [],
      };
    };
  }
}

function answer(url: string, finalUrl: string, status: number, text = ''): FetchedPage {
  const headers = { 'content-type': 'text/html' };
  const body = new TextEncoder().encode(text);
  return { url, finalUrl, hops: [], status, headers, body, durationMs: 1 };
}

/** The pages that a crawl comes to, by URL after redirects. */
export function reachable(site: MadeUpSite): Map<string, SitePage> {
  const seen = new Map<string, SitePage>();
  const queue = [...site.keys()].slice(0, 1);
  for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
    const page = site.get(url);
    if (seen.has(url) || page === undefined) continue;
    if (page.redirect !== undefined) {
      queue.push(page.redirect);
      continue;
    }
    seen.set(url, page);
    if ((page.status ?? 200) < 400) queue.push(...page.links);
  }
  return seen;
}

/** The shortest time between two requests to a host, over all sessions. */
export function shortestGap(sendings: readonly Sending[]): number {
  const last = new Map<string, number>();
  let shortest = Infinity;
  for (const { host, at } of sendings.toSorted((a, b) => a.at - b.at)) {
    shortest = Math.min(shortest, at - (last.get(host) ?? -Infinity));
    last.set(host, at);
  }
  return shortest;
}
