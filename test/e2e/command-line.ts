import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const entry = fileURLToPath(new URL('../../bin/spider-studio.mjs', import.meta.url));

export interface Called {
  code: number | null;
  stdout: string;
  stderr: string;
  /** stdout read as JSON; throws when it is not exactly one JSON value. */
  json<T = Record<string, unknown>>(): T;
}

export interface CallOptions {
  input?: string;
  env?: Record<string, string>;
  /** Called with the process once it runs. */
  onStart?: (child: ChildProcess) => void;
  /** The Node to call; the one that runs the tests unless given. */
  node?: string;
  /** The id of the user to call as; needs the superuser. */
  user?: number;
}

/** Calls the real command line as a user would, in a process of its own. */
export function call(args: readonly string[], options: CallOptions = {}): Promise<Called> {
  const child = spawn(options.node ?? process.execPath, [entry, ...args], {
    env: { ...process.env, ...options.env },
    stdio: 'pipe',
    ...(options.user === undefined ? {} : { uid: options.user }),
  });
  options.onStart?.(child);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const stdout = Buffer.concat(out).toString('utf8');
      const stderr = Buffer.concat(err).toString('utf8');
      resolve({ code, stdout, stderr, json: <T>() => JSON.parse(stdout) as T });
    });
  });
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
