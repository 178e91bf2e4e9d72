import { Type } from 'typebox';
import type { Likeness } from './likeness.ts';

const Hash = Type.Integer({ minimum: 0, maximum: 0xff_ff_ff_ff });

/** What is kept of the pages in a row that gave nothing, so that a run that is resumed goes on counting. */
export const BarrenStateSchema = Type.Object({
  /** Pages in a row that gave no item. */
  itemless: Type.Integer({ minimum: 0 }),
  /** Those at their end, in a row, that were like earlier pages of the run. */
  repeats: Type.Integer({ minimum: 0 }),
  texts: Type.Array(Hash),
  links: Type.Array(Hash),
});
export type BarrenState = Type.Static<typeof BarrenStateSchema>;

/** Likenesses of pages that are remembered, and that are kept with the run. */
const remembered = 4096;
const kept = 512;
/** So many pages without an item must come in a row before any is looked at; a crawl with items pays nothing. */
const unsuspicious = 50;
/** Up to this limit every page without an item is looked at. */
const shortLimit = 1000;
/** What is counted is kept this often, in pages. */
const keepEvery = 50;

/** What became of a page that was read. */
export interface ReadPageStats {
  /** Whether it gave an item with a value. */
  gaveItem: boolean;
  /** null: nobody has looked, or it is no HTML. */
  likeness: Likeness | null;
}

/**
 * Counts the pages in a row that gave no item and are like earlier pages of the run, in their text or in the set of their links:
 * that is how a trap looks that no pattern of its addresses gives away (TRAP_PAGES; decision 0237). What it remembers is
 * bounded, and is kept with the run.
 */
export class BarrenPages {
  readonly #limit: number;
  readonly #texts: RecentNumbers;
  readonly #links: RecentNumbers;
  #itemless: number;
  #repeats: number;
  #last = '';
  /** Repeats when they were kept last. */
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

  /** Whether the likeness of the next pages without an item is wanted. */
  get areSuspicious(): boolean {
    return this.#limit <= shortLimit || this.#itemless >= unsuspicious;
  }

  /** The trap, where so many pages came: how many, and the last of them. */
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

  /** What is to be kept now; null: nothing. @param atEnd the session ends */
  toKeep(atEnd: boolean): BarrenState | null {
    const every = Math.max(1, Math.min(keepEvery, Math.floor(this.#limit / 10)));
    const changed = this.#repeats !== this.#keptAt;
    const isDue = atEnd || this.#repeats < this.#keptAt || this.#repeats >= this.#keptAt + every;
    if (!changed || !isDue) return null;
    this.#keptAt = this.#repeats;
    return this.#state();
  }

  /** A person has been told, and decides: what is kept then, so that the count begins anew. */
  forgiven(): BarrenState {
    return { ...this.#state(), repeats: 0 };
  }

  #state(): BarrenState {
    const [texts, links] = [this.#texts.newest(kept), this.#links.newest(kept)];
    return { itemless: this.#itemless, repeats: this.#repeats, texts, links };
  }
}

/** Numbers that were met lately. */
class RecentNumbers {
  readonly #most: number;
  readonly #numbers: Set<number>;

  constructor(most: number, numbers: readonly number[]) {
    this.#most = most;
    this.#numbers = new Set(numbers);
  }

  /** Whether it was met before. */
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
