import type { ExpectedField } from './expect-schema.ts';
import { isObject, memberOf } from './plain.ts';
import { readsAsDate, readsAsNumber } from './written-values.ts';

/** The type of a value that can be expected. */
export type ExpectedType = NonNullable<ExpectedField['type']>;

/** What a type is called in a sentence. */
export const typeWords: Readonly<Record<ExpectedType, string>> = {
  text: 'text',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  date: 'a date in ISO 8601',
  url: 'a URL',
  image: 'the URL of an image',
  list: 'a list',
  object: 'an object',
};

/** Whether a value of an item, which is filled, has a type. */
export function hasType(value: unknown, type: ExpectedType): boolean {
  return tests[type](value);
}

const tests: Readonly<Record<ExpectedType, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => numberOf(value) !== null,
  integer: (value) => Number.isInteger(numberOf(value)),
  boolean: (value) =>
    typeof value === 'boolean' || (typeof value === 'string' && /^\s*(?:true|false)\s*$/i.test(value)),
  date: (value) => typeof value === 'string' && isIsoDate(value),
  url: (value) => isUrl(addressOf(value)),
  image: (value) =>
    isUrl(addressOf(value)) && !/^(?:text|application|video|audio)\//.test(mediaTypeOf(value)),
  list: (value) => Array.isArray(value),
  object: isObject,
};

/** Whether an example fits a type. It may also be written as the site writes the value, such as "1.234,50 €". */
export function exampleFits(value: unknown, type: ExpectedType): boolean {
  if (hasType(value, type)) return true;
  if (typeof value !== 'string') return false;
  if (type === 'number' || type === 'integer') return readsAsNumber(value.trim());
  return type === 'date' && readsAsDate(value.trim());
}

/** The number that a value is, or that a text is written as in JSON; null: it is none. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > 40) return null;
  return /^\s*[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?\s*$/i.test(value) ? Number(value) : null;
}

/** "2024-03-05", also with a time behind it, if the day exists. */
function isIsoDate(text: string): boolean {
  const [, year, month, day] = /^\s*(\d{4})-(\d\d)-(\d\d)(?:$|[T\s])/.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** An address is text, or the URL of a stored file. */
const addressOf = (value: unknown): unknown => (isObject(value) ? value['url'] : value);

function mediaTypeOf(value: unknown): string {
  const type = memberOf(value, 'type');
  return typeof type === 'string' ? type : '';
}

/** Absolute with http or https, or relative with a path. A "data:" URL holds the bytes, and is no address. */
function isUrl(value: unknown): boolean {
  if (typeof value !== 'string' || /\s/.test(value.trim())) return false;
  const text = value.trim();
  if (/^https?:\/\/[^/?#]/i.test(text)) return true;
  return !/^[a-z][a-z0-9+.-]*:/i.test(text) && /^[./?]|\/|\.\w{2,5}$/i.test(text) && text.length > 1;
}
