import { daysInMonth, type Instant } from './instant.ts';
import { fold } from './names.ts';
import { relativeWords, type RelativeWords, type Unit } from './relative-words.ts';
import { readTime } from './time-of-day.ts';

/** Reads dates that are relative to the time of the fetch: "2 hours ago", "gestern, 14:30". */

/** The compiled words of a language. */
interface Phrases {
  ago: readonly RegExp[];
  /** One amount of a phrase: a number, and the unit as a group with its name. */
  amount: RegExp;
  now: RegExp;
  days: readonly (readonly [RegExp, number])[];
}

/** Han numerals up to ten. */
const numerals: ReadonlyMap<string, number> = new Map(
  Array.from('一二三四五六七八九十', (sign, index): [string, number] => [sign, index + 1]).concat([
    ['两', 2],
    ['兩', 2],
  ]),
);
const numeral = `[${[...numerals.keys()].join('')}]`;

const notAfterWord = '(?<![\\p{L}\\p{N}])';
const notBeforeWord = '(?![\\p{L}\\p{N}])';
const and = '(?:,|and|und|et|y|e|en|och|og|ja|i|a|и|і|ve|και|și|si|dan)?';

/** A number before a unit, as the group "count", or a word for 1. */
function countPattern({ one, joinedOne = '' }: RelativeWords, isSpaced: boolean): string {
  if (!isSpaced) return `(?<count>\\d{1,4}|${numeral})\\s*`;
  const digits = '(?<count>\\d{1,4})\\s*';
  if (one === undefined) return `(?:${digits})?`;
  return `(?:${digits}|(?:${fold(one)})\\s+${joinedOne === '' ? '' : `|${joinedOne}`})`;
}

const compiled = new Map<string, Phrases>();

function phrasesOf(language: string, words: RelativeWords): Phrases {
  const known = compiled.get(language);
  if (known !== undefined) return known;
  const isSpaced = !['ja', 'zh', 'ko'].includes(language);
  const [before, after] = isSpaced ? [notAfterWord, notBeforeWord] : ['', ''];
  const unit = Object.entries(words.units)
    .map(([name, alternatives]) => `(?<${name}>${fold(alternatives)})`)
    .join('|');
  const amount = `${before}${countPattern(words, isSpaced)}(?:${unit})\\.?${after}`;
  const unnamed = amount.replaceAll(/\?<[a-z]+>/g, '?:');
  const amounts = `(?<amounts>${unnamed}(?:\\s*${and}\\s*${unnamed}){0,3})`;
  const at = (source: string): RegExp => new RegExp(`${before}(?:${fold(source)})${after}`, 'u');
  const phrases: Phrases = {
    ago: words.ago.map((phrase) => new RegExp(`${before}${fold(phrase).replace('#', amounts)}${after}`, 'u')),
    amount: new RegExp(amount, 'gu'),
    now: new RegExp(`^(?:[^\\d:]{0,40}[:\\s])?(?:${fold(words.now)})\\.?$`, 'u'),
    days: words.days.map(([source, distance]) => [at(source), distance] as const),
  };
  compiled.set(language, phrases);
  return phrases;
}

/** Longest text that is searched, in UTF-16 units. A longer one is prose. */
const maxLength = 300;

type Amounts = ReadonlyMap<Unit, number>;

function isUnit(name: string): name is Unit {
  return Object.hasOwn(unitMs, name);
}

const unitMs: Readonly<Record<Unit, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 0,
  year: 0,
};

function readAmounts(text: string, { amount }: Phrases): Amounts {
  const amounts = new Map<Unit, number>();
  for (const { groups = {} } of text.matchAll(amount)) {
    const { count, ...units } = groups;
    const [name] = Object.entries(units).find(([, found]) => found !== undefined) ?? [];
    const number = /^\d/.test(count ?? '') ? Number(count) : (numerals.get(count ?? '') ?? 1);
    if (name !== undefined && isUnit(name)) amounts.set(name, (amounts.get(name) ?? 0) + number);
  }
  return amounts;
}

/** A moment in UTC, to the second. */
function momentAt(ms: number): Instant {
  const date = new Date(ms);
  return {
    ...dayAt(ms),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    offset: 0,
  };
}

/** The day of a moment in UTC. */
function dayAt(ms: number): Instant {
  const date = new Date(ms);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: 0,
    minute: 0,
    second: 0,
    microsecond: 0,
    offset: null,
  };
}

/** Goes back by amounts. Hours and less give a moment; days and more give a day, because nothing says at what time. */
function goBack(fetchedAt: number, amounts: Amounts): Instant | null {
  let ms = fetchedAt;
  for (const [unit, count] of amounts) ms -= count * unitMs[unit];
  const months = (amounts.get('month') ?? 0) + 12 * (amounts.get('year') ?? 0);
  const hasTime = (['second', 'minute', 'hour'] as const).some((unit) => amounts.has(unit));
  const moment = hasTime ? momentAt(ms) : dayAt(ms);
  const index = moment.year * 12 + moment.month - 1 - months;
  const [year, month] = [Math.floor(index / 12), (index % 12) + 1];
  return year < 1 ? null : { ...moment, year, month, day: Math.min(moment.day, daysInMonth(year, month)) };
}

function readDayWord(text: string, { days }: Phrases, fetchedAt: number): Instant | null {
  for (const [word, distance] of days) {
    const match = word.exec(text);
    if (match === null) continue;
    const before = text.slice(0, match.index).trim();
    const rest = text.slice(match.index + match[0].length).replace(/^[\s,.·|–-]+$/u, '');
    // A word among others is no date: "hier" is French for yesterday, and German for here.
    if (before.length > 40 || (before.split(' ').length > 4 && !before.endsWith(':'))) continue;
    const day = dayAt(fetchedAt + distance * unitMs.day);
    const after = rest === '' ? null : readTime(rest, 'after');
    if (after === 'invalid' || (rest !== '' && after === null)) continue;
    const time = after ?? (/\d/.test(before) ? readTime(before, 'before') : null);
    if (time === 'invalid' || (time === null && /\d/.test(before))) continue;
    return time === null ? day : { ...day, ...time.time };
  }
  return null;
}

/**
 * Reads a date relative to the time of the fetch. Hours, minutes and seconds give a moment in UTC, all others a day. Returns null
 * if the text has none.
 *
 * @param text folded on one line, see `foldLine`
 * @param fetchedAt milliseconds since 1970
 * @param languages ISO 639 codes of the text, most likely first. Without any, all known languages are tried; otherwise words
 * such as "hier" are only read in these and in English, but phrases such as "vor 2 Stunden" in all
 */
export function readRelative(text: string, fetchedAt: number, languages: readonly string[]): Instant | null {
  if (text.length > maxLength) return null;
  const known = languages.filter((language) => Object.hasOwn(relativeWords, language));
  const order = [...new Set([...known, 'en', ...Object.keys(relativeWords)])];
  const spoken = known.length === 0 ? order : [...new Set([...known, 'en'])];
  for (const language of order) {
    const words = relativeWords[language];
    if (words === undefined) continue;
    const phrases = phrasesOf(language, words);
    const ago = phrases.ago.map((pattern) => pattern.exec(text)).find((match) => match !== null);
    if (ago !== undefined) return goBack(fetchedAt, readAmounts(ago.groups?.['amounts'] ?? '', phrases));
    if (!spoken.includes(language)) continue;
    if (phrases.now.test(text)) return momentAt(fetchedAt);
    const day = readDayWord(text, phrases, fetchedAt);
    if (day !== null) return day;
  }
  return null;
}
