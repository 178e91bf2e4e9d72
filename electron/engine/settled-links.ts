import type { DomainMatcher } from './domains.ts';
import { isWorthRemembering, siteOf } from './link-memory.ts';

/** Links that are remembered before the memory starts anew, and the places for them, of which a third stays free. */
const mostLinks = 20_000;
const places = 32 * 1024;

const hashSign = 35;
/** Odd numbers far from powers of two, each for one half of a hash. The first is that of FNV-1a with 32 bits. */
const firstFactor = 0x01_00_01_93;
const secondFactor = 0x85_eb_ca_6b | 0;

/** Two hashes of 32 bits. */
type Hashes = readonly [first: number, second: number];

const nextFirst = (hash: number, code: number): number => Math.imul(hash ^ code, firstFactor);
const nextSecond = (hash: number, code: number): number => Math.imul(hash ^ code, secondFactor);

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
  readonly #seeds: Hashes = [randomWord(), randomWord()];

  /**
   * @param base URL that the links of a page build on
   * @param domains that the crawl may visit; what others have allowed is forgotten
   */
  on(base: string, domains: DomainMatcher): SettledHere | null {
    const site = siteOf(base);
    if (site === null) return null;
    if (this.#domains !== domains) this.#forget();
    this.#domains = domains;
    const begun = hashed(this.#seeds, site);
    return { has: (href) => this.#has(begun, href), add: (href) => this.#add(begun, href) };
  }

  #has(begun: Hashes, href: string): boolean {
    const table = this.#table;
    if (table === null || !isWorthRemembering(href)) return false;
    let [first, second] = begun;
    for (let at = 0; at < href.length; at++) {
      const code = href.charCodeAt(at);
      if (code === hashSign && find(table, first, second) === -1) return true;
      first = nextFirst(first, code);
      second = nextSecond(second, code);
    }
    return find(table, first, second) === -1;
  }

  #add(begun: Hashes, href: string): void {
    if (!isWorthRemembering(href)) return;
    if (this.#count >= mostLinks) this.#forget();
    this.#table ??= new Int32Array(2 * places);
    const [first, second] = hashed(begun, href);
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

/** What the hashes are after a text more. */
function hashed([first, second]: Hashes, text: string): Hashes {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    first = nextFirst(first, code);
    second = nextSecond(second, code);
  }
  return [first, second];
}

/** Where a link is to be put; -1: it is there. One of 2^64 is never found, and only costs a look. */
function find(table: Int32Array, first: number, second: number): number {
  let place = 2 * ((first ^ (first >>> 15) ^ second) & (places - 1));
  for (;;) {
    const a = table[place];
    const b = table[place + 1];
    if (a === 0 && b === 0) return place;
    if (a === first && b === second) return -1;
    place = (place + 2) % (2 * places);
  }
}

function randomWord(): number {
  return Math.floor(Math.random() * 2 ** 32) | 0;
}
