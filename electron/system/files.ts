import * as fs from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { errorCode, systemProblem } from './errors.ts';

/** The calls of the system that can fail because of other programs or a full disk. */
export interface FileCalls {
  open: (path: string, flags: string) => Promise<FileHandle>;
  openSync: (path: string, flags: string) => number;
  linkSync: (from: string, to: string) => void;
  renameSync: (from: string, to: string) => void;
  rmSync: (path: string, options: fs.RmOptions) => void;
}

export interface FilesOptions {
  platform?: NodeJS.Platform;
  /** Calls that are not given are the system's own. */
  calls?: Partial<FileCalls>;
  pause?: (milliseconds: number) => void;
}

/**
 * Gives and takes away the names of files, with patience: on Windows a file that somebody has open can neither be replaced
 * nor removed, and virus scanners and indexers open every new file for a moment. What is thrown is an error of the system
 * about the name that could not be had; EBUSY means that another program has the file open.
 */
export interface Files {
  /** Opens a file to write it. Nobody is waited for. */
  open(path: string, flags: string): Promise<FileHandle>;
  /** Tells before the work what would keep a file from being replaced after it. Systems other than Windows replace any. */
  requireReplaceable(path: string): void;
  /** Gives a file another name, in the place of the file that has it. */
  replace(from: string, to: string): void;
  /** Gives a file another name that no file may have. @throws EEXIST */
  publish(from: string, to: string): void;
  /** Removes a file or a folder. Never throws: @returns whether it is gone */
  remove(path: string): boolean;
  /** Makes new names in a folder survive a power cut. Never throws: not every system lets folders be opened. */
  syncFolder(folder: string): void;
}

/** Milliseconds between tries, 2.5 seconds in all: longer than a scanner takes, and not too long for a person. */
const waits = [10, 20, 40, 80, 160, 320, 640, 1280] as const;

/** What Windows answers while another program has a file open; elsewhere they are final. */
const passing = new Set(['EBUSY', 'EPERM', 'EACCES', 'ENOTEMPTY']);

/** @returns files of a platform; tests hand in calls that fail */
export function createFiles({
  platform = process.platform,
  calls = {},
  pause = sleep,
}: FilesOptions = {}): Files {
  const { openSync, linkSync, renameSync, rmSync } = { ...fs, ...calls };

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
      // A file that may not be written gets the same answer as one that is open elsewhere.
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
    open: calls.open ?? open,
    requireReplaceable,
    replace: (from, to) => move(from, to, true),
    publish(from, to) {
      try {
        linkSync(from, to);
      } catch (error) {
        if (systemProblem(error) === 'exists') throw failed('link', to, error);
        // Not every file system has links.
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
        // Then the system orders its names itself.
      }
    },
  };
}

/** Removes what is in nobody's way, without holding anything up. Never fails. */
export async function discard(path: string): Promise<void> {
  await rm(path, { force: true, recursive: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined);
}

/** The files of this computer. */
export const files: Files = createFiles();

function failed(syscall: string, path: string, cause: unknown, code = errorCode(cause)): Error {
  const error = new Error(`${code ?? 'It failed'}: ${syscall} '${path}'`, { cause });
  return Object.assign(error, { code: code ?? 'EIO', syscall, path });
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, milliseconds);
}
