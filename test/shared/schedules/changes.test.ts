import { describe, expect, it } from 'vitest';
import { wallText } from '../../../shared/schedules/civil.ts';
import { readCron } from '../../../shared/schedules/cron.ts';
import { nextMoments } from '../../../shared/schedules/moments.ts';
import { openZone } from '../../../shared/schedules/zone.ts';

/** The next moments as clocks show them, with what a change has to do with them. */
function next(cron: string, zone: string, after: string, most: number): string[] {
  const opened = openZone(zone);
  return nextMoments(readCron(cron), opened, Date.parse(after), most).map(({ at, change }) =>
    [wallText(opened.wallAt(at)), new Date(at).toISOString().slice(11, 16), change ?? ''].join(' ').trim(),
  );
}

describe('where clocks are set forward', () => {
  it.each([
    // Berlin, 29 March: 02:00 is followed by 03:00.
    [
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      ['2026-03-29 03:00 01:00 moved', '2026-03-30 02:30 00:30'],
    ],
    [
      '0,30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      ['2026-03-29 03:00 01:00 moved', '2026-03-30 02:00 00:00'],
    ],
    // At 03:00 the same schedule is due anyway.
    [
      '30 2,3 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      ['2026-03-29 03:00 01:00 moved', '2026-03-29 03:30 01:30'],
    ],
    [
      '0 2,3 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      ['2026-03-29 03:00 01:00', '2026-03-30 02:00 00:00'],
    ],
    [
      '30 * * * *',
      'Europe/Berlin',
      '2026-03-29T00:00Z',
      ['2026-03-29 01:30 00:30', '2026-03-29 03:30 01:30'],
    ],
    [
      '0 */2 * * *',
      'Europe/Berlin',
      '2026-03-28T23:30Z',
      ['2026-03-29 03:00 01:00 moved', '2026-03-29 04:00 02:00'],
    ],
    // Lord Howe, 4 October: 02:00 is followed by 02:30.
    ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00Z', ['2026-10-04 02:30 15:30 moved']],
    ['45 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00Z', ['2026-10-04 02:45 15:45']],
    // Cairo, 24 April: 00:00 is followed by 01:00.
    [
      '0 0 * * *',
      'Africa/Cairo',
      '2026-04-23T00:00Z',
      ['2026-04-24 01:00 22:00 moved', '2026-04-25 00:00 21:00'],
    ],
    // Apia, 2011: the whole 30 December was left out.
    [
      '0 12 * * *',
      'Pacific/Apia',
      '2011-12-30T00:00Z',
      ['2011-12-31 00:00 10:00 moved', '2011-12-31 12:00 22:00'],
    ],
  ])('%s in %s', (cron, zone, after, expected) => {
    expect(next(cron, zone, after, expected.length)).toEqual(expected);
  });
});

describe('where clocks are set back', () => {
  it.each([
    // Berlin, 25 October: 03:00 is followed by 02:00.
    [
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00Z',
      ['2026-10-25 02:30 00:30 first', '2026-10-26 02:30 01:30'],
    ],
    [
      '30 * * * *',
      'Europe/Berlin',
      '2026-10-25T00:00Z',
      ['2026-10-25 02:30 00:30 first', '2026-10-25 02:30 01:30 second', '2026-10-25 03:30 02:30'],
    ],
    [
      '0 */2 * * *',
      'Europe/Berlin',
      '2026-10-24T23:00Z',
      ['2026-10-25 02:00 00:00 first', '2026-10-25 02:00 01:00 second', '2026-10-25 04:00 03:00'],
    ],
    // Lord Howe, 5 April: 02:00 is followed by 01:30.
    [
      '45 1 * * *',
      'Australia/Lord_Howe',
      '2026-04-03T14:00Z',
      ['2026-04-04 01:45 14:45', '2026-04-05 01:45 14:45 first'],
    ],
    // Santiago, 5 April: 24:00 is followed by 23:00 of the day before.
    [
      '0 0 * * *',
      'America/Santiago',
      '2026-04-04T12:00Z',
      ['2026-04-05 00:00 04:00', '2026-04-06 00:00 04:00'],
    ],
    [
      '30 23 * * *',
      'America/Santiago',
      '2026-04-04T12:00Z',
      ['2026-04-04 23:30 02:30 first', '2026-04-05 23:30 03:30'],
    ],
  ])('%s in %s', (cron, zone, after, expected) => {
    expect(next(cron, zone, after, expected.length)).toEqual(expected);
  });
});

describe('rare days', () => {
  it.each([
    ['0 0 29 2 *', ['2028-02-29 00:00', '2032-02-29 00:00']],
    ['0 0 * 2 mon#5', ['2044-02-29 00:00', '2072-02-29 00:00']],
  ])('%s', (cron, expected) => {
    const found = next(cron, 'UTC', '2026-11-23T00:00Z', 2);
    expect(found.map((text) => text.slice(0, 16))).toEqual(expected);
  });
});
