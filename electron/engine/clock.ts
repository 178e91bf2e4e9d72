/** Two clocks: a steady one for waiting, and the date. They differ because the system clock can be set at any time. */
export interface Clock {
  /**
   * Milliseconds since 1970 by the system clock at the start of the process, plus the time elapsed since. Setting the system
   * clock does not change it. For delays, deadlines and all other waiting.
   */
  now(): number;
  /** Milliseconds since 1970 by the system clock at present. For comparison with dates from elsewhere. */
  date(): number;
  /**
   * Calls `ring` once, at the given time (see `now`; Infinity: never) or earlier, but never synchronously. The callee checks the
   * clock again.
   * @returns a function that cancels it
   */
  at(time: number, ring: () => void): () => void;
}

/** Maximum duration of a timer in milliseconds: timers can be wrong, and the machine can be suspended. */
const longestSleepMs = 30_000;

/** Milliseconds since a fixed moment. `performance` is not used, because loading it costs 5 ms at every start. */
function elapsedMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

const began = Date.now() - elapsedMs();

/** See `Clock.now`. */
export const steadyNow = (): number => began + elapsedMs();

/** The clock of this machine. */
export const systemClock: Clock = {
  now: steadyNow,
  date: () => Date.now(),
  at(time, ring) {
    const timer = setTimeout(ring, Math.min(Math.max(0, time - steadyNow()), longestSleepMs));
    return () => clearTimeout(timer);
  },
};

/** Sleeps until a time, or until it is woken. Waking has no effect while it is awake. */
export class Sleeper {
  readonly #clock: Clock;
  #wake: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves at the time or earlier; the caller checks the clock again. May only be called while awake. Never rejects. */
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

/** Resolves at the given time, or when the signal is aborted. Never rejects. */
export async function waitUntil(clock: Clock, time: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || time <= clock.now()) return;
  const sleeper = new Sleeper(clock);
  const wake = (): void => sleeper.wake();
  signal.addEventListener('abort', wake);
  while (!signal.aborted && clock.now() < time) await sleeper.until(time);
  signal.removeEventListener('abort', wake);
}
