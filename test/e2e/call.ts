import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { buildFolder } from '../../bin/engine-build.mjs';
import { endingSignals } from '../../bin/ending-signals.mjs';
import type { runCommandLine } from '../../electron/cli/main.ts';
import { listening } from '../electron/cli/listening.ts';
import { isWindowsNode, startProgram, type ProgramOptions } from './program.ts';

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

/** Calls the real command line as a user does, in a process of its own. */
export async function callProcess(args: readonly string[], options: CallOptions = {}): Promise<Called> {
  const child = startProgram([entry, ...args], options);
  const ended = once(child, 'close') as Promise<[number | null]>;
  const texts = [child.stdout, child.stderr].map((stream) =>
    stream === null ? Promise.resolve('') : text(stream),
  );
  options.onStart?.(child);
  const [code] = await ended;
  const [stdout = '', stderr = ''] = await Promise.all(texts);
  return called(code, stdout, stderr);
}

/** What the bundle of the command line gives. Node loads it as it is: Vite would read all of it. */
interface CommandLine {
  runCommandLine: typeof runCommandLine;
}

/** Variables that are read at every use, and not kept for the process. */
const readEachTime = new Set(['SPIDER_STUDIO_HOME', 'SPIDER_STUDIO_BROWSER', 'DBUS_SESSION_BUS_ADDRESS']);

/** Whether a command runs in this process: another one may be for another data folder, so it gets a process. */
let isBusy = false;

/**
 * Calls the real command line: in this process where the call needs none of its own, as the start of one is most of what a short
 * command takes.
 */
export async function call(args: readonly string[], options: CallOptions = {}): Promise<Called> {
  const { env = {}, ...others } = options;
  const isPlain =
    Object.keys(others).length === 0 &&
    Object.keys(env).every((name) => readEachTime.has(name)) &&
    !args.some((arg) => arg.startsWith('--database'));
  if (isBusy || isWindowsNode || !isPlain) return callProcess(args, options);
  const commandLine = createRequire(import.meta.url)(join(buildFolder, 'cli.js')) as CommandLine;
  const { said, streams } = listening();
  const before = new Map(Object.keys(env).map((name) => [name, process.env[name]]));
  const listeners = endingSignals.map((signal) => process.listeners(signal));
  isBusy = true;
  Object.assign(process.env, env);
  try {
    const code = await commandLine.runCommandLine(args, streams);
    const { out, err } = said();
    return called(code, out, err);
  } finally {
    isBusy = false;
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    // A command listens to them until its process ends.
    for (const [place, signal] of endingSignals.entries())
      for (const listener of process.listeners(signal))
        if (listeners[place]?.includes(listener) !== true) process.off(signal, listener);
  }
}

const called = (code: number | null, stdout: string, stderr: string): Called => ({
  ...{ code, stdout, stderr },
  json: <T>() => JSON.parse(stdout) as T,
});
