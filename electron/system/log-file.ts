import { appendFileSync, closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFolder } from './folders.ts';

/** Options of a log file. */
export interface LogFileOptions {
  /** Size in bytes from which the file is renamed to ".old" and a new one is started. */
  maxBytes?: number;
}

const usualMaxBytes = 1024 * 1024;
/** Age after which another process's rotation lock is stale, in milliseconds; a rename takes far less. */
const staleLockMs = 60_000;

/**
 * Appends to a log file. At most two files exist: this one and its predecessor, whose name ends in ".old". Several processes may
 * write at once: entries are written whole, and only one process rotates the file. Never throws: the entry is lost if the disk is
 * full or the folder is read-only.
 */
export function appendToLog(
  file: string,
  entry: string,
  { maxBytes = usualMaxBytes }: LogFileOptions = {},
): void {
  try {
    createFolder(dirname(file));
    if (sizeOf(file) >= maxBytes) rotate(file, maxBytes);
    // If the file cannot be rotated, the log stops before it grows without limit.
    if (sizeOf(file) >= 2 * maxBytes) return;
    appendFileSync(file, entry, { mode: 0o600 });
  } catch {
    return;
  }
}

/**
 * Rotates the file in one process at a time: a second process that saw the same size would overwrite the old file with the new
 * one.
 */
function rotate(file: string, maxBytes: number): void {
  const lock = `${file}.lock`;
  try {
    closeSync(openSync(lock, 'wx'));
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - since > staleLockMs) rmSync(lock, { force: true });
    return;
  }
  try {
    if (sizeOf(file) >= maxBytes) renameSync(file, `${file}.old`);
  } finally {
    rmSync(lock, { force: true });
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
