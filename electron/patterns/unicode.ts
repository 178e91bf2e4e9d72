import type { CaseFolding, ClassItem } from '../../shared/patterns/ast.ts';

/**
 * What Python's `re` calls a digit, white space, a word character and the same letter. The sets were compared with Python 3.11
 * over all code points: `\d` is general category Nd, `\w` is L, N and the underscore, `\s` is the list below.
 */
export type Category = Extract<ClassItem, { kind: 'category' }>['category'];

/** First and last code points of the ranges of white space. */
export const spaceRanges: readonly (readonly [number, number])[] = [
  [0x09, 0x0d],
  [0x1c, 0x20],
  [0x85, 0x85],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
];

const members: Record<Category, RegExp> = {
  digit: /\p{Nd}/u,
  word: /[\p{L}\p{N}_]/u,
  space: /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u,
};

const asciiMembers: Record<Category, RegExp> = {
  digit: /[0-9]/,
  word: /[A-Za-z0-9_]/,
  space: /[\t-\r ]/,
};

/** Answers in blocks of 256 code points, each computed on first use. */
class CachedSet {
  readonly #member: RegExp;
  readonly #blocks = new Map<number, Uint8Array>();

  constructor(member: RegExp) {
    this.#member = member;
  }

  has(code: number): boolean {
    const block = this.#blocks.get(code >> 8) ?? this.#fill(code >> 8);
    return block[code & 255] === 1;
  }

  #fill(number: number): Uint8Array {
    const block = new Uint8Array(256);
    for (let low = 0; low < 256; low += 1) {
      block[low] = this.#member.test(String.fromCodePoint(number * 256 + low)) ? 1 : 0;
    }
    this.#blocks.set(number, block);
    return block;
  }
}

const categories: Record<Category, CachedSet> = {
  digit: new CachedSet(members.digit),
  word: new CachedSet(members.word),
  space: new CachedSet(members.space),
};

/** Whether a code point is in a category. @param ascii restricts the category to ASCII */
export function inCategory(category: Category, ascii: boolean, code: number): boolean {
  if (ascii && code > 127) return false;
  if (ascii) return asciiMembers[category].test(String.fromCharCode(code));
  return categories[category].has(code);
}

const properties = new Map<string, CachedSet>();

/** Whether a code point is in a general category of Unicode. @param name for example `Lu` */
export function inProperty(name: string, code: number): boolean {
  let known = properties.get(name);
  if (known === undefined) {
    known = new CachedSet(new RegExp(`\\p{${name}}`, 'u'));
    properties.set(name, known);
  }
  return known.has(code);
}

/** Returns the simple lower case of a code point. */
export function lowerOf(code: number): number {
  if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code;
  return String.fromCodePoint(code).toLowerCase().codePointAt(0) ?? code;
}

let letterFamilies: number[][] | null = null;
let familyByLetter: Map<number, number[]> | null = null;

/**
 * Returns all families of letters that are equal when case is ignored. Python compares simple lower cases and adds a table of
 * exceptions (ı is i, ſ is s, µ is μ, …): the letters whose lower cases share an upper case.
 */
function families(): { all: number[][]; byLetter: Map<number, number[]> } {
  if (letterFamilies !== null && familyByLetter !== null)
    return { all: letterFamilies, byLetter: familyByLetter };
  const cased = /\p{Changes_When_Casemapped}/u;
  const byUpper = new Map<string, number[]>();
  for (let code = 0; code < 0x1f000; code += 1) {
    const letter = String.fromCodePoint(code);
    if (!cased.test(letter)) continue;
    const upper = String.fromCodePoint(lowerOf(code)).toUpperCase();
    const family = byUpper.get(upper);
    if (family === undefined) byUpper.set(upper, [code]);
    else family.push(code);
  }
  letterFamilies = [...byUpper.values()].filter((family) => family.length > 1);
  familyByLetter = new Map(letterFamilies.flatMap((family) => family.map((code) => [code, family] as const)));
  return { all: letterFamilies, byLetter: familyByLetter };
}

const asciiFamilies: number[][] = Array.from({ length: 26 }, (_, index) => [65 + index, 97 + index]);

/** Returns the code points outside a range that equal one inside it when case is ignored. */
export function caseVariants(from: number, to: number, fold: CaseFolding): number[] {
  if (fold === 'none') return [];
  const all = fold === 'ascii' ? asciiFamilies : familiesOf(from, to);
  return all
    .filter((family) => family.some((code) => code >= from && code <= to))
    .flatMap((family) => family.filter((code) => code < from || code > to));
}

function familiesOf(from: number, to: number): number[][] {
  // A range without letters does not need the table.
  if (to < 65 || (from > 90 && to < 97) || (from > 122 && to < 128)) return [];
  const { all, byLetter } = families();
  if (from !== to) return all;
  const family = byLetter.get(from);
  return family === undefined ? [] : [family];
}
