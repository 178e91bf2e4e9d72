import { execFile } from 'node:child_process';

/** A program to run. */
export interface ProgramCall {
  program: string;
  args: readonly string[];
  /** Standard input; empty if left out. Unlike arguments, it is not visible to other users. */
  input?: string;
}

/** How a program ended. */
export type ProgramEnd =
  | { kind: 'ended'; code: number; output: string; errors: string }
  /** The program does not exist. */
  | { kind: 'absent' }
  /** The program exceeded the time limit and was killed. */
  | { kind: 'late' };

/** Runs a program to its end. Never rejects. */
export type RunProgram = (call: ProgramCall) => Promise<ProgramEnd>;

/** Time limit in milliseconds; long enough for a person to unlock a keychain. */
const timeLimitMs = 60_000;
const maxOutputBytes = 64 * 1024 * 1024;

/** Runs a program without a shell and without a window. */
export const runProgram: RunProgram = ({ program, args, input = '' }) =>
  new Promise((resolve) => {
    const options = {
      timeout: timeLimitMs,
      maxBuffer: maxOutputBytes,
      encoding: 'utf8',
      windowsHide: true,
    } as const;
    const child = execFile(program, [...args], options, (error, output, errors) => {
      if (error === null) resolve({ kind: 'ended', code: 0, output, errors });
      else if (typeof error.code === 'number') resolve({ kind: 'ended', code: error.code, output, errors });
      else resolve({ kind: error.code === 'ENOENT' ? 'absent' : 'late' });
    });
    // A program that ends before it has read its input reports the reason by its exit code.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
