import { normalizeSpace } from '../../extract/text.ts';
import { textOf } from '../../extract/xpath/nodes.ts';
import type { DescribedTree, ElementFacts } from '../tree.ts';
import { shortText } from './short-text.ts';

/** What a page calls the thing that it is about. */
export interface PageNames {
  /** The heading that names it; null: the page has none. */
  heading: ElementFacts | null;
  /** Texts that hold its name: the heading, the title, that of OpenGraph. */
  texts: readonly string[];
}

/** The most characters of a name. */
const longest = 300;

/** The least share of words of the title that a heading of a lower level has, to count as the name. */
const leastShared = 0.8;

/**
 * Reads what a page calls its thing. Of several headings of the first level, the one that shares most words with the title counts; without
 * one, that of the second or third level whose words the title has: the one that the title begins with, else the longest.
 */
export function readPageNames({ elements }: DescribedTree): PageNames {
  const headings: ElementFacts[] = [];
  const lower: ElementFacts[] = [];
  const texts: string[] = [];
  for (const facts of elements) {
    const { name, attribs } = facts.element;
    if (/^h[1-3]$/.test(name)) {
      if (facts.text > 0 && facts.text <= longest) (name === 'h1' ? headings : lower).push(facts);
    } else if (name === 'title' && texts.length < 4 && facts.depth <= 3) {
      texts.push(normalizeSpace(textOf(facts.element)).slice(0, longest));
    } else if (name === 'meta' && attribs['property'] === 'og:title') {
      texts.push((attribs['content'] ?? '').slice(0, longest));
    }
  }
  const title = texts.join(' ');
  const shared = (facts: ElementFacts): number => sharedWords(shortText(facts), title);
  const named = lower.filter((facts) => shared(facts) >= leastShared);
  const heading =
    best(headings, shared) ?? best(named, (facts) => facts.text + (beginsWith(title, facts) ? longest : 0));
  if (heading !== null) texts.unshift(shortText(heading));
  return { heading, texts };
}

const beginsWith = (title: string, facts: ElementFacts): boolean =>
  wordsOf(title)[0] === wordsOf(shortText(facts))[0];

function best<T>(ones: readonly T[], score: (one: T) => number): T | null {
  let found: T | null = null;
  let most = -1;
  for (const one of ones) {
    const points = score(one);
    if (points > most) [found, most] = [one, points];
  }
  return found;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The share of the words of a name that a text has: 0 to 1. */
export function sharedWords(name: string, text: string): number {
  const words = new Set(wordsOf(name));
  if (words.size === 0) return 0;
  const there = new Set(wordsOf(text));
  return [...words].filter((word) => there.has(word)).length / words.size;
}
