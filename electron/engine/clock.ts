export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves at the given time, or when the signal is aborted; never rejects. */
  until(time: number, signal: AbortSignal): Promise<void>;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  until(time, signal) {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      // 2^31 - 1 ms is the longest that a timer can wait.
      const timer = setTimeout(done, Math.min(Math.max(0, time - Date.now()), 2 ** 31 - 1));
      signal.addEventListener('abort', done);
    });
  },
};
