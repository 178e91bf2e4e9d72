import type { Duplex } from 'node:stream';

/** Connections that are not authenticated. */
export interface Strangers {
  /** Adds a new connection. */
  add(connection: Duplex): void;
  /** The connection is authenticated, and no longer limited. */
  prove(connection: Duplex): void;
}

/** The most connections at once, and the time limit of each in milliseconds. */
const limits = { most: 64, timeoutMs: 10_000 } as const;

/**
 * Limits the connections of programs that are not authenticated. A new connection replaces the oldest, so a window, which
 * authenticates at once, can always connect.
 */
export function createStrangers(): Strangers {
  const timers = new Map<Duplex, NodeJS.Timeout>();

  function forget(connection: Duplex): void {
    clearTimeout(timers.get(connection));
    timers.delete(connection);
  }

  return {
    add(connection) {
      const timer = setTimeout(() => connection.destroy(), limits.timeoutMs);
      timer.unref();
      timers.set(connection, timer);
      connection.once('close', () => forget(connection));
      const [oldest] = timers.keys();
      if (oldest === undefined || timers.size <= limits.most) return;
      forget(oldest);
      oldest.destroy();
    },
    prove: forget,
  };
}
