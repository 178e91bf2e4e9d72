import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isLocked, removeUnlocked, takeLock, type FileLock } from '../../../electron/system/file-lock.ts';

const module = new URL('../../../electron/system/file-lock.ts', import.meta.url).href;

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'some.lock');
}

/** What runs elsewhere: takes the lock and says so. */
const taking = (file: string): string =>
  `const { takeLock } = await import(${JSON.stringify(module)}); takeLock(${JSON.stringify(file)});`;

/** Another process that holds the lock until it ends, though nothing there refers to it. */
async function holder(file: string): Promise<ChildProcess> {
  const script = `${taking(file)} gc(); setImmediate(() => console.log('held')); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

/** Asks as a user who may read the file and no more; the superuser may write anywhere. */
function isLockedForSomebody(file: string): unknown {
  const script = `const { isLocked } = await import(${JSON.stringify(module)});
    console.log(isLocked(${JSON.stringify(file)}));`;
  const isRoot = process.getuid?.() === 0;
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
  });
  return JSON.parse(said);
}

describe('a lock on a file', () => {
  it('is held until it is released, and seen by the process itself', () => {
    const file = scratch();
    expect(isLocked(file)).toBe(false);
    const lock = takeLock(file);
    expect([isLocked(file), isLocked(file)]).toEqual([true, true]);
    expect(() => takeLock(file, 0)).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }));
    expect(isLocked(file)).toBe(true);
    lock.release();
    expect(isLocked(file)).toBe(false);
    takeLock(file, 0).release();
  });

  it('writes nothing, and leaves nothing beside its file', () => {
    const file = scratch();
    const lock = takeLock(file);
    expect(isLocked(file)).toBe(true);
    expect(readdirSync(join(file, '..'))).toEqual(['some.lock']);
    expect(statSync(file).size).toBe(0);
    lock.release();
    removeUnlocked(file);
    expect(readdirSync(join(file, '..'))).toEqual([]);
  });

  it('is seen by others, and is free as soon as its process was killed', async () => {
    const file = scratch();
    const child = await holder(file);
    expect(isLocked(file)).toBe(true);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(isLocked(file)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('is held by a process that is suspended', async () => {
    const file = scratch();
    const child = await holder(file);
    child.kill('SIGSTOP');
    expect(isLocked(file)).toBe(true);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(isLocked(file)).toBe(false);
  });

  it('of a thread is seen by the other threads, and goes with the thread', async () => {
    const file = scratch();
    const script = `import('node:worker_threads').then(async ({ parentPort }) => {
      ${taking(file)} parentPort.postMessage('held'); setInterval(() => {}, 1000); });`;
    const worker = new Worker(script, { eval: true });
    await once(worker, 'message');
    expect(isLocked(file)).toBe(true);
    expect(isLocked(file)).toBe(true);
    await worker.terminate();
    expect(isLocked(file)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('does not pass to a process that its holder starts', async () => {
    const file = scratch();
    const script = `${taking(file)} const { spawn } = await import('node:child_process');
      const child = spawn('sleep', ['60'], { stdio: 'ignore', detached: true });
      console.log(child.pid); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(child.stdout, 'data');
    const survivor = Number(String(line));
    onTestFinished(() => void process.kill(survivor, 'SIGKILL'));
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(process.kill(survivor, 0)).toBe(true);
    expect(isLocked(file)).toBe(false);
  });

  it('counts as held where its file cannot be asked', () => {
    const file = scratch();
    writeFileSync(file, 'This is no database. '.repeat(100));
    expect(isLocked(file)).toBe(true);
  });

  it('is seen where nothing may be written', async () => {
    const file = scratch();
    const child = await holder(file);
    chmodSync(file, 0o444);
    chmodSync(join(file, '..'), 0o555);
    onTestFinished(() => chmodSync(join(file, '..'), 0o700));
    expect(isLockedForSomebody(file)).toBe(true);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(isLockedForSomebody(file)).toBe(false);
  });
});

describe('removing what is not locked', () => {
  it('leaves what is held', async () => {
    const file = scratch();
    await holder(file);
    removeUnlocked(file);
    expect(existsSync(file)).toBe(true);
    expect(isLocked(file)).toBe(true);
  });

  it.skipIf(process.platform === 'win32')(
    'leaves no lock to whoever waited for the file that is removed, while another one holds that of its name',
    () => {
      const file = scratch();
      let second: FileLock | null = null;
      const opened = (): void => {
        removeUnlocked(file);
        second ??= takeLock(file, 0);
      };
      expect(() => takeLock(file, 0, { opened })).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }));
      expect([second === null, isLocked(file)]).toEqual([false, true]);
    },
  );

  it.skipIf(process.platform === 'win32')('gives the file of its name to whoever waited', () => {
    const file = scratch();
    let tries = 0;
    const opened = (): void => {
      tries += 1;
      if (tries === 1) removeUnlocked(file);
    };
    const lock = takeLock(file, 0, { opened });
    expect([tries, isLocked(file), statSync(file).size]).toEqual([2, true, 0]);
    lock.release();
  });

  it.skipIf(process.platform === 'win32')('does not remove what was taken since', () => {
    const file = scratch();
    takeLock(file).release();
    let lock: FileLock | null = null;
    removeUnlocked(file, { removed: () => (lock = takeLock(file, 0)) });
    expect([lock === null, existsSync(file), isLocked(file)]).toEqual([false, true, true]);
  });

  it('that was killed half-way leaves a file that is taken all the same', () => {
    const file = scratch();
    const half = new Database(file);
    half.pragma('user_version = 1');
    half.close();
    const lock = takeLock(file, 0);
    expect([isLocked(file), statSync(file).size]).toEqual([true, 0]);
    lock.release();
  });

  it('removes what a process that was killed has left', async () => {
    const file = scratch();
    const child = await holder(file);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(file)).toBe(true);
    removeUnlocked(file);
    expect(existsSync(file)).toBe(false);
    removeUnlocked(file);
  });
});
