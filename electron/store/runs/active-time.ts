import { beatMs } from '../../engine/ports/run-control.ts';

/** What is believed of a run since it was last written down, in milliseconds: a clock that was set tells of hours. */
const maxBelievedMs = 2 * beatMs;

/**
 * How long runs have been at work. The process that carries a run out counts by a clock that nobody can set, and writes the
 * sum down every few seconds (`runs.beat`); everybody else goes on from there by the clock of the machine, as far as it can be
 * believed.
 */
export class ActiveTime {
  readonly #monotonic: () => number;
  readonly #now: () => number;
  /** By run: when what is written down was counted, by the clock that nobody can set. */
  readonly #counted = new Map<number, number>();

  constructor(monotonic: () => number, now: () => number) {
    this.#monotonic = monotonic;
    this.#now = now;
  }

  /** What this process carries out was written down just now, and is counted from here. */
  count(run: number): void {
    this.#counted.set(run, this.#monotonic());
  }

  /** This process carries it out no more. */
  forget(run: number): void {
    this.#counted.delete(run);
  }

  /**
   * Milliseconds of work that are not written down yet.
   * @param since when they began by the clock of the machine; null: it does not work
   * @param until when they ended; left out: they go on
   */
  sinceWritten(run: number, since: number | null, until?: number): number {
    if (since === null) return 0;
    const counted = this.#counted.get(run);
    if (until === undefined && counted !== undefined) return Math.round(this.#monotonic() - counted);
    return Math.min(maxBelievedMs, Math.max(0, Math.round((until ?? this.#now()) - since)));
  }
}
