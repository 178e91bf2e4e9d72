import { open } from 'node:fs/promises';

/** Interval in milliseconds, and about the most work that a power cut may lose. */
const every = 1000;

/**
 * Flushes the write-ahead log of a database to the disk once a second, in the background. SQLite itself does so only when the
 * log is moved into the database (`synchronous = NORMAL`), which may be much later. SQLite holds no locks on the log that
 * closing it here could release.
 * @param path path of the database
 * @param sync flushes a file to the disk
 * @returns a function that stops it
 */
export function keepLogSynced(path: string, sync: (file: string) => Promise<void> = syncFile): () => void {
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    void sync(`${path}-wal`)
      // The log may not exist at the moment. A disk that is full or missing is reported by the next write.
      .catch(() => undefined)
      .finally(() => {
        busy = false;
      });
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
