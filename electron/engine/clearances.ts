import type { SessionCookies } from '../fetch/session.ts';
import type { FetchProblem } from '../fetch/types.ts';

/** A clearance of a site: the cookies that a browser received after a challenge, and the user agent that it used. */
export interface Clearance {
  userAgent: string;
  cookies: SessionCookies;
  /** Number of the clearance within its site, from 1. */
  generation: number;
}

/** Result of rendering a challenge. */
export type Cleared =
  | { ok: true; userAgent: string; cookies: SessionCookies }
  /** `own`: the problem concerns this page or this run, and not the challenge. */
  | { ok: false; problem: FetchProblem; own: boolean };

/** Result of `Clearances.renew`. */
export type Renewal = { ok: true; clearance: Clearance } | { ok: false; problem: FetchProblem };

/** Delay after a challenge that did not clear, in milliseconds; doubled each time. */
const firstRestMs = 15_000;
/** Consecutive failures after which a site's challenge is not tried again. */
const maxFailures = 3;

interface Site {
  clearance: Clearance | null;
  visiting: Promise<Cleared> | null;
  failures: number;
  /** `until`: when another attempt may be made, see `Clock`; null: never in this run. */
  refused: { problem: FetchProblem; until: number | null } | null;
}

/**
 * The clearances of a run by site and route. One challenge is cleared at a time for each; concurrent callers share the result.
 */
export class Clearances {
  readonly #sites = new Map<string, Site>();
  readonly #now: () => number;

  /** @param now see `Clock` */
  constructor(now: () => number) {
    this.#now = now;
  }

  of(key: string): Clearance | null {
    return this.#sites.get(key)?.clearance ?? null;
  }

  /**
   * Returns a clearance that is newer than the one that did not work.
   * @param failed generation of that clearance; 0 if there was none
   * @param visit renders the challenge; called unless that is in progress
   */
  async renew(key: string, failed: number, visit: () => Promise<Cleared>): Promise<Renewal> {
    const site = this.#siteOf(key);
    for (;;) {
      const { clearance, refused, visiting } = site;
      if (clearance !== null && clearance.generation > failed) return { ok: true, clearance };
      if (visiting !== null) {
        await visiting;
        continue;
      }
      if (refused !== null && (refused.until === null || this.#now() < refused.until)) {
        return { ok: false, problem: this.#later(refused) };
      }
      const cleared = await this.#visit(site, visit);
      if (!cleared.ok && cleared.own) return { ok: false, problem: cleared.problem };
    }
  }

  async #visit(site: Site, visit: () => Promise<Cleared>): Promise<Cleared> {
    site.visiting = visit();
    try {
      const cleared = await site.visiting;
      if (cleared.ok) {
        const generation = (site.clearance?.generation ?? 0) + 1;
        site.clearance = { userAgent: cleared.userAgent, cookies: cleared.cookies, generation };
        site.failures = 0;
        site.refused = null;
      } else if (!cleared.own) {
        site.failures += 1;
        const rest = firstRestMs * 2 ** (site.failures - 1);
        const until = site.failures >= maxFailures ? null : this.#now() + rest;
        site.refused = { problem: cleared.problem, until };
      }
      return cleared;
    } finally {
      site.visiting = null;
    }
  }

  /** Returns the problem for a site whose next attempt is not due yet. */
  #later({ problem, until }: NonNullable<Site['refused']>): FetchProblem {
    const { message } = problem;
    if (until === null) return { code: 'challenge', message, transient: false };
    const retry = { afterMs: Math.max(0, until - this.#now()), always: false, wholeOrigin: true };
    return { code: 'challenge', message, transient: true, retry };
  }

  #siteOf(key: string): Site {
    let site = this.#sites.get(key);
    if (site === undefined) {
      site = { clearance: null, visiting: null, failures: 0, refused: null };
      this.#sites.set(key, site);
    }
    return site;
  }
}
