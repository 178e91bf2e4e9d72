import { findNumber } from '../../extract/number.ts';
import { normalizeSpace } from '../../extract/text.ts';
import type { JsonValue } from '../../extract/types.ts';

/** Longest text that a value may have to be compared with an example, in characters. */
const maxText = 20_000;
/** Shortest example that may be a part of the value. */
const minPart = 2;
/** Characters at the beginning of a text in which a number is looked for. */
const maxNumber = 200;

/**
 * Whether a value is the one that an example gives. Case, white space and markup do not count; a number may be written either way,
 * an address be relative. A value that says little more than the example is that value: the label before it, the unit after it.
 * @param base what relative addresses refer to; null: unknown
 */
export function isExample(example: unknown, value: JsonValue, base: string | null): boolean {
  if (Array.isArray(value)) {
    if (Array.isArray(example)) {
      return example.length === value.length && value.every((each, at) => isExample(example[at], each, base));
    }
    return value.some((each) => isExample(example, each, base));
  }
  if (typeof example === 'number') return areSameNumber(example, value);
  if (typeof example === 'boolean') return textOf(value) === String(example);
  if (typeof example !== 'string') return JSON.stringify(example) === JSON.stringify(value);
  const wanted = textOf(example);
  const text = textOf(value);
  if (wanted === '' || text === '') return false;
  if (text === wanted || isPart(wanted, text) || isPart(wanted, withoutMarkup(text))) return true;
  if (typeof value === 'number') return isOneNumber(wanted) && areSameNumber(example, value);
  if (isAmount(wanted, text)) return areSameNumber(example, value);
  return areSameAddress(wanted, text, base);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return normalizeSpace(value.slice(0, maxText)).toLowerCase();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

const withoutMarkup = (text: string): string =>
  text.startsWith('<') ? normalizeSpace(text.replaceAll(/<[^<>]*>/g, ' ')) : text;

/** Whether an example is a whole part of a text that is hardly longer. */
function isPart(wanted: string, text: string): boolean {
  if (text === wanted) return true;
  if (wanted.length < minPart || text.length > 1.6 * wanted.length + 12) return false;
  const at = text.indexOf(wanted);
  if (at === -1) return false;
  return !isJoined(text, at) && !isJoined(text, at + wanted.length);
}

/** Whether a text is a number with hardly anything around it: "20", "20,00 €". */
const isOneNumber = (text: string): boolean => /^\D{0,12}\d[\d.,' \u00A0]*\D{0,12}$/u.test(text);

/** Whether an example without a unit can be compared with a text as a number. */
const isAmount = (wanted: string, text: string): boolean =>
  /^[\d.,' \u00A0]+$/u.test(wanted) && isOneNumber(text);

/** Whether a word goes on across a place in a text. Scripts that do not separate words end them anywhere. */
function isJoined(text: string, at: number): boolean {
  const [before, after] = [text[at - 1] ?? '', text[at] ?? ''];
  if (unseparated.test(before) || unseparated.test(after)) return false;
  return /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
}

const unseparated = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u;

/** The numbers that a value may be meant as, by either decimal mark. */
function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  const found = typeof value === 'string' ? findNumber(value.slice(0, maxNumber)) : null;
  return found === null ? [] : Object.values(found.values).filter((each) => each !== null);
}

const areSameNumber = (a: unknown, b: unknown): boolean => {
  const numbers = numbersIn(a);
  return numbersIn(b).some((each) => numbers.includes(each));
};

function areSameAddress(wanted: string, text: string, base: string | null): boolean {
  if (!/[/.]/.test(wanted) || /\s/.test(wanted) || /\s/.test(text)) return false;
  const [one, other] = [URL.parse(wanted, base ?? undefined), URL.parse(text, base ?? undefined)];
  return one !== null && other !== null && one.href === other.href;
}
