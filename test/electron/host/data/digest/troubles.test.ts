import { describe, expect, it } from 'vitest';
import { troublesOf, type JudgedRun } from '../../../../../electron/host/data/digest/troubles.ts';
import type { RunCause } from '../../../../../shared/run-cause.ts';
import type { NoticeSettings } from '../../../../../shared/contract/types.ts';
import type { RunState } from '../../../../../electron/store/runs/run-states.ts';

const all: NoticeSettings['on'] = {
  failed: true,
  tooFewItems: true,
  drop: true,
  blocked: true,
  breached: true,
  paused: true,
  dead: true,
  skipped: true,
};

interface Given {
  state?: RunState;
  cause?: RunCause | null;
  items?: number;
  kind?: JudgedRun['run']['kind'];
  breaches?: { expectation: string; message: string }[];
  before?: number[];
  isIncremental?: boolean;
}

function judged(given: Given): JudgedRun {
  const { state = 'completed', cause = 'finished', items = 100, kind = 'full', breaches = [] } = given;
  const { before = [100, 100, 100], isIncremental = false } = given;
  const run = { state, cause, reason: 'The reason.', kind, breaches: breaches.length, counters: { items } };
  return { run, breaches, before, isIncremental };
}

const minItems = { expectation: 'min_items', message: 'It has 3 items, and 50 are expected.' };
const fill = { expectation: 'fill', message: 'price is empty.' };

describe('what is wrong with a run', () => {
  it.each<[string, Given, string[]]>([
    ['it is as usual', {}, []],
    ['it reached a limit', { state: 'stopped', cause: 'limit' }, []],
    ['a person paused it', { state: 'paused', cause: 'paused' }, []],
    ['a person stopped it', { state: 'stopped', cause: 'stopped' }, []],
    ['nothing was new', { cause: 'nothing-new', items: 0 }, []],
    ['no page came', { state: 'failed', cause: 'no-pages', items: 0 }, ['failed']],
    [
      'nothing was extracted',
      { state: 'failed', cause: 'nothing-extracted', items: 0 },
      ['failed', 'too-few-items'],
    ],
    ['all items are empty', { state: 'failed', cause: 'empty-items', items: 9 }, ['failed', 'too-few-items']],
    ['this machine failed', { state: 'paused', cause: 'error' }, ['failed']],
    ['a version without causes failed it', { state: 'failed', cause: null }, ['failed']],
    ['its process is gone', { state: 'interrupted', cause: null }, ['interrupted']],
    ['the site blocks it', { state: 'paused', cause: 'blocked' }, ['blocked']],
    ['it is in a trap', { state: 'paused', cause: 'trapped' }, ['paused']],
    ['nothing got through', { state: 'paused', cause: 'offline' }, ['paused']],
    ['its data failed it', { state: 'failed', cause: 'breached', breaches: [fill] }, ['breached']],
    ['its data paused it', { state: 'paused', cause: 'breached', breaches: [fill] }, ['breached']],
    ['its data only warns', { breaches: [fill] }, ['breached']],
    ['it has too few items', { breaches: [minItems] }, ['too-few-items']],
    ['both', { breaches: [minItems, fill] }, ['breached', 'too-few-items']],
    ['what was breached is not known', { state: 'failed', cause: 'breached' }, ['breached']],
    ['it has half of the usual items', { items: 50 }, []],
    ['it has less than half', { items: 49 }, ['drop']],
    ['it has none, and was not expected to', { items: 0 }, ['too-few-items']],
    ['it never has any', { items: 0, before: [0, 0, 0, 0] }, []],
    ['there are too few runs to compare with', { items: 1, before: [100, 100] }, []],
    ['one odd night is among them', { items: 90, before: [1000, 100, 100, 90, 100, 110, 100] }, []],
    ['an eighth run is not compared', { items: 10, before: [10, 10, 10, 10, 100, 100, 100, 100, 100] }, []],
    ['it left out known pages', { items: 1, isIncremental: true }, []],
    ['it is a test run', { state: 'failed', cause: 'no-pages', kind: 'test' }, []],
    ['it extracted again', { state: 'failed', cause: 'breached', kind: 'reextract' }, []],
  ])('is told where %s', (_, given, expected) => {
    expect(troublesOf(judged(given), all).map(({ what }) => what)).toEqual(expected);
  });

  it.each<[string, Given, string[]]>([
    ['the reason of the run', { state: 'failed', cause: 'error' }, ['The reason.']],
    ['what is expected', { breaches: [minItems, fill] }, [fill.message, minItems.message]],
    [
      'the first of many expectations',
      { breaches: [1, 2, 3, 4, 5].map((n) => ({ expectation: 'type', message: `${n}.` })) },
      ['1. 2. 3. 2 more expectations do not hold.'],
    ],
    [
      'the numbers of items',
      { items: 12, before: [100, 120, 140, 100, 90, 100, 100, 9] },
      ['It has 12 items; the median of the 7 full runs before it is 100.'],
    ],
  ])('is told with %s', (_, given, messages) => {
    expect(troublesOf(judged(given), all).map(({ message }) => message)).toEqual(messages);
  });

  it.each<[keyof NoticeSettings['on'], Given]>([
    ['failed', { state: 'failed', cause: 'no-pages' }],
    ['failed', { state: 'interrupted', cause: null }],
    ['tooFewItems', { breaches: [minItems] }],
    ['drop', { items: 1 }],
    ['blocked', { state: 'paused', cause: 'blocked' }],
    ['breached', { breaches: [fill] }],
    ['paused', { state: 'paused', cause: 'trapped' }],
  ])('is not told where nobody wants to know: %s', (name, given) => {
    expect(troublesOf(judged(given), all)).not.toEqual([]);
    expect(troublesOf(judged(given), { ...all, [name]: false })).toEqual([]);
  });
});
