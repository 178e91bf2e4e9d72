import { readsAsNumber } from '../../../shared/spider/written-values.ts';
import { findNumber, type DecimalMark } from '../../extract/number.ts';
import type { ColumnTexts, Reading } from './types.ts';
import { priceWords } from './words.ts';
import { hasMoney, mayHaveThreeDecimals } from './currency.ts';

/** The most characters of a text around an amount. A longer one is prose. */
const longestAround = 60;

/** Names of columns whose digits are no amount: codes, telephone numbers, postal codes. */
const codeWords =
  / (?:id|ids|sku|asin|isbn|issn|ean|gtin|upc|mpn|code|model|phone|tel|telephone|telefon|fax|zip|postal|postcode|plz|article no|art nr|artikelnummer|number|nummer|numéro|ref|reference|référence|vin) /u;

/** Names of columns whose words tell as much as their numbers: "Chapter 12". */
const titleWords = / (?:title|name|heading|headline|subject|titel|titre|título|titolo) /u;

/** Money: an amount with its currency, or a plain number in a column that is called a price. */
export function readMoney({ texts, called }: ColumnTexts): Reading | null {
  if (texts.some((text) => text.length > longestAround)) return null;
  const haveCurrency = texts.every(hasMoney);
  const isMoney =
    haveCurrency || (priceWords.test(called) && texts.every((text) => hasMoney(text) || readsAsNumber(text)));
  if (!isMoney) return null;
  const confidence = haveCurrency ? 0.95 : 0.8;
  if (!texts.every(hasOneAmount)) return { type: 'price', processors: [], confidence: 0.7 };
  return { type: 'price', processors: [{ type: 'number', ...decimalOf(texts, true) }], confidence };
}

/** Whether a text has one amount, besides what stands in parentheses, after a slash ("12,50 € / 100 g"), or as a footnote. */
export function hasOneAmount(text: string): boolean {
  const bare = text
    .replace(/\(.*?\)/u, '')
    .replace(/\s?\/.*$/u, '')
    .replace(/\s*(?:\*+|¹|²|³)$/u, '');
  const first = findNumber(bare);
  if (first === null) return false;
  const rest = bare.slice(bare.indexOf(first.text) + first.text.length);
  return !/\d/.test(rest);
}

/**
 * The decimal mark that the texts of a column show. Empty: they show none, or do not agree, so that `number` decides for each page.
 *
 * @param isMoney whether the texts are amounts of money, whose single mark before three digits parts thousands
 */
export function decimalOf(texts: readonly string[], isMoney: boolean): { decimal?: DecimalMark } {
  const shown = new Set<DecimalMark>();
  const perhaps = new Set<DecimalMark>();
  for (const text of texts) {
    const values = findNumber(text)?.values;
    if (values === undefined || values[','] === values['.']) continue;
    if (values[','] === null) shown.add('.');
    else if (values['.'] === null) shown.add(',');
    else if (isMoney && !mayHaveThreeDecimals(text)) perhaps.add(values[','] > values['.'] ? ',' : '.');
  }
  const [mark, ...others] = shown.size > 0 ? shown : perhaps;
  return mark === undefined || others.length > 0 ? {} : { decimal: mark };
}

/** The words around the number of a text, without digits: "1,204 reviews" is " reviews". */
const aroundNumber = (text: string): string =>
  text
    .replace(/[-−+]?\d[\d.,'’\u00A0\u202F ]*(?<![ ,.])/u, '')
    .toLowerCase()
    .replaceAll(/[\s()[\]:·|,.]+/gu, ' ')
    .replace(/(?:es|s|en|e|n|i|y|a)?\s*$/u, '');

/** Numbers: plain ones, and those with the same words around them in all rows ("12 reviews"), unless they are codes. */
export function readNumbers({ texts, called, place }: ColumnTexts): Reading | null {
  if (codeWords.test(called) || isSequenceOfCodes(texts)) return null;
  const bare = texts.map((text) => text.replace(/^[([#]\s*(?=\d)/u, '').replace(/(?<=\d)\s*[)\].:]$/u, ''));
  const processors = [{ type: 'number' as const, ...decimalOf(texts, false) }];
  if (bare.every(readsAsNumber))
    return { type: 'number', processors, confidence: place.attribute === null ? 0.85 : 0.7 };
  if (titleWords.test(called) || /^h[1-6]$/.test(place.element ?? '')) return null;
  const hasWords =
    texts.length >= 3 &&
    texts.every((text) => text.length <= 40 && /\d/.test(text) && !/\d\s*[-/:x×]\s*\d/u.test(text));
  if (!hasWords || !texts.every(hasOneAmount)) return null;
  const around = new Set(texts.map(aroundNumber));
  const differing = new Set(texts.map((text) => findNumber(text)?.text)).size;
  if (around.size > 1 || differing < 2 || startsInWord(texts)) return null;
  return { type: 'number', processors, confidence: 0.8 };
}

/** "D3500", "v2": the digits are part of a word. */
const startsInWord = (texts: readonly string[]): boolean => texts.every((text) => /\p{L}\d/u.test(text));

/** Whole numbers of nine or more digits without marks are codes. */
const isSequenceOfCodes = (texts: readonly string[]): boolean => texts.every((text) => /^\d{9,}$/.test(text));
