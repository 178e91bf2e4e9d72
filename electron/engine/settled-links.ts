import type { DomainMatcher } from './domains.ts';
import { originOf } from './resolve.ts';

/** Links that are remembered before the memory starts anew, and the places for them, of which a third stays free. */
const mostLinks = 20_000;
const places = 32 * 1024;
/** Characters of an `href` that is worth remembering. */
export const longestHref = 1024;

const slash = 47;
const hashSign = 35;
/** Odd numbers far from powers of two, each for one half of a hash. The first is that of FNV-1a with 32 bits. */
const firstFactor = 0x01_00_01_93;
const secondFactor = 0x85_eb_ca_6b | 0;

/** Whether an `href` means the same on every page of a site: an absolute one, and one that begins with a single slash. */
export function isSameEverywhere(href: string): boolean {
  if (href.charCodeAt(0) === slash) return href.charCodeAt(1) !== slash;
  return href.startsWith('http://') || href.startsWith('https://');
}

/** The settled links of one origin. */
export interface SettledHere {
  /** Whether an `href` as written is settled, or is a place on a page that is. */
  has(href: string): boolean;
  add(href: string): void;
}

/**
 * Links with which nothing is to be done any more: what they lead to is part of the run already. Most links of most pages
 * are, and looking up their text among twenty thousand others took longer than all else that is done with links. So 64
 * bits of each are kept instead, in one piece of memory. Two links of a run are taken for one as often as two of its
 * fingerprints, which have as many bits: never, for all that is known.
 */
export class SettledLinks {
  /** Two numbers for each place; both 0 where nothing is. */
  #table: Int32Array | null = null;
  #count = 0;
  #domains: DomainMatcher | null = null;
  /** Begins the hashes, so that nobody can make up links that fall together. */
  readonly #seeds = [randomWord(), randomWord()] as const;

  /**
   * @param base URL that the links of a page build on
   * @param domains that the crawl may visit; what others have allowed is forgotten
   */
  on(base: string, domains: DomainMatcher): SettledHere | null {
    const origin = originOf(base);
    if (origin === '' || origin === 'null') return null;
    if (this.#domains !== domains) this.#forget();
    this.#domains = domains;
    let [first, second] = this.#seeds;
    for (let at = 0; at < origin.length; at++) {
      const code = origin.charCodeAt(at);
      first = Math.imul(first ^ code, firstFactor);
      second = Math.imul(second ^ code, secondFactor);
    }
    return {
      has: (href) => this.#has(href, first, second),
      add: (href) => this.#add(href, first, second),
    };
  }

  #has(href: string, first: number, second: number): boolean {
    const table = this.#table;
    const { length } = href;
    if (table === null || length > longestHref || !isSameEverywhere(href)) return false;
    for (let at = 0; at < length; at++) {
      const code = href.charCodeAt(at);
      if (code === hashSign && find(table, first, second) === -1) return true;
      first = Math.imul(first ^ code, firstFactor);
      second = Math.imul(second ^ code, secondFactor);
    }
    return find(table, first, second) === -1;
  }

  #add(href: string, first: number, second: number): void {
    if (href.length > longestHref || !isSameEverywhere(href)) return;
    if (this.#count >= mostLinks) this.#forget();
    this.#table ??= new Int32Array(2 * places);
    for (let at = 0; at < href.length; at++) {
      const code = href.charCodeAt(at);
      first = Math.imul(first ^ code, firstFactor);
      second = Math.imul(second ^ code, secondFactor);
    }
    const place = find(this.#table, first, second);
    if (place === -1) return;
    this.#table[place] = first;
    this.#table[place + 1] = second;
    this.#count += 1;
  }

  #forget(): void {
    this.#table?.fill(0);
    this.#count = 0;
  }
}

/** Where a link is to be put; -1: it is there. One of 2^64 is never found, and only costs a look. */
function find(table: Int32Array, first: number, second: number): number {
  let place = 2 * ((first ^ (first >>> 15) ^ second) & (places - 1));
  for (;;) {
    const [a, b] = [table[place], table[place + 1]];
    if (a === 0 && b === 0) return place;
    if (a === first && b === second) return -1;
    place = (place + 2) % (2 * places);
  }
}

function randomWord(): number {
  return Math.floor(Math.random() * 2 ** 32) | 0;
}
