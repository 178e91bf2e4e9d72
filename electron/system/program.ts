import { execFile } from 'node:child_process';

/** A program that is asked for something. */
export interface ProgramCall {
  program: string;
  args: readonly string[];
  /** What it reads from its standard input; nothing unless given. Arguments can be seen by everybody, this cannot. */
  input?: string;
}

/** What became of a call. */
export type ProgramEnd =
  | { kind: 'ended'; code: number; output: string; errors: string }
  /** There is no such program. */
  | { kind: 'absent' }
  /** It had to be ended. */
  | { kind: 'late' };

export type RunProgram = (call: ProgramCall) => Promise<ProgramEnd>;

/** Long enough for a person to unlock a keychain. Milliseconds. */
const patienceMs = 60_000;
const maxOutputBytes = 64 * 1024 * 1024;

/** Runs a program to its end, without a shell and without a window. */
export const runProgram: RunProgram = ({ program, args, input = '' }) =>
  new Promise((resolve) => {
    const options = {
      timeout: patienceMs,
      maxBuffer: maxOutputBytes,
      encoding: 'utf8',
      windowsHide: true,
    } as const;
    const child = execFile(program, [...args], options, (error, output, errors) => {
      if (error === null) resolve({ kind: 'ended', code: 0, output, errors });
      else if (typeof error.code === 'number') resolve({ kind: 'ended', code: error.code, output, errors });
      else resolve({ kind: error.code === 'ENOENT' ? 'absent' : 'late' });
    });
    // Who has ended before reading it all says why with its exit code.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
