import type { SessionCookies } from '../fetch/session.ts';
import type { FetchProblem } from '../fetch/types.ts';

/** What a site accepts instead of its challenge: the cookies that a browser was given, under the name that it has. */
export interface Clearance {
  userAgent: string;
  cookies: SessionCookies;
  /** Counts the clearances of a site, from 1. */
  generation: number;
}

/** What a browser's visit to a challenge came to. */
export type Cleared =
  | { ok: true; userAgent: string; cookies: SessionCookies }
  /** `own`: it says something about this page or this run, and nothing about the challenge. */
  | { ok: false; problem: FetchProblem; own: boolean };

export type Renewal = { ok: true; clearance: Clearance } | { ok: false; problem: FetchProblem };

/** After a challenge that did not clear, the next visit waits so long (milliseconds), doubled every time. */
const firstRestMs = 15_000;
/** So many visits in a row that did not clear, and the site is not visited again. */
const maxFailures = 3;

interface Site {
  clearance: Clearance | null;
  visiting: Promise<Cleared> | null;
  failures: number;
  /** `until`: when another visit may be worth it, as `Clock` counts; null: never in this run. */
  refused: { problem: FetchProblem; until: number | null } | null;
}

/** The clearances of a run, by site and the way to it. One visit at a time for each: whoever else needs it waits for that one. */
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
   * A clearance that is newer than the one that did not work.
   * @param failed its generation; 0: there was none
   * @param visit goes to the challenge; called when nobody else is there
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

  /** Nothing of the site is worth asking for before the next visit. */
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
