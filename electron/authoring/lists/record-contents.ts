import { isTag } from 'domhandler';
import type { Leaf } from './records.ts';

/** What stands in one record. */
export interface RecordContents {
  /** The first leaf of each place. */
  readonly firsts: readonly Leaf[];
  /** How many leaves the fullest place has. */
  readonly repeats: number;
  /** All texts, with a space between each. */
  readonly whole: string;
  /** Length of its longest text. */
  readonly longest: number;
  /** Whether one of its first texts is a question. */
  readonly asks: boolean;
  /** Whether it has less than four words. */
  readonly isShort: boolean;
  /** The address of its first link, itself left out; null: none. */
  readonly firstLink: string | null;
  readonly isHeaded: boolean;
  readonly isPictured: boolean;
  readonly isDated: boolean;
  readonly hasTime: boolean;
  readonly isPriced: boolean;
  /** Whether it ends with a number in brackets. */
  readonly isCounted: boolean;
  /** The number that it begins with; NaN: none. */
  readonly number: number;
}

const currency =
  /(?:[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|Rs)\b)\s?\d|\d\s?(?:[$€£¥₹]|(?:USD|EUR|GBP|CHF|kr|zł|Kč)\b)/;
const dated =
  /\b(?:19|20)\d\d\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b(?:\d+|an?) (?:second|minute|hour|day|week|month|year)s? ago\b/;
const counted = /\(\s?\d[\d.,]*\s?\)$/;
const numbered = /^\W{0,2}#?(\d{1,4})\s?[.):\]]?(?:\s|$)/;
const heading = /^(?:h[1-6]|b|strong)$/;

/** Tells what a record holds by its leaves. */
export function contentsOf(leaves: readonly Leaf[]): RecordContents {
  const times = new Map<number, number>();
  const firsts: Leaf[] = [];
  const texts: string[] = [];
  let firstLink: string | null = null;
  let [repeats, longest] = [0, 0];
  let [isHeaded, isPictured, hasTime] = [false, false, false];
  for (const leaf of leaves) {
    const { path, element, isText, isHead, value } = leaf;
    const before = times.get(path) ?? 0;
    times.set(path, before + 1);
    repeats = Math.max(repeats, before + 1);
    if (before === 0) firsts.push(leaf);
    isHeaded ||= heading.test(element.name) || isTagged(element.parent, heading);
    if (isText) {
      texts.push(value);
      longest = Math.max(longest, value.length);
    } else if (element.name === 'img') isPictured = true;
    else if (isHead) continue;
    else if (element.name === 'a') firstLink ??= value;
    else if (element.name === 'time') hasTime = true;
  }
  const whole = texts.join(' ');
  return {
    firsts,
    repeats,
    whole,
    longest,
    asks: texts.slice(0, 3).some((text) => /[?？]$/.test(text)),
    isShort: whole.split(' ', 4).length < 4,
    firstLink,
    isHeaded,
    isPictured,
    isDated: dated.test(whole),
    hasTime,
    isPriced: currency.test(whole),
    isCounted: counted.test(whole),
    number: Number(numbered.exec(whole)?.[1] ?? Number.NaN),
  };
}

const isTagged = (node: Leaf['element']['parent'], name: RegExp): boolean =>
  node !== null && isTag(node) && name.test(node.name);
