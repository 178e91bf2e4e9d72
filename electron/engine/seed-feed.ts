import { fingerprintRequest } from './fingerprint.ts';
import type { GeneratedSeeds } from './generated-seeds.ts';
import type { ClaimedRequest, Ledger, NewRequest } from './ports/ledger.ts';

/** Number of generated URLs that are admitted at a time. */
const batch = 500;

/** A crawl that has nothing to do for so long, in milliseconds, looks among the generated URLs for another site. */
const patienceMs = 5000;

/**
 * Admits the generated start URLs in batches as the crawl fetches them. What is admitted stands in the ledger, and nothing
 * else says how far they have come.
 */
export class SeedFeed {
  readonly #seeds: GeneratedSeeds;
  readonly #admit: (requests: readonly NewRequest[]) => Promise<number>;
  readonly #haveOrigins: boolean;
  #next: number;
  /** Number of admitted URLs that have not been claimed, as far as this session knows. */
  #waiting = 0;

  private constructor(
    seeds: GeneratedSeeds,
    next: number,
    admit: (requests: readonly NewRequest[]) => Promise<number>,
  ) {
    this.#seeds = seeds;
    this.#next = next;
    this.#admit = admit;
    this.#haveOrigins = seeds.haveOrigins;
  }

  /**
   * Goes on after the URL that the run has admitted last.
   * @param startUrls fingerprints of the other start URLs and start requests, which are admitted before the generated ones
   */
  static async open(
    seeds: GeneratedSeeds,
    startUrls: ReadonlySet<string>,
    { lastSeed }: { lastSeed: Ledger['lastSeed'] },
    admit: (requests: readonly NewRequest[]) => Promise<number>,
  ): Promise<SeedFeed> {
    const last = seeds.count === 0 ? null : await lastSeed();
    const isOther = last === null || startUrls.has(fingerprintRequest(last.url, last.message));
    const found = isOther ? null : seeds.find(last.url, last.message);
    return new SeedFeed(seeds, found === null ? 0 : found.index + 1, admit);
  }

  /** Whether some have been admitted, by an earlier session or this one. */
  get hasBegun(): boolean {
    return this.#next > 0;
  }

  /** Whether every generated URL has been admitted. */
  get isOver(): boolean {
    return this.#next >= this.#seeds.count;
  }

  /** Whether more are to be admitted now. */
  get isLow(): boolean {
    return !this.isOver && this.#waiting < batch / 2;
  }

  /** Whether more are to be admitted because nothing can be fetched for a while. @param ms how long, in milliseconds */
  helps(ms: number): boolean {
    return !this.isOver && this.#haveOrigins && ms > patienceMs;
  }

  /** Admits the next batch. Rejects only if the ledger does. */
  async admit(): Promise<void> {
    const end = Math.min(this.#next + batch, this.#seeds.count);
    const requests: NewRequest[] = [];
    for (let index = this.#next; index < end; index += 1) requests.push(this.#seeds.at(index));
    this.#waiting += await this.#admit(requests);
    this.#next = end;
  }

  /** Corrects the number of admitted URLs that wait: other sessions claim them, too. */
  know(waiting: number): void {
    this.#waiting = waiting;
  }

  /** Notes that a request was claimed. */
  claimed({ depth, parent, tries }: ClaimedRequest): void {
    if (depth === 0 && parent === null && tries === 0 && this.#waiting > 0) this.#waiting -= 1;
  }
}
