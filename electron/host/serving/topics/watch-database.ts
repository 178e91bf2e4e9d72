import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { WriteWatch } from '../../../store/outbox/write-watch.ts';

const unsure = { tellsAll: false };

/**
 * Calls a function when the log file of a database was written, as far as the system tells: some file systems, such as shares, never
 * do, and some do late. It keeps no process alive.
 */
export function watchDatabase(path: string, onWrite: () => void): WriteWatch {
  const log = `${basename(path)}-wal`;
  try {
    // The folder, because the log comes and goes with the connections.
    const watcher = watch(dirname(path), { persistent: false }, (_, name) => {
      if (name === null || name === log) onWrite();
    });
    watcher.on('error', () => watcher.close());
    return { ...unsure, end: () => watcher.close() };
  } catch {
    return { ...unsure, end: () => undefined };
  }
}
