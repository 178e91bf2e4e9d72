import { asciiDigits, isBlank, quoted, stripSpace } from './text.ts';

/** Types that a value can be converted to. */
export type CastTarget = 'int' | 'float' | 'bool' | 'str';
/** Result of a conversion; `problem` says why it failed, or is null. */
export type CastResult = { value: string | number | boolean | null; problem: string | null };

const wordsForTrue: ReadonlySet<string> = new Set(['true', '1', 'yes', 'on']);
const wordsForFalse: ReadonlySet<string> = new Set(['false', '0', 'no', 'off']);

/**
 * Thousands separators of one kind: "1,299", "1 299 000", "1'299", and "1,00,000" as in India. A point is not accepted,
 * because "1.299" may be a fraction.
 */
const grouped =
  /^(\d{1,3})(?:,\d{2,3})*,\d{3}(?![,\d])|^\d{1,3}(?:([ '’\u00A0\u2009\u202F])\d{3})(?:\2\d{3})*(?!\d)/;

/** Normalizes a number to ASCII digits, sign and point; null if the text is not a number. */
function plainNumber(text: string): string | null {
  const trimmed = asciiDigits(stripSpace(text)).replace(/^[\u2212\uFE63\uFF0D]/, '-');
  const sign = /^[+-]/.exec(trimmed)?.[0] ?? '';
  const rest = trimmed.slice(sign.length);
  const group = grouped.exec(rest)?.[0];
  const digits = group === undefined ? rest : group.replaceAll(/\D/g, '') + rest.slice(group.length);
  return /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(digits) ? (sign === '-' ? '-' : '') + digits : null;
}

function castText(text: string, to: CastTarget): CastResult {
  if (to === 'str') return { value: stripSpace(text), problem: null };
  if (isBlank(text)) return { value: null, problem: null };
  if (to === 'bool') {
    const word = stripSpace(text).toLowerCase();
    if (wordsForTrue.has(word)) return { value: true, problem: null };
    if (wordsForFalse.has(word)) return { value: false, problem: null };
    return { value: null, problem: `${quoted(text)} is not one of true, 1, yes, on, false, 0, no, off.` };
  }
  const number = plainNumber(text);
  if (to === 'int') {
    // XPath's count() returns "3.0".
    if (number === null || !/^-?\d+(\.0{1,2})?$/.test(number))
      return { value: null, problem: `${quoted(text)} is not a whole number.` };
    const value = Number(number);
    return Number.isSafeInteger(value)
      ? { value: value === 0 ? 0 : value, problem: null }
      : { value: null, problem: `${quoted(text)} is too large to be kept exactly; cast it to str instead.` };
  }
  const value = number === null ? Number.NaN : Number(number);
  return Number.isFinite(value)
    ? { value: value === 0 ? 0 : value, problem: null }
    : { value: null, problem: `${quoted(text)} is not a number.` };
}

/**
 * Casts one value. Text is trimmed; blank text becomes null, except for `str`. A number with a fraction other than zero is not
 * an `int`. As a `bool`, 0 is false and any other number is true. Booleans become 1 and 0, or "true" and "false".
 */
export function castValue(value: string | number | boolean | null, to: CastTarget): CastResult {
  if (value === null) return { value: null, problem: null };
  if (typeof value === 'string') return castText(value, to);
  if (to === 'str') return { value: String(value), problem: null };
  if (to === 'bool') return { value: value !== 0 && value !== false, problem: null };
  const number = Number(value);
  if (to === 'float') return { value: number, problem: null };
  return Number.isInteger(number)
    ? { value: number, problem: null }
    : { value: null, problem: `${number} is not a whole number.` };
}
