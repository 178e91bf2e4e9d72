/** Maximum number of links, after which the set is cleared, and the size of its table, a third of which stays free. */
const maxLinks = 20_000;
const places = 32 * 1024;

const hashSign = 35;
/** Odd multipliers far from powers of two, one for each half of a hash. The first is that of 32-bit FNV-1a. */
const firstFactor = 0x01_00_01_93;
const secondFactor = 0x85_eb_ca_6b | 0;

/** Two 32-bit hashes. */
export type Hashes = readonly [first: number, second: number];

const nextFirst = (hash: number, code: number): number => Math.imul(hash ^ code, firstFactor);
const nextSecond = (hash: number, code: number): number => Math.imul(hash ^ code, secondFactor);

/**
 * A set of `href` values by 64-bit hash, in one typed array: looking up the text of each link in a set of twenty thousand takes
 * longer than all other work on links. Collisions are as unlikely as those of fingerprints.
 */
export class LinkHashes {
  /** Two numbers per place; both 0 if it is free. */
  #table: Int32Array | null = null;
  #count = 0;
  /** Random initial hashes, so that collisions cannot be crafted. */
  readonly #seeds: Hashes = [randomWord(), randomWord()];

  /** Returns the hashes of the common prefix of a site's links. */
  begin(site: string): Hashes {
    return hashed(this.#seeds, site);
  }

  /** Whether the set contains an `href` as written, or without its fragment. */
  has([first, second]: Hashes, href: string): boolean {
    const table = this.#table;
    if (table === null) return false;
    for (let at = 0; at < href.length; at++) {
      const code = href.charCodeAt(at);
      if (code === hashSign && find(table, first, second) === -1) return true;
      first = nextFirst(first, code);
      second = nextSecond(second, code);
    }
    return find(table, first, second) === -1;
  }

  add(begun: Hashes, href: string): void {
    if (this.#count >= maxLinks) {
      this.#table?.fill(0);
      this.#count = 0;
    }
    this.#table ??= new Int32Array(2 * places);
    const [first, second] = hashed(begun, href);
    const place = find(this.#table, first, second);
    if (place === -1) return;
    this.#table[place] = first;
    this.#table[place + 1] = second;
    this.#count += 1;
  }
}

/** Returns the hashes extended by a text. */
function hashed([first, second]: Hashes, text: string): Hashes {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    first = nextFirst(first, code);
    second = nextSecond(second, code);
  }
  return [first, second];
}

/** Returns the place for a link; -1 if it is present. One hash of 2^64 is never found, which only costs time. */
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
