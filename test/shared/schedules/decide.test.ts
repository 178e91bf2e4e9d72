import { describe, expect, it } from 'vitest';
import {
  decide,
  distrustedAfter,
  missedAfter,
  nextDue,
  type TimedSchedule,
} from '../../../shared/schedules/decide.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** A Sunday evening in Berlin, at 20:00. */
const evening = Date.UTC(2026, 10, 22, 19);
const due = Date.UTC(2026, 10, 23, 1, 30);
const nightly: TimedSchedule = {
  cron: '30 2 * * *',
  zone: 'Europe/Berlin',
  missed: 'once',
  decidedUntil: evening,
};
const quarterly: TimedSchedule = { ...nightly, cron: '*/15 * * * *' };
const free = (): null => null;

/** What was decided, without the milliseconds. */
function told(schedule: TimedSchedule, now: number, busy: string | null = null): unknown {
  const decision = decide(schedule, now, () => busy);
  if (decision === null) return null;
  const moments = decision.moments.map(({ dueAt, outcome, reason }) => [
    new Date(dueAt).toISOString().slice(5, 16),
    outcome,
    reason,
  ]);
  return { until: new Date(decision.decidedUntil).toISOString().slice(5, 16), moments };
}

const missed = 'Missed: nothing carried out schedules at that time.';

describe('what is decided', () => {
  it('is nothing before a moment, and nothing twice', () => {
    expect(decide(nightly, due - 1, free)).toBeNull();
    expect(decide({ ...nightly, decidedUntil: due }, due + hour, free)).toBeNull();
  });

  it.each([
    ['at its moment', 0, null],
    ['a little later', minute, null],
    ['as late as a machine needs to restart', missedAfter, null],
    ['after that', missedAfter + 1, 'Late by 5 minutes: nothing carried out schedules at its time.'],
    ['after a morning asleep', 9 * hour, 'Late by 9 hours: nothing carried out schedules at its time.'],
  ])('is to queue one crawl %s', (_, late, reason) => {
    const expected = { until: '11-23T01:30', moments: [['11-23T01:30', 'queued', reason]] };
    expect(told(nightly, due + late)).toEqual(expected);
    const skipped = reason === null ? expected.moments : [['11-23T01:30', 'skipped', missed]];
    expect(told({ ...nightly, missed: 'skip' }, due + late)).toEqual({ ...expected, moments: skipped });
  });

  it('is to skip while an earlier crawl has not ended, with its reason, late or not', () => {
    for (const late of [0, 9 * hour])
      expect(told(nightly, due + late, 'It runs.')).toEqual({
        until: '11-23T01:30',
        moments: [['11-23T01:30', 'skipped', 'It runs.']],
      });
  });

  it('asks for an earlier crawl only where a moment is due', () => {
    expect(decide(nightly, due - 1, () => expect.fail())).toBeNull();
  });

  it.each([
    ['two moments', quarterly, evening + 31 * minute, ['11-22T19:15', missed], ['11-22T19:30', null]],
    [
      'a machine that slept for 9 hours',
      quarterly,
      evening + 9 * hour + 7 * minute,
      [
        '11-23T03:45',
        'Missed, with 34 before it since 2026-11-22 20:15 (Europe/Berlin): nothing carried out schedules at that time.',
      ],
      ['11-23T04:00', 'Late by 7 minutes: nothing carried out schedules at its time.'],
    ],
    [
      'a machine that slept for three weeks',
      nightly,
      due + 21 * day + 3 * hour,
      [
        '12-13T01:30',
        'Missed, with 20 before it since 2026-11-23 02:30 (Europe/Berlin): nothing carried out schedules at that time.',
      ],
      ['12-14T01:30', 'Late by 3 hours: nothing carried out schedules at its time.'],
    ],
    [
      'a clock that was set forward by a year',
      { ...nightly, cron: '* * * * *' },
      evening + 365 * day + 10_000,
      [
        '11-22T18:59',
        'Missed, with more than 1000 before it since 2026-11-22 20:01 (Europe/Berlin): nothing carried out schedules at that time.',
      ],
      ['11-22T19:00', null],
    ],
  ])('of many moments is one queued and one skipped: %s', (_, schedule, now, [before, why], [at, late]) => {
    expect(told(schedule, now)).toEqual({
      until: at,
      moments: [
        [before, 'skipped', why],
        [at, 'queued', late],
      ],
    });
  });

  it('is nothing while a clock that was set back has not caught up', () => {
    const decided = { ...nightly, decidedUntil: due };
    for (const now of [due - minute, due - 20 * hour, due - distrustedAfter, due])
      expect(decide(decided, now, free)).toBeNull();
    expect(nextDue(decided, due - hour)).toBe(due + day);
  });

  it('is to go on from the present where the clock was wrong by days', () => {
    const now = due - distrustedAfter - 1;
    expect(decide({ ...nightly, decidedUntil: due }, now, free)).toEqual({ decidedUntil: now, moments: [] });
  });
});

describe('the next moment', () => {
  it.each([
    ['after what is decided', nightly, evening, due],
    ['after now', nightly, due + hour, due + day],
    [
      'of an expression that waits for a leap year',
      { ...nightly, cron: '0 0 29 2 *', zone: 'UTC' },
      evening,
      Date.UTC(2028, 1, 29),
    ],
  ])('is the first one %s', (_, schedule, now, expected) => {
    expect(nextDue(schedule, now)).toBe(expected);
  });
});
