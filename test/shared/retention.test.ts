import { describe, expect, it } from 'vitest';
import {
  keepEverything,
  planRetention,
  type RetainableRun,
  type RetentionPlan,
  type RetentionRule,
} from '../../shared/retention.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 27);

/** A full run that completed, so many days ago; its id is its place. */
const full = (place: number, daysAgo: number, changes: Partial<RetainableRun> = {}): RetainableRun => ({
  id: String(place),
  place,
  kind: 'full',
  isCompleted: true,
  endedAt: now - daysAgo * day,
  hasPages: true,
  hasDetail: true,
  kept: null,
  isSeenBy: false,
  ...changes,
});
const newest = full(5, 0, { kept: 'newest' });
const five = [full(1, 40), full(2, 30), full(3, 20), full(4, 10), newest];
const nothing: RetentionPlan = { remove: [], pages: [], detail: [], kept: [] };
const planOf = (rule: Partial<RetentionRule>, runs: readonly RetainableRun[]) =>
  planRetention({ ...keepEverything, ...rule }, runs, now);

describe('what goes by a rule', () => {
  it.each<[string, Partial<RetentionRule>, Partial<RetentionPlan>]>([
    ['nothing without a rule', {}, {}],
    ['what is behind the newest runs', { runs: 2 }, { remove: ['1', '2', '3'] }],
    ['nothing where there are fewer', { runs: 9 }, {}],
    ['what is older than days', { days: 15 }, { remove: ['1', '2', '3'] }],
    ['a run that is just as old stays', { days: 20 }, { remove: ['1', '2'] }],
    ['only what both let go', { runs: 2, days: 25 }, { remove: ['1', '2'] }],
    ['pages of older runs, whose items stay', { pages: 2 }, { pages: ['1', '2', '3'] }],
    ['the log of older runs', { detail: 3 }, { detail: ['1', '2'] }],
    ['pages of what stays', { runs: 3, pages: 1 }, { remove: ['1', '2'], pages: ['3', '4'] }],
  ])('%s', (_, rule, plan) => {
    expect(planOf(rule, five)).toEqual({ ...nothing, ...plan });
  });

  it('is told apart from what the rule would let go and something needs', () => {
    const runs = [full(1, 40, { kept: 'pinned' }), full(2, 30, { kept: 'proof' }), full(3, 20), newest];
    expect(planOf({ runs: 1, pages: 1 }, runs)).toEqual({
      ...nothing,
      remove: ['3'],
      kept: [
        { run: '1', why: 'pinned' },
        { run: '2', why: 'proof' },
      ],
    });
  });

  it('is never the newest run that completed, whatever its age', () => {
    expect(planOf({ days: 1 }, [full(1, 100, { kept: 'newest' })])).toEqual({
      ...nothing,
      kept: [{ run: '1', why: 'newest' }],
    });
  });

  it('counts only full runs that completed; others go with those around them', () => {
    const runs = [
      full(1, 40, { kind: 'test' }),
      full(2, 30),
      full(3, 20, { isCompleted: false }),
      full(4, 10, { kind: 'test' }),
      newest,
    ];
    expect(planOf({ runs: 2 }, runs).remove).toEqual(['1']);
    expect(planOf({ runs: 1 }, runs).remove).toEqual(['1', '2', '3', '4']);
  });

  it('takes a generation for as old as its crawl', () => {
    const runs = [full(1, 40), full(2, 30), full(6, 1, { kind: 'reextract', place: 1 }), newest];
    expect(planOf({ runs: 1 }, runs).remove.toSorted()).toEqual(['1', '2', '6']);
  });

  it('keeps what the dataset needs, unless it is to forget; its pages go in any case', () => {
    const runs = [full(1, 40, { isSeenBy: true }), full(2, 30), newest];
    expect(planOf({ runs: 1, pages: 1 }, runs)).toEqual({
      ...nothing,
      remove: ['2'],
      pages: ['1'],
      kept: [{ run: '1', why: 'dataset' }],
    });
    expect(planOf({ runs: 1, dataset: 'forget' }, runs).remove).toEqual(['1', '2']);
  });

  it('does not touch a run that has not ended', () => {
    const paused = full(1, 40, { isCompleted: false, endedAt: null, kept: 'under-way' });
    expect(planOf({ runs: 1, pages: 1, detail: 1 }, [paused, newest])).toMatchObject({
      remove: [],
      pages: [],
      detail: [],
    });
  });

  it('lets what has gone already alone', () => {
    const runs = [full(1, 40, { hasPages: false, hasDetail: false }), newest];
    expect(planOf({ pages: 1, detail: 1 }, runs)).toEqual(nothing);
  });
});
