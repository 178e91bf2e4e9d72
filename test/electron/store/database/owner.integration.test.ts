import Database from 'better-sqlite3';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../../electron/store/open.ts';
import { createOwners, isHere } from '../../../../electron/store/database/owner.ts';
import type { RunOwner } from '../../../../electron/store/runs/run-queries.ts';
import { controlOf, newRun, scratchFolder, scratchStore, startedRun } from '../support.ts';

const script = fileURLToPath(new URL('../carry-out.ts', import.meta.url));

/** A database with a run that nobody carries out yet. */
async function waitingRun(): Promise<{ path: string; run: string }> {
  const path = join(scratchFolder(), 'x.db');
  const store = openStore(path);
  const run = await newRun(store);
  store.close();
  return { path, run };
}

interface Elsewhere {
  /** Who carries the run out, or why it may not. */
  said: unknown;
  pid: number;
  kill(): Promise<void>;
}

/** Another process that carries a run out until it is killed. */
async function carryOut(path: string, run: string, env: Record<string, string> = {}): Promise<Elsewhere> {
  return follow([process.execPath, script, path, run], env);
}

async function follow([command = '', ...args]: string[], env: Record<string, string>): Promise<Elsewhere> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  return {
    said: JSON.parse(String(line)),
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const filesBeside = (path: string): string[] =>
  readdirSync(dirname(path)).filter((name) => name.includes('-owner-'));

/** Makes the run one that a version without locks carries out. */
function ownedByOldVersion(path: string, run: string, activeSince: number): void {
  const db = new Database(path);
  db.prepare(
    `UPDATE all_runs SET state = 'running', owner_pid = ?, owner_started = 'Sun Nov 22 10:00:00 2026', owner_lock = NULL,
      active_since = ? WHERE id = ?`,
  ).run(process.pid, activeSince, run);
  db.close();
}

describe('the owner of a run', () => {
  it('is this connection from when it creates a run until it is closed', async () => {
    const path = join(scratchFolder(), 'x.db');
    const store = scratchStore(path);
    expect(filesBeside(path)).toEqual([]);
    const run = await startedRun(store);
    const { owner } = await store.queries.runs.get(run);
    expect(owner).toMatchObject({ pid: process.pid });
    expect(owner !== null && isHere(owner)).toBe(true);
    expect(filesBeside(path)).toEqual([`x.db-owner-${owner?.lock}`]);
    const other = scratchStore(path);
    expect((await other.queries.runs.get(run)).state).toBe('running');
    await expect(controlOf(other, run).begin()).rejects.toThrow(
      `Run ${run} is running and cannot become running.`,
    );
    store.close();
    expect((await other.queries.runs.get(run)).state).toBe('interrupted');
    expect(filesBeside(path)).toEqual([]);
  });

  it.each([
    { TZ: 'Asia/Kathmandu', LANG: 'ja_JP.UTF-8', LC_ALL: 'ja_JP.UTF-8' },
    { TZ: 'America/St_Johns', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
  ])('lives though it has another time zone and language: %j', async (env) => {
    const { path, run } = await waitingRun();
    const elsewhere = await carryOut(path, run, env);
    const store = scratchStore(path);
    expect(await store.queries.runs.get(run)).toMatchObject({ state: 'running', owner: elsewhere.said });
    expect(elsewhere.said).toMatchObject({ pid: elsewhere.pid });
    expect(isHere(elsewhere.said as RunOwner)).toBe(false);
    const second = await carryOut(path, run, { TZ: 'Pacific/Auckland', LANG: 'C', LC_ALL: 'C' });
    expect(second.said).toContain(`Run ${run} is running and cannot become running.`);
    expect(await store.queries.runs.get(run)).toMatchObject({ state: 'running', owner: elsewhere.said });
  });

  it('is gone as soon as it is killed; the next one goes on, and clears up', async () => {
    const { path, run } = await waitingRun();
    const first = await carryOut(path, run);
    await first.kill();
    const store = scratchStore(path);
    expect(await store.queries.runs.get(run)).toMatchObject({
      state: 'interrupted',
      reason: `The process that carried it out (${first.pid}) is gone.`,
    });
    expect(filesBeside(path)).toHaveLength(1);
    const second = await carryOut(path, run);
    expect(await store.queries.runs.get(run)).toMatchObject({ state: 'running', owner: second.said });
    expect(filesBeside(path)).toEqual([`x.db-owner-${(second.said as RunOwner).lock}`]);
  });

  it('is not taken for a process that got its number', async () => {
    const { path, run } = await waitingRun();
    const first = await carryOut(path, run);
    await first.kill();
    // This process is there, and has the number now.
    const db = new Database(path);
    db.prepare('UPDATE all_runs SET owner_pid = ?').run(process.pid);
    db.close();
    const store = scratchStore(path);
    expect(await store.queries.runs.get(run)).toMatchObject({
      state: 'interrupted',
      owner: { pid: process.pid },
    });
    expect(isHere((await store.queries.runs.get(run)).owner ?? { pid: 0, lock: null })).toBe(false);
    await controlOf(store, run).begin();
    expect((await store.queries.runs.get(run)).state).toBe('running');
  });

  it.runIf(canUnshare())('is seen from where processes have other numbers, as in a container', async () => {
    const { path, run } = await waitingRun();
    const inside = ['unshare', '--pid', '--fork', '--kill-child', process.execPath, script, path, run];
    const elsewhere = await follow(inside, {});
    expect(elsewhere.said).toMatchObject({ pid: 1 });
    const store = scratchStore(path);
    expect(await store.queries.runs.get(run)).toMatchObject({ state: 'running', owner: { pid: 1 } });
    const second = await follow(inside, {});
    expect(second.said).toContain(`Run ${run} is running and cannot become running.`);
  });

  it('in a database in memory is there as long as the database', () => {
    const owners = createOwners(':memory:', () => 0);
    const owner = owners.self();
    expect(owners.self()).toEqual(owner);
    expect([owners.isSelf(owner), owners.isAlive(owner, 0)]).toEqual([true, true]);
    expect(owners.isAlive({ pid: process.pid, lock: 'another' }, 0)).toBe(false);
  });
});

describe('the owner of a run of a version that took no lock', () => {
  const now = Date.UTC(2026, 10, 22);

  it.each([
    ['wrote a sign some seconds ago', 5000, 'running'],
    ['has not written for an hour, whoever has its number', 3_600_000, 'interrupted'],
    ['wrote in the future, because the clock was set', -3_600_000, 'interrupted'],
  ])('%s', async (_, ago, state) => {
    const { path, run } = await waitingRun();
    ownedByOldVersion(path, run, now - ago);
    const store = scratchStore(path, { now: () => now });
    expect((await store.queries.runs.get(run)).state).toBe(state);
  });
});

/** Whether this process may give another one numbers of its own. */
function canUnshare(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    execFileSync('unshare', ['--pid', '--fork', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
