import { clockText } from './civil.ts';
import type { Cron } from './cron.ts';
import { weekdays } from './words.ts';

/** How often, as a plain choice. */
export const scheduleRhythms = ['hour', 'day', 'weekday', 'week', 'month'] as const;
/** One of `scheduleRhythms`. */
export type ScheduleRhythm = (typeof scheduleRhythms)[number];

/** A schedule as plain choices, for those who do not write cron expressions. */
export interface ScheduleChoice {
  readonly every: ScheduleRhythm;
  /** From 0 to 23; of every hour it does not matter. */
  readonly hour: number;
  /** From 0 to 59. */
  readonly minute: number;
  /** Of a week: from 0, Sunday, to 6. Of a month: from 1 to 28, or `last`. Otherwise null. */
  readonly on: number | 'last' | null;
}

/** A choice that does not fit. */
export class ChoiceError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = 'ChoiceError';
    this.hint = hint;
  }
}

/** The cron expression of a choice. */
export function cronOfChoice({ every, hour, minute, on }: ScheduleChoice): string {
  const time = `${minute} ${hour}`;
  const expressions: Readonly<Record<ScheduleRhythm, string>> = {
    hour: `${minute} * * * *`,
    day: `${time} * * *`,
    weekday: `${time} * * 1-5`,
    week: `${time} * * ${on ?? 1}`,
    month: `${time} ${on === 'last' ? 'L' : (on ?? 1)} * *`,
  };
  return expressions[every];
}

/** The choice that has the meaning of an expression; null: none has. */
export function choiceOfCron(cron: Cron): ScheduleChoice | null {
  const [minute = 0, ...minutes] = cron.minutes;
  const [hour = 0, ...hours] = cron.hours;
  if (minutes.length > 0 || cron.months.length < 12 || cron.nthWeekdays.length > 0 || !cron.bothDays)
    return null;
  const time = { hour, minute };
  const week = cron.weekdays.join('');
  const anyDay = cron.days.length === 31;
  if (cron.hourKind === 'every' && anyDay && week === '0123456')
    return { every: 'hour', hour: 0, minute, on: null };
  if (hours.length > 0 || cron.hourKind !== 'fixed') return null;
  if (anyDay) {
    if (week === '0123456') return { every: 'day', ...time, on: null };
    if (week === '12345') return { every: 'weekday', ...time, on: null };
    return cron.weekdays.length === 1 ? { every: 'week', ...time, on: cron.weekdays[0] ?? 1 } : null;
  }
  if (week !== '0123456') return null;
  if (cron.lastDay) return cron.days.length === 0 ? { every: 'month', ...time, on: 'last' } : null;
  const [day = 1, ...days] = cron.days;
  return days.length === 0 && day <= 28 ? { every: 'month', ...time, on: day } : null;
}

/**
 * Reads a choice from texts, as a command line has them.
 * @param at "02:30"; of every hour ":30" or "30"; null: midnight, or the full hour
 * @param on of a week: the name of a day; of a month: a day from 1 to 28, or `last`; null: Monday, or the 1st
 * @throws ChoiceError
 */
export function readChoice(every: ScheduleRhythm, at: string | null, on: string | null): ScheduleChoice {
  return { every, ...(every === 'hour' ? readMinute(at) : readTime(at)), on: readOn(every, on) };
}

function readMinute(at: string | null): { hour: number; minute: number } {
  const [, minute] = /^:?(\d{1,2})$/.exec(at ?? '0') ?? [];
  if (minute !== undefined && Number(minute) <= 59) return { hour: 0, minute: Number(minute) };
  throw new ChoiceError(
    `"${at}" is no minute of an hour.`,
    'For every hour, name a minute from 0 to 59: ":30".',
  );
}

function readTime(at: string | null): { hour: number; minute: number } {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(at ?? '00:00') ?? [];
  if (hour !== undefined && Number(hour) <= 23 && Number(minute) <= 59) {
    return { hour: Number(hour), minute: Number(minute) };
  }
  throw new ChoiceError(`"${at}" is no time of day.`, `Times are from 00:00 to ${clockText(23, 59)}.`);
}

function readOn(every: ScheduleRhythm, on: string | null): number | 'last' | null {
  if (every === 'week') {
    const name = (on ?? 'monday').toLowerCase();
    const day = weekdays.findIndex((one) => name.length >= 2 && one.toLowerCase().startsWith(name));
    if (day >= 0) return day;
    throw new ChoiceError(`"${on}" is no day of the week.`, `Days are ${weekdays.join(', ')}.`);
  }
  if (every === 'month') {
    if (on?.toLowerCase() === 'last') return 'last';
    const day = Number(on ?? '1');
    if (Number.isInteger(day) && day >= 1 && day <= 28) return day;
    throw new ChoiceError(
      `"${on}" is no day that every month has.`,
      'Name a day from 1 to 28, or "last" for the last day of each month.',
    );
  }
  if (on === null) return null;
  throw new ChoiceError(
    `A day ("${on}") does not go with every ${every}.`,
    'It goes with every week (a weekday) and every month (a day of it).',
  );
}
