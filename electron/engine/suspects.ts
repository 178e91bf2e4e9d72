import type { Suspect } from './ports/ledger.ts';
import type { Origin, Origins } from './origins.ts';

interface SuspectsDependencies {
  origins: Origins;
  /** Whether the robots.txt of an origin is still to be asked for. */
  isClosed: (origin: Origin) => boolean;
}

/**
 * Requests of which one may have ended the program, again and again: each is fetched with nothing beside it, so that the
 * one that does it is known by that, and the others are done (decision 0231).
 *
 * They take turns with all others: the next one has to wait as long as the others had to wait for the one before, unless nothing
 * else is to be done.
 */
export class Suspects {
  readonly #deps: SuspectsDependencies;
  #waiting: Suspect[];
  #inHand: Suspect | null = null;
  /** Since when nothing else begins; null: it is not the turn of a suspect. */
  #since: number | null = null;
  #restUntil = 0;

  constructor(waiting: readonly Suspect[], deps: SuspectsDependencies) {
    this.#waiting = [...waiting];
    this.#deps = deps;
  }

  get areLeft(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * The one whose turn it is: nothing else may begin until it is over. Null: others may go on.
   * @param isIdle nothing else is in flight or ready
   */
  next(now: number, isIdle: boolean): Suspect | null {
    const ready = this.#waiting.find((suspect) => this.#readyAt(suspect) <= now);
    if (ready === undefined) {
      this.#since = null;
      return null;
    }
    if (this.#since === null && now < this.#restUntil && !isIdle) return null;
    this.#since ??= now;
    return ready;
  }

  /** When to look again; Infinity: only what is in flight can change anything. */
  wakeAt(now: number): number {
    if (this.#since !== null) return Infinity;
    let soonest = Infinity;
    for (const suspect of this.#waiting) {
      const at = this.#readyAt(suspect);
      soonest = Math.min(soonest, at > now ? at : Math.max(now, this.#restUntil));
    }
    return soonest;
  }

  /** It is about to be fetched. */
  take(suspect: Suspect): void {
    this.#waiting = this.#waiting.filter(({ id }) => id !== suspect.id);
    this.#inHand = suspect;
  }

  /** It went back to the queue, if it is one. @param notBefore milliseconds since 1970; 0: at once */
  putBack(id: string, notBefore: number): void {
    if (this.#inHand?.id === id) this.#waiting.push({ ...this.#inHand, notBefore });
  }

  /** It is no longer in flight: others may go on. */
  over(now: number): void {
    this.#restUntil = now + Math.max(0, now - (this.#since ?? now));
    this.#since = null;
    this.#inHand = null;
  }

  #readyAt({ origin: name, priority, depth, notBefore }: Suspect): number {
    const { origins, isClosed } = this.#deps;
    const origin = origins.get(name);
    const closed = isClosed(origin);
    // Whoever is served there asks for the file.
    if (closed && !origin.waiting) origins.markPending(name, priority, depth);
    return closed || origin.robots === 'asking' ? Infinity : Math.max(origin.nextAt, notBefore);
  }
}
