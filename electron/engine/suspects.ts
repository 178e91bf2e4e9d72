import type { Suspect } from './ports/ledger.ts';
import { hostOf, type Origin, type Origins } from './origins.ts';

interface SuspectsDependencies {
  origins: Origins;
  /** Whether the robots.txt of an origin has yet to be fetched. */
  isClosed: (origin: Origin) => boolean;
}

/**
 * Requests of which one may have ended the program repeatedly. Each is fetched alone, so that the culprit is identified and the
 * others are completed (decision 0231).
 *
 * They alternate with other requests: the next one waits as long as the others waited for the previous one, unless there is
 * nothing else to do.
 */
export class Suspects {
  readonly #deps: SuspectsDependencies;
  #waiting: Suspect[];
  #inHand: Suspect | null = null;
  /** Since when no other request starts; null if it is not the turn of a suspect. */
  #since: number | null = null;
  #restUntil = 0;

  constructor(waiting: readonly Suspect[], deps: SuspectsDependencies) {
    this.#waiting = [...waiting];
    this.#deps = deps;
  }

  /** Suspects of a host that has come. */
  add(suspects: readonly Suspect[]): void {
    const known = new Set(this.#waiting.map(({ id }) => id));
    this.#waiting.push(...suspects.filter(({ id }) => !known.has(id) && id !== this.#inHand?.id));
  }

  /** A host is no longer served, and its suspects are those of another session. */
  leave(host: string): void {
    this.#waiting = this.#waiting.filter(({ origin }) => hostOf(origin) !== host);
  }

  areAt(host: string): boolean {
    return this.#waiting.some(({ origin }) => hostOf(origin) === host);
  }

  get areLeft(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * Returns the suspect whose turn it is, so that nothing else may start until it ends; null: other requests may start.
   * @param isIdle whether nothing else is in flight or ready
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

  /** When to check again; Infinity: only requests in flight can change anything. */
  wakeAt(now: number): number {
    if (this.#since !== null) return Infinity;
    let soonest = Infinity;
    for (const suspect of this.#waiting) {
      const at = this.#readyAt(suspect);
      soonest = Math.min(soonest, at > now ? at : Math.max(now, this.#restUntil));
    }
    return soonest;
  }

  /** Records that a suspect is about to be fetched. */
  take(suspect: Suspect): void {
    this.#waiting = this.#waiting.filter(({ id }) => id !== suspect.id);
    this.#inHand = suspect;
  }

  /** Records that a request, if it is a suspect, returned to the queue. @param notBefore milliseconds since 1970; 0: at once */
  putBack(id: string, notBefore: number): void {
    if (this.#inHand?.id === id) this.#waiting.push({ ...this.#inHand, notBefore });
  }

  /** Records that a suspect is no longer in flight, so that other requests may start. */
  over(now: number): void {
    this.#restUntil = now + Math.max(0, now - (this.#since ?? now));
    this.#since = null;
    this.#inHand = null;
  }

  #readyAt({ origin: name, priority, depth, notBefore }: Suspect): number {
    const { origins, isClosed } = this.#deps;
    const origin = origins.get(name);
    const closed = isClosed(origin);
    // Serving the origin fetches its robots.txt.
    if (closed && !origin.waiting) origins.markPending(name, priority, depth);
    return closed || origin.robots === 'asking' ? Infinity : Math.max(origin.nextAt, notBefore);
  }
}
