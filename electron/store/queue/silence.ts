import { workerBeatMs } from './queue-work-queries.ts';

/** The last sign of life of a worker. */
export interface SignOfLife {
  /** Its lock. */
  worker: string;
  /** Any text that is another one after each sign. */
  sign: string;
}

interface Observed extends SignOfLife {
  seenAt: number;
  silentMs: number;
}

/** The most that one look adds to a silence, in milliseconds: a machine that slept has not looked meanwhile. */
const longestGlanceMs = 2 * workerBeatMs;

/**
 * Measures how long workers have shown no sign of life, as far as somebody has looked. No clocks of different processes are
 * compared, so that neither a clock that is set nor a machine that slept makes a worker look dead.
 * @param monotonic a clock that nobody can set, in milliseconds
 */
export class Silence {
  readonly #monotonic: () => number;
  #observed = new Map<string, Observed>();

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** Looks at all workers. @returns how long each has been without a new sign, in milliseconds, by its lock */
  look(signs: readonly SignOfLife[]): ReadonlyMap<string, number> {
    this.#observed = new Map(signs.map((sign) => [sign.worker, this.#after(sign)]));
    return new Map([...this.#observed].map(([worker, { silentMs }]) => [worker, silentMs]));
  }

  #after(sign: SignOfLife): Observed {
    const seenAt = this.#monotonic();
    const before = this.#observed.get(sign.worker);
    if (before?.sign !== sign.sign) return { ...sign, seenAt, silentMs: 0 };
    const glance = Math.min(longestGlanceMs, seenAt - before.seenAt);
    return { ...before, seenAt, silentMs: before.silentMs + glance };
  }
}
