import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DatabaseWorkers } from '../../../../electron/host/database/database-workers.ts';
import type { ChangeReport } from '../../../../electron/host/data/internal.ts';
import { Hub } from '../../../../electron/host/serving/topics/hub.ts';
import { createSubscribe } from '../../../../electron/host/serving/topics/subscribe.ts';
import { createChangeFollower } from '../../../../electron/host/serving/topics/change-follower.ts';
import type { KnownChanges } from '../../../../electron/store/change-queries.ts';
import type { Change, RunChange } from '../../../../electron/store/outbox/change.ts';
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

type FollowedTopic = 'runs' | 'spiders' | 'projects' | 'queue' | 'schedules' | 'trash' | 'pages';

/** A database that holds what the test says. */
function setUp() {
  vi.useFakeTimers();
  const seen: ChangeReport = { version: 1, position: 0, entries: [], isBehind: false, runs: [] };
  const asked: KnownChanges[] = [];
  const ask: DatabaseWorkers['ask'] = (_, name, args) => {
    if (name !== 'changesSince') throw new Error(`not asked for ${name}`);
    const known = args as KnownChanges;
    asked.push(known);
    const changed = seen.entries.filter(({ position }) => position > (known.position ?? seen.position));
    const isWanted = ({ id, state }: RunSummary): boolean =>
      state === 'running' || known.runs.includes(id) || changed.some(({ change }) => change.subject === id);
    const answer = { ...structuredClone(seen), entries: changed, runs: seen.runs.filter(isWanted) };
    return Promise.resolve((known.version === seen.version ? null : answer) as never);
  };
  const hub = new Hub();
  let written = (): void => undefined;
  let watches = 0;
  const watch = {
    tellsAll: false,
    end: () => {
      watches -= 1;
    },
  };
  const follower = createChangeFollower({ ask }, hub, (onWrite) => {
    written = onWrite;
    watches += 1;
    return watch;
  });
  onTestFinished(() => {
    follower.close();
    expect(watches).toBe(0);
    vi.useRealTimers();
  });
  const told: [string, unknown][] = [];
  const follow = (topic: FollowedTopic, params = {}) =>
    hub.follow(topic, params, {
      event: (event) => told.push([topic, event]),
      missed: () => told.push([topic, 'missed']),
    });
  /** Somebody has written these changes, and the runs are as they are now. */
  const write = (changes: readonly Change[], runs: RunSummary[] = seen.runs): void => {
    for (const change of changes) {
      seen.position += 1;
      seen.entries.push({ position: seen.position, at: 0, change });
    }
    seen.runs = runs;
    seen.version += 1;
  };
  return {
    seen,
    asked,
    hub,
    follower,
    told,
    follow,
    write,
    hint: () => written(),
    watch,
    watches: () => watches,
    change: async (changes: readonly Change[], runs?: RunSummary[]) => {
      write(changes, runs);
      written();
      await vi.advanceTimersByTimeAsync(600);
    },
    wait: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

const of = { project: 'default', spider: 'shop' };

function moved(subject: string, state: RunChange['state'], what: RunChange['what'] = 'moved'): Change {
  return { kind: 'run', subject, ...of, what, state, cause: null, reason: null, runKind: 'full' };
}

describe('following the database', () => {
  it('looks only while somebody follows', async () => {
    const { asked, follow, wait, hint } = setUp();
    hint();
    await wait(3000);
    expect(asked).toHaveLength(0);
    const end = follow('runs');
    await wait(3000);
    expect(asked.length).toBeGreaterThan(2);
    end();
    await wait(2000);
    const before = asked.length;
    hint();
    await wait(3000);
    expect(asked).toHaveLength(before);
  });

  it('looks soon after a hint, seldom without one, and never more than four times a second', async () => {
    const { asked, follow, wait, hint } = setUp();
    follow('runs');
    await wait(10_000);
    expect(asked.length).toBeLessThan(13);
    const before = asked.length;
    hint();
    await wait(250);
    expect(asked).toHaveLength(before + 1);
    for (let n = 0; n < 1000; n += 1) {
      hint();
      await wait(10);
    }
    expect(asked.length).toBeLessThan(before + 45);
  });

  it('does not look while it is told of everything and no run is under way', async () => {
    const { asked, told, follow, change, wait, hint, watch, seen } = setUp();
    follow('runs');
    watch.tellsAll = true;
    await wait(2000);
    const before = asked.length;
    await wait(60_000);
    expect(asked).toHaveLength(before);
    await change([moved('7', 'running')], [run('7')]);
    seen.runs = [run('7', {}, 5, 2)];
    seen.version += 1;
    // What a run under way brings is not told, and read again and again.
    await wait(600);
    const pages = told.map(([, event]) => (event as { run: RunSummary }).run.counters.done);
    expect(pages).toEqual([0, 5]);
    await change([moved('7', 'completed')], [run('7', { state: 'completed' }, 9, 4)]);
    const ended = asked.length;
    await wait(60_000);
    expect(asked).toHaveLength(ended);
    watch.tellsAll = false;
    hint();
    await wait(10_000);
    expect(asked.length).toBeGreaterThan(ended + 5);
  });

  it('watches only while somebody follows', async () => {
    const { follow, wait, watches } = setUp();
    expect(watches()).toBe(0);
    const [first, second] = [follow('runs'), follow('queue')];
    expect(watches()).toBe(1);
    first();
    await wait(2000);
    expect(watches()).toBe(1);
    second();
    await wait(2000);
    expect(watches()).toBe(0);
    follow('runs');
    expect(watches()).toBe(1);
  });

  it('finds what was written although nobody has hinted at it', async () => {
    const { told, follow, wait, write } = setUp();
    follow('projects');
    await wait(1000);
    write([{ kind: 'project', subject: '1', project: 'press', what: 'created' }]);
    await wait(1500);
    expect(told).toEqual([['projects', { project: 'press' }]]);
  });

  it('tells of a run of another process as it goes on, and of its end', async () => {
    const { told, follow, change } = setUp();
    follow('runs');
    await change([]);
    await change([moved('7', 'running')], [run('7')]);
    await change([], [run('7', {}, 5, 2)]);
    await change([moved('7', 'completed')], [run('7', { state: 'completed', endedAt: 'now' }, 9, 4)]);
    const states = told
      .map(([, event]) => (event as { run: RunSummary }).run)
      .map(({ state, counters }) => [state, counters.done]);
    expect(states).toEqual([
      ['running', 0],
      ['running', 5],
      ['completed', 9],
    ]);
  });

  it('tells of a run whose process has died, which writes nothing', async () => {
    const { told, follow, change, wait, seen } = setUp();
    follow('runs');
    await change([moved('7', 'running')], [run('7')]);
    seen.runs = [run('7', { state: 'interrupted' })];
    await wait(3000);
    expect(told.map(([, event]) => (event as { run: RunSummary }).run.state)).toEqual([
      'running',
      'interrupted',
    ]);
  });

  it('says nothing when nothing is new', async () => {
    const { told, follow, change, wait } = setUp();
    follow('runs');
    await change([moved('7', 'running')], [run('7')]);
    await change([], [run('7', { activeMs: 500 })]);
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
    for (let second = 0; second < 10; second += 1) await change([], [run('7', {}, second * 60)]);
    expect(speeds.at(-1)).toBeGreaterThan(80);
    vi.setSystemTime(Date.now() - 7_200_000);
    await change([], [run('7', {}, 600)]);
    expect(speeds.at(-1)).toBeGreaterThan(80);
    await wait(20_000);
    expect(speeds.at(-1)).toBe(0);
  });

  it('tells of runs that somebody else has deleted, stopped or asked to stop', async () => {
    const { told, follow, change } = setUp();
    follow('runs');
    await change([]);
    const deleted = moved('1', 'deleted', 'deleted');
    await change(
      [deleted, moved('2', 'stopped')],
      [run('2', { state: 'stopped' }), run('3', { state: 'paused' })],
    );
    await change([moved('4', 'running', 'asked')], [run('4', { requested: 'stop' })]);
    expect(told.map(([, event]) => event)).toEqual([
      { kind: 'run', run: expect.objectContaining({ id: '2', state: 'stopped' }) },
      { kind: 'deleted', run: '1' },
      { kind: 'run', run: expect.objectContaining({ id: '4', requested: 'stop' }) },
    ]);
  });

  it('tells of spiders and projects that the command line changes, and not twice of those this process does', async () => {
    const { told, follow, change, follower } = setUp();
    follow('spiders');
    follow('projects');
    await change([]);
    const spider = { kind: 'spider', subject: '1', ...of } as const;
    const own = { kind: 'spider', subject: '2', project: 'default', spider: 'own' } as const;
    await change([
      { ...spider, what: 'saved', version: 2 },
      { kind: 'project', subject: '2', project: 'press', what: 'renamed', before: 'news' },
    ]);
    follower.knows({ project: 'default', spider: 'own', version: 3 });
    await change([
      { ...own, what: 'renamed', version: 3, before: 'mine' },
      { ...own, what: 'saved', version: 3 },
    ]);
    await change([{ ...own, what: 'saved', version: 4 }]);
    await change([{ ...spider, spider: 'store', what: 'renamed', version: 2, before: 'shop' }]);
    await change([{ ...spider, spider: 'store', what: 'deleted', version: null }]);
    const by = { project: 'default', by: null };
    expect(told).toEqual([
      ['spiders', { ...by, spider: 'shop', what: 'saved', version: 2 }],
      ['projects', { project: 'news' }],
      ['projects', { project: 'press' }],
      ['spiders', { ...by, spider: 'own', what: 'saved', version: 4 }],
      ['spiders', { ...by, spider: 'shop', what: 'deleted', version: null }],
      ['spiders', { ...by, spider: 'store', what: 'renamed', version: 2 }],
      ['spiders', { ...by, spider: 'store', what: 'deleted', version: null }],
    ]);
  });

  it('tells of the trash and of saved pages, whoever moves, restores or removes what', async () => {
    const { told, follow, change } = setUp();
    follow('trash');
    follow('pages', of);
    await change([]);
    const page = { kind: 'page', subject: '1', ...of } as const;
    const steps: Change[] = [
      moved('1', 'deleted', 'deleted'),
      { kind: 'trash', subject: '1', what: 'emptied' },
      { ...page, what: 'deleted' },
      { ...page, what: 'restored' },
      { ...page, spider: 'other', what: 'deleted' },
      { kind: 'project', subject: '2', project: 'press', what: 'created' },
    ];
    for (const step of steps) await change([step]);
    expect(told).toEqual([
      ['trash', {}],
      ['trash', {}],
      ['trash', {}],
      ['pages', of],
      ['trash', {}],
      ['pages', of],
      ['trash', {}],
    ]);
  });

  it('tells of the queue and of schedules', async () => {
    const { told, follow, change } = setUp();
    follow('queue');
    follow('schedules');
    await change([]);
    await change([
      { kind: 'queue', subject: '5', ...of, state: 'dead', reason: null, run: null, attempts: 3 },
      { kind: 'schedule', subject: '6', ...of, what: 'queued', dueAt: 0, reason: null },
    ]);
    expect(told).toEqual([
      ['queue', { entry: '5', project: 'default', state: 'dead' }],
      ['schedules', { schedule: '6', project: 'default' }],
    ]);
  });

  it('tells what happened while nobody followed, or that it was too much', async () => {
    const { told, follow, change, seen, wait } = setUp();
    const end = follow('projects');
    await wait(1000);
    end();
    const created: Change = { kind: 'project', subject: '1', project: 'press', what: 'created' };
    await change([created]);
    const endAgain = follow('projects');
    await wait(1000);
    expect(told).toEqual([['projects', { project: 'press' }]]);
    endAgain();
    follow('runs');
    seen.isBehind = true;
    await change([]);
    expect(told.at(-1)).toEqual(['runs', 'missed']);
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
    const follower = { progressOf: () => null };
    const subscribe = createSubscribe({
      hub,
      follower,
      database,
      exports: { list: () => [] },
      livePages: { find: () => null },
      apiServer: {
        state: () => {
          throw new Error('Nobody asks for it.');
        },
      },
    });
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
