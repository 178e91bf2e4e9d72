import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../system/errors.ts';
import { takeLock, type FileLock } from '../system/file-lock.ts';
import { LibraryError } from './errors.ts';

/** How long it is waited for another holder, and how often it is asked, in milliseconds. */
const [waitMs, askEvery] = [30_000, 50];

/**
 * Works while a lock is held that all processes see, and that ends with this one. The thread goes on meanwhile.
 * @param what names what is locked, in errors
 * @throws LibraryError `busy`, `read-only`, `cancelled`
 */
export async function whileLocked<T>(
  file: string,
  { what, signal }: { what: string; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  const lock = await taken(file, what, signal);
  try {
    return await work();
  } finally {
    // The file stays: whoever removed it might remove the one that another process has locked meanwhile.
    lock.release();
  }
}

async function taken(file: string, what: string, signal: AbortSignal): Promise<FileLock> {
  for (let waited = 0; ; waited += askEvery) {
    try {
      return takeLock(file, 0);
    } catch (error) {
      if (errorCode(error) !== 'SQLITE_BUSY')
        throw new LibraryError('read-only', `Nothing can be written to ${what}.`);
    }
    if (waited >= waitMs)
      throw new LibraryError('busy', `Another process has had ${what} for ${waitMs / 1000} seconds.`);
    await delay(askEvery, undefined, { signal }).catch(() => {
      throw new LibraryError('cancelled', 'It was cancelled.');
    });
  }
}
