import { readFormat, type FormatPart } from '../../../shared/spider/strptime.ts';
import { asciiDigits } from '../text.ts';
import { daysInMonth, fullYear, isValid, type Instant } from './instant.ts';
import { alternatives, fold, monthOf, months, readOffset, weekdays, zones } from './names.ts';

/** Patterns of the directives, like Python's `_strptime`: numbers in range, with or without a leading zero. */
const patterns: Readonly<Record<string, string>> = {
  a: weekdays.map((name) => name.slice(0, 3)).join('|'),
  A: weekdays.join('|'),
  b: alternatives(months.keys()),
  B: alternatives(months.keys()),
  d: '3[01]|[12]\\d|0[1-9]|[1-9]| [1-9]',
  f: '\\d{1,6}',
  G: '\\d{4}',
  H: '2[0-3]|[01]\\d|\\d',
  I: '1[0-2]|0[1-9]|[1-9]',
  j: '36[0-6]|3[0-5]\\d|[12]\\d\\d|0[1-9]\\d|00[1-9]|[1-9]\\d|0[1-9]|[1-9]',
  m: '1[0-2]|0[1-9]|[1-9]',
  M: '[0-5]\\d|\\d',
  p: 'am|pm',
  S: '6[01]|[0-5]\\d|\\d',
  u: '[1-7]',
  U: '5[0-3]|[0-4]\\d|\\d',
  V: '5[0-3]|0[1-9]|[1-4]\\d|\\d',
  w: '[0-6]',
  W: '5[0-3]|[0-4]\\d|\\d',
  y: '\\d\\d',
  Y: '\\d{4}',
  z: '[+-]\\d\\d:?[0-5]\\d(?::?[0-5]\\d(?:\\.\\d{1,6})?)?|z',
  Z: alternatives(zones.keys()),
};

/** Maximum length of a text, which bounds the time for hostile texts. */
const maxLength = 500;

function toPattern(part: FormatPart): string {
  if (part.kind === 'space') return '\\s+';
  if (part.kind === 'literal') return fold(part.text).replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&');
  return `(?<${part.letter}>${patterns[part.letter] ?? '(?!)'})`;
}

const compiled = new Map<string, RegExp | null>();

function patternOf(format: string): RegExp | null {
  const known = compiled.get(format);
  if (known !== undefined) return known;
  const read = readFormat(format);
  // Python matches from the start and then requires the end of the text, without backtracking for a longer match.
  const pattern = read.ok ? new RegExp(read.parts.map(toPattern).join(''), 'uy') : null;
  if (compiled.size >= 200) compiled.clear();
  compiled.set(format, pattern);
  return pattern;
}

type Fields = Readonly<Record<string, string | undefined>>;

function number(fields: Fields, letter: string): number | null {
  const text = fields[letter];
  return text === undefined ? null : Number(text);
}

/** Monday is 0. */
function weekdayOf(fields: Fields): number | null {
  const name = fields['A'] ?? fields['a'];
  if (name !== undefined) return weekdays.findIndex((weekday) => weekday.startsWith(name));
  const fromMonday = number(fields, 'u');
  if (fromMonday !== null) return fromMonday - 1;
  const fromSunday = number(fields, 'w');
  return fromSunday === null ? null : (fromSunday + 6) % 7;
}

/** Converts a day of the year, from 1, to a date. A day beyond the year falls into the next, as in Python. */
function dateOfDay(year: number, dayOfYear: number): { year: number; month: number; day: number } {
  let day = dayOfYear;
  let currentYear = year;
  if (day < 1) {
    currentYear -= 1;
    day += daysInMonth(currentYear, 2) + 337;
  }
  let month = 1;
  while (day > daysInMonth(currentYear, month)) {
    day -= daysInMonth(currentYear, month);
    month += 1;
    if (month > 12) {
      month = 1;
      currentYear += 1;
    }
  }
  return { year: currentYear, month, day };
}

/** Weekday of 1 January, Monday 0 (Zeller's congruence, by days since 1 January of the year 1, a Monday). */
function firstWeekday(year: number): number {
  const years = year - 1;
  return (years * 365 + Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400)) % 7;
}

function dayOfYearFromWeek(year: number, week: number, weekday: number, mondayFirst: boolean): number {
  const first = mondayFirst ? firstWeekday(year) : (firstWeekday(year) + 1) % 7;
  const day = mondayFirst ? weekday : (weekday + 1) % 7;
  const weekZero = (7 - first) % 7;
  return week === 0 ? 1 + day - first : 1 + weekZero + 7 * (week - 1) + day;
}

function dayOfYearFromIsoWeek(year: number, week: number, weekday: number): number {
  const firstThursday = (3 - firstWeekday(year) + 7) % 7;
  return firstThursday - 3 + 7 * (week - 1) + weekday + 1;
}

/** The year of Python for a format without one. */
const yearUnlessGiven = 1900;

function dateFrom(
  fields: Fields,
  languages: readonly string[],
): { year: number; month: number; day: number } | null {
  const twoDigits = number(fields, 'y');
  const year = number(fields, 'Y') ?? (twoDigits === null ? yearUnlessGiven : fullYear(twoDigits));
  const weekday = weekdayOf(fields);
  const isoYear = number(fields, 'G');
  const isoWeek = number(fields, 'V');
  if (isoYear !== null && isoWeek !== null && weekday !== null) {
    return dateOfDay(isoYear, dayOfYearFromIsoWeek(isoYear, isoWeek, weekday));
  }
  if (year < 1) return null;
  const dayOfYear = number(fields, 'j');
  if (dayOfYear !== null) return dateOfDay(year, dayOfYear);
  const monday = number(fields, 'W');
  const week = monday ?? number(fields, 'U');
  if (week !== null && weekday !== null) {
    const day = dayOfYearFromWeek(year, week, weekday, monday !== null);
    return dateOfDay(year, day);
  }
  const name = fields['B'] ?? fields['b'];
  const month = name === undefined ? number(fields, 'm') : monthOf(name, languages);
  return { year, month: month ?? 1, day: number(fields, 'd') ?? 1 };
}

function hourFrom(fields: Fields): number {
  const twelve = number(fields, 'I');
  if (twelve === null) return number(fields, 'H') ?? 0;
  return (twelve % 12) + (fields['p'] === 'pm' ? 12 : 0);
}

function offsetFrom(fields: Fields): number | null {
  const numeric = fields['z'];
  if (numeric === undefined) return zones.get(fields['Z'] ?? '') ?? null;
  const match = /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?/.exec(numeric);
  return match === null ? 0 : readOffset(match[1] ?? '+', match[2] ?? '0', match[3], match[4]);
}

/** Reads a text with a strptime format. Returns null if it does not match, the day does not exist, or the format is invalid. */
export function readWithFormat(
  text: string,
  format: string,
  languages: readonly string[] = [],
): Instant | null {
  if (text.length > maxLength) return null;
  const pattern = patternOf(format);
  const subject = fold(asciiDigits(text));
  if (pattern === null) return null;
  pattern.lastIndex = 0;
  const match = pattern.exec(subject);
  if (match === null || match[0].length !== subject.length) return null;
  const fields: Fields = match.groups ?? {};
  const date = dateFrom(fields, languages);
  if (date === null) return null;
  const instant: Instant = {
    ...date,
    hour: hourFrom(fields),
    minute: number(fields, 'M') ?? 0,
    second: number(fields, 'S') ?? 0,
    microsecond: Number((fields['f'] ?? '').padEnd(6, '0')),
    offset: offsetFrom(fields),
  };
  return isValid(instant) ? instant : null;
}
