import type { Processor } from '../../../shared/spider/schema.ts';
import { readsAsDate } from '../../../shared/spider/written-values.ts';
import { describeLanguages, readFreely } from '../../extract/datetime.ts';
import type { ColumnTexts, Reading } from './types.ts';

/** Names of columns that hold dates. */
const dateWords =
  / (?:date|dates|datetime|time|timestamp|published|pubdate|posted|created|updated|modified|datum|fecha|dato|дата|日期|日付|when|ago|deadline|expires) /u;

/** A date as ISO 8601 has it; it needs no processor. */
const isoDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** The same with spaces, as databases write it: "2024-03-05 10:00:00 +01:00". */
const spacedDate = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(?:Z|UTC|GMT|[+-]\d\d:?\d\d)?$/;

/** The most characters of a date with words around it. */
const longest = 60;

/** Dates in a column whose place says so: `<time>`, `datetime`, a name. */
export function readHintedDates(column: ColumnTexts): Reading | null {
  const { texts, place, called } = column;
  const isMarked = place.attribute === 'datetime' || place.element === 'time';
  if (!isMarked && !dateWords.test(called)) return null;
  if (texts.some((text) => text.length > longest || !/\p{L}|\d/u.test(text))) return null;
  if (!texts.every((text) => /\d[^\d]*\d|\p{L}{2}/u.test(text))) return null;
  return asDates(column, isMarked ? 0.95 : 0.85);
}

/** A number before or after a word: "2 hours ago", "3日前", "5 Mar". Looking for dates in all languages takes time. */
const amountOfTime = /(?<![\p{L}\p{N}.,-])\d{1,4}\s?\p{L}|\p{L}{3}\.? \d{1,2}(?!\d)/u;

/** Dates by their form alone. */
export function readDates(column: ColumnTexts): Reading | null {
  const { texts } = column;
  if (texts.every((text) => isoDate.test(text))) return asDates(column, 0.95);
  if (texts.every((text) => isoDate.test(text) || spacedDate.test(text) || readsAsDate(text)))
    return asDates(column, 0.85);
  const isShort = texts.every((text) => text.length <= 30 && text.split(' ').length <= 5);
  if (!isShort || !texts.every((text) => /\d/.test(text) || text.length <= 12)) return null;
  const isRelative = texts.some((text) => amountOfTime.test(text));
  return isRelative ? asDates(column, 0.8) : null;
}

function asDates({ texts, page }: ColumnTexts, confidence: number): Reading | null {
  if (texts.every((text) => isoDate.test(text))) return { type: 'date', processors: [], confidence };
  const languages = page.language === null ? [] : [page.language];
  const context = { ...describeLanguages(languages), fetchedAt: page.fetchedAt };
  const shown = new Set<'dmy' | 'mdy'>();
  let isOpen = false;
  for (const text of texts) {
    const reading = readFreely(text, context);
    if (reading === null) return null;
    if (reading.kind === 'ambiguous') isOpen = true;
    else if (reading.shows !== null) shown.add(reading.shows);
  }
  const [order, ...others] = shown;
  const isDecided = order !== undefined && others.length === 0 && (isOpen || context.order !== order);
  const processor: Processor = isDecided ? { type: 'parse_datetime', order } : { type: 'parse_datetime' };
  return { type: 'date', processors: [processor], confidence };
}
