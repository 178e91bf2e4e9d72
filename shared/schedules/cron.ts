import { counted } from '../counted.ts';
import { maxCronLength } from './policies.ts';

/** A cron expression, read: which minutes, hours, days and months match. */
export interface Cron {
  /** As it was written, with single spaces. */
  readonly text: string;
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** How the hour field begins: with a star alone, with a star and a step, or with a value. */
  readonly hourKind: 'every' | 'stepped' | 'fixed';
  /** Days of the month, from 1. */
  readonly days: readonly number[];
  /** Whether the last day of the month matches, whichever it is. */
  readonly lastDay: boolean;
  /** From 1. */
  readonly months: readonly number[];
  /** From 0, Sunday, to 6. */
  readonly weekdays: readonly number[];
  /** Weekdays of one week of the month: the `nth` Monday, 0 for the last one. */
  readonly nthWeekdays: readonly { readonly weekday: number; readonly nth: number }[];
  /** Whether a day has to match both the day of the month and the weekday; otherwise one of them is enough. */
  readonly bothDays: boolean;
}

/** An expression that cannot be read. The message says which field and value, and what is allowed there. */
export class CronError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = 'CronError';
    this.hint = hint;
  }
}

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly names: readonly string[];
  /** What else is allowed, for errors. */
  readonly also: string;
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const minuteField: Field = { name: 'minute', min: 0, max: 59, names: [], also: '' };
const hourField: Field = { name: 'hour', min: 0, max: 23, names: [], also: '' };
const dayField: Field = { name: 'day of the month', min: 1, max: 31, names: [], also: ', or L for the last' };
const monthField: Field = { name: 'month', min: 1, max: 12, names: monthNames, also: ' or jan to dec' };
const weekdayField: Field = {
  name: 'weekday',
  min: 0,
  max: 7,
  names: weekdayNames,
  also: ' (0 and 7 are Sunday) or sun to sat; mon#2 is the second Monday of the month, friL the last Friday',
};

const shorthands: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

const form =
  'An expression has five fields: minute, hour, day of the month, month, weekday. "30 2 * * *" is every day at 02:30.';

/**
 * Reads a cron expression of five fields, or a word such as `@daily`.
 * @throws CronError
 */
export function readCron(written: string): Cron {
  const text = written.trim().replaceAll(/\s+/g, ' ');
  if (text.length > maxCronLength) throw new CronError('The cron expression is too long.', form);
  const expanded = text.startsWith('@') ? shorthands[text.toLowerCase()] : text;
  if (expanded === undefined) {
    throw new CronError(`"${text}" is not known.`, `Known are ${Object.keys(shorthands).join(', ')}.`);
  }
  const fields = expanded.split(' ');
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  if (expanded === '') throw new CronError('The cron expression is empty.', form);
  if (fields.length !== 5) {
    const seconds = fields.length === 6 ? ' Seconds are not possible.' : '';
    throw new CronError(`"${text}" has ${counted(fields.length, 'field')}, not five.${seconds}`, form);
  }
  const cron: Cron = {
    text,
    minutes: valuesOf(minute, minuteField),
    hours: valuesOf(hour, hourField),
    hourKind: /^\*(?:\/1)?$/.test(hour) ? 'every' : hour.startsWith('*') ? 'stepped' : 'fixed',
    ...daysOf(day),
    months: valuesOf(month, monthField),
    ...weekdaysOf(weekday),
    bothDays: day.startsWith('*') || weekday.startsWith('*'),
  };
  if (!happens(cron)) {
    throw new CronError(
      `"${text}" never happens: no month it names has such a day.`,
      'February has 29 days at most; April, June, September and November have 30.',
    );
  }
  return cron;
}

function daysOf(text: string): Pick<Cron, 'days' | 'lastDay'> {
  const parts = text.split(',');
  const others = parts.filter((part) => part.toLowerCase() !== 'l');
  const lastDay = others.length < parts.length;
  return { days: others.length === 0 ? [] : valuesOf(others.join(','), dayField), lastDay };
}

function weekdaysOf(text: string): Pick<Cron, 'weekdays' | 'nthWeekdays'> {
  const nthWeekdays: { weekday: number; nth: number }[] = [];
  const others = text.split(',').filter((part) => {
    const [, day, nth] = /^([^#]+)(?:#(.*))$/.exec(part) ?? /^(.+)(l)$/i.exec(part) ?? [];
    if (day === undefined || nth === undefined) return true;
    if (!/^([1-5]|l)$/i.test(nth)) {
      throw new CronError(
        `The weekday field has "${part}": after "#" comes a number from 1 to 5.`,
        'mon#2 is the second Monday of the month.',
      );
    }
    nthWeekdays.push({ weekday: valueOf(day, weekdayField) % 7, nth: /l/i.test(nth) ? 0 : Number(nth) });
    return false;
  });
  const weekdays = others.length === 0 ? [] : valuesOf(others.join(','), weekdayField);
  return { weekdays: sorted(weekdays.map((day) => day % 7)), nthWeekdays };
}

/** The values of a list of values, ranges and steps, ascending. */
function valuesOf(text: string, field: Field): number[] {
  return sorted(text.split(',').flatMap((part) => rangeOf(part, field)));
}

function rangeOf(part: string, field: Field): number[] {
  const [range = '', step, ...rest] = part.split('/');
  if (rest.length > 0) throw wrong(part, field);
  const by = step === undefined ? 1 : stepOf(step, part, field);
  const [first, last] = boundsOf(range, field, step !== undefined);
  if (first > last) {
    throw new CronError(
      `The ${field.name} field has "${part}": the range begins after its end.`,
      `Write two ranges: "${range.split('-')[0]}-${field.max},${field.min}-${range.split('-')[1]}".`,
    );
  }
  const values: number[] = [];
  for (let value = first; value <= last; value += by) values.push(value);
  return values;
}

function boundsOf(range: string, field: Field, stepped: boolean): [first: number, last: number] {
  // The largest weekday is 7, a second name of Sunday: a star counts it once.
  const highest = field === weekdayField ? 6 : field.max;
  if (range === '*') return [field.min, highest];
  const [from = '', to, ...rest] = range.split('-');
  if (rest.length > 0) throw wrong(range, field);
  const first = valueOf(from, field);
  if (to === undefined) return [first, stepped ? highest : first];
  const last = valueOf(to, field);
  return [first, field === weekdayField && last === 0 && first > 0 ? 7 : last];
}

function stepOf(step: string, part: string, field: Field): number {
  const size = field.max - field.min + (field === weekdayField ? 0 : 1);
  if (!/^\d{1,3}$/.test(step) || Number(step) < 1 || Number(step) > size) {
    throw new CronError(
      `The ${field.name} field has "${part}": its step must be a whole number from 1 to ${size}.`,
      '"*/15" in the minute field is every 15 minutes.',
    );
  }
  return Number(step);
}

function valueOf(text: string, field: Field): number {
  const named = field.names.indexOf(text.toLowerCase());
  if (named >= 0) return named + field.min;
  if (!/^\d{1,3}$/.test(text) || Number(text) < field.min || Number(text) > field.max)
    throw wrong(text, field);
  return Number(text);
}

const wrong = (value: string, field: Field): CronError =>
  new CronError(
    value === '' ? `The ${field.name} field lacks a value.` : `The ${field.name} field has "${value}".`,
    `Allowed are ${field.min} to ${field.max}${field.also}, lists (a,b), ranges (a-b) and steps (*/n).`,
  );

const sorted = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);

/** Whether any day matches; days that only leap years have do. */
function happens({ days, lastDay, months, weekdays, nthWeekdays, bothDays }: Cron): boolean {
  if (!bothDays && (weekdays.length > 0 || nthWeekdays.length > 0)) return true;
  if (lastDay) return true;
  const longest = (month: number): number => (month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31);
  return months.some((month) => days.some((day) => day <= longest(month)));
}
