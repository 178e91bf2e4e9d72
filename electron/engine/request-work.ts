import type { Listing } from '../../shared/spider/listings.ts';
import type { CrawlDependencies, EngineSettings } from './crawl-dependencies.ts';
import { messageAfter } from '../fetch/redirect.ts';
import type { HopKind } from '../fetch/types.ts';
import { fingerprintRequest } from './fingerprint.ts';
import { putOff, type HopPolicy } from './hop-policy.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import type { WaysTaken } from './login-page.ts';
import type { Origin } from './origins.ts';
import type { ClaimedRequest } from './ports/ledger.ts';
import {
  isReplayed,
  processRequest,
  type RequestDependencies,
  type RequestOutcome,
} from './process-request.ts';
import type { Recorder } from './recorder.ts';
import type { Paging } from './renderer-port.ts';
import type { SitemapQueue } from './sitemap-queue.ts';
import { releaseBuffer } from './transfer.ts';
import type { TrapWatch } from './trap-watch.ts';

/** The parts of a crawl that the work on a request takes. */
export interface RequestWorkParts {
  settings: Pick<EngineSettings, 'retryTimes' | 'retryStatuses' | 'files'>;
  deps: Pick<
    CrawlDependencies,
    | 'browser'
    | 'clock'
    | 'fetch'
    | 'ledger'
    | 'listings'
    | 'onChange'
    | 'pause'
    | 'process'
    | 'random'
    | 'login'
  >;
  hops: Pick<HopPolicy, 'refusal' | 'refusalOfClick' | 'passClick'>;
  leases: Pick<LeaseKeeper, 'drop'>;
  recorder: Pick<Recorder, 'record'>;
  traps: Pick<TrapWatch, 'wantsLikeness'>;
  /** Null: start URLs that are sitemaps are pages like others. */
  sitemaps: Pick<SitemapQueue, 'readStartUrl'> | null;
  /** Whether the crawl is ending, so that no more pages of a list are of use. */
  isEnding: () => boolean;
}

/** The work on one claimed request, from the network to the ledger. When it is done is a matter of the crawl. */
export class RequestWork {
  readonly #parts: RequestWorkParts;

  constructor(parts: RequestWorkParts) {
    this.#parts = parts;
  }

  /**
   * Fetches a request, processes its page and records the outcome. Rejects only if the ledger does.
   * @param sent called when the site is no longer busy with it
   * @returns whether the site was contacted
   */
  async carryOut(request: ClaimedRequest, origin: Origin, sent: () => void): Promise<boolean> {
    const { deps } = this.#parts;
    const outcome = await processRequest(request, this.#dependencies(request, sent));
    const isLogin =
      outcome.kind === 'release' && (outcome.isExpired === true || outcome.isKeptLogin === true);
    if (isLogin) await deps.login?.forget(request.url, request.message);
    await this.record(request, origin, outcome);
    return !isReplayed(outcome);
  }

  /** Records an outcome and gives the lease back. */
  async record(request: ClaimedRequest, origin: Origin, outcome: RequestOutcome): Promise<void> {
    const { deps, leases, recorder } = this.#parts;
    await recorder.record(request, origin, outcome);
    leases.drop(request.id);
    // Otherwise the bodies of some hundred written pages would wait for the garbage collector: 20 MB.
    if (outcome.kind !== 'release') releaseBuffer(outcome.page.page?.body);
    deps.onChange();
  }

  /** How a list is paged through: each click has its turn at the site. */
  #list({ label, next, links, wait, maxPages, delayMs }: Listing, pageUrl: string, tries: number) {
    const { deps, hops, settings, isEnding } = this.#parts;
    const paging: Paging = {
      label,
      next,
      links,
      wait,
      maxPages,
      delayMs,
      isLastTry: tries >= settings.retryTimes,
      beforeClick: () => hops.passClick(pageUrl),
      isWanted: () => !isEnding(),
      refuse: (url) =>
        deps.login?.meetsUrl(url) === true ? 'The login has expired.' : hops.refusalOfClick(url, pageUrl),
    };
    return { paging, pause: deps.pause };
  }

  #dependencies(request: ClaimedRequest, sent: () => void): RequestDependencies {
    const { deps, hops, settings, sitemaps, traps } = this.#parts;
    const { ledger, clock, random, browser = null } = deps;
    const { retryTimes, retryStatuses } = settings;
    const { login = null } = deps;
    const listing = deps.listings?.(request) ?? null;
    const ways: WaysTaken = { repeated: null, isKeptLogin: false, isPutOff: false };
    const refuseHop = async (url: string, hop?: HopKind) => {
      const refusal = await refusalOfHop(url, hop);
      ways.isPutOff ||= refusal === putOff;
      return refusal;
    };
    const refusalOfHop = (url: string, hop?: HopKind) => {
      if (login === null) return hops.refusal(url, request, hop);
      ways.isKeptLogin ||= hop?.replayed === true && login.isLoginUrl(url);
      if (ways.isKeptLogin) return 'The answer that is kept is a login page.';
      if (login.meetsUrl(url)) return 'The login has expired.';
      // All pages of an expired login lead to the same one, so it is looked at once more.
      return hops.refusal(url, request, hop, (reason) => (ways.repeated ??= reason));
    };
    return {
      fetch: (url, message) => deps.fetch(url, refuseHop, message, request.tries),
      fetchFile: (url, part) => deps.fetch(url, refuseHop, undefined, request.tries, part),
      keepChunk: (position, chunk) => ledger.keepChunk(request.id, position, chunk),
      files: settings.files,
      storedPage: (id) => ledger.storedPage(id),
      alreadyExtracted: ({ finalUrl, hops: made }) => {
        const fingerprint = fingerprintRequest(finalUrl, messageAfter(request.message, made));
        return ledger.alreadyExtracted(request.id, fingerprint);
      },
      process: (input) => {
        sent();
        return deps.process(input);
      },
      browser:
        browser === null
          ? null
          : {
              when: browser.when,
              render: (page) => {
                sent();
                const list = listing === null ? {} : this.#list(listing, page.finalUrl, request.tries);
                return browser.render(page, async (hop) => refuseHop(hop), list);
              },
            },
      listing,
      retryTimes,
      retryStatuses,
      login,
      ways,
      wantsLikeness: traps.wantsLikeness,
      readSitemap:
        sitemaps === null
          ? null
          : (page) => {
              sent();
              return sitemaps.readStartUrl(request.url, page);
            },
      date: () => clock.date(),
      random,
    };
  }
}
