import { describe, expect, it } from 'vitest';
import {
  choiceOfCron,
  cronOfChoice,
  readChoice,
  type ScheduleRhythm,
} from '../../../shared/schedules/choices.ts';
import { readCron } from '../../../shared/schedules/cron.ts';
import { cronWords } from '../../../shared/schedules/words.ts';
import { openZone, ownZone } from '../../../shared/schedules/zone.ts';

describe('a cron expression', () => {
  it('has lists, ranges, steps and names', () => {
    expect(readCron('  5,10-12   */6  1-5/2 jan,JUL-sep  fri-sun ')).toMatchObject({
      text: '5,10-12 */6 1-5/2 jan,JUL-sep fri-sun',
      minutes: [5, 10, 11, 12],
      hours: [0, 6, 12, 18],
      days: [1, 3, 5],
      months: [1, 7, 8, 9],
      weekdays: [0, 5, 6],
      hourKind: 'stepped',
      bothDays: false,
    });
    expect(readCron('50/5 22-23 * * 7')).toMatchObject({ minutes: [50, 55], hours: [22, 23], weekdays: [0] });
    expect(readCron('0 0 L * *')).toMatchObject({ days: [], lastDay: true, bothDays: true });
    expect(readCron('0 0 * * mon#2,5L').nthWeekdays).toEqual([
      { weekday: 1, nth: 2 },
      { weekday: 5, nth: 0 },
    ]);
    expect(readCron('@Daily')).toMatchObject({ text: '@Daily', minutes: [0], hours: [0] });
  });

  it.each([
    ['', 'The cron expression is empty.', 'five fields'],
    ['noon', '"noon" has 1 field, not five.', 'five fields'],
    ['* * * *', '"* * * *" has 4 fields, not five.', 'minute, hour, day of the month, month, weekday'],
    ['0 * * * * *', '"0 * * * * *" has 6 fields, not five. Seconds are not possible.', 'five fields'],
    ['60 * * * *', 'The minute field has "60".', 'Allowed are 0 to 59'],
    ['* 24 * * *', 'The hour field has "24".', 'Allowed are 0 to 23'],
    ['* * 0 * *', 'The day of the month field has "0".', 'Allowed are 1 to 31, or L for the last'],
    ['* * * 13 *', 'The month field has "13".', 'Allowed are 1 to 12 or jan to dec'],
    ['* * * * 8', 'The weekday field has "8".', '0 and 7 are Sunday'],
    ['* * * * mond', 'The weekday field has "mond".', 'sun to sat'],
    ['-1 * * * *', 'The minute field lacks a value.', 'Allowed are 0 to 59'],
    ['1, * * * *', 'The minute field lacks a value.', 'Allowed are 0 to 59'],
    ['1-2-3 * * * *', 'The minute field has "1-2-3".', 'Allowed are 0 to 59'],
    ['1/2/3 * * * *', 'The minute field has "1/2/3".', 'Allowed are 0 to 59'],
    ['1.5 * * * *', 'The minute field has "1.5".', 'Allowed are 0 to 59'],
    ['*/0 * * * *', 'The minute field has "*/0": its step must be a whole number from 1 to 60.', 'every 15'],
    ['*/x * * * *', 'The minute field has "*/x": its step must be a whole number from 1 to 60.', 'every 15'],
    ['* 22-3 * * *', 'The hour field has "22-3": the range begins after its end.', '"22-23,0-3"'],
    ['* * * * mon#6', 'The weekday field has "mon#6": after "#" comes a number from 1 to 5.', 'mon#2'],
    ['0 0 30 2 *', '"0 0 30 2 *" never happens: no month it names has such a day.', 'February has 29'],
    ['0 0 31 4,6 *', '"0 0 31 4,6 *" never happens: no month it names has such a day.', 'have 30'],
    ['@reboot', '"@reboot" is not known.', '@daily'],
    ['@constructor', '"@constructor" is not known.', '@daily'],
    ['9'.repeat(201), 'The cron expression is too long.', 'five fields'],
  ])('%j is refused with the field, the value and what is allowed', (text, message, hint) => {
    expect(() => readCron(text)).toThrow(
      expect.objectContaining({ name: 'CronError', message, hint: expect.stringContaining(hint) }),
    );
  });

  it.each([
    ['30 2 * * *', 'Every day at 02:30'],
    ['30 2 * * 1-5', 'Every weekday at 02:30'],
    ['30 2 * * 1,2,3,4,5', 'Every weekday at 02:30'],
    ['0 8,20 * * sun,thu', 'Every Thursday and Sunday at 08:00 and 20:00'],
    ['* * * * *', 'Every minute'],
    ['*/15 * * * *', 'Every 15 minutes'],
    ['*/7 * * * *', '*/7 * * * *'],
    ['@hourly', 'Every hour'],
    ['20 * * * *', 'Every hour at minute 20'],
    ['0 */6 * * *', 'Every 6 hours'],
    ['5 */6 * * *', 'Every 6 hours at minute 5'],
    ['0 */7 * * *', 'Every day at 00:00, 07:00, 14:00 and 21:00'],
    ['0 6 1 * *', 'On the 1st of each month at 06:00'],
    ['0 6 2,3,11,22 * *', 'On the 2nd, 3rd, 11th and 22nd of each month at 06:00'],
    ['0 6 L * *', 'On the last day of each month at 06:00'],
    ['0 6 * * mon#1', 'On the first Monday of each month at 06:00'],
    ['0 6 * * 5L', 'On the last Friday of each month at 06:00'],
    ['0 6 24 12 *', 'Every year on 24 December at 06:00'],
    ['0 6 24 11,12 *', '0 6 24 11,12 *'],
    ['0 6 1 * mon', '0 6 1 * mon'],
    ['0,5,10,20 6,7 * * *', '0,5,10,20 6,7 * * *'],
  ])('%s is told in words', (text, words) => {
    expect(cronWords(readCron(text))).toBe(words);
  });
});

describe('a plain choice', () => {
  it.each<[ScheduleRhythm, string | null, string | null, string]>([
    ['hour', null, null, '0 * * * *'],
    ['hour', ':45', null, '45 * * * *'],
    ['hour', '5', null, '5 * * * *'],
    ['day', '02:30', null, '30 2 * * *'],
    ['day', null, null, '0 0 * * *'],
    ['weekday', '9:05', null, '5 9 * * 1-5'],
    ['week', '23:59', null, '59 23 * * 1'],
    ['week', '00:00', 'Sun', '0 0 * * 0'],
    ['month', '06:00', null, '0 6 1 * *'],
    ['month', '06:00', '28', '0 6 28 * *'],
    ['month', '06:00', 'LAST', '0 6 L * *'],
  ])('every %s at %s on %s is an expression, and the other way round', (every, at, on, cron) => {
    const choice = readChoice(every, at, on);
    expect(cronOfChoice(choice)).toBe(cron);
    expect(choiceOfCron(readCron(cron))).toEqual(choice);
  });

  it.each<[ScheduleRhythm, string | null, string | null, string]>([
    ['hour', '60', null, '"60" is no minute of an hour.'],
    ['hour', '', null, '"" is no minute of an hour.'],
    ['hour', '02:30', null, '"02:30" is no minute of an hour.'],
    ['day', '24:00', null, '"24:00" is no time of day.'],
    ['day', '2:5', null, '"2:5" is no time of day.'],
    ['day', null, 'monday', 'A day ("monday") does not go with every day.'],
    ['week', null, 'm', '"m" is no day of the week.'],
    ['week', null, 'someday', '"someday" is no day of the week.'],
    ['month', null, '31', '"31" is no day that every month has.'],
    ['month', null, 'monday', '"monday" is no day that every month has.'],
  ])('every %s at %s on %s is refused', (every, at, on, message) => {
    expect(() => readChoice(every, at, on)).toThrow(
      expect.objectContaining({ name: 'ChoiceError', message }),
    );
  });

  it.each([
    '*/5 * * * *',
    '0 2,3 * * *',
    '0 */2 * * *',
    '0 2 1 6 *',
    '0 2 1,2 * *',
    '0 2 31 * *',
    '0 2 * * 1,3',
    '0 2 1 * 1',
    '0 2 * * 1#1',
    '0 2 1,L * *',
    '0 2 1 * 1-5',
  ])('%s is none', (cron) => {
    expect(choiceOfCron(readCron(cron))).toBeNull();
  });
});

describe('a time zone', () => {
  it.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['utc', 'UTC'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ])('%s is known as %s', (name, proper) => {
    expect(openZone(name).name.replace('America/Buenos_Aires', 'America/Argentina/Buenos_Aires')).toBe(
      proper,
    );
  });

  it('of this machine is known', () => {
    expect(openZone(ownZone()).wallAt(0)).toBeTypeOf('number');
  });

  it.each(['', 'Europe/Berlni', '+02:00', '../etc', 'x'.repeat(65)])('%j is refused', (name) => {
    expect(() => openZone(name)).toThrow(
      expect.objectContaining({ name: 'ZoneError', message: `The time zone "${name}" is not known.` }),
    );
  });
});
