import { describe, expect, it } from 'vitest';
import {
  countDays,
  fillShare,
  lastDays,
  medianItems,
} from '../../../../electron/host/data/project-overview.ts';
import { isTroubled, needOf } from '../../../../electron/host/data/spider-needs.ts';
import type { FullRun } from '../../../../electron/store/projects/project-overview-queries.ts';
import type { RunSummary } from '../../../../shared/contract/types.ts';

const fullRun = (changes: Partial<FullRun> = {}): FullRun => ({
  run: '1',
  at: '2026-11-22T12:00:00.000Z',
  endedAt: '2026-11-22T12:10:00.000Z',
  state: 'completed',
  cause: 'finished',
  items: 10,
  ...changes,
});

describe('the days of an overview', () => {
  const now = new Date(2026, 2, 30, 15).getTime();

  it('are days of the machine, today last, without a gap at a change of summer time', () => {
    const days = lastDays(now, 30);
    expect(days.map(({ day }) => day)).toEqual([
      ...Array.from({ length: 30 }, (_, back) => {
        const date = new Date(Date.UTC(2026, 2, 1 + back));
        return date.toISOString().slice(0, 10);
      }),
    ]);
    expect(days.slice(0, -1).map(({ until }) => until)).toEqual(days.slice(1).map(({ from }) => from));
    expect(days.at(-1)?.until).toBeGreaterThan(now);
  });

  it('count each run on the day on which its crawl began', () => {
    const days = lastDays(now, 2);
    const at = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString();
    const runs = [
      fullRun({ at: at(30, 2), items: 5 }),
      fullRun({ at: at(29, 23), items: 7, endedAt: at(30, 1) }),
      fullRun({ at: at(29, 1), items: 0, state: 'failed', cause: 'no-pages' }),
      fullRun({ at: at(28, 1) }),
    ];
    expect(countDays(days, runs)).toEqual([
      { day: '2026-03-29', items: 7, runs: 2, failed: 1 },
      { day: '2026-03-30', items: 5, runs: 1, failed: 0 },
    ]);
  });
});

describe('the usual number of items', () => {
  it.each([
    [[], null],
    [[fullRun()], null],
    [[fullRun({ items: 1 }), fullRun({ items: 4 }), fullRun({ items: 8 })], 6],
    [[fullRun({ items: 1 }), fullRun({ items: 4, state: 'paused' }), fullRun({ items: 8 })], 8],
    [[1, 2, 3, 4, 5, 6, 7, 8, 900].map((items) => fullRun({ items })), 5],
  ])('is the median of the seven ended runs before the newest', (runs, median) => {
    expect(medianItems(runs)).toBe(median);
  });
});

describe('the fill share', () => {
  const none = { title: 0, content: 0, author: 0, published_date: 0 };
  const callbacks = { parse_item: { extract: { title: 'h1', price: '.price' } } };

  it('has a column where the spider extracts it or an item has it', () => {
    const counts = { callback: 'parse_item', items: 10, metadata: { cells: 10, filled: 9 } };
    expect(fillShare([{ ...counts, columns: none }], callbacks)).toBe(9 / 20);
    expect(fillShare([{ ...counts, columns: { ...none, title: 10 } }], callbacks)).toBe(19 / 20);
    expect(fillShare([{ ...counts, columns: { ...none, author: 1 } }], callbacks)).toBe(10 / 30);
  });

  it('has all columns of articles, and is none without cells', () => {
    const counts = { callback: 'parse_item', items: 4, metadata: { cells: 0, filled: 0 } };
    expect(fillShare([{ ...counts, columns: none }], {})).toBeNull();
    expect(fillShare([], undefined)).toBeNull();
    const article = { ...counts, callback: 'parse_article', columns: { ...none, title: 4, content: 4 } };
    expect(fillShare([article], {})).toBe(0.5);
  });
});

const summary = (changes: Partial<RunSummary>): RunSummary => ({
  id: '7',
  project: 'default',
  spider: 'shop',
  version: 1,
  kind: 'full',
  source: null,
  acceptedAt: null,
  replacedBy: null,
  breaches: 0,
  state: 'completed',
  reason: 'Finished. No pages left.',
  cause: 'finished',
  requested: null,
  counters: { queued: 0, active: 0, done: 1, failed: 0, skipped: 0, seen: 1, items: 10 },
  options: { limit: null, overrides: {}, args: {}, allowPrivate: false },
  activeMs: 1000,
  waitingSince: null,
  waitedMs: 0,
  here: false,
  createdAt: '2026-11-22T02:00:00.000Z',
  startedAt: '2026-11-22T02:00:00.000Z',
  endedAt: '2026-11-22T02:10:00.000Z',
  ...changes,
});

describe('a person', () => {
  type Glance = Parameters<typeof needOf>[0];
  const quiet: Glance = { spider: 'shop', queued: 0, dead: null };
  const waiting = { ...quiet, queued: 1 };
  const dead = { entry: '3', attempts: 3, reason: 'No answer.', endedAt: '2026-11-22T03:00:00.000Z' };
  const cases: [string, Partial<RunSummary> | null, Glance, string | null, string][] = [
    ['a run that finished', {}, quiet, null, ''],
    ['a spider without runs', null, quiet, null, ''],
    ['a run that a person paused', { state: 'paused', cause: 'paused' }, quiet, null, ''],
    ['a run that a person stopped', { state: 'stopped', cause: 'stopped' }, quiet, null, ''],
    [
      'a run that failed',
      { state: 'failed', cause: 'nothing-extracted', reason: 'Nothing.' },
      quiet,
      'look',
      'The last run failed. Nothing.',
    ],
    [
      'a run whose site asks for a login',
      { state: 'failed', cause: 'login', reason: 'A login.' },
      quiet,
      'login',
      'The last run failed. A login.',
    ],
    [
      'a run that failed, and another one waits',
      { state: 'failed', cause: 'error' },
      waiting,
      'look',
      'The last run failed.',
    ],
    [
      'a run that was blocked',
      { state: 'paused', cause: 'blocked', reason: 'Blocked.' },
      quiet,
      'resume',
      'Blocked.',
    ],
    ['a blocked run that the queue tries again', { state: 'paused', cause: 'blocked' }, waiting, null, ''],
    [
      'a run in a trap',
      { state: 'paused', cause: 'trapped', reason: 'Trapped.' },
      waiting,
      'look',
      'Trapped.',
    ],
    [
      'an interrupted run',
      { state: 'interrupted', cause: null, reason: 'Gone.' },
      quiet,
      'resume',
      'The last run was interrupted. Gone.',
    ],
    ['an interrupted run that the queue resumes', { state: 'interrupted', cause: null }, waiting, null, ''],
    [
      'an entry that was given up',
      {},
      { ...quiet, dead },
      'retry',
      'The queue has given it up after 3 attempts. No answer.',
    ],
    [
      'an entry that was given up before any run',
      null,
      { ...quiet, dead },
      'retry',
      'The queue has given it up',
    ],
    [
      'an entry that was given up before the last run',
      { startedAt: '2026-11-22T04:00:00.000Z' },
      { ...quiet, dead },
      null,
      '',
    ],
    [
      'data that is not as expected',
      { breaches: 2 },
      quiet,
      'look',
      'The data of the last run is not as expected: 2 expectations do not hold.',
    ],
  ];

  it.each(cases)('is needed as it should for %s', (_, run, glance, action, message) => {
    const need = needOf({ ...quiet, ...glance }, run === null ? null : summary(run));
    expect(need?.action ?? null).toBe(action);
    expect(need?.message ?? '').toContain(message);
    expect(need?.entry ?? null).toBe(action === 'retry' ? '3' : null);
  });

  it('sees as failed what did not end as it should', () => {
    const states = (['completed', 'stopped', 'failed', 'paused', 'interrupted', 'running'] as const).filter(
      (state) => isTroubled({ state, cause: state === 'paused' ? 'offline' : null }),
    );
    expect(states).toEqual(['failed', 'paused', 'interrupted']);
  });
});
