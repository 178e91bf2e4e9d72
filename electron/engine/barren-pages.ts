import { Type } from 'typebox';
import type { Likeness } from './likeness.ts';

const Hash = Type.Integer({ minimum: 0, maximum: 0xff_ff_ff_ff });

/** State of the count of consecutive pages without items, stored with the run so that a resumed run continues it. */
export const BarrenStateSchema = Type.Object({
  /** Consecutive pages without an item. */
  itemless: Type.Integer({ minimum: 0 }),
  /** How many of the most recent of them, consecutively, resembled earlier pages of the run. */
  repeats: Type.Integer({ minimum: 0 }),
  texts: Type.Array(Hash),
  links: Type.Array(Hash),
});
/** State of the count of consecutive pages without items. */
export type BarrenState = Type.Static<typeof BarrenStateSchema>;

/** Number of likenesses that are kept in memory and stored with the run. */
const remembered = 4096;
const kept = 512;
/** Number of consecutive pages without an item before any is examined; a crawl with items pays nothing. */
const unsuspicious = 50;
/** If the limit is at most this, every page without an item is examined. */
const shortLimit = 1000;
/** Interval between writes of the state, in pages. */
const keepEvery = 50;

/** Result of a page that was read. */
export interface ReadPageStats {
  /** Whether it has an item with a value. */
  gaveItem: boolean;
  /** null if it was not computed, or if the page could not be read. */
  likeness: Likeness | null;
}

/**
 * Counts consecutive pages that have no item and resemble earlier pages of the run, in their text or in their set of links. Such
 * pages indicate a trap that no URL pattern reveals (TRAP_PAGES; decision 0237). Memory use is bounded, and the state is stored
 * with the run.
 */
export class BarrenPages {
  readonly #limit: number;
  readonly #texts: RecentNumbers;
  readonly #links: RecentNumbers;
  #itemless: number;
  #repeats: number;
  #last = '';
  /** Value of `repeats` at the last write. */
  #keptAt: number;

  /** @param state of an earlier session of the run */
  constructor(limit: number, state: BarrenState | null) {
    this.#limit = limit;
    this.#itemless = state?.itemless ?? 0;
    this.#repeats = state?.repeats ?? 0;
    this.#keptAt = this.#repeats;
    this.#texts = new RecentNumbers(remembered, state?.texts ?? []);
    this.#links = new RecentNumbers(remembered, state?.links ?? []);
  }

  /** Whether the likeness of the next pages without an item is needed. */
  get areSuspicious(): boolean {
    return this.#limit <= shortLimit || this.#itemless >= unsuspicious;
  }

  /** Returns the trap if the limit is reached: number of pages, and URL of the last one. */
  get trap(): { pages: number; url: string } | null {
    return this.#repeats < this.#limit ? null : { pages: this.#repeats, url: this.#last };
  }

  recordPage(url: string, { gaveItem, likeness }: ReadPageStats): void {
    if (gaveItem) {
      this.#itemless = 0;
      this.#repeats = 0;
      return;
    }
    this.#itemless += 1;
    if (likeness === null) return;
    const { text, links } = likeness;
    const sameText = this.#texts.meet(text);
    const sameLinks = links !== null && this.#links.meet(links);
    this.#repeats = sameText || sameLinks ? this.#repeats + 1 : 0;
    this.#last = url;
  }

  /** Other sessions of the run have items, so that it is in no trap: counts anew. */
  restart(): void {
    this.#itemless = 0;
    this.#repeats = 0;
  }

  /** Returns the state to store, or null if that is not due. @param atEnd whether the session ends */
  toKeep(atEnd: boolean): BarrenState | null {
    const every = Math.max(1, Math.min(keepEvery, Math.floor(this.#limit / 10)));
    const changed = this.#repeats !== this.#keptAt;
    const isDue = atEnd || this.#repeats < this.#keptAt || this.#repeats >= this.#keptAt + every;
    if (!changed || !isDue) return null;
    this.#keptAt = this.#repeats;
    return this.#state();
  }

  /** Returns the state to store when the run pauses because of the trap: the count restarts when a user resumes it. */
  forgiven(): BarrenState {
    return { ...this.#state(), repeats: 0 };
  }

  #state(): BarrenState {
    const [texts, links] = [this.#texts.newest(kept), this.#links.newest(kept)];
    return { itemless: this.#itemless, repeats: this.#repeats, texts, links };
  }
}

/** A set of the most recent numbers. */
class RecentNumbers {
  readonly #most: number;
  readonly #numbers: Set<number>;

  constructor(most: number, numbers: readonly number[]) {
    this.#most = most;
    this.#numbers = new Set(numbers);
  }

  /** Adds a number. @returns whether it was in the set */
  meet(number: number): boolean {
    const known = this.#numbers.delete(number);
    this.#numbers.add(number);
    for (const oldest of this.#numbers) {
      if (this.#numbers.size <= this.#most) break;
      this.#numbers.delete(oldest);
    }
    return known;
  }

  newest(count: number): number[] {
    return [...this.#numbers].slice(-count);
  }
}
