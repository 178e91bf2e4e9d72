import { setTimeout as delay } from 'node:timers/promises';

/** Spaces requests to each site. */
export interface Pace {
  /**
   * Resolves when a request to the origin may be sent, or when the signal is aborted.
   * @param delayMs the least time since the request before it
   */
  turn(origin: string, delayMs: number, signal: AbortSignal): Promise<void>;
}

/** How many origins are remembered; those whose time has come are forgotten first. */
const mostOrigins = 10_000;

/** @param now a clock that only goes forward, in milliseconds */
export function createPace(now: () => number = () => performance.now()): Pace {
  const lastAt = new Map<string, number>();
  return {
    async turn(origin, delayMs, signal) {
      if (delayMs === 0) return;
      const last = lastAt.get(origin);
      const at = last === undefined ? now() : Math.max(now(), last + delayMs);
      if (lastAt.size >= mostOrigins)
        for (const [other, time] of lastAt) if (time < now()) lastAt.delete(other);
      lastAt.set(origin, at);
      const wait = at - now();
      if (wait > 0) await delay(wait, undefined, { signal }).catch(() => undefined);
    },
  };
}
