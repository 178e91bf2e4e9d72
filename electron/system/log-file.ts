import { appendFileSync, closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFolder } from './folders.ts';

export interface LogFileOptions {
  /** From this size on the file becomes the old one, and a new one is begun. */
  maxBytes?: number;
}

const usualMaxBytes = 1024 * 1024;
/** A rename takes less: who holds the turn for longer has ended while it had it. Milliseconds. */
const longestTurnMs = 60_000;

/**
 * Appends to a log file. It and the one before it, which has ".old" at the end of its name, are all there ever is. Several
 * processes may write at once: an entry is written whole, and one of them begins the new file. Never throws: a full disk
 * or a folder that may not be written costs the entry.
 */
export function appendToLog(
  file: string,
  entry: string,
  { maxBytes = usualMaxBytes }: LogFileOptions = {},
): void {
  try {
    createFolder(dirname(file));
    if (sizeOf(file) >= maxBytes) beginAnew(file, maxBytes);
    // Where no new file could be begun, the log ends before it grows for ever.
    if (sizeOf(file) >= 2 * maxBytes) return;
    appendFileSync(file, entry, { mode: 0o600 });
  } catch {
    return;
  }
}

/** One process at a time: a second one that has seen the same size would put the new file in the place of the old one. */
function beginAnew(file: string, maxBytes: number): void {
  const turn = `${file}.turn`;
  try {
    closeSync(openSync(turn, 'wx'));
  } catch {
    const since = statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - since > longestTurnMs) rmSync(turn, { force: true });
    return;
  }
  try {
    if (sizeOf(file) >= maxBytes) renameSync(file, `${file}.old`);
  } finally {
    rmSync(turn, { force: true });
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
