import { isAscii } from '../../text.ts';
import type { TextBlock } from './segment.ts';
import { phraseMarks } from './vocabulary.ts';

/** Measures of the text of a block. */
export interface Measures {
  /** Number of characters. */
  length: number;
  /** For a long text, those of its beginning. */
  words: readonly string[];
  /** Approximate number of words of the whole text. */
  wordCount: number;
  /** Share of the characters in links. */
  linkDensity: number;
  /** Level of a heading; 0: not a heading. */
  headingLevel: number;
  /** Whether it is prose: long, not a link, and ending like a sentence. */
  isProse: boolean;
  marks: readonly number[];
  /** Further measures, in the order of `measureNames`. */
  values: readonly number[];
}

/** Names of the measures of a block, in the order of their values. */
export const measureNames: readonly string[] = [
  'sentences',
  'ending',
  'commas',
  'digits',
  'capitals',
  'wordLength',
  'startsLow',
  'titleCase',
  'bars',
  'price',
  'time',
  'strong',
  'links',
  'preformatted',
  'bullet',
  'address',
];

const price = /[$€£¥₹]\s?\d|\d\s?(?:[$€£¥₹]|USD|EUR|GBP|zł|Kč|kr\b|руб)/;
const time =
  /\b(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}|(?:19|20)\d\d|\d+ (?:second|minute|hour|day|week|month|year)s? ago|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d)/i;

/** Number of characters of a long text that are examined. */
const window = 1500;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Returns the level of a heading by its element name, 1 to 6; 0 for other elements. */
export function headingLevelOf(name: string): number {
  return name.length === 2 && name.startsWith('h') && name >= 'h1' && name <= 'h6' ? Number(name[1]) : 0;
}

function headingOf({ container }: TextBlock): number {
  const own = headingLevelOf(container.element.name);
  return own > 0 || container.parent === null ? own : headingLevelOf(container.parent.element.name);
}

/** Counts characters of several kinds in a text; `titles` are capitalized words. */
interface Signs {
  digits: number;
  capitals: number;
  sentences: number;
  commas: number;
  bars: number;
  titles: number;
}

function countAny(text: string): Signs {
  let digits = 0;
  let capitals = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) digits += 1;
    else if (code >= 65 && code <= 90) capitals += 1;
  }
  return {
    digits,
    capitals,
    sentences: count(text, /[.!?…](?=\s|["'”’»)]|$)|[。！？।؟]/g),
    commas: count(text, /[,，、،;；]/g),
    bars: count(text, /[|»›•·/]/g),
    titles: count(text, /(?:^|\s)\p{Lu}/gu),
  };
}

const isPlainSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** The same for ASCII text, in one pass; most texts are ASCII. */
function countPlain(text: string): Signs {
  const signs = { digits: 0, capitals: 0, sentences: 0, commas: 0, bars: 0, titles: 0 };
  const end = text.length;
  let before = 32;
  for (let at = 0; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 97) {
      if (code === 124) signs.bars += 1;
    } else if (code >= 65) {
      if (code <= 90) {
        signs.capitals += 1;
        if (isPlainSpace(before)) signs.titles += 1;
      }
    } else if (code >= 48 && code <= 57) signs.digits += 1;
    else if (code === 33 || code === 46 || code === 63) {
      const next = at + 1 < end ? text.charCodeAt(at + 1) : 32;
      if (isPlainSpace(next) || next === 34 || next === 39 || next === 41) signs.sentences += 1;
    } else if (code === 44 || code === 59) signs.commas += 1;
    else if (code === 47) signs.bars += 1;
    before = code;
  }
  return signs;
}

/** Measures the text of a block. */
export function measure(block: TextBlock): Measures {
  const { text: whole, linkLength } = block;
  const text = whole.length > window ? whole.slice(0, window) : whole;
  const { length } = text;
  const plain = isAscii(text);
  const words = text.toLowerCase().match(plain ? /[a-z0-9_]+/g : /[\p{L}\p{N}_]+/gu) ?? [];
  const { digits, capitals, sentences, commas, bars, titles } = plain ? countPlain(text) : countAny(text);
  const end = whole.slice(-20);
  const ending = /[.!?…。！？।؟]["'”’»)\]]*$/.test(end) ? 2 : /[:：,;]$/.test(end) ? 1 : 0;
  const linkDensity = whole.length === 0 ? 0 : linkLength / whole.length;
  const scale = 100 / Math.max(20, length);
  const first = text[0] ?? '';
  return {
    length: whole.length,
    words,
    wordCount: words.length * (whole.length / Math.max(1, length)),
    linkDensity,
    headingLevel: headingOf(block),
    isProse: whole.length >= 80 && linkDensity < 0.4 && sentences > 0,
    marks: phraseMarks(text),
    values: [
      sentences,
      ending,
      commas * scale,
      digits / length,
      capitals / length,
      length / Math.max(1, words.length),
      Number(first !== first.toUpperCase()),
      words.length > 60 ? 0.2 : titles / Math.max(1, words.length),
      bars * scale,
      Number(price.test(text)),
      Number(length < 200 && time.test(text)),
      block.strongLength / whole.length,
      block.links,
      Number(block.preformatted),
      Number(/^[-–—•*·>]/.test(text)),
      Number(!text.includes(' ') && /^(?:https?:|www\.|[\w.-]+@)|\d{4}-\d\d-\d\d/.test(text)),
    ],
  };
}
