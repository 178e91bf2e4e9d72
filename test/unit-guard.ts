import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { basename } from 'node:path';
import threads from 'node:worker_threads';
import { afterAll, afterEach, expect } from 'vitest';

// Keeps the unit tier what it is: a test in it opens no thread, socket or process, and so no browser either.

/** What a test has tried to open; a test that leaves something here fails. */
export const opened: string[] = [];

/** A function, for it may be called with `new`. */
function refuse(what: string): () => never {
  return function refused() {
    opened.push(what);
    throw new Error(problem(what));
  };
}

function problem(what: string): string {
  const file = basename(expect.getState().testPath ?? 'x.test.ts');
  const better = file.replace(/\.test\.tsx?$/, '.integration.test.ts');
  return `${file} is a unit test and opens a ${what}: call it ${better} (docs/testing.md says which tests belong where).`;
}

/** Also where the code under test has caught the error. */
function failWhereOpened(): void {
  const [what] = opened.splice(0);
  if (what !== undefined) throw new Error(problem(what));
}

const process = refuse('process');
Object.assign(childProcess, { spawnSync: process, execSync: process, execFileSync: process });
Object.assign(childProcess.ChildProcess.prototype, { spawn: process });
Object.assign(threads, { Worker: refuse('thread') });
const socket = refuse('socket');
Object.assign(net.Socket.prototype, { connect: socket });
Object.assign(net.Server.prototype, { listen: socket });
Object.assign(dgram.Socket.prototype, { bind: socket, send: socket, connect: socket });
syncBuiltinESMExports();

afterEach(failWhereOpened);
afterAll(failWhereOpened);
