import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

export interface ProgramOptions {
  env?: Record<string, string>;
  /** What stands at its standard input. */
  input?: string;
  /** Whether its standard input stays open after that, as a terminal does. */
  keepsInput?: boolean;
  /** The folder that it stands in; that of the tests unless given. */
  cwd?: string;
  /** The Node to call; the one under test unless given. */
  node?: string;
  /** The id of the user to call as; needs the superuser. */
  user?: number;
}

/** The command that calls Windows' Node here, from `scripts/test-windows.mjs`; undefined: the Node that runs the tests is tested. */
const windowsNode = process.env['SPIDER_STUDIO_WINDOWS_NODE'];

/** Whether the programs that the tests start run under Windows' Node by Wine, beside tests that run under Linux' own. */
const isUnderWine = windowsNode !== undefined;

/** Whether the programs that the tests start run under Windows' Node. */
export const isWindowsNode = isUnderWine || process.platform === 'win32';

/** A path that a program of the project names, as the tests reach it: for Wine, all of this system is drive Z:. */
export const pathHere = (path: string): string =>
  isUnderWine ? path.replace(/^Z:/i, '').replaceAll('\\', '/') : path;

/**
 * Starts a program of the project under the Node that is tested, in a process of its own.
 * @param args the entry and its arguments
 */
export function startProgram(args: readonly string[], options: ProgramOptions = {}): ChildProcess {
  const { env, input = '', cwd, user, node = windowsNode ?? process.execPath } = options;
  const common = {
    env: { ...process.env, ...env },
    ...(cwd === undefined ? {} : { cwd }),
    ...(user === undefined ? {} : { uid: user }),
  };
  if (node === windowsNode) return startWithFiles(node, args, common, input);
  const child = spawn(node, args, { ...common, stdio: 'pipe' });
  child.stdin.on('error', () => undefined);
  if (options.keepsInput === true) child.stdin.write(input);
  else child.stdin.end(input);
  return child;
}

/** Milliseconds between two looks at what a program has written. */
const lookMs = 20;

/** Wine knows none of the pipes and sockets that Linux hands to a program, so it reads and writes files, which are followed. */
function startWithFiles(
  node: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; cwd?: string },
  input: string,
): ChildProcess {
  const folder = mkdtempSync(join(tmpdir(), 'program-'));
  const place = (name: string): string => join(folder, name);
  writeFileSync(place('in'), input);
  const handles = [openSync(place('in'), 'r'), openSync(place('out'), 'w'), openSync(place('err'), 'w')];
  const child = spawn(node, args, { ...options, stdio: [handles[0], handles[1], handles[2]] });
  for (const handle of handles) closeSync(handle);
  const followed = [follow(place('out')), follow(place('err'))] as const;
  [child.stdout, child.stderr] = [followed[0].stream, followed[1].stream];
  const looking = setInterval(() => followed.forEach(({ look }) => look()), lookMs);
  // Before those who wait for the end hear of it, everything that was written is there to be read.
  child.prependOnceListener('exit', () => {
    clearInterval(looking);
    for (const { look, end } of followed) {
      look();
      end();
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return child;
}

/** What is written to a file, as a stream. */
function follow(file: string) {
  const stream = new PassThrough();
  const handle = openSync(file, 'r');
  const chunk = Buffer.alloc(64 * 1024);
  return {
    stream,
    look(): void {
      for (let length = readSync(handle, chunk); length > 0; length = readSync(handle, chunk))
        stream.write(Buffer.from(chunk.subarray(0, length)));
    },
    end(): void {
      closeSync(handle);
      stream.end();
    },
  };
}
