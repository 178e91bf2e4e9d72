import { waitUntil, type Clock } from './clock.ts';
import { fingerprintUrl } from './fingerprint.ts';
import type { ClaimedRequest, Ledger } from './ports/ledger.ts';
import type { Origins } from './origins.ts';
import type { RobotsGate } from './robots-gate.ts';

export interface HopPolicyDependencies {
  /** Why the spider may not be redirected to a URL, or null: its allowed domains. */
  refusedBySpider(url: string): string | null;
  robots: Pick<RobotsGate, 'refusalOfHop'>;
  ledger: Pick<Ledger, 'takeRedirect'>;
  origins: Pick<Origins, 'get' | 'reserve'>;
  clock: Clock;
  /** Aborted: nobody waits any more. */
  stop: AbortSignal;
}

/** Judges redirects before they are followed. */
export class HopPolicy {
  readonly #deps: HopPolicyDependencies;

  constructor(deps: HopPolicyDependencies) {
    this.#deps = deps;
  }

  /**
   * Why a redirect is not followed, or null. A redirect that is followed belongs to the request from here on, and waits
   * until politeness allows: the delay between two requests holds for redirects too, unless nobody asks the site.
   * @param request that was redirected; null: one that is not in the ledger (robots.txt, sitemaps)
   * @param replayed whether the redirect comes from the cache
   */
  async refusal(url: string, request: ClaimedRequest | null, replayed = false): Promise<string | null> {
    const { robots, ledger, origins, clock, stop } = this.#deps;
    const origin = origins.get(new URL(url).origin);
    const refusal = this.#deps.refusedBySpider(url) ?? (await robots.refusalOfHop(origin, url));
    if (refusal !== null) return refusal;
    if (request !== null && !(await ledger.takeRedirect(request.id, fingerprintUrl(url)))) {
      return `It redirects to ${url}, which is already part of this crawl.`;
    }
    if (!replayed) await waitUntil(clock, origins.reserve(origin, clock.now()), stop);
    return null;
  }
}
