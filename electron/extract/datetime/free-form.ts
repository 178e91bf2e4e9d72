import { asciiDigits } from '../text.ts';
import { fullYear, isValid, type Instant } from './instant.ts';
import { alternatives, fold, months, readOffset, zones } from './names.ts';
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
const monthName = `(?<name>${alternatives(months.keys())})\\.?`;
const gap = '(?:\\s*[-/.,]\\s*|\\s+)';
const filler = '(?:(?:of|de|del|di|d[ei]|do|den|von|г)\\.?\\s+)?';
const before = '(?<![\\p{L}\\p{N}])';
const after = '(?![\\p{L}\\p{N}])';
const number = '(?<!\\d[-/.:]?|\\d,)';
const numberEnd = '(?!\\d|[-/]\\d)';

/** Month first, or day first with `dayFirst`; the other order if the numbers do not allow this one. */
function fromNumbers(first: number, second: number, dayFirst: boolean): { month: number; day: number } {
  const swap = dayFirst ? second <= 12 : first > 12;
  return swap ? { month: second, day: first } : { month: first, day: second };
}

function yearOf(text: string | undefined): number {
  const digits = (text ?? '').replace("'", '');
  return digits.length === 2 ? fullYear(Number(digits)) : Number(digits);
}

const named = ({ year, name, day }: Parts): Day => ({
  year: yearOf(year),
  month: months.get(name ?? '') ?? 0,
  day: Number(day),
});
const numbered = ({ year, month, day }: Parts): Day => ({
  year: yearOf(year),
  month: Number(month),
  day: Number(day),
});

interface Form {
  pattern: RegExp;
  read: (parts: Parts, dayFirst: boolean) => Day;
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
  form(`${number}${dayNumber}\\s+thang\\s+(?<month>[01]?\\d),?\\s+(?:nam\\s+)?${year4}${after}`, numbered),
  // 03/05/2024, 24/02/2024, 05.03.2024, 3-5-24
  form(
    `${number}(?<first>[0-3]?\\d)(?<mark>\\s?[-/.]\\s?)(?<second>[0-3]?\\d)\\k<mark>(?<year>[12]\\d{3}|\\d{2})${numberEnd}`,
    ({ year, first, second, mark }, dayFirst) => ({
      year: yearOf(year),
      ...fromNumbers(Number(first), Number(second), dayFirst && mark !== undefined),
    }),
  ),
];

interface Found extends Day {
  start: number;
  end: number;
}

function findDay(text: string, dayFirst: boolean): Found | null {
  let best: Found | null = null;
  for (const { pattern, read } of forms) {
    const match = pattern.exec(text);
    if (match === null || (best !== null && match.index >= best.start)) continue;
    best = { ...read(match.groups ?? {}, dayFirst), start: match.index, end: match.index + match[0].length };
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

/**
 * Reads the first date in a text. Returns null if there is none.
 *
 * @param dayFirst reads 05.03.2024 as 5 March, for languages that write dates so
 */
export function readFreeForm(text: string, dayFirst = false): Instant | null {
  if (text.length > maxLength) return null;
  const folded = fold(asciiDigits(text)).replaceAll(/\s+/g, ' ').trim();
  const day = findDay(folded, dayFirst);
  if (day === null) return null;
  const around = timeAround(folded, day);
  if (around === 'invalid') return null;
  const time = around?.time ?? { hour: 0, minute: 0, second: 0, microsecond: 0 };
  const offset = around === null ? null : readZone(around.rest);
  const { year, month, day: dayOfMonth } = day;
  const instant: Instant = { year, month, day: dayOfMonth, ...time, offset };
  return isValid(instant) ? instant : null;
}
