import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * Calls a function when the log file of a database was written, as far as the system tells: some file systems, such as shares, never
 * do, and some do late. It keeps no process alive. @returns what ends it
 */
export function watchDatabase(path: string, onWrite: () => void): () => void {
  const log = `${basename(path)}-wal`;
  try {
    // The folder, because the log comes and goes with the connections.
    const watcher = watch(dirname(path), { persistent: false }, (_, name) => {
      if (name === null || name === log) onWrite();
    });
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}
