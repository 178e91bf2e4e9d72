import { given } from '../../../given.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DatabaseWorkers } from '../../../../electron/host/database/database-workers.ts';
import type { ChangeReport } from '../../../../electron/host/data/internal.ts';
import { Hub } from '../../../../electron/host/serving/topics/hub.ts';
import { followLog } from '../../../../electron/host/serving/topics/log-tail.ts';
import { createSubscribe } from '../../../../electron/host/serving/topics/subscribe.ts';
import {
  createChangePoller,
  type ChangePoller,
} from '../../../../electron/host/serving/topics/change-poller.ts';
import type { KnownChanges } from '../../../../electron/store/change-queries.ts';
import type { CallArgs } from '../../../../shared/contract/index.ts';
import type { RunSummary } from '../../../../shared/contract/types.ts';

const run = (id: string, changes: Partial<RunSummary> = {}, done = 0, items = 0): RunSummary => ({
  id,
  project: 'default',
  spider: 'shop',
  version: 1,
  kind: 'full',
  source: null,
  acceptedAt: null,
  replacedBy: null,
  cause: null,
  breaches: 0,
  state: 'running',
  reason: null,
  requested: null,
  counters: { queued: 0, active: 0, done, failed: 0, skipped: 0, seen: done, items },
  options: { limit: null, overrides: {}, args: {}, allowPrivate: false },
  activeMs: 0,
  waitingSince: null,
  waitedMs: 0,
  here: false,
  createdAt: '',
  startedAt: '',
  endedAt: null,
  ...changes,
});

/** A database that holds what the test says. */
function setUp() {
  vi.useFakeTimers();
  const seen: ChangeReport = { version: 1, runs: [], newestRun: '0', states: [], spiders: [], projects: [] };
  const asked: { runs: readonly string[]; after: string }[] = [];
  const ask: DatabaseWorkers['ask'] = (_, name, args) => {
    if (name !== 'changesSince') throw new Error(`not asked for ${name}`);
    const { version, runs, after } = args as KnownChanges;
    asked.push({ runs, after });
    const wanted = seen.runs.filter(
      ({ id, state }) => state === 'running' || runs.includes(id) || Number(id) > Number(after),
    );
    const answer = version === seen.version ? null : { ...structuredClone(seen), runs: wanted };
    return Promise.resolve(answer as never);
  };
  const hub = new Hub();
  const poller = createChangePoller({ ask }, hub);
  onTestFinished(() => {
    poller.close();
    vi.useRealTimers();
  });
  const told: [string, unknown][] = [];
  const follow = (topic: 'runs' | 'spiders' | 'projects', params = {}) =>
    hub.follow(topic, params, { event: (event) => told.push([topic, event]), missed: () => undefined });
  return {
    seen,
    asked,
    hub,
    poller,
    told,
    follow,
    change: async (changes: Partial<ChangeReport>) => {
      Object.assign(seen, changes, { version: seen.version + 1 });
      await vi.advanceTimersByTimeAsync(600);
    },
    wait: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

describe('watching the database', () => {
  it('looks only while somebody follows', async () => {
    const { asked, follow, wait } = setUp();
    await wait(2000);
    expect(asked).toHaveLength(0);
    const end = follow('runs');
    await wait(1000);
    expect(asked.length).toBeGreaterThan(2);
    end();
    await wait(500);
    const before = asked.length;
    await wait(2000);
    expect(asked).toHaveLength(before);
  });

  it('tells of a run of another process as it goes on, and of its end', async () => {
    const { told, follow, change } = setUp();
    follow('runs');
    await change({});
    await change({ runs: [run('7')], newestRun: '7' });
    await change({ runs: [run('7', {}, 5, 2)] });
    await change({ runs: [run('7', { state: 'completed', endedAt: 'now' }, 9, 4)] });
    const states = told
      .map(([, event]) => (event as { run: RunSummary }).run)
      .map(({ state, counters }) => [state, counters.done]);
    expect(states).toEqual([
      ['running', 0],
      ['running', 5],
      ['completed', 9],
    ]);
  });

  it('says nothing when nothing is new', async () => {
    const { told, follow, change, wait } = setUp();
    follow('runs');
    await change({ runs: [run('7')], newestRun: '7' });
    await change({ runs: [run('7', { activeMs: 500 })] });
    await wait(3000);
    expect(told).toHaveLength(1);
  });

  it('measures how fast a run goes, and that it stands still', async () => {
    const { hub, change, wait } = setUp();
    const speeds: number[] = [];
    hub.follow(
      'run',
      { run: '7' },
      {
        event: ({ pagesPerSecond }: { pagesPerSecond: number }) => speeds.push(Math.round(pagesPerSecond)),
        missed: () => undefined,
      },
    );
    for (let second = 0; second < 10; second += 1)
      await change({ runs: [run('7', {}, second * 60)], newestRun: '7' });
    expect(speeds.at(-1)).toBeGreaterThan(80);
    vi.setSystemTime(Date.now() - 7_200_000);
    await change({ runs: [run('7', {}, 600)] });
    expect(speeds.at(-1)).toBeGreaterThan(80);
    await wait(20_000);
    expect(speeds.at(-1)).toBe(0);
  });

  it('notices runs that were deleted or stopped by somebody else', async () => {
    const { told, follow, change } = setUp();
    follow('runs');
    const states = (paused: string) => [
      { id: '3', state: 'completed' },
      { id: '2', state: paused },
      { id: '1', state: 'completed' },
    ];
    const runs = [
      run('3', { state: 'completed' }),
      run('2', { state: 'paused' }),
      run('1', { state: 'completed' }),
    ];
    await change({ runs, states: states('paused'), newestRun: '3' });
    await change({
      runs: [given(runs[0]), run('2', { state: 'stopped' })],
      states: states('stopped').slice(0, 2).concat({ id: '0', state: 'completed' }),
    });
    expect(told.map(([, event]) => event)).toEqual([
      { kind: 'deleted', run: '1' },
      { kind: 'run', run: expect.objectContaining({ id: '2', state: 'stopped' }) },
    ]);
  });

  it('tells of spiders and projects that the command line changes, and not twice of those this process does', async () => {
    const { told, follow, change, poller } = setUp();
    follow('spiders');
    follow('projects');
    const shop = { project: 'default', spider: 'shop', version: 1 };
    await change({ spiders: [shop], projects: ['default'] });
    await change({ spiders: [{ ...shop, version: 2 }], projects: ['default', 'press'] });
    poller.knows({ project: 'default', spider: 'own', version: 1 });
    await change({ spiders: [{ project: 'default', spider: 'own', version: 1 }] });
    expect(told).toEqual([
      ['projects', { project: 'press' }],
      ['spiders', { project: 'default', spider: 'shop', what: 'saved', version: 2, by: null }],
      ['spiders', { project: 'default', spider: 'shop', what: 'deleted', version: null, by: null }],
    ]);
  });
});

describe('following', () => {
  const notice = { severity: 'error' as const, message: 'x', hint: null, run: null };

  it('tells events to those they are for', () => {
    const hub = new Hub();
    const told: string[] = [];
    const follow = (name: string, project?: string) =>
      hub.follow('spiders', project === undefined ? {} : { project }, {
        event: () => told.push(name),
        missed: () => told.push(`${name} missed`),
      });
    follow('all');
    const end = follow('press', 'press');
    hub.publish('spiders', { project: 'default', spider: 'a', what: 'saved', version: 1, by: null });
    hub.publish('spiders', { project: 'press', spider: 'a', what: 'saved', version: 1, by: null });
    end();
    hub.publish('spiders', { project: 'press', spider: 'a', what: 'saved', version: 2, by: null });
    hub.publish('notices', notice);
    hub.miss('spiders');
    expect(told).toEqual(['all', 'all', 'press', 'all', 'all missed']);
  });

  it('tells the present state first, and what happens meanwhile after it', async () => {
    const hub = new Hub();
    let answer: (value: unknown) => void = () => undefined;
    const database = {
      call: () => new Promise((resolve) => (answer = resolve)) as never,
      ask: () => Promise.reject(new Error('no')) as never,
    };
    const poller = { progressOf: () => null } as unknown as ChangePoller;
    const subscribe = createSubscribe({ hub, poller, database, exports: { list: () => [] } });
    const told: unknown[] = [];
    const end = subscribe(
      'run',
      { run: '7' },
      { event: (event) => told.push(event), missed: () => undefined },
    );
    hub.publish('run', { run: run('7', {}, 5), pagesPerSecond: 1, itemsPerSecond: 0 });
    answer(run('7', {}, 1));
    await vi.waitFor(() => expect(told).toHaveLength(2));
    expect(told.map((event) => (event as { run: RunSummary }).run.counters.done)).toEqual([1, 5]);
    end();
    hub.publish('run', { run: run('7', {}, 6), pagesPerSecond: 1, itemsPerSecond: 0 });
    expect(told).toHaveLength(2);
    expect(() => subscribe('nothing', {}, { event: () => undefined, missed: () => undefined })).toThrow(
      'no topic',
    );
    expect(() => subscribe('run', {}, { event: () => undefined, missed: () => undefined })).toThrow(
      'do not fit',
    );
  });
});

describe('following the log of a run', () => {
  /** A run whose events the test writes; they become visible at once. */
  function log() {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    const all: { id: string; at: string; kind: string }[] = [];
    const write = (kind: string, at = Date.now()) =>
      all.push({ id: `${at}-0-${all.length + 1}`, at: new Date(at).toISOString(), kind });
    const call: DatabaseWorkers['call'] = (name, args) => {
      if (name === 'runs.get') return Promise.resolve({ state: 'running' } as never);
      const { since, after, limit = 200 } = args as CallArgs<'runs.events'>;
      const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
      const fitting = all.slice(from).filter(({ at }) => since === undefined || Date.parse(at) >= since);
      const isForward = after !== undefined || since !== undefined;
      const part = isForward ? fitting.slice(0, limit) : fitting.slice(-limit);
      const events = part.map((event) => ({
        ...event,
        run: '1',
        url: null,
        message: 'It happened.',
        page: null,
      }));
      return Promise.resolve({ events, more: part.length < fitting.length } as never);
    };
    const told: string[] = [];
    const follow = (after: string | null = null) =>
      followLog(
        { call },
        { run: '1', after },
        {
          event: ({ kind }) => told.push(kind),
          missed: () => told.push('(missed)'),
        },
      );
    return { all, write, told, follow };
  }

  it('tells each event once, also one that becomes visible late', async () => {
    const { write, told, follow } = log();
    const end = follow();
    write('a');
    await vi.advanceTimersByTimeAsync(400);
    write('late', Date.now() - 300);
    write('b');
    await vi.advanceTimersByTimeAsync(3000);
    end();
    write('after the end');
    await vi.advanceTimersByTimeAsync(3000);
    expect(told).toEqual(['a', 'late', 'b']);
  });

  it('goes on behind an event that was read before', async () => {
    const { all, write, told, follow } = log();
    write('known', Date.now() - 100);
    const end = follow(given(all[0]).id);
    write('new');
    await vi.advanceTimersByTimeAsync(1000);
    end();
    expect(told).toEqual(['new']);
  });

  it('tells all of a run that is two hours ahead of a clock that was set back, each event once', async () => {
    const { write, told, follow } = log();
    let at = Date.now() + 7_200_000;
    for (let n = 0; n < 3000; n += 1) write('before', (at += 10));
    const end = follow();
    await vi.advanceTimersByTimeAsync(400);
    const seen = told.length;
    write('new', (at += 10));
    await vi.advanceTimersByTimeAsync(3000);
    for (let n = 0; n < 5000; n += 1) write('many', at);
    await vi.advanceTimersByTimeAsync(3000);
    write('last', at + 1);
    await vi.advanceTimersByTimeAsync(3000);
    end();
    // Those of the last two seconds are read with what is new.
    expect(seen).toBeLessThan(300);
    expect(told[seen]).toBe('new');
    expect(told.slice(seen)).not.toContain('before');
    expect(told.filter((kind) => kind === '(missed)')).toHaveLength(1);
    expect(told.filter((kind) => kind === 'last')).toHaveLength(1);
  });

  it('leaves some out where a run is faster than anybody reads', async () => {
    const { write, told, follow } = log();
    const end = follow();
    for (let n = 0; n < 5000; n += 1) write('many');
    await vi.advanceTimersByTimeAsync(1000);
    write('after');
    await vi.advanceTimersByTimeAsync(1000);
    end();
    expect(told.filter((kind) => kind === '(missed)').length).toBeGreaterThan(0);
    expect(told.length).toBeLessThan(5000);
  });
});
