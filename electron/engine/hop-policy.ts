import type { HopKind } from '../fetch/types.ts';
import { fingerprintRequest } from './fingerprint.ts';
import type { ClaimedRequest, Ledger } from './ports/ledger.ts';
import type { Origins } from './origins.ts';
import type { RobotsPolicy } from './robots-policy.ts';
import type { HostTurns } from './host-turns.ts';

/** What the hop policy needs from the crawl. */
export interface HopPolicyDependencies {
  /** Returns why a redirect to this URL is refused by the spider's allowed domains, or null. */
  refusedBySpider(url: string): string | null;
  /** Returns why a redirect to this URL is refused because a person has taken it out of the run, or null. */
  refusedByPerson(url: string): string | null;
  robots: Pick<RobotsPolicy, 'refusalOfHop'>;
  ledger: Pick<Ledger, 'takeRedirect'>;
  origins: Pick<Origins, 'get'>;
  turns: Pick<HostTurns, 'pass'>;
  /** If aborted, redirects are no longer delayed. */
  stop: AbortSignal;
}

/** Why a redirect is not followed yet: the request is to be made again later. */
export const putOff = 'Another process of this run is at the host that it redirects to.';

/** Decides whether redirects are followed. */
export class HopPolicy {
  readonly #deps: HopPolicyDependencies;

  constructor(deps: HopPolicyDependencies) {
    this.#deps = deps;
  }

  /**
   * Returns why a redirect is not followed, or null. A redirect that is followed counts as the request from here on, and waits as
   * politeness requires: the delay between requests applies to redirects too, unless the site is not contacted.
   * @param request that was redirected; null for one that is not in the ledger (robots.txt, sitemaps)
   * @param onRepeated takes why it leads to a page that the crawl has already, which is then followed all the same; left out: it
   *   is refused
   */
  async refusal(
    url: string,
    request: ClaimedRequest | null,
    hop: HopKind = {},
    onRepeated?: (reason: string) => void,
  ): Promise<string | null> {
    const { replayed = false, keepsMessage = false } = hop;
    const { robots, ledger, origins, turns, stop } = this.#deps;
    const origin = origins.get(new URL(url).origin);
    // Files lie where they lie, and two URLs may lead to one.
    const isFile = request?.isFile === true;
    const refusedAnyhow =
      this.#deps.refusedByPerson(url) ?? (isFile ? null : this.#deps.refusedBySpider(url));
    const refusal = refusedAnyhow ?? (await robots.refusalOfHop(origin, url));
    if (refusal !== null) return refusal;
    const fingerprint = fingerprintRequest(url, keepsMessage ? request?.message : null);
    if (request !== null && !isFile && !(await ledger.takeRedirect(request.id, fingerprint))) {
      const reason = `It redirects to ${url}, which is already part of this crawl.`;
      if (onRepeated === undefined) return reason;
      onRepeated(reason);
    }
    if (replayed) return null;
    // What is in no ledger cannot be put back.
    return (await turns.pass(origin, stop, request === null)) ? null : putOff;
  }

  /** Waits for the turn of a click on a page of a site. */
  async passClick(pageUrl: string): Promise<void> {
    const { origins, turns, stop } = this.#deps;
    await turns.pass(origins.get(new URL(pageUrl).origin), stop);
  }

  /**
   * Returns why a click on a list must not lead to a document, or null. What the crawl has requested already is no reason: the
   * page is read as part of the list.
   * @param from URL of the page, at whose site the click has had its turn
   */
  async refusalOfClick(url: string, from: string): Promise<string | null> {
    const { robots, origins, turns, stop } = this.#deps;
    const origin = origins.get(new URL(url).origin);
    const refusedAnyhow = this.#deps.refusedByPerson(url) ?? this.#deps.refusedBySpider(url);
    const refusal = refusedAnyhow ?? (await robots.refusalOfHop(origin, url));
    if (refusal === null && origin.name !== new URL(from).origin) await turns.pass(origin, stop);
    return refusal;
  }
}
