import { LinkHashes } from './link-hashes.ts';
import { detach } from '../extract/text.ts';
import { fingerprintResolved } from './fingerprint.ts';
import { originOf, type Resolved } from './resolve.ts';

/** Why a link is not one that a crawl can take. */
export type LinkProblem = Exclude<Resolved, { ok: true }>['problem'] | 'extension';

/** Where an `href` leads. One object for as long as it is known. */
export interface LinkTarget {
  /** Absolute; null when `problem` says why it is of no use. */
  readonly url: string | null;
  readonly problem: LinkProblem | null;
  /** What is known of the URL; null: nobody has asked, or it is outside the domains of the crawl. */
  facts: UrlFacts | null;
}

/** What is known of a URL. */
export interface UrlFacts {
  /** The URL without its fragment: the one that is fetched. */
  readonly url: string;
  readonly fingerprint: string;
  /** Whether it has been found to be requested. */
  isRequested: boolean;
  /** By rule, as far as asked for. */
  readonly verdicts: (Verdict | undefined)[];
}

/** How a rule's patterns judge a URL, and which pattern decided (null: the rule has no `allow`, or none matched). */
export interface Verdict {
  accepted: boolean;
  kind: 'deny' | 'allow' | 'no-allow' | 'no-match' | 'cost';
  pattern: string | null;
}

/** The links of pages that share an origin. */
export interface SiteLinks {
  /** Where an `href` leads. */
  target(href: string): LinkTarget;
  /** Whether an `href` is known to lead to a request of the run. May be false for one that does, never true for one that does not. */
  isRequested(href: string): boolean;
  /** An `href` has been found to lead to a request of the run. */
  markRequested(href: string): void;
}

/** Entries of each kind before the cache starts anew: a few megabytes. */
const maxTargets = 20_000;
const maxUrls = 20_000;
const maxRequested = 50_000;
/** Characters of an `href` that is worth remembering. */
const maxHref = 1024;
const slash = 47;

/**
 * The links that one crawl knows, for one spider: where each leads, how the rules judge it, and whether it is requested
 * already. Most links of a site stand on every page of it, so they are read and judged once, and passed over once they are
 * requested. This is a cache in front of `Ledger.admit`, which decides: forgetting costs time and nothing else.
 */
export class KnownLinks {
  /** By origin, then by `href` as written: absolute ones and those with a leading slash mean the same on every page. */
  #targets = new Map<string, Map<string, LinkTarget>>();
  #targetCount = 0;
  /** By URL with its fragment: patterns see it, as in Scrapy. */
  readonly #facts = new Map<string, UrlFacts>();
  /** Links as written that lead to requests of the run. */
  readonly #requestedHrefs = new LinkHashes();
  /** Fingerprints. */
  readonly #requested = new Set<string>();

  /** These links have been passed on to be requested. */
  add(links: Iterable<{ readonly fingerprint: string }>): void {
    if (this.#requested.size > maxRequested) this.#requested.clear();
    for (const { fingerprint } of links) this.#requested.add(fingerprint);
  }

  isRequested(facts: UrlFacts): boolean {
    facts.isRequested ||= this.#requested.has(facts.fingerprint);
    return facts.isRequested;
  }

  /** @param link absolute */
  factsOf(link: string): UrlFacts {
    const known = this.#facts.get(link);
    if (known !== undefined) return known;
    if (this.#facts.size >= maxUrls) this.#facts.clear();
    const facts = factsOf(link);
    // A link is a piece of its page, which must not be kept for it.
    this.#facts.set(detach(link), facts);
    return facts;
  }

  /**
   * The links of a page.
   * @param base URL that its links build on
   * @param resolve reads an `href` that is not known yet
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

/** What a URL is before anybody has judged it. @param link absolute */
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

/** Whether an `href` means the same on every page of a site, and is not overlong. */
function meansTheSameEverywhere(href: string): boolean {
  if (href.length > maxHref) return false;
  if (href.charCodeAt(0) === slash) return href.charCodeAt(1) !== slash;
  return href.startsWith('http://') || href.startsWith('https://');
}
