import { describeLanguages, readFreely } from '../../extract/datetime.ts';
import { fold, monthOf } from '../../extract/datetime/names.ts';
import { findNumber } from '../../extract/number.ts';
import type { PageContext } from '../../extract/page-context.ts';
import { asciiDigits, normalizeSpace } from '../../extract/text.ts';
import { parsePage } from '../../extract/tree.ts';
import type { JsonValue } from '../../extract/types.ts';
import { textOf } from '../../extract/xpath/nodes.ts';

/**
 * What a value says, whatever its notation. Two values say the same where they have a key in common; of two keys that they share
 * the better one counts.
 */
export interface ValueKeys {
  /** The text as it is read, without regard to case and white space; null: it has none. */
  text: string | null;
  /** The numbers that it may be. */
  numbers: readonly number[];
  /** The days that it may be, as "2026-11-03". */
  days: readonly string[];
  /** The days without their year, as "11-03". */
  monthDays: readonly string[];
  /** Whether it is a number of JSON. */
  isNumber?: boolean;
}

/** The longest text that is compared, and that may be a number or a date. */
const longest = { text: 2000, amount: 60 };

/** A text without regard to case, white space and forms of its characters. */
export const foldedText = (text: string): string => normalizeSpace(text).normalize('NFKC').toLowerCase();

/** The text of a value that may be markup, or have its signs written as entities. */
export function plainText(value: string): string {
  if (!/[<&]/.test(value)) return value;
  return textOf(parsePage(value).document);
}

/** What a text of the page says. */
export function keysOfSeen(written: string, context: PageContext): ValueKeys {
  const text = foldedText(written.slice(0, longest.text));
  const isShort = text !== '' && text.length <= longest.amount;
  if (!isShort || !/\d/.test(asciiDigits(text))) {
    const days = isShort && text.split(' ').length <= 5 ? daysOf(written, context) : [];
    return { text: text === '' ? null : text, numbers: [], days, monthDays: [] };
  }
  return {
    text,
    numbers: numbersOf(written),
    days: daysOf(written, context),
    monthDays: monthDaysOf(written, context),
  };
}

function numbersOf(text: string): number[] {
  const found = findNumber(text);
  if (found === null || found.multiplier !== null) return [];
  return [...new Set(Object.values(found.values).filter((value) => value !== null))];
}

function daysOf(text: string, context: PageContext): string[] {
  const languages = context.language === null ? [] : [context.language];
  const reading = readFreely(text, { ...describeLanguages(languages), fetchedAt: context.fetchedAt });
  if (reading === null) return [];
  const dates = reading.kind === 'plain' ? [reading.date] : Object.values(reading.dates);
  return [...new Set(dates.map((date) => date.slice(0, 10)))];
}

/** "3 Nov", "Nov 3", "3. November": a day without a year. */
const dayAndMonth = /(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.|º)?\s*(?:de |of )?(\p{L}{3,})/u;
const monthAndDay = /(\p{L}{3,})\.?\s+(\d{1,2})(?!\d)/u;

function monthDaysOf(text: string, { language }: PageContext): string[] {
  const languages = language === null ? [] : [language.slice(0, 2)];
  const [, day = '', name = ''] = dayAndMonth.exec(text) ?? [];
  const [, otherName = '', otherDay = ''] = monthAndDay.exec(text) ?? [];
  return [
    [name, day],
    [otherName, otherDay],
  ].flatMap(([word = '', number = '']) => {
    const month = word === '' ? 0 : monthOf(fold(word), languages);
    return month === 0 || Number(number) < 1 || Number(number) > 31 ? [] : [monthDay(month, Number(number))];
  });
}

const two = (value: number): string => String(value).padStart(2, '0');
const monthDay = (month: number, day: number): string => `${two(month)}-${two(day)}`;

/** What a value of JSON says; null: nothing that could be seen. */
export function keysOfValue(value: JsonValue): ValueKeys | null {
  if (typeof value === 'number') {
    const days = daysOfTime(value);
    const monthDays = days.map((day) => day.slice(5));
    return { text: String(value), numbers: [value], days, monthDays, isNumber: true };
  }
  if (typeof value !== 'string') return null;
  const text = foldedText(plainText(value.slice(0, longest.text)));
  if (text === '') return null;
  const number = /^[-+]?\d+(?:\.\d+)?$/.test(text) ? [Number(text)] : writtenAmount(text);
  const day = /^(\d{4}-\d\d-\d\d)(?:[t ]|$)/.exec(text)?.[1];
  const days = day === undefined ? otherDays(text) : nearDays(text, day);
  return { text, numbers: number, days, monthDays: days.map((each) => each.slice(5)) };
}

/** A number with its unit or currency, as a text: "EUR 12.50". */
const writtenAmount = (text: string): number[] =>
  text.length <= 20 && /\d/.test(text) && !/\d[-/:]\d/.test(text) ? numbersOf(text) : [];

/** The day of an instant, and that before or after it where the time of day leaves it open, as zones differ. */
function nearDays(text: string, day: string): string[] {
  const time = Date.parse(text.replace(' ', 't').toUpperCase());
  if (text.length === 10 || Number.isNaN(time)) return [day];
  return [...new Set([day, ...zonedDays(time)])];
}

const hours = 3_600_000;
const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
const zonedDays = (time: number): string[] => [
  ...new Set([time, time - 12 * hours, time + 14 * hours].map(isoDay)),
];

/** The days of an instant in seconds or milliseconds, from 1990 to 2060. */
function daysOfTime(value: number): string[] {
  const ms = value >= 631e6 && value < 2.84e9 ? value * 1000 : value;
  return ms >= 631e9 && ms < 2.84e12 && Number.isInteger(value) ? zonedDays(ms) : [];
}

const otherDates: readonly [RegExp, string][] = [
  [/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'],
  [/^(\d{4})\/(\d\d)\/(\d\d)/, '$1-$2-$3'],
  [/^(\d\d)\.(\d\d)\.(\d{4})/, '$3-$2-$1'],
];

function otherDays(text: string): string[] {
  const dotNet = /^\/date\((\d{12,13})/.exec(text)?.[1];
  if (dotNet !== undefined) return daysOfTime(Number(dotNet));
  const form = otherDates.find(([pattern]) => pattern.test(text));
  return form === undefined ? [] : [text.replace(form[0], form[1]).slice(0, 10)];
}

/** How a value of an answer says what is seen, the best first. */
export type Likeness = 'text' | 'number' | 'day' | 'month-day' | 'hundredths' | 'part' | 'beginning';

/** How a value of an answer says what is seen; null: it does not. */
export function likenessOf(seen: ValueKeys, value: ValueKeys): Likeness | null {
  if (seen.text === null || value.text === null) return null;
  if (seen.text === value.text) return 'text';
  const have = (one: readonly unknown[], other: readonly unknown[]): boolean =>
    one.some((each) => other.includes(each));
  if (have(seen.numbers, value.numbers)) return 'number';
  if (have(seen.days, value.days)) return 'day';
  if (have(seen.monthDays, value.monthDays)) return 'month-day';
  const cents = value.numbers.filter((number) => Number.isInteger(number) && Math.abs(number) >= 100);
  if (seen.numbers.some((number) => cents.includes(Math.round(number * 100)))) return 'hundredths';
  const cut = /^(.{8,}?)\s*(?:…|\.{3})$/.exec(seen.text)?.[1];
  if (cut !== undefined && value.text.startsWith(cut)) return 'beginning';
  const isPart = /\p{L}/u.test(value.text) && value.text.length >= 3 && holdsWords(seen.text, value.text);
  return isPart ? 'part' : null;
}

/** Whether a text holds another one as whole words. */
function holdsWords(text: string, part: string): boolean {
  const at = text.indexOf(part);
  if (at < 0) return false;
  const isLetter = (char: string): boolean => /[\p{L}\p{N}]/u.test(char);
  return !isLetter(text.charAt(at - 1)) && !isLetter(text.charAt(at + part.length));
}
