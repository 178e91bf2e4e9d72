import type { Clock } from '../../../../electron/engine/clock.ts';

/** Turns of the event loop without a message on its way after which nothing but time can change anything. */
const quietTurns = 20;

/** A clock that moves to the next time that somebody waits for, as soon as everything else has come to rest. */
export class SimulatedClock implements Clock {
  readonly #isBusy: () => boolean;
  readonly #waiting = new Map<() => void, number>();
  #now = 1_000_000;
  #isPumping = false;

  /** @param isBusy whether messages are on their way */
  constructor(isBusy: () => boolean) {
    this.#isBusy = isBusy;
  }

  now(): number {
    return this.#now;
  }

  date(): number {
    return this.#now;
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }

  at(time: number, ring: () => void): () => void {
    const own = (): void => ring();
    if (time !== Infinity) this.#waiting.set(own, time);
    if (!this.#isPumping) void this.#pump();
    return () => void this.#waiting.delete(own);
  }

  async #pump(): Promise<void> {
    this.#isPumping = true;
    while (this.#waiting.size > 0) {
      for (let quiet = 0; quiet < quietTurns; quiet += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        if (this.#isBusy()) quiet = 0;
      }
      const [next] = [...this.#waiting].sort(([, a], [, b]) => a - b);
      if (next === undefined) break;
      const [ring, time] = next;
      this.#waiting.delete(ring);
      this.#now = Math.max(this.#now, time);
      ring();
    }
    this.#isPumping = false;
  }
}
