/** Links that are held before the set starts anew, and the places for them, of which a third stays free. */
const maxLinks = 20_000;
const places = 32 * 1024;

const hashSign = 35;
/** Odd numbers far from powers of two, each for one half of a hash. The first is that of FNV-1a with 32 bits. */
const firstFactor = 0x01_00_01_93;
const secondFactor = 0x85_eb_ca_6b | 0;

/** Two hashes of 32 bits. */
export type Hashes = readonly [first: number, second: number];

const nextFirst = (hash: number, code: number): number => Math.imul(hash ^ code, firstFactor);
const nextSecond = (hash: number, code: number): number => Math.imul(hash ^ code, secondFactor);

/**
 * A set of `href` values by 64 bits of hash, in one piece of memory: looking up the text of each link of a page among
 * twenty thousand others takes longer than everything else that is done with links. Two links of a run have the same 64
 * bits as often as two of its fingerprints do: never, for all that is known.
 */
export class LinkHashes {
  /** Two numbers for each place; both 0 where nothing is. */
  #table: Int32Array | null = null;
  #count = 0;
  /** Begins the hashes, so that nobody can make up links that fall together. */
  readonly #seeds: Hashes = [randomWord(), randomWord()];

  /** The hashes of what all links of a site begin with. */
  begin(site: string): Hashes {
    return hashed(this.#seeds, site);
  }

  /** Whether the set has an `href` as written, or the page on which it names a place. */
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
