import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { errorCode } from './errors.ts';
import { files as systemFiles, type Files } from './files.ts';

/** A temporary file that was not written to for so long belongs to nobody, wherever it was written. Milliseconds. */
const abandonedMs = 24 * 3_600_000;

/** Characters of the file's name in that of its temporary files; the rest of a name has 50 at most. */
const nameLength = 100;

/** This computer: the ids of processes in a shared folder are those of several. */
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** What follows the name, also of files that SQLite keeps beside its own; the ids are missing in those of earlier versions. */
const ending = /^(?:(?<host>[0-9a-f]{8})-(?<pid>\d{1,10})-)?[0-9a-f]{12}\.partial(?:-(?:journal|wal|shm))?$/;

/** Returns the path of a new temporary file beside a file. Its name says which process writes it. */
export const partialFile = (file: string): string =>
  join(dirname(file), `${beginning(file)}${host}-${process.pid}-${randomBytes(6).toString('hex')}.partial`);

const beginning = (file: string): string => `.${basename(file).slice(0, nameLength)}.`;

/** What is asked about processes and time, for tests. */
export interface PartialFilesOptions {
  files?: Files;
  isAlive?: (pid: number) => boolean;
  now?: () => number;
}

/**
 * Removes the temporary files of a file whose process was killed: those of processes of this computer that are gone, and those of
 * any computer that nobody has written to for a day. Never throws.
 */
export function removeStalePartials(
  file: string,
  { files = systemFiles, isAlive = isRunning, now = Date.now }: PartialFilesOptions = {},
): void {
  try {
    const start = beginning(file);
    for (const name of readdirSync(dirname(file))) {
      const parts = name.startsWith(start) ? ending.exec(name.slice(start.length)) : null;
      if (parts === null) continue;
      const path = join(dirname(file), name);
      const isGone = parts.groups?.['host'] === host && !isAlive(Number(parts.groups['pid']));
      if (isGone || now() - statSync(path).mtimeMs > abandonedMs) files.remove(path);
    }
  } catch {
    // The folder cannot be listed, or another process has removed one meanwhile.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
