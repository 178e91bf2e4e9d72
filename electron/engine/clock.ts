/** The time by which a crawl waits, and the date. They are told apart because a machine's clock can be set at any moment. */
export interface Clock {
  /**
   * Milliseconds since 1970 as the machine's clock had them when the process began, counted on steadily from there: setting
   * that clock moves nothing. For delays, deadlines and all else that waits.
   */
  now(): number;
  /** Milliseconds since 1970 as the machine's clock has them now: for dates that others have written. */
  date(): number;
  /**
   * Calls `ring` once, at the given time (as `now` counts; Infinity: never) or before it, and not before this has returned.
   * Who is rung looks at the clock again.
   * @returns takes it back
   */
  at(time: number, ring: () => void): () => void;
}

/** Nobody sleeps longer without another look, in milliseconds: a timer can be wrong, and a machine can be put to sleep. */
const longestSleepMs = 30_000;

/** Milliseconds since some moment in the past. Not by `performance`, which every start would wait 5 ms for. */
function elapsedMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

const began = Date.now() - elapsedMs();

/** See `Clock.now`. */
export const steadyNow = (): number => began + elapsedMs();

/** The clock of the machine. */
export const systemClock: Clock = {
  now: steadyNow,
  date: () => Date.now(),
  at(time, ring) {
    const timer = setTimeout(ring, Math.min(Math.max(0, time - steadyNow()), longestSleepMs));
    return () => clearTimeout(timer);
  },
};

/** Sleeps until a time, or until it is woken. Waking it while it is awake does nothing. */
export class Sleeper {
  readonly #clock: Clock;
  #wake: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Until the time, at the latest: who waits for it looks at the clock again. To be called while it is awake. Never rejects. */
  until(time: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#wake = null;
        takeBack();
        resolve();
      };
      const takeBack = this.#clock.at(time, wake);
      this.#wake = wake;
    });
  }

  wake(): void {
    this.#wake?.();
  }
}

/** Resolves at the given time, or when the signal is aborted; never rejects. */
export async function waitUntil(clock: Clock, time: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || time <= clock.now()) return;
  const sleeper = new Sleeper(clock);
  const wake = (): void => sleeper.wake();
  signal.addEventListener('abort', wake);
  while (!signal.aborted && clock.now() < time) await sleeper.until(time);
  signal.removeEventListener('abort', wake);
}
