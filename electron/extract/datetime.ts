import { languageCode } from '../../shared/spider/date-languages.ts';
import { findDate, foldLine, type WrittenDate } from './datetime/free-form.ts';
import { formatInstant, type Instant } from './datetime/instant.ts';
import { orderOfLanguage, type DateOrder } from './datetime/order.ts';
import { readRelative } from './datetime/relative.ts';
import { readWithFormat } from './datetime/with-format.ts';
import { stripSpace } from './text.ts';

export type { DateOrder } from './datetime/order.ts';

/** What is known of the texts of a date field. */
export interface DateContext {
  /** ISO 639 codes of the texts, most likely first. */
  languages: readonly string[];
  /** The order of dates in these languages; null: unknown. */
  order: DateOrder | null;
  /** When the page was fetched, in milliseconds since 1970. */
  fetchedAt: number;
}

/**
 * A date of a text, in ISO 8601. `ambiguous`: its numbers may be day and month or month and day. `shows`: the only order that they
 * can have, if the order matters; null: it does not.
 */
export type DateReading =
  | { kind: 'plain'; date: string; shows: 'dmy' | 'mdy' | null }
  | { kind: 'ambiguous'; dates: Readonly<Record<'dmy' | 'mdy', string>> };

/** Describes the languages of texts. @param languages BCP 47 in lower case, such as "de-at" */
export function describeLanguages(languages: readonly string[]): Omit<DateContext, 'fetchedAt'> {
  const orders = new Set(languages.map(orderOfLanguage));
  const [order = null] = orders;
  return { languages: [...new Set(languages.map(languageCode))], order: orders.size === 1 ? order : null };
}

/**
 * Reads a date by strptime directives, as Python does, ignoring white space at both ends; null if the text does not fit.
 *
 * @param languages ISO 639 codes of the text; their names of months come first
 */
export function readByFormat(text: string, format: string, languages: readonly string[] = []): string | null {
  return formatted(readWithFormat(stripSpace(text), format, languages));
}

/**
 * Reads a date by the order of its numbers. `fits`: whether its numbers can have this order; otherwise the date is read by the
 * order that they can have. Null: the text has no date.
 */
export function readByOrder(
  text: string,
  order: DateOrder,
  context: Pick<DateContext, 'languages' | 'fetchedAt'>,
): { date: string; fits: boolean } | null {
  const found = findDate(stripSpace(text), context.languages);
  if (found === null) {
    const relative = formatted(readRelative(foldLine(text), context.fetchedAt, context.languages));
    return relative === null ? null : { date: relative, fits: true };
  }
  const { dmy, mdy, ymd } = found.readings;
  const date = formatted(found.readings[order] ?? dmy ?? mdy ?? ymd);
  return date === null ? null : { date, fits: found.readings[order] !== null };
}

/**
 * Reads a date without a given format: common forms in many languages, and dates relative to the time of the fetch. Numbers with
 * points are day first. Null: the text has no complete date.
 */
export function readFreely(text: string, context: DateContext): DateReading | null {
  const found = findDate(stripSpace(text), context.languages);
  if (found !== null) return readNumbers(found, context.order === 'ymd');
  const date = formatted(readRelative(foldLine(text), context.fetchedAt, context.languages));
  return date === null ? null : { kind: 'plain', date, shows: null };
}

/** @param yearFirst whether a year of two digits comes first */
function readNumbers({ readings, dotted, shortYear }: WrittenDate, yearFirst: boolean): DateReading | null {
  if (yearFirst && shortYear && readings.ymd !== null)
    return { kind: 'plain', date: formatInstant(readings.ymd), shows: null };
  const dmy = formatted(readings.dmy);
  const mdy = formatted(readings.mdy);
  const date = dmy ?? mdy;
  if (date === null) return null;
  if (dmy === null || mdy === null) return { kind: 'plain', date, shows: dmy === null ? 'mdy' : 'dmy' };
  if (dmy === mdy || dotted) return { kind: 'plain', date, shows: null };
  return { kind: 'ambiguous', dates: { dmy, mdy } };
}

const formatted = (instant: Instant | null): string | null =>
  instant === null ? null : formatInstant(instant);

/**
 * Reads the first complete date in a text, and returns it in ISO 8601 (`2024-03-05T22:30:00`), with the offset if the text has one
 * ("+00:00" for Z). What is ambiguous is read by the language, else month first. Null: the text has none.
 *
 * @param language of the text, as BCP 47 in lower case; null: unknown
 */
export function parseDatetime(text: string, language: string | null = null): string | null {
  const { languages, order } = describeLanguages(language === null ? [] : [language]);
  const found = findDate(stripSpace(text), languages);
  const reading = found === null ? null : readNumbers(found, order === 'ymd');
  if (reading === null) return null;
  return reading.kind === 'plain' ? reading.date : reading.dates[order === 'dmy' ? 'dmy' : 'mdy'];
}
