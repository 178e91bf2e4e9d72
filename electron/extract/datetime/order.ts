/** The order of day, month and year in a date of three numbers. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

/** Regions whose dates begin with the month. */
const monthFirst = new Set(['us', 'ph', 'pr', 'gu', 'vi', 'as', 'mp', 'um', 'pw', 'fm', 'mh']);
/** Languages whose dates begin with the year. */
const yearFirst = new Set(['ja', 'zh', 'ko', 'mn']);

/**
 * Returns the order of dates in a language. Null: it has none that one may rely on, such as English without a region and
 * Canadian English.
 *
 * @param language BCP 47, such as "en-GB"
 */
export function orderOfLanguage(language: string): DateOrder | null {
  const [code = '', ...subtags] = language.toLowerCase().split(/[-_]/);
  const region = subtags.find((subtag) => subtag.length === 2) ?? null;
  if (yearFirst.has(code)) return 'ymd';
  if (region === 'ca') return null;
  if (region !== null && monthFirst.has(region)) return code === 'en' || code === 'fil' ? 'mdy' : null;
  if (code === 'en' && region === null) return null;
  return code === 'fil' || code === 'tl' ? 'mdy' : 'dmy';
}
