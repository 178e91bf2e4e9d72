import { LinkHashes } from './link-hashes.ts';
import { detach } from '../extract/text.ts';
import { fingerprintResolved } from './fingerprint.ts';
import { originOf, type Resolved } from './resolve.ts';

/** Why a crawl cannot request a link. */
export type LinkProblem = Exclude<Resolved, { ok: true }>['problem'] | 'extension';

/** The target of an `href`. The same object is returned while it is cached. */
export interface LinkTarget {
  /** Absolute URL; null if `problem` says why there is none. */
  readonly url: string | null;
  readonly problem: LinkProblem | null;
  /** Facts about the URL; null if they are not known, or if it is outside the domains of the crawl. */
  facts: UrlFacts | null;
}

/** Facts about a URL. */
export interface UrlFacts {
  /** The URL to fetch, without a fragment. */
  readonly url: string;
  readonly fingerprint: string;
  /** Whether it is known to be a request of the run. */
  isRequested: boolean;
  /** Verdicts by rule, as far as computed. */
  readonly verdicts: (Verdict | undefined)[];
}

/** Result of a rule's patterns for a URL, and the pattern that decided (null if the rule has no `allow`, or none matched). */
export interface Verdict {
  accepted: boolean;
  kind: 'deny' | 'allow' | 'no-allow' | 'no-match' | 'cost';
  pattern: string | null;
}

/** The links of the pages of one origin. */
export interface SiteLinks {
  /** Returns the target of an `href`. */
  target(href: string): LinkTarget;
  /** Whether an `href` is known to lead to a request of the run. Has false negatives, but no false positives. */
  isRequested(href: string): boolean;
  /** Records that an `href` leads to a request of the run. */
  markRequested(href: string): void;
}

/** Maximum number of cached entries of each kind, after which the cache is cleared: a few megabytes. */
const maxTargets = 20_000;
const maxUrls = 20_000;
const maxRequested = 50_000;
/** Maximum length of an `href` that is cached. */
const maxHref = 1024;
const slash = 47;

/**
 * The known links of one crawl: their targets, the verdicts of the rules, and whether they are requests. Most links of a site are
 * on every page of it, so they are resolved and judged once, and skipped once they are requested. This is a cache in front of
 * `Ledger.admit`, which decides: a missing entry costs only time.
 */
export class KnownLinks {
  /** Targets by origin, then by `href` as written: absolute ones and those with a leading slash mean the same on every page. */
  #targets = new Map<string, Map<string, LinkTarget>>();
  #targetCount = 0;
  /** Facts by URL including the fragment, which patterns see, as in Scrapy. */
  readonly #facts = new Map<string, UrlFacts>();
  /** Links as written that lead to requests of the run. */
  readonly #requestedHrefs = new LinkHashes();
  /** Fingerprints of requests. */
  readonly #requested = new Set<string>();

  /** Records that these links were passed on to the ledger. */
  add(links: Iterable<{ readonly fingerprint: string }>): void {
    if (this.#requested.size > maxRequested) this.#requested.clear();
    for (const { fingerprint } of links) this.#requested.add(fingerprint);
  }

  isRequested(facts: UrlFacts): boolean {
    facts.isRequested ||= this.#requested.has(facts.fingerprint);
    return facts.isRequested;
  }

  /** Returns the facts of a URL, from the cache if possible. @param link absolute */
  factsOf(link: string): UrlFacts {
    const known = this.#facts.get(link);
    if (known !== undefined) return known;
    if (this.#facts.size >= maxUrls) this.#facts.clear();
    const facts = factsOf(link);
    // Detached, because a link is a slice of its page and would keep the page in memory.
    this.#facts.set(detach(link), facts);
    return facts;
  }

  /**
   * Returns the links of a page.
   * @param base base URL of the page
   * @param resolve resolves an `href` that is not cached
   */
  on(base: string, resolve: (href: string) => LinkTarget): SiteLinks {
    const origin = originOf(base);
    if (origin === '' || origin === 'null') {
      return { target: resolve, isRequested: () => false, markRequested: () => undefined };
    }
    let site = this.#targets.get(origin);
    if (site === undefined) {
      site = new Map();
      this.#targets.set(origin, site);
    }
    const targets = site;
    const requested = this.#requestedHrefs;
    const begun = requested.begin(origin);
    return {
      target: (href) => targets.get(href) ?? this.#read(targets, href, resolve),
      isRequested: (href) => meansTheSameEverywhere(href) && requested.has(begun, href),
      markRequested(href) {
        if (meansTheSameEverywhere(href)) requested.add(begun, href);
      },
    };
  }

  #read(targets: Map<string, LinkTarget>, href: string, resolve: (href: string) => LinkTarget): LinkTarget {
    if (!meansTheSameEverywhere(href)) return resolve(href);
    const own = detach(href);
    const target = resolve(own);
    if (this.#targetCount >= maxTargets) {
      this.#targets = new Map();
      this.#targetCount = 0;
    } else {
      this.#targetCount += 1;
      targets.set(own, target);
    }
    return target;
  }
}

/** Returns the initial facts of a URL. @param link absolute */
export function factsOf(link: string): UrlFacts {
  const own = detach(link);
  const hash = own.indexOf('#');
  return {
    url: hash === -1 ? own : own.slice(0, hash),
    fingerprint: fingerprintResolved(own),
    isRequested: false,
    verdicts: [],
  };
}

/** Whether an `href` means the same on every page of a site, and is short enough to cache. */
function meansTheSameEverywhere(href: string): boolean {
  if (href.length > maxHref) return false;
  if (href.charCodeAt(0) === slash) return href.charCodeAt(1) !== slash;
  return href.startsWith('http://') || href.startsWith('https://');
}
