import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { existsSync, readFileSync } from 'node:fs';

const packages = fileURLToPath(new URL('../../clients/python', import.meta.url));

/** A Python that has httpx; null: there is none. */
const python =
  ['/usr/bin/python3', 'python3', 'python'].find(
    (program) => spawnSync(program, ['-c', 'import httpx']).status === 0,
  ) ?? null;

const isDebian =
  existsSync('/etc/os-release') &&
  /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));

/** Why tests of the Python client are skipped; null: they are not. On Debian and Ubuntu "npm run test:tools" installs what they need. */
export const noPython = python !== null || isDebian ? null : 'There is no Python with httpx';

/** What a Python program has printed. */
export interface Printed {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts a Python program that can import the client. */
export function startPython(
  program: string,
  { env = {}, cwd }: { env?: Record<string, string>; cwd?: string } = {},
): ChildProcessWithoutNullStreams {
  if (python === null) throw new Error('There is no Python with httpx; "npm run test:tools" installs it.');
  const child = spawn(python, ['-'], {
    stdio: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
    env: {
      ...process.env,
      PYTHONPATH: packages,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONIOENCODING: 'utf-8',
      // Requests to loopback pass by the proxies of the machine.
      NO_PROXY: '127.0.0.1',
      ...env,
    },
  });
  child.stdin.end(program);
  return child;
}

/** Runs a Python program that can import the client. */
export async function runPython(program: string, env: Record<string, string> = {}): Promise<Printed> {
  const child = startPython(program, { env });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}
