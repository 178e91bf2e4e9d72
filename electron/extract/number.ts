import { asciiDigits } from './text.ts';

/** The decimal mark of a text. */
export type DecimalMark = ',' | '.';

/** A number in a text, by each decimal mark. */
export interface WrittenNumber {
  /** The number as written, without sign and currency. */
  text: string;
  /** Its value with "," and with "." as the decimal mark; null: it cannot be written so. At least one is set. */
  values: Readonly<Record<DecimalMark, number | null>>;
  /** A word or letter after the number that multiplies it, such as "k" or "Mio"; null: none. It is not applied. */
  multiplier: string | null;
}

const space = '[\\t \\u00A0\\u2000-\\u200A\\u202F\\u205F\\u3000]';
const apostrophe = "['’‘ʼ´`٬]";

/** The digits of a number with their marks: groups of three, marks between digits, or a fraction only. */
const written = new RegExp(
  `(?:(?<!\\d)\\d{1,3}(?<gap>${space}|${apostrophe})\\d{3}(?:\\k<gap>\\d{3})*(?!\\d)(?:[.,٫]\\d+)?` +
    '|\\d+(?:[.,٫]\\d+)*|(?<![\\p{L}\\d])[.,٫]\\d+)(?:e[+-]?\\d+(?![\\p{L}\\d]))?',
  'iu',
);

const withoutGroups = { ',': /^\d*(?:,\d+)?$/, '.': /^\d*(?:\.\d+)?$/ } as const;
const withGroups = {
  ',': /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/,
  // Also groups of two before the last, as in India: 1,23,456.
  '.': /^(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})(?:\.\d+)?$/,
} as const;

/** Reads digits with marks by a decimal mark; null if they do not follow it. */
function valueBy(mark: DecimalMark, digits: string): number | null {
  const [mantissa = '', exponent] = digits.toLowerCase().split('e');
  // The gaps are known to stand between groups of three.
  const plain = mantissa.replaceAll(/[^\d.,٫]/gu, '').replaceAll('٫', mark);
  const hasGaps = /[^\d.,٫]/u.test(mantissa);
  const fits = withoutGroups[mark].test(plain) || (!hasGaps && withGroups[mark].test(plain));
  if (!fits) return null;
  const ungrouped = plain.replaceAll(mark === ',' ? '.' : ',', '').replace(',', '.');
  return Number(exponent === undefined ? ungrouped : `${ungrouped}e${exponent}`);
}

const currency = '(?:\\p{Sc}|(?<![A-Z])[A-Z]{3}(?![A-Z])|kr\\.?|Fr\\.?|zł|Kč|Ft|Rs\\.?)';
/** A minus before a number, with or without a currency between them. A dash between words is none. */
const minusBefore = new RegExp(
  `(?:\\u2212${space}?|(?:^|[\\s(:]|\\p{Sc})[-\\uFE63\\uFF0D]|^[-\\u2013]${space}?)(?:${currency}${space}?)?$`,
  'u',
);
const minusAfter = new RegExp(`^[-\\u2212](?=${space}*${currency}?${space}*$)`, 'u');
const inParentheses = /^[^\d()]*\([^()]*\)[^\d()]*$/;
const isAmount = new RegExp(`${currency}|[.,]\\d\\d(?!\\d)`, 'u');

/**
 * Whether the number at a place is negative: by a minus before or after it, or, for an amount with a currency or two decimal
 * places, by parentheses as in accounts. "(12)" is a count.
 */
function isNegative(text: string, from: number, to: number): boolean {
  return (
    minusBefore.test(text.slice(0, from)) ||
    minusAfter.test(text.slice(to)) ||
    (inParentheses.test(text) && isAmount.test(text))
  );
}

const multiplier = new RegExp(
  `^(?:[kKMB]|bn|tn)(?![\\p{L}\\d])|^${space}?(?:[Tt]housand|[Mm]illion|[Bb]illion|[Tt]sd|[Mm]io|[Mm]rd|[Mm]ln|[Mm]ld)`,
  'u',
);

/** Longest text that is searched for a number, in UTF-16 units. A longer one is prose. */
const maxLength = 1000;

/**
 * Finds the first number in a text, with digits of any script. Words, currencies and percent signs around it are ignored.
 * Returns null if there is none, or if its marks follow no notation ("1.2.3").
 */
export function findNumber(source: string): WrittenNumber | null {
  const text = asciiDigits(source.slice(0, maxLength)).trim();
  const match = written.exec(text);
  if (match === null) return null;
  const [digits] = match;
  const end = match.index + digits.length;
  const sign = isNegative(text, match.index, end) ? -1 : 1;
  const signed = (value: number | null): number | null =>
    value === null || value === 0 ? value : sign * value;
  const values = { ',': signed(valueBy(',', digits)), '.': signed(valueBy('.', digits)) };
  if (values[','] === null && values['.'] === null) return null;
  const times = multiplier.exec(text.slice(end))?.[0];
  return { text: digits, values, multiplier: times?.trim() ?? null };
}

const marks = new Map<string, DecimalMark | null>();

/** The decimal mark of a language in CLDR, with European digits. Null: it has another, or the language is unknown. */
export function decimalMarkOf(language: string): DecimalMark | null {
  const known = marks.get(language);
  if (known !== undefined) return known;
  const mark = readMark(language);
  if (marks.size >= 200) marks.clear();
  marks.set(language, mark);
  return mark;
}

function readMark(language: string): DecimalMark | null {
  try {
    if (Intl.NumberFormat.supportedLocalesOf(language).length === 0) return null;
    const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(1.5);
    const mark = parts.find(({ type }) => type === 'decimal')?.value;
    return mark === ',' || mark === '.' ? mark : null;
  } catch {
    return null;
  }
}
