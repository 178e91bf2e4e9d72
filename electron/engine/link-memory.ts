import { detach } from '../extract/text.ts';
import type { DomainMatcher } from './domains.ts';
import type { LinkProblem } from './links.ts';
import { originOf } from './resolve.ts';

/** Where an `href` leads. One object for as long as it is remembered. */
export interface LinkTarget {
  /** Absolute; null when `problem` says why it is of no use. */
  readonly url: string | null;
  readonly problem: LinkProblem | null;
  /** What is known of the URL, once somebody has asked. */
  facts: UrlFacts | null;
  /** The domains that have allowed it. */
  allowedBy: DomainMatcher | null;
}

/** What rules and the frontier know of a URL. */
export interface UrlFacts {
  /** The URL without its fragment: the one that is fetched. */
  url: string;
  fingerprint: string;
  /** Whether it is known to be part of the run. */
  known: boolean;
  /** By rule, as far as asked for. */
  verdicts: (Verdict | undefined)[];
}

/** How a rule's patterns judge a URL, and which pattern decided (null: the rule has no `allow`, or none matched). */
export interface Verdict {
  accepted: boolean;
  kind: 'deny' | 'allow' | 'no-allow' | 'no-match' | 'cost';
  pattern: string | null;
}

/** Targets that are remembered before the memory starts anew: a few megabytes. */
const mostTargets = 20_000;
/** Characters of an `href` that is worth remembering. */
const longestHref = 1024;
const slash = 47;

/** Whether an `href` may be remembered for a site: it means the same on every page of it, and is not overlong. */
export function isWorthRemembering(href: string): boolean {
  if (href.length > longestHref) return false;
  if (href.charCodeAt(0) === slash) return href.charCodeAt(1) !== slash;
  return href.startsWith('http://') || href.startsWith('https://');
}

/** The origin for whose pages links are remembered; null where links mean something else on every page. */
export function siteOf(base: string): string | null {
  const origin = originOf(base);
  return origin === '' || origin === 'null' ? null : origin;
}
/**
 * Where links lead that mean the same on every page of a site: absolute ones, and those that begin with a slash. Most
 * links of a site stand on every page of it, and are read once.
 */
export class LinkMemory {
  #origins = new Map<string, Map<string, LinkTarget>>();
  #count = 0;

  /**
   * Makes what reads the links of a page.
   *
   * @param base what its links build on
   * @param resolve reads an `href` that is not known yet
   */
  reader(base: string, resolve: (href: string) => LinkTarget): (href: string) => LinkTarget {
    const site = siteOf(base);
    if (site === null) return resolve;
    let known = this.#origins.get(site);
    if (known === undefined) {
      known = new Map();
      this.#origins.set(site, known);
    }
    const targets = known;
    return (href) => {
      if (!isWorthRemembering(href)) return resolve(href);
      const known = targets.get(href);
      if (known !== undefined) return known;
      // A link is a piece of its page, which must not be kept for it.
      const own = detach(href);
      const target = resolve(own);
      this.#remember(targets, own, target);
      return target;
    };
  }

  #remember(targets: Map<string, LinkTarget>, href: string, target: LinkTarget): void {
    if (this.#count >= mostTargets) {
      this.#origins = new Map();
      this.#count = 0;
      return;
    }
    this.#count += 1;
    targets.set(href, target);
  }
}
