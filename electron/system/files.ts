import * as fs from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { errorCode, systemProblem } from './errors.ts';

/** The file system calls that can fail because of other programs or a full disk. */
export interface FileCalls {
  open: (path: string, flags: string) => Promise<FileHandle>;
  openSync: (path: string, flags: string) => number;
  linkSync: (from: string, to: string) => void;
  renameSync: (from: string, to: string) => void;
  rmSync: (path: string, options: fs.RmOptions) => void;
}

/** Platform and calls to use, for tests. */
export interface FilesOptions {
  platform?: NodeJS.Platform;
  /** Replacements for file system calls; the others are the system's own. */
  calls?: Partial<FileCalls>;
  pause?: (milliseconds: number) => void;
}

/**
 * Creates, renames and removes files, and retries where Windows needs it: there a file that any program has open can be neither
 * replaced nor removed, and virus scanners and indexers briefly open every new file. Errors are those of the file system, about
 * the target name; EBUSY means that another program has the file open.
 */
export interface Files {
  /** Opens a file for writing. Does not retry. */
  open(path: string, flags: string): Promise<FileHandle>;
  /** Throws before the work if a file could not be replaced after it. Only Windows has such files. */
  requireReplaceable(path: string): void;
  /** Renames a file, replacing an existing one. */
  replace(from: string, to: string): void;
  /** Renames a file to a name that must be free. @throws EEXIST */
  publish(from: string, to: string): void;
  /** Removes a file or a folder. Never throws. @returns whether it is gone */
  remove(path: string): boolean;
  /** Makes new names in a folder survive a power failure. Never throws: some systems cannot open folders. */
  syncFolder(folder: string): void;
}

/** Delays between retries in milliseconds; 2.5 seconds in all, which is longer than a virus scan of a file takes. */
const waits = [10, 20, 40, 80, 160, 320, 640, 1280] as const;

/** Errors that Windows reports while another program has a file open; elsewhere they are final. */
const passing = new Set(['EBUSY', 'EPERM', 'EACCES', 'ENOTEMPTY']);

/** The calls of the system, as Node has them at that moment. */
const systemCalls: FileCalls = {
  open: (path, flags) => open(path, flags),
  openSync: (path, flags) => fs.openSync(path, flags),
  linkSync: (from, to) => fs.linkSync(from, to),
  renameSync: (from, to) => fs.renameSync(from, to),
  rmSync: (path, options) => fs.rmSync(path, options),
};

/** Returns the file operations of a platform. Tests pass calls that fail. */
export function createFiles({
  platform = process.platform,
  calls = {},
  pause = sleep,
}: FilesOptions = {}): Files {
  const { openSync, linkSync, renameSync, rmSync } = { ...systemCalls, ...calls };

  function patiently<T>(act: () => T): T {
    for (const wait of waits) {
      try {
        return act();
      } catch (error) {
        if (platform !== 'win32' || !passing.has(errorCode(error) ?? '')) throw error;
        pause(wait);
      }
    }
    return act();
  }

  function requireReplaceable(path: string): void {
    if (platform !== 'win32') return;
    try {
      fs.closeSync(patiently(() => openSync(path, 'r+')));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw failed('open', path, error);
    }
  }

  function move(from: string, to: string, mayReplace: boolean): void {
    try {
      patiently(() => {
        if (!mayReplace && fs.existsSync(to)) throw failed('rename', to, null, 'EEXIST');
        renameSync(from, to);
      });
    } catch (error) {
      const isDenied = platform === 'win32' && systemProblem(error) === 'no-permission';
      if (!isDenied || !fs.existsSync(to)) throw failed('rename', to, error);
      // A read-only file fails with the same error as one that is open elsewhere.
      requireReplaceable(to);
      throw failed('rename', to, error, 'EBUSY');
    }
  }

  function remove(path: string): boolean {
    try {
      patiently(() => rmSync(path, { force: true, recursive: true }));
      return true;
    } catch {
      return false;
    }
  }

  return {
    open: calls.open ?? systemCalls.open,
    requireReplaceable,
    replace: (from, to) => move(from, to, true),
    publish(from, to) {
      try {
        linkSync(from, to);
      } catch (error) {
        if (systemProblem(error) === 'exists') throw failed('link', to, error);
        // Some file systems have no hard links.
        return move(from, to, false);
      }
      remove(from);
    },
    remove,
    syncFolder(folder) {
      try {
        const descriptor = openSync(folder, 'r');
        try {
          fs.fsyncSync(descriptor);
        } finally {
          fs.closeSync(descriptor);
        }
      } catch {
        // The file system orders its names itself.
      }
    },
  };
}

/** Removes a file that nothing depends on, in the background. Never fails. */
export async function discard(path: string): Promise<void> {
  await rm(path, { force: true, recursive: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined);
}

/** File operations of this computer. */
export const files: Files = createFiles();

function failed(syscall: string, path: string, cause: unknown, code = errorCode(cause)): Error {
  const error = new Error(`${code ?? 'It failed'}: ${syscall} '${path}'`, { cause });
  return Object.assign(error, { code: code ?? 'EIO', syscall, path });
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, milliseconds);
}
