import type { ResponseHead } from '../../../engine/ports/ledger.ts';
import { changesOf, maxKnownHeads, shapeOf } from '../../requests/response-heads.ts';

/** Numbers of heads that each session has for itself: those of two sessions never meet. */
const numbersOfSession = 2 ** 24;

/** Where the head of a response is stored; `added`: the head itself as JSON, where it is not stored yet. */
export interface FleetHeadPlace {
  head: number | null;
  changes: string | null;
  added: string | null;
}

/** Compares the heads of responses with earlier ones of the session; see `requests/response-heads.ts`. */
export class FleetHeads {
  readonly #known = new Map<string, { number: number; parts: readonly string[] }>();
  readonly #first: number;
  #given = 0;

  /** @param session its number */
  constructor(session: number) {
    this.#first = session * numbersOfSession + 1;
  }

  place(head: ResponseHead | undefined, url: string): FleetHeadPlace {
    if (head === undefined) return { head: null, changes: null, added: null };
    const parts = [head.statusLine ?? '', ...head.fields];
    const shape = shapeOf(parts, url);
    const like = this.#known.get(shape);
    const changes = like === undefined ? null : changesOf(like.parts, parts);
    if (like !== undefined && changes !== null) {
      const changed = changes.length === 0 ? null : JSON.stringify(changes);
      return { head: like.number, changes: changed, added: null };
    }
    const number = this.#first + (this.#given % numbersOfSession);
    this.#given += 1;
    if (this.#known.size >= maxKnownHeads) this.#known.clear();
    this.#known.set(shape, { number, parts });
    return { head: number, changes: null, added: JSON.stringify(parts) };
  }

  /** A batch was not written, and with it perhaps heads that later ones are compared with. */
  forget(): void {
    this.#known.clear();
  }
}
