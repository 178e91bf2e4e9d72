import type { Duplex } from 'node:stream';

/** Connections that have not shown that they belong to a window. */
export interface Strangers {
  /** A connection begins. */
  add(connection: Duplex): void;
  /** It belongs to a window, and is not limited any more. */
  prove(connection: Duplex): void;
}

/** How many there may be at once, and how long each may last, in milliseconds. */
const limits = { most: 64, patienceMs: 10_000 } as const;

/**
 * Bounds what programs of this machine can hold open without having been let in. A further one takes the place of the
 * oldest, so that a window, which shows its secret at once, always finds room.
 */
export function createStrangers(): Strangers {
  const timers = new Map<Duplex, NodeJS.Timeout>();

  function forget(connection: Duplex): void {
    clearTimeout(timers.get(connection));
    timers.delete(connection);
  }

  return {
    add(connection) {
      const timer = setTimeout(() => connection.destroy(), limits.patienceMs);
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
