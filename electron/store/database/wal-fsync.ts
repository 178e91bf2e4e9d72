import { open } from 'node:fs/promises';

/** How often, in milliseconds: about as much work as a power cut may take along. */
const every = 1000;

/**
 * Has the operating system write the log of a database to the disk once a second, beside the work. SQLite itself does
 * that only when the log is moved into the database (`synchronous = NORMAL`), which may be long after. SQLite keeps no
 * locks on the log, so that opening and closing it here takes none away.
 * @param path of the database
 * @param sync writes one file to the disk
 * @returns what ends it
 */
export function keepLogSynced(path: string, sync: (file: string) => Promise<void> = syncFile): () => void {
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    void sync(`${path}-wal`)
      // There may be no log at the moment, or a disk that is full or gone: the next write will say so.
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
