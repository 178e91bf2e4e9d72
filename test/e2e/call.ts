import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startProgram, type ProgramOptions } from './program.ts';

const entry = fileURLToPath(new URL('../../bin/spider-studio.mjs', import.meta.url));

export interface Called {
  code: number | null;
  stdout: string;
  stderr: string;
  /** stdout read as JSON; throws when it is not exactly one JSON value. */
  json<T = Record<string, unknown>>(): T;
}

export interface CallOptions extends ProgramOptions {
  /** Called with the process once it runs. */
  onStart?: (child: ChildProcess) => void;
}

/** Calls the real command line as a user would, in a process of its own. */
export async function call(args: readonly string[], options: CallOptions = {}): Promise<Called> {
  const child = startProgram([entry, ...args], options);
  const ended = once(child, 'close') as Promise<[number | null]>;
  const texts = [child.stdout, child.stderr].map((stream) =>
    stream === null ? Promise.resolve('') : text(stream),
  );
  options.onStart?.(child);
  const [code] = await ended;
  const [stdout = '', stderr = ''] = await Promise.all(texts);
  return { code, stdout, stderr, json: <T>() => JSON.parse(stdout) as T };
}
