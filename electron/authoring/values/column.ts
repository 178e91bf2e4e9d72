import type { Processor } from '../../../shared/spider/schema.ts';
import type { PageContext } from '../../extract/page-context.ts';
import { collapseSpace, detach } from '../../extract/text.ts';
import type { JsonValue } from '../../extract/types.ts';
import { readLinks, readStyles } from './links.ts';
import { readDates, readHintedDates } from './dates.ts';
import { readMoney, readNumbers } from './numbers.ts';
import { isMissing, processed } from './processed.ts';
import { readRatingClasses, readRatings, readRatingWords } from './ratings.ts';
import { readAddresses, readAnswers, readVocabulary } from './texts.ts';
import type { ColumnPlace, ColumnTexts, Reading } from './types.ts';
import { calledBy, priceWords, ratingWords } from './words.ts';

export type { ColumnPlace } from './types.ts';

/** A column as it is proposed. */
export interface ReadColumn extends Reading {
  /** The values after the processors, in the order of the column. */
  values: JsonValue[];
  /** The first five different values after the processors, as text. */
  samples: string[];
}

/** What values may be, the most telling first. Each gives null for a column that is something else. */
const readers: readonly ((column: ColumnTexts) => Reading | null)[] = [
  readVocabulary,
  readLinks,
  readStyles,
  readRatingClasses,
  readHintedDates,
  readRatings,
  readMoney,
  readRatingWords,
  readNumbers,
  readDates,
  readAnswers,
  readAddresses,
];

/** The most values that decide what a column is; the others follow from them. */
const mostJudged = 200;

/**
 * Reads what the values of a column are, and writes the processors that make them clean. Processors that would lose one of the
 * values, or read it as something that it may not be, are not proposed.
 *
 * @param values one for each record, as selected, before any processor; null: none
 * @param page gives base URL, language and time of the fetch; its readings are left as they are
 */
export function readColumn(values: readonly JsonValue[], place: ColumnPlace, page: PageContext): ReadColumn {
  const judged = values.slice(0, mostJudged);
  const present = judged.filter((value) => !isMissing(value));
  const texts = present.filter((value) => typeof value === 'string').map(collapseSpace);
  if (texts.length < present.length || texts.length === 0)
    return withValues(values, ofJson(present, place), page);
  const column: ColumnTexts = { texts, place, called: calledBy(place.words), page };
  for (const read of readers) {
    const reading = read(column);
    if (reading === null) continue;
    const { processors } = reading;
    const kept = processors.length === 0 ? { ...reading, processors: tidy(present) } : reading;
    const results = processed(judged, kept.processors, page);
    if (results !== null)
      return withValues(values, kept, page, results.length === values.length ? results : null);
    // Addresses of a page without one of its own stay as they are written: they are nothing else.
    const bare = processors.filter(({ type }) => type !== 'urljoin');
    if (page.base === null && bare.length < processors.length)
      return withValues(values, { ...reading, processors: bare }, page);
  }
  return withValues(values, { type: 'text', processors: tidy(present), confidence: 0.5 }, page);
}

/** White space is collapsed where the values have some to collapse. */
const tidy = (values: readonly JsonValue[]): Processor[] =>
  values.some((value) => typeof value === 'string' && value !== collapseSpace(value))
    ? [{ type: 'collapse' }]
    : [];

/** Values of JSON are what they are. */
function ofJson(values: readonly JsonValue[], { words }: ColumnPlace): Reading {
  const is = (type: 'number' | 'boolean'): boolean =>
    values.length > 0 && values.every((value) => typeof value === type);
  const called = calledBy(words);
  if (is('boolean')) return { type: 'boolean', processors: [], confidence: 0.95 };
  if (!is('number')) return { type: 'text', processors: [], confidence: 0.5 };
  const type = priceWords.test(called) ? 'price' : ratingWords.test(called) ? 'rating' : 'number';
  return { type, processors: [], confidence: 0.95 };
}

/** @param known the values after the processors; null: they were not run on all values */
function withValues(
  values: readonly JsonValue[],
  reading: Reading,
  page: PageContext,
  known: JsonValue[] | null = null,
): ReadColumn {
  const results = known ?? processed(values, reading.processors, page) ?? [...values];
  const samples = new Set<string>();
  for (const value of results) {
    if (samples.size === 5) break;
    if (isMissing(value)) continue;
    samples.add(typeof value === 'string' ? detach(value) : JSON.stringify(value));
  }
  return { ...reading, values: results, samples: [...samples] };
}
