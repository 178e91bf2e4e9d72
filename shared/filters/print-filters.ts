import {
  hasValue,
  numberOf,
  operatorTexts,
  type Filter,
  type FilterText,
  type FilterValue,
  type SortKey,
} from './filter.ts';

/** Words of the grammar, which a column can only be called in quotes. */
const keywords = new Set(['and', 'or', 'not', 'is', 'asc', 'desc']);

/** How a text is put into quotes. @returns the text in quotes */
export type Quote = (text: string) => string;

/** Puts a text into double quotes, with the escapes of JSON. */
export const quoted: Quote = (text) => JSON.stringify(text);

/** Whether a name of a column needs no quotes. */
const isBareName = (name: string): boolean =>
  /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name) && !keywords.has(name.toLowerCase());

/** Whether a text is read back as itself without quotes. */
const isBareValue = (text: string): boolean =>
  /^[\p{L}\p{N}_][\p{L}\p{N}_.:/@+-]*$/u.test(text) &&
  !/^(?:true|false)$/u.test(text) &&
  !keywords.has(text.toLowerCase()) &&
  numberOf(text) === null;

/** A column as it stands in a text of filters. */
export const printColumn = (name: string, quote: Quote = quoted): string =>
  isBareName(name) ? name : quote(name);

/** A value as it stands in a text of filters. */
const printValue = (value: FilterValue, quote: Quote = quoted): string =>
  typeof value !== 'string' ? String(value) : isBareValue(value) ? value : quote(value);

/** A condition: `price >= 10`. */
function printFilter({ column, operator, value }: Filter, quote: Quote = quoted): string {
  const left = `${printColumn(column, quote)} ${operatorTexts[operator]}`;
  return hasValue(operator) ? `${left} ${printValue(value ?? '', quote)}` : left;
}

/** The text that `readFilters` reads as these filters and this search. It has no line break. */
export function printFilters({ filters, search }: FilterText, quote: Quote = quoted): string {
  const words = search.trim() === '' ? [] : [quote(search.trim())];
  return [...filters.map((filter) => printFilter(filter, quote)), ...words].join(' and ');
}

/** The text that `readSort` reads as this order: `price desc, title`. */
export const printSort = (sort: readonly SortKey[], quote: Quote = quoted): string =>
  sort
    .map(({ column, descending }) => `${printColumn(column, quote)}${descending ? ' desc' : ''}`)
    .join(', ');

/** The text that `readNames` reads as these names. */
export const printNames = (names: readonly string[], quote: Quote = quoted): string =>
  names.map((name) => printColumn(name, quote)).join(',');
