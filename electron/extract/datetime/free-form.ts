import { asciiDigits } from '../text.ts';
import { fullYear, isValid, type Instant } from './instant.ts';
import { alternatives, fold, monthOf, months, readOffset, zones } from './names.ts';
import type { DateOrder } from './order.ts';
import { readTime, type TimeOfDay, type TimePlace } from './time-of-day.ts';

/**
 * Reads dates without a given format, as people and programs write them. Finds the first complete date in a short text, and
 * a time next to it. Ignores other words, such as "Published:" and names of weekdays.
 */

/** Maximum length of a text, which bounds the time of the patterns. Longer texts are prose. */
const maxLength = 300;

type Parts = Readonly<Record<string, string | undefined>>;
interface Day {
  year: number;
  month: number;
  day: number;
}

const year4 = '(?<year>[12]\\d{3})';
const yearAny = "(?<year>[12]\\d{3}|'?\\d{2}(?!\\s*(?::|h\\d|am|pm|\\d)))";
const dayNumber = '(?<day>[0-3]?\\d)';
const ordinal = '(?:st|nd|rd|th|er|re|eme|º|ª|o|a|e|:a|:e|ª|\\.)?';
const monthName = `(?<name>${alternatives(months.keys())})[.׳]?`;
const gap = '(?:\\s*[-/.,]\\s*|\\s+)';
const filler = "(?:(?:of|de|del|di|d[ei]|do|den|von|г)\\.?\\s+|d[’'])?";
const before = '(?<![\\p{L}\\p{N}])';
const after = '(?![\\p{L}\\p{N}])';
const number = '(?<!\\d[-/.:]?|\\d,)';
const numberEnd = '(?!\\d|[-/]\\d)';

function yearOf(text: string | undefined): number {
  const digits = (text ?? '').replace("'", '');
  return digits.length === 2 ? fullYear(Number(digits)) : Number(digits);
}

/** A day by each order of its numbers. Null: it cannot be read so. */
type Days = Readonly<Record<DateOrder, Day | null>>;

const inAnyOrder = (day: Day): Days => ({ dmy: day, mdy: day, ymd: day });

const named = ({ year, name, day }: Parts, languages: readonly string[]): Days =>
  inAnyOrder({ year: yearOf(year), month: monthOf(name ?? '', languages), day: Number(day) });
const numbered = ({ year, month, day }: Parts): Days =>
  inAnyOrder({ year: yearOf(year), month: Number(month), day: Number(day) });

/** Three numbers. A year of four digits is last; of two digits, it may be first. */
function ordered({ first = '', second = '', third = '' }: Parts): Days {
  const dayOf = (year: string, month: string, day: string): Day | null => {
    const known = { year: yearOf(year), month: Number(month), day: Number(day) };
    return known.month <= 12 ? known : null;
  };
  const dmy = dayOf(third, second, first);
  const mdy = dayOf(third, first, second);
  return { dmy, mdy, ymd: third.length === 4 ? mdy : dayOf(first, second, third) };
}

interface Form {
  pattern: RegExp;
  read: (parts: Parts, languages: readonly string[]) => Days;
}

const form = (source: string, read: Form['read']): Form => ({ pattern: new RegExp(source, 'u'), read });

/** The forms of dates. The match that starts first wins, and among equals the form that is listed first. */
const forms: readonly Form[] = [
  // 2024-03-05, 2024/3/5, 2024.03.05, "2024. 3. 5."
  form(`${number}${year4}\\s?[-/.]\\s?(?<month>[01]?\\d)\\s?[-/.]\\s?${dayNumber}(?!\\d)`, numbered),
  // 2024年3月5日, 2024년 3월 5일
  form(`${number}${year4}\\s?[年년]\\s?(?<month>[01]?\\d)\\s?[月월]\\s?${dayNumber}\\s?[日일]`, numbered),
  // 20240305, 20240305T103000Z, 20240305103000
  form(`${number}${year4}(?<month>[01]\\d)(?<day>[0-3]\\d)(?=t\\d|\\D|\\d{4}(?:\\d\\d)?(?!\\d)|$)`, numbered),
  // 5 March 2024, 5. März 2024, 5 de marzo de 2024, 5th of March, 2024, 05-Mar-24, 13NOV2017
  form(
    `${number}${dayNumber}${ordinal}\\s*[-/.,]?\\s*${filler}${monthName}(?:${gap}|)${filler}${yearAny}(?!\\d)`,
    named,
  ),
  // March 5, 2024; Mar. 5th 2024; March-05-2024
  form(`${before}${monthName}${gap}${dayNumber}${ordinal}${gap}${filler}${yearAny}(?!\\d)`, named),
  // 2024 March 5, 2024-Mar-05, "2024. március 5."
  form(`${number}${year4}${gap}${monthName}${gap}${dayNumber}(?![\\d:])`, named),
  // Tue Mar 5 10:30:00 CET 2024, 5 March 10:30 2024
  form(
    `${before}(?:${monthName}${gap}${dayNumber}|(?<day>[0-3]?\\d)\\s+(?<name>${alternatives(months.keys())})\\.?),?\\s+(?=\\d?\\d:)[\\d:.]+(?:\\s+\\p{L}{1,5})?(?:\\s+[+-]\\d{4})?\\s+${year4}(?!\\d)`,
    named,
  ),
  // 5 tháng 3, 2024; ngày 5 tháng 3 năm 2024
  form(
    `${number}${dayNumber}\\s+(?:thang|thg)\\s+(?<month>[01]?\\d),?\\s+(?:nam\\s+)?${year4}${after}`,
    numbered,
  ),
  // 03/05/2024, 24/02/2024, 05.03.2024, 3-5-24
  form(
    `${number}(?<first>[0-3]?\\d)(?<mark>\\s?[-/.]\\s?)(?<second>[0-3]?\\d)\\k<mark>(?<third>[12]\\d{3}|\\d{2})${numberEnd}`,
    ordered,
  ),
];

interface Found {
  days: Days;
  start: number;
  end: number;
  mark: string | null;
}

function findDay(text: string, languages: readonly string[]): Found | null {
  let best: Found | null = null;
  for (const { pattern, read } of forms) {
    const match = pattern.exec(text);
    if (match === null || (best !== null && match.index >= best.start)) continue;
    const parts: Parts = match.groups ?? {};
    const end = match.index + match[0].length;
    best = { days: read(parts, languages), start: match.index, end, mark: parts['mark']?.trim() ?? null };
  }
  return best;
}

const offsetPattern = new RegExp(
  `^\\s*[([]?(?:(?<zone>${alternatives(zones.keys())})(?![\\p{L}\\d]))?\\s*(?:(?<sign>[+\\u2212-])(?<hours>\\d{1,2})(?::?(?<minutes>\\d{2}))?(?::?(?<seconds>\\d{2}))?(?!\\d))?`,
  'u',
);

/** Reads a UTC offset at the start of a text: "Z", "+02:00", "GMT+0100", "UTC-5", "(CET)"; null if there is none. */
function readZone(text: string): number | null {
  const { zone, sign, hours, minutes, seconds } = offsetPattern.exec(text)?.groups ?? {};
  const base = zone === undefined ? null : (zones.get(zone) ?? null);
  if (sign === undefined || hours === undefined) return base;
  return readOffset(sign === '+' ? '+' : '-', hours, minutes, seconds);
}

/** Finds the time of a date: after it, before it, or within it ("Mar 5 10:30:00 2024"), in this order. */
function timeAround(text: string, day: Found): { time: TimeOfDay; rest: string } | 'invalid' | null {
  const places: readonly [TimePlace, string][] = [
    ['after', text.slice(day.end)],
    ['before', text.slice(0, day.start)],
    ['within', text.slice(day.start, day.end)],
  ];
  for (const [place, part] of places) {
    const read = readTime(part, place);
    if (read === 'invalid') return 'invalid';
    if (read !== null) return { time: read.time, rest: part.slice(read.end) };
  }
  return null;
}

/** Marks for the direction of writing, and characters without width. */
const unseen = /[\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** Folds a text with European digits on one line; see `fold`. */
export const foldLine = (text: string): string =>
  fold(asciiDigits(text).replaceAll(unseen, '')).replaceAll(/\s+/g, ' ').trim();

/** A date as a text has it. */
export interface WrittenDate {
  /** The date by each order of its numbers; null: it cannot be read so. All are the same where the order does not matter. */
  readings: Readonly<Record<DateOrder, Instant | null>>;
  /** Whether it is of three numbers with points. */
  dotted: boolean;
  /** Whether it is of three numbers with a year of two digits, which may come first. */
  shortYear: boolean;
}

/**
 * Finds the first date in a text. Returns null if there is none.
 *
 * @param languages ISO 639 codes of the text; their names of months come first
 */
export function findDate(text: string, languages: readonly string[] = []): WrittenDate | null {
  if (text.length > maxLength) return null;
  const folded = foldLine(text);
  const found = findDay(folded, languages);
  if (found === null) return null;
  const around = timeAround(folded, found);
  if (around === 'invalid') return null;
  const time = around?.time ?? { hour: 0, minute: 0, second: 0, microsecond: 0 };
  const offset = around === null ? null : readZone(around.rest);
  const at = (day: Day | null): Instant | null => {
    const instant = day === null ? null : { ...day, ...time, offset };
    return instant !== null && isValid(instant) ? instant : null;
  };
  const { dmy, mdy, ymd } = found.days;
  const readings = { dmy: at(dmy), mdy: at(mdy), ymd: at(ymd) };
  if (readings.dmy === null && readings.mdy === null && readings.ymd === null) return null;
  const shortYear = dmy !== null && ymd !== null && dmy.year !== ymd.year;
  return { readings, dotted: found.mark === '.', shortYear };
}

/**
 * Reads the first date in a text. Returns null if there is none.
 *
 * @param dayFirst reads 05.03.2024 as 5 March, for languages that write dates so
 */
export function readFreeForm(text: string, dayFirst = false): Instant | null {
  const date = findDate(text);
  if (date === null) return null;
  const { dmy, mdy } = date.readings;
  return dayFirst ? (dmy ?? mdy) : (mdy ?? dmy);
}
