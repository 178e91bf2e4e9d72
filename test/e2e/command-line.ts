import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
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

/** A scratch folder that goes away with the test. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A data folder of its own for one test, with a short way to call the command line on it. */
export function studio() {
  const folder = scratchFolder();
  const data = join(folder, 'data');
  return {
    folder,
    data,
    /** Writes a file into the scratch folder and gives its path. */
    file: (name: string, content: string | Uint8Array | object): string => {
      const path = join(folder, name);
      writeFileSync(
        path,
        typeof content === 'string' || content instanceof Uint8Array
          ? content
          : JSON.stringify(content, null, 2),
      );
      return path;
    },
    call: (args: readonly string[], options: CallOptions = {}) =>
      call(args, { ...options, env: { SPIDER_STUDIO_HOME: data, ...options.env } }),
  };
}
