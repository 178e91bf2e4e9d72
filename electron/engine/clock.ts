export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Calls `ring` once, at the given time (milliseconds since 1970; Infinity: never), and not before this has returned.
   * @returns takes it back
   */
  at(time: number, ring: () => void): () => void;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  at(time, ring) {
    // 2^31 - 1 ms is the longest that a timer can wait.
    const timer = setTimeout(ring, Math.min(Math.max(0, time - Date.now()), 2 ** 31 - 1));
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

  /** To be called while it is awake. Never rejects. */
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
  await sleeper.until(time);
  signal.removeEventListener('abort', wake);
}
