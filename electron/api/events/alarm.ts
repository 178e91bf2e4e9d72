/** Wakes a loop that waits. */
export interface Alarm {
  /** Ends the wait under way, or the next one. */
  ring: () => void;
  /** Resolves at the next ring, after the time without one, or when the signal is aborted. */
  wait(): Promise<void>;
}

/** @param every the longest wait, in milliseconds */
export function createAlarm(every: number, signal: AbortSignal): Alarm {
  let hasRung = false;
  let wake = (): void => undefined;
  const ring = (): void => {
    hasRung = true;
    wake();
  };
  signal.addEventListener('abort', ring, { once: true });
  return {
    ring,
    async wait() {
      if (!hasRung && !signal.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, every);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      wake = () => undefined;
      hasRung = false;
    },
  };
}
