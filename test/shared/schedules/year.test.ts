import { describe, expect, it } from 'vitest';
import { readCron } from '../../../shared/schedules/cron.ts';
import { countMoments, latestMoment, momentsAfter } from '../../../shared/schedules/moments.ts';
import { openZone } from '../../../shared/schedules/zone.ts';
import { expectedMoments, walk, type Meaning, type Shown } from './walk-year.ts';

const start = Date.UTC(2026, 0, 1);
const end = Date.UTC(2027, 0, 1);

/** Zones with changes by an hour, by half an hour, at midnight, south of the equator, at odd offsets, and without any. */
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Cairo',
  'Pacific/Chatham',
  'Asia/Kathmandu',
  'UTC',
];

const fixed = (matches: (shown: Shown) => boolean): Meaning => ({ repeats: false, catchesUp: true, matches });
const stepped = (matches: (shown: Shown) => boolean): Meaning => ({
  repeats: true,
  catchesUp: true,
  matches,
});
const every = (matches: (shown: Shown) => boolean): Meaning => ({ repeats: true, catchesUp: false, matches });

const meanings: [cron: string, Meaning][] = [
  ['30 2 * * *', fixed((at) => at.hour === 2 && at.minute === 30)],
  ['15 1 * * *', fixed((at) => at.hour === 1 && at.minute === 15)],
  ['45 1 * * *', fixed((at) => at.hour === 1 && at.minute === 45)],
  ['@daily', fixed((at) => at.hour === 0 && at.minute === 0)],
  ['0 1,2,3 * * *', fixed((at) => at.hour >= 1 && at.hour <= 3 && at.minute === 0)],
  ['*/10 0-3 * * *', fixed((at) => at.hour <= 3 && at.minute % 10 === 0)],
  ['0 * * * *', every((at) => at.minute === 0)],
  ['*/15 * * * *', every((at) => at.minute % 15 === 0)],
  ['0 */2 * * *', stepped((at) => at.hour % 2 === 0 && at.minute === 0)],
  ['20 */3 * * *', stepped((at) => at.hour % 3 === 0 && at.minute === 20)],
  ['30 2 * * sun', fixed((at) => at.weekday === 0 && at.hour === 2 && at.minute === 30)],
  ['0 0 L * *', fixed((at) => at.isLast && at.hour === 0 && at.minute === 0)],
  ['30 23 29 3 *', fixed((at) => at.month === 3 && at.day === 29 && at.hour === 23 && at.minute === 30)],
  [
    '30 2 * * 7#1,suNL',
    fixed((at) => at.weekday === 0 && (at.day <= 7 || isLastWeek(at)) && at.hour === 2 && at.minute === 30),
  ],
  [
    '5 0 1,15 * mon-fri',
    fixed(
      (at) =>
        ([1, 15].includes(at.day) || (at.weekday > 0 && at.weekday < 6)) && at.hour === 0 && at.minute === 5,
    ),
  ],
];

/** Whether the same weekday comes no more in its month, 2026 being no leap year. */
function isLastWeek({ day, month }: Shown): boolean {
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day + 7 > (lengths[month - 1] ?? 0);
}

const iso = (times: readonly number[]): string[] => times.map((at) => new Date(at).toISOString());

describe.each(zones)('a year in %s', (name) => {
  const zone = openZone(name);
  const walked = walk(name, start - 86_400_000, end);

  it.each(meanings)('%s is due when clocks say so', (text, meaning) => {
    const cron = readCron(text);
    const expected = expectedMoments(walked, meaning).filter((at) => at >= start);
    const found: number[] = [];
    for (const { at } of momentsAfter(cron, zone, start - 1)) {
      if (at >= end) break;
      found.push(at);
    }
    expect(iso(found)).toEqual(iso(expected));
    expect(countMoments(cron, zone, { after: start - 1, until: end - 1, most: 1e6 })).toBe(expected.length);
    // Around each of many moments, evenly over the year, and around both changes.
    const step = Math.max(1, Math.floor(expected.length / 40));
    for (let n = 1; n < expected.length; n += step) {
      const [before = 0, at = 0] = expected.slice(n - 1, n + 1);
      expect(latestMoment(cron, zone, start - 1, at)?.at).toBe(at);
      expect(latestMoment(cron, zone, start - 1, at - 1)?.at).toBe(before);
      expect(latestMoment(cron, zone, at, at + 1)).toBeNull();
    }
  });
});
