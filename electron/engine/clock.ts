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

/** Resolves at the given time, or when the signal is aborted; never rejects. */
export function waitUntil(clock: Clock, time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || time <= clock.now()) return resolve();
    const done = (): void => {
      takeBack();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const takeBack = clock.at(time, done);
    signal.addEventListener('abort', done);
  });
}
