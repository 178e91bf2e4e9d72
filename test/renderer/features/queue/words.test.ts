import { describe, expect, it } from 'vitest';
import { filterArgs, filterOf, filterQuery } from '../../../../renderer/features/queue/queue-filter.ts';
import { ReadEntries } from '../../../../renderer/features/queue/queue-source.ts';
import {
  allows,
  attemptWords,
  carrier,
  entryReason,
  entryStates,
  optionWords,
  sourceWords,
  statusWords,
} from '../../../../renderer/features/queue/queue-words.ts';
import { clockTime } from '../../../../renderer/ui/format.ts';
import { queueStates } from '../../../../shared/queue-states.ts';
import { entry, status, worker } from './samples.ts';

it('has a word for every state', () => {
  expect(entryStates.map(({ state }) => state).toSorted()).toEqual([...queueStates].toSorted());
});

describe('what an entry allows', () => {
  it.each([
    ['pending', ['cancel', 'move']],
    ['running', ['cancel']],
    ['completed', []],
    ['failed', ['retry']],
    ['dead', ['retry']],
    ['cancelled', ['retry']],
  ] as const)('%s', (state, actions) => {
    const given = (['cancel', 'retry', 'move'] as const).filter((action) => allows(entry({ state }), action));
    expect(given).toEqual(actions);
  });

  it('is no retry where the spider is gone', () => {
    expect(allows(entry({ state: 'failed', spiderExists: false }), 'retry')).toBe(false);
  });
});

describe('why an entry is as it is', () => {
  const now = Date.parse('2026-11-21T08:00:00.000Z');
  const dueAt = '2026-11-21T08:05:00.000Z';
  it.each([
    [entry(), 'Waits for its turn.'],
    [
      entry({ dueAt, reason: 'The site refused.' }),
      `The site refused. Tried again at ${clockTime(dueAt, now)}.`,
    ],
    [entry({ state: 'running' }), 'Starting.'],
    [entry({ state: 'failed', reason: 'No items.' }), 'No items.'],
    [entry({ state: 'dead' }), 'Every attempt failed.'],
    [entry({ state: 'cancelled', spiderExists: false }), 'The spider is gone.'],
    [entry({ state: 'completed' }), 'Finished. No pages left.'],
  ])('%#', (given, words) => {
    expect(entryReason(given, now)).toBe(words);
  });
});

it('says what an entry does that is not usual, who queued it, and how often it was tried', () => {
  const options = { limit: 10, args: { term: 'shoes' }, overrides: { A: 1, B: 2 }, allowPrivate: false };
  expect(optionWords(entry())).toBe('');
  expect(optionWords({ options })).toBe('at most 10 items, term=shoes, 2 settings');
  expect(optionWords({ options: { ...options, workers: 3 } })).toMatch(/, 3 processes$/u);
  expect(sourceWords(entry())).toBe('by hand');
  expect(sourceWords(entry({ source: 'schedule' }))).toBe('by a schedule');
  expect(sourceWords(entry({ source: 'schedule', scheduledFor: '2026-11-21T02:30:00.000Z' }))).toMatch(
    /^by its schedule, for /u,
  );
  expect([0, 1, 3].map((attempts) => attemptWords({ attempts, maxAttempts: 3 }))).toEqual([
    '–',
    '1 of 3',
    '3 of 3',
  ]);
});

describe('what carries the queue out', () => {
  it.each([
    [[], 'warning', 'Nothing carries the queue out at present'],
    [[worker('window', true)], 'success', 'Carried out by this application while it is open'],
    [[worker('window')], 'success', 'Carried out by another one (process 4711) while it is open'],
    [
      [worker('window', true), worker('daemon')],
      'success',
      'Carried out by the daemon (process 4711), also while no window is open',
    ],
    [[worker('command')], 'warning', 'Only a command (process 4711) carries out what it queued itself'],
  ] as const)('%#', (workers, tone, text) => {
    const told = carrier({ workers: [...workers] });
    expect([told.tone, told.text, told.todo === null]).toEqual([tone, text, tone === 'success']);
  });
});

it.each([
  [status(), null],
  [status({ completed: 4 }), null],
  [status({ pending: 3 }), '3 pending'],
  [status({ pending: 1200, running: 2 }), '1,200 pending · 2 running'],
  [status({ pending: 3 }, { held: true }), '3 pending · held'],
])('the status bar, %#', (given, words) => {
  expect(statusWords(given)).toBe(words);
});

it.each([
  ['', { state: null, project: null, cleared: false }, {}],
  [
    'state=dead&project=shops&cleared=1',
    { state: 'dead', project: 'shops', cleared: true },
    { states: ['dead'], project: 'shops', cleared: true },
  ],
  ['state=lost', { state: null, project: null, cleared: false }, {}],
])('the filter of the address %j', (query, filter, args) => {
  const read = filterOf(new URLSearchParams(query));
  expect(read).toEqual(filter);
  expect(filterArgs(read)).toEqual(args);
  expect(filterOf(new URLSearchParams(filterQuery(read)))).toEqual(read);
});

it('knows the entries that were read by their places', () => {
  const read = new ReadEntries();
  const told: number[] = [];
  const end = read.onNote(() => told.push(told.length));
  read.note(0, [entry({ id: 'a' }), entry({ id: 'b' }), entry({ id: 'c' })], 3);
  expect([read.indexOf('c'), read.indexOf('x'), read.at(1)?.id]).toEqual([2, undefined, 'b']);
  const chosen = read.chosen([
    [0, 0],
    [2, 9],
  ]);
  expect(chosen.map(({ id }) => id)).toEqual(['a', 'c']);
  read.note(0, [entry({ id: 'b' })], 1);
  end();
  read.note(0, [entry({ id: 'b' })], 1);
  expect([read.indexOf('c'), read.at(0)?.id, told.length]).toEqual([undefined, 'b', 2]);
});
