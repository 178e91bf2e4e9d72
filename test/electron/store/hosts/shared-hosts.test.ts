import Database from 'better-sqlite3';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type {
  HostState,
  SharedHosts,
  TurnAnswer,
  TurnRequest,
} from '../../../../electron/engine/ports/shared-hosts.ts';
import { createSharedHosts } from '../../../../electron/store/hosts/shared-hosts.ts';
import { machineNow } from '../../../../electron/system/machine-clock.ts';
import { newRun, portsOf, scratchFolder, scratchStore } from '../support.ts';

const host = 'shop.example';
const granted: TurnAnswer = { granted: true };

interface Run {
  hosts: SharedHosts;
  /** What the run says of every host. */
  state: HostState;
  /** What was granted: the number of requests, and the milliseconds until the next one. */
  grants: [count: number, nextInMs: number | null][];
  lost: string[];
  take(asked?: Partial<TurnRequest>): Promise<TurnAnswer>;
  /** It ends as the operating system sees it. */
  die(): void;
}

/** A data folder whose runs have a clock that is driven. */
function folder() {
  const path = join(scratchFolder(), 'spider-studio.db');
  const alive = new Set<string>();
  const times = { now: 1_000_000, startedAt: 5_000_000 };
  let opened = 0;
  const open = (terms: Partial<HostState['terms']> = {}): Run => {
    opened += 1;
    const lock = `run ${opened}`;
    alive.add(lock);
    const hosts = createSharedHosts(path, {
      owners: {
        self: () => ({ pid: 1, lock }),
        isAlive: ({ lock: asked }) => asked !== null && alive.has(asked),
        areOthers: () => alive.size > 1,
      },
      now: () => times.now,
      date: () => times.startedAt + times.now,
    });
    const all = { delayMs: 1000, randomize: false, crawlDelayMs: 0, slots: 2, ...terms };
    const run: Run = {
      hosts,
      state: { terms: all, active: 0, nextInMs: 0 },
      grants: [],
      lost: [],
      take: (asked = {}) =>
        hosts.take({
          host,
          kind: 'request',
          most: 1,
          jitter: 1,
          granted: (count, nextInMs) => {
            run.grants.push([count, nextInMs]);
            run.state.active += count;
          },
          ...asked,
        }),
      die: () => void alive.delete(lock),
    };
    hosts.open({ state: () => run.state, lost: (problem) => void run.lost.push(problem) });
    onTestFinished(() => hosts.leave());
    return run;
  };
  return { path, file: `${path}-hosts`, open, times, alive };
}

describe('the file of shared hosts', () => {
  it('leaves a run that is alone to its own clocks, and makes no file before the first request', async () => {
    const { open, file } = folder();
    const run = open();
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
    expect([await run.take({ most: 5 }), await run.take()]).toEqual([granted, granted]);
    expect(run.grants).toEqual([
      [5, null],
      [1, null],
    ]);
  });

  it.skipIf(process.platform === 'win32')('is readable by its owner only', async () => {
    const { open, file } = folder();
    await open().take();
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('lets the second wait until the first has said what it has in flight', async () => {
    const { open, times } = folder();
    const first = open();
    const second = open({ slots: 8 });
    await first.take();
    first.state.nextInMs = 400;
    expect(await second.take()).toMatchObject({ granted: false });
    times.now += 100;
    expect(await second.take()).toMatchObject({ granted: false });
    first.state.nextInMs = 300;
    first.hosts.attend();
    expect(await second.take()).toEqual({ granted: false, againInMs: 300 });
    times.now += 300;
    expect(await second.take()).toEqual(granted);
    expect(second.grants).toEqual([[1, 1000]]);
    times.now += 1000;
    // Two requests are in flight, one of each: there is no slot for a third.
    expect(await first.take()).toMatchObject({ granted: false });
    first.state.active = 0;
    first.hosts.freed(host);
    expect(await first.take()).toEqual(granted);
    expect(first.grants.at(-1)).toEqual([1, 1000]);
  });

  it('goes back to the run`s own clocks when the other has left', async () => {
    const { open, times } = folder();
    const [first, second] = [open(), open()];
    await first.take();
    await second.take();
    first.hosts.attend();
    times.now += 1000;
    await second.take();
    second.hosts.leave();
    expect(await first.take()).toEqual({ granted: false, againInMs: 1000 });
    times.now += 1000;
    expect(await first.take()).toEqual(granted);
    expect(first.grants.at(-1)).toEqual([1, null]);
  });

  it.each([
    { how: 'leaves', end: (run: Run) => run.hosts.leave() },
    { how: 'has died', end: (run: Run) => run.die() },
  ])('frees the slots of a run that $how', async ({ end }) => {
    const { open, times } = folder();
    const [first, second] = [open({ slots: 1, delayMs: 0 }), open({ delayMs: 0 })];
    await first.take();
    await second.take();
    first.hosts.attend();
    expect(await second.take()).toMatchObject({ granted: false });
    end(first);
    times.now += 500;
    expect(await second.take()).toEqual(granted);
  });

  it('takes a run that does not answer for idle after ten seconds, and keeps its delay', async () => {
    const { open, times } = folder();
    const [hung, second] = [open({ delayMs: 15_000 }), open()];
    await hung.take();
    await second.take();
    times.now += 9_999;
    expect(await second.take()).toMatchObject({ granted: false });
    times.now += 1;
    expect(await second.take()).toEqual({ granted: false, againInMs: 5000 });
    times.now += 5000;
    expect(await second.take()).toEqual(granted);
    // It comes back, and waits for its turn.
    hung.state.nextInMs = -1;
    expect(await hung.take()).toEqual({ granted: false, againInMs: 15_000 });
    expect(hung.grants).toEqual([[1, null]]);
  });

  it('takes a run in again that was taken for dead', async () => {
    const { open, times, alive } = folder();
    const [first, second] = [open({ slots: 8 }), open({ slots: 8 })];
    await first.take();
    first.die();
    expect(await second.take()).toEqual(granted);
    alive.add('run 1');
    second.state.nextInMs = 1000;
    expect(await first.take()).toMatchObject({ granted: false });
    second.hosts.attend();
    expect(await first.take()).toEqual({ granted: false, againInMs: 1000 });
    times.now += 1000;
    expect(await first.take()).toEqual(granted);
  });

  it('keeps Retry-After and delays that grow, for all', async () => {
    const { open, times } = folder();
    const [first, second] = [open({ slots: 8 }), open({ slots: 8 })];
    await first.take();
    await second.take();
    first.hosts.attend();
    await first.take();
    first.hosts.rest(host, 30_000);
    expect(await second.take()).toEqual({ granted: false, againInMs: 30_000 });
    times.now += 30_000;
    first.state.terms = { ...first.state.terms, delayMs: 4000 };
    first.hosts.changed(host);
    await second.take();
    expect(second.grants).toEqual([[1, 4000]]);
  });

  it('gives the delay back for a request that was not sent, unless the host must rest longer since', async () => {
    const { open, times } = folder();
    const [first, second] = [open({ slots: 8 }), open({ slots: 8 })];
    await first.take();
    await second.take();
    first.hosts.attend();
    await second.take();
    second.hosts.unused(host);
    expect(await first.take()).toEqual(granted);
    first.hosts.rest(host, 5000);
    first.hosts.unused(host);
    times.now += 1;
    expect(await second.take()).toEqual({ granted: false, againInMs: 4999 });
  });

  it('lets a host rest beyond the end of the run, as long as the computer is not started anew', async () => {
    const { open, times } = folder();
    const first = open();
    await first.take();
    first.state.nextInMs = 60_000;
    first.hosts.leave();
    times.now += 10_000;
    const second = open();
    expect(await second.take()).toEqual({ granted: false, againInMs: 50_000 });
    second.hosts.leave();
    times.startedAt += 3_600_000;
    times.now = 1000;
    const third = open();
    expect(await third.take()).toEqual(granted);
  });

  it('keeps hosts apart', async () => {
    const { open } = folder();
    const [first, second] = [open(), open()];
    await first.take({ host: 'a.example' });
    expect(await second.take({ host: 'b.example' })).toEqual(granted);
    expect(second.grants).toEqual([[1, null]]);
  });

  it('grants a redirect without a slot, after the delay', async () => {
    const { open, times } = folder();
    const [first, second] = [open({ slots: 1 }), open({ slots: 1 })];
    await first.take();
    await second.take();
    first.state.nextInMs = 700;
    first.hosts.attend();
    expect(await first.take({ kind: 'redirect' })).toEqual({ granted: false, againInMs: 700 });
    times.now += 700;
    expect(await first.take({ kind: 'redirect' })).toEqual(granted);
    expect(await second.take()).toEqual({ granted: false, againInMs: 1000 });
  });
});

describe('a file of shared hosts that is not as it should be', () => {
  it.each([
    { what: 'damaged', make: (file: string) => writeFileSync(file, 'x'.repeat(10_000)) },
    {
      what: 'from another version',
      make(file: string) {
        const db = new Database(file);
        db.pragma('user_version = 99');
        db.close();
      },
    },
  ])('is made anew when it is $what and nobody uses it', async ({ make }) => {
    const { open, file } = folder();
    make(file);
    const run = open();
    expect(await run.take()).toEqual(granted);
    expect(run.lost).toEqual([]);
    expect(statSync(file).size).not.toBe(10_000);
  });

  it('is left where another run may use it, and the run goes on by its own clocks', async () => {
    const { open, file } = folder();
    writeFileSync(file, 'x'.repeat(10_000));
    open();
    const run = open();
    expect([await run.take({ most: 3 }), await run.take()]).toEqual([granted, granted]);
    expect(run.grants).toEqual([
      [3, null],
      [1, null],
    ]);
    expect(run.lost).toEqual([
      expect.stringMatching(/^The delays and slots of hosts hold for this run alone from now on.*-hosts/),
    ]);
    expect(statSync(file).size).toBe(10_000);
  });

  it('does not end a run when it is a folder', async () => {
    const { open, file } = folder();
    mkdirSync(file);
    const run = open();
    expect(await run.take()).toEqual(granted);
    expect(run.lost).toHaveLength(1);
    run.hosts.freed(host);
    run.hosts.leave();
  });

  it('lets a run ask again while another process writes, and catches up', async () => {
    const { open, times, file } = folder();
    const [first, second] = [open({ delayMs: 0 }), open({ delayMs: 0, slots: 8 })];
    await first.take();
    await second.take();
    first.hosts.attend();
    await second.take();
    const writer = new Database(file);
    onTestFinished(() => void writer.close());
    writer.exec('BEGIN IMMEDIATE');
    expect(await second.take()).toMatchObject({ granted: false });
    Object.assign(first.state, { active: 0 });
    first.hosts.freed(host);
    Object.assign(second.state, { active: 0 });
    second.hosts.freed(host);
    writer.exec('COMMIT');
    first.hosts.attend();
    second.hosts.attend();
    expect(await first.take({ most: 8 })).toEqual(granted);
    expect(first.grants.at(-1)).toEqual([2, 0]);
    times.now += 1;
    expect([first.lost, second.lost]).toEqual([[], []]);
  });
});

describe('the ports of a run', () => {
  it('share hosts with other connections to the database, and with nobody in memory', async () => {
    const path = join(scratchFolder(), 'spider-studio.db');
    const [one, two] = [scratchStore(path), scratchStore(path)];
    const ports = [portsOf(one, await newRun(one, 'one')), portsOf(two, await newRun(two, 'two'))];
    const answers: (number | null)[] = [];
    for (const { hosts } of ports) {
      hosts?.open({
        state: () => ({
          terms: { delayMs: 60_000, randomize: false, crawlDelayMs: 0, slots: 1 },
          active: 0,
          nextInMs: 60_000,
        }),
        lost: (problem) => {
          throw new Error(problem);
        },
      });
      await hosts?.take({
        host,
        kind: 'request',
        most: 1,
        jitter: 1,
        granted: (count) => void answers.push(count),
      });
    }
    expect(answers).toEqual([1]);
    const memory = scratchStore();
    expect(portsOf(memory, await newRun(memory)).hosts).toBeNull();
  });

  it('go by a clock that never goes back', () => {
    const times = Array.from({ length: 1000 }, () => machineNow());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});
