import { setTimeout as delay } from 'node:timers/promises';

/** How failed requests are repeated. */
export interface Patience {
  /** The most times that a request is sent. */
  tries: number;
  /** Pause before the second time, in milliseconds; it doubles. */
  firstPauseMs: number;
  /** The longest pause, in milliseconds, also of one that the server asks for. */
  longestPauseMs: number;
  /** Waits, in milliseconds; less if it is cancelled. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Between 0 and 1, so that many clients do not come back together. */
  random: () => number;
}

/** About a minute and a half in all. */
export const usualPatience: Patience = {
  tries: 8,
  firstPauseMs: 500,
  longestPauseMs: 30_000,
  async sleep(ms, signal) {
    // Cut short by the signal, of which the next try learns.
    await delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  },
  random: Math.random,
};

/** The pause after a try that failed, in milliseconds. @param tries how many there were @param asked what the server asks for */
export function pauseAfter(
  tries: number,
  asked: number | null,
  { firstPauseMs, longestPauseMs, random }: Patience,
): number {
  const usual = firstPauseMs * 2 ** (tries - 1) * (0.5 + random() / 2);
  return Math.min(longestPauseMs, Math.max(usual, asked ?? 0));
}
