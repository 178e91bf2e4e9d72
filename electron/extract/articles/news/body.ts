import { isTag, type Element } from 'domhandler';
import type { PageTree } from '../../tree.ts';
import { blockReader, isHeading, isNamed, linkDensity, renderBlocks, type Block } from '../blocks.ts';
import { minContentLength } from '../thresholds.ts';
import { endHeading, isAboutAuthor, isBoilerplateLine } from './boilerplate.ts';
import { countStopWords, guessLanguage, stopWords } from './stop-words.ts';

/**
 * The body of a news article by the density of its function words, in the way of newspaper-like parsers: every paragraph that
 * reads like prose gives its function words as points to the element it stands in, half of them to the element around; the
 * element with the most is the middle of the article. Around it the reading goes on up while what is won is prose too.
 */

/** A block with what it says about where the article is. */
interface Rated {
  block: Block;
  stops: number;
  /** Whether it reads like a sentence or more. */
  isProse: boolean;
}

const minStops = 3;
const maxLinkDensity = 0.4;
/** Prose is at least this long; shorter lines may be captions and labels. */
const minProse = 45;
const minProseUnspaced = 20;

const parentElement = (element: Element): Element | null =>
  element.parent !== null && isTag(element.parent) ? element.parent : null;

function rateBlocks(
  blocks: readonly Block[],
  language: string | null,
): { rated: Rated[]; list: ReadonlySet<string> | null } {
  const longest = [...blocks].sort((a, b) => b.text.length - a.text.length).slice(0, 12);
  const sample = longest.map(({ text }) => text.slice(0, 600)).join(' ');
  const guessed = guessLanguage(sample);
  const list = stopWords(guessed ?? language ?? '');
  const rated = blocks.map((block) => {
    const stops = countStopWords(block.text, list);
    const dense = /[\u3040-\u30FF\u4E00-\u9FFF\u0E00-\u0E7F]/.test(block.text);
    const isLong = block.text.length >= (dense ? minProseUnspaced : minProse);
    const isProse =
      isLong &&
      stops >= (dense ? 1 : minStops) &&
      linkDensity(block) < maxLinkDensity &&
      !isHeading(block) &&
      !isBoilerplateLine(block.text);
    return { block, stops, isProse };
  });
  return { rated, list };
}

/** Elements that hold a single paragraph: the points go to what stands around them. */
const paragraphTags: ReadonlySet<string> = new Set(['p', 'pre', 'blockquote', 'li', 'dd', 'dt', 'td', 'th']);

function containerOf(block: Block): Element {
  let element = block.element;
  for (let steps = 0; steps < 4 && paragraphTags.has(element.name); steps += 1) {
    element = parentElement(element) ?? element;
  }
  return element;
}

const shares = [1, 0.5, 0.25];

/** The element that most function words of prose point to; lists and paragraphs after others of their kind count for more. */
function topElement(rated: readonly Rated[]): Element | null {
  const scores = new Map<Element, number>();
  let top: Element | null = null;
  let best = 0;
  for (const { block, stops, isProse } of rated) {
    if (!isProse) continue;
    const isList = /^(?:li|dd|dt|td|th)$/.test(block.element.name);
    const points = Math.min(stops, 60) * (1 - linkDensity(block)) * (isList ? 0.4 : 1);
    let element: Element | null = containerOf(block);
    for (const share of shares) {
      if (element === null || element.name === 'html') break;
      const score = (scores.get(element) ?? 0) + points * share;
      scores.set(element, score);
      if (score > best) [top, best] = [element, score];
      element = parentElement(element);
    }
  }
  return top;
}

/** Characters of prose and of other text below an element. */
interface Mass {
  prose: number;
  other: number;
  /** Blocks of prose. */
  count: number;
}

/** The masses of the elements above the blocks, by climbing from every block; pages nested deeply are cut short. */
function weigh(rated: readonly Rated[], chain: readonly Element[]): Map<Element, Mass> {
  const place = new Map(chain.map((element, index) => [element, index]));
  const masses: Mass[] = chain.map(() => ({ prose: 0, other: 0, count: 0 }));
  for (const { block, isProse } of rated) {
    let element: Element | null = block.element;
    for (let steps = 0; element !== null && steps < 60; steps += 1) {
      const index = place.get(element);
      if (index !== undefined) {
        const mass = masses[index];
        if (mass !== undefined) {
          if (isProse) {
            mass.prose += block.text.length;
            mass.count += 1;
          } else if (!isHeading(block)) mass.other += block.text.length;
        }
        break;
      }
      element = parentElement(element);
    }
  }
  // What stands in an element of the chain stands in those above it too.
  let sum: Mass = { prose: 0, other: 0, count: 0 };
  const result = new Map<Element, Mass>();
  for (const [index, element] of chain.entries()) {
    const own = masses[index] ?? sum;
    sum = { prose: sum.prose + own.prose, other: sum.other + own.other, count: sum.count + own.count };
    result.set(element, sum);
  }
  return result;
}

/** Climbing on needs this much more prose, and this much of what is won to be prose. */
const minGain = 0.08;
const minPurity = 0.45;

/** The blocks of prose that count when the reading goes on up: none behind a heading that ends articles below the top element. */
function untilEnd(top: Element, rated: readonly Rated[]): Rated[] {
  const last = rated.findLastIndex(({ block, isProse }) => isProse && isWithin(block.element, top));
  const end = rated.findIndex(
    ({ block, isProse }, index) =>
      index > last && !isProse && block.text.length <= 80 && endHeading.test(block.text),
  );
  return end < 0 ? [...rated] : rated.map((one, index) => (index > end ? { ...one, isProse: false } : one));
}

/** The element that holds the whole article: the top element, or one around it when what that adds reads like the article. */
function widen(top: Element, rated: readonly Rated[]): Element {
  const chain: Element[] = [];
  for (
    let element: Element | null = top;
    element !== null && chain.length < 12;
    element = parentElement(element)
  ) {
    if (element.name === 'html') break;
    chain.push(element);
  }
  const masses = weigh(untilEnd(top, rated), chain);
  let chosen = top;
  for (const element of chain.slice(1)) {
    const [inner, outer] = [masses.get(chosen), masses.get(element)];
    if (inner === undefined || outer === undefined) break;
    const won = outer.prose - inner.prose;
    const noise = outer.other - inner.other;
    if (won >= inner.prose * minGain && won / Math.max(1, won + noise) >= minPurity) chosen = element;
  }
  return chosen;
}

function isWithin(element: Element, root: Element): boolean {
  let current: Element | null = element;
  for (let steps = 0; current !== null && steps < 500; steps += 1) {
    if (current === root) return true;
    current = parentElement(current);
  }
  return false;
}

/** A list of links under a heading of its own, or one that a page ends with, is about other pages. */
function withoutLinkLists(rated: readonly Rated[]): Rated[] {
  const kept: Rated[] = [];
  let inLinks = false;
  for (const [index, one] of rated.entries()) {
    const { block } = one;
    const isLabel =
      !one.isProse && block.text.length <= 80 && linkDensity(block) < 0.5 && block.element.name !== 'li';
    if (isLabel && endHeading.test(block.text)) {
      inLinks = true;
      continue;
    }
    if (isHeading(block)) {
      const next = rated.slice(index + 1, index + 5).filter((other) => !isHeading(other.block));
      inLinks = next.length >= 2 && next.every((other) => linkDensity(other.block) > 0.6);
      if (!inLinks) kept.push(one);
      continue;
    }
    if (inLinks && !(one.isProse && linkDensity(block) < 0.2 && block.element.name !== 'li')) continue;
    inLinks = false;
    kept.push(one);
  }
  return kept;
}

/** What reads like a news article among the blocks of a page. */
export interface NewsArticle {
  /** In document order; empty where nothing reads like prose. */
  blocks: Block[];
  /** The element that most prose points to, and the one around it that holds the whole article. */
  top: Element | null;
  root: Element | null;
  /** The function words of the language the page is written in; null where there is no list. */
  functionWords: ReadonlySet<string> | null;
}

/** @param language - BCP 47; what the page says, believed where its text does not tell. */
function findArticle(blocks: readonly Block[], language: string | null): NewsArticle {
  const { rated, list } = rateBlocks(blocks, language);
  const top = topElement(rated);
  const root = top === null ? null : widen(top, rated);
  return {
    blocks: root === null ? [] : articleBlocks(rated, root),
    top,
    root,
    functionWords: list,
  };
}

function articleBlocks(rated: readonly Rated[], root: Element): Block[] {
  const inside = rated.filter(({ block }) => isWithin(block.element, root));
  const own = withoutLinkLists(inside).filter(
    ({ block, stops }) => !isBoilerplateLine(block.text) && linkDensity(block) <= (stops >= 8 ? 0.75 : 0.5),
  );
  const first = own.findIndex(({ isProse }) => isProse);
  const last = own.findLastIndex(
    ({ isProse, block }) =>
      isProse || (block.element.name === 'li' && block.text.length > 20) || block.element.name === 'p',
  );
  if (first < 0) return [];
  let end = last;
  while (end > first && end > last - 3 && isAboutAuthor(own[end]?.block.text ?? '')) end -= 1;
  const seen = new Set<string>();
  return own.slice(first, end + 1).flatMap(({ block }) => {
    if (block.text.length > 60) {
      if (seen.has(block.text)) return [];
      seen.add(block.text);
    }
    return [block];
  });
}

/** Texts shorter than this make one look at what the names of elements had left out. */
const littleText = 2500;
/** With what was left out by name the text must grow this much to be believed. */
const muchMore = 2.5;

/** Names that are believed even then: what they name reads like prose but is no part of an article. */
const neverWords: ReadonlySet<string> = new Set([
  'comment',
  'comments',
  'commentlist',
  'disqus',
  'respond',
  'replies',
  'cookie',
  'cookies',
  'consent',
  'related',
  'recommended',
  'recommendations',
  'newsletter',
  'footer',
  'sidebar',
  'nav',
  'menu',
  'reviews',
  'testimonials',
]);

/** A part with this share of the text is the page, whatever it is called. */
const wholePage = 0.4;

/** The nearest element around a block that has one of those names; null where there is none. */
function namedAround(
  block: Block,
  known: Map<Element, Element | null>,
  isNever: (element: Element) => boolean,
): Element | null {
  const path: Element[] = [];
  let result: Element | null = null;
  let element: Element | null = block.element;
  for (let steps = 0; element !== null && element.name !== 'body' && steps < 300; steps += 1) {
    const before = known.get(element);
    if (before !== undefined) {
      result = before;
      break;
    }
    path.push(element);
    if (isNever(element)) {
      result = element;
      break;
    }
    element = parentElement(element);
  }
  for (const one of path) known.set(one, result);
  return result;
}

function withoutNever(blocks: readonly Block[]): Block[] {
  const known = new Map<Element, Element | null>();
  const isNever = isNamed(neverWords);
  const lengths = new Map<Element | null, number>();
  const named = blocks.map((block) => {
    const around = namedAround(block, known, isNever);
    lengths.set(around, (lengths.get(around) ?? 0) + block.text.length);
    return around;
  });
  const limit = lengthOf(blocks) * wholePage;
  return blocks.filter((_, index) => {
    const around = named[index] ?? null;
    return around === null || (lengths.get(around) ?? 0) >= limit;
  });
}

const lengthOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { text }) => sum + text.length, 0);

/**
 * Finds the news article of a page. Class names that say boilerplate are believed, except where they would cost most of the text.
 *
 * @param language - BCP 47; what the page says, believed where its text does not tell.
 */
export function readNews(page: PageTree, language: string | null): NewsArticle {
  const read = blockReader(page);
  const strict = findArticle(read(false).blocks, language);
  const length = lengthOf(strict.blocks);
  if (length >= littleText) return strict;
  const lenient = findArticle(withoutNever(read(true).blocks), language);
  return lengthOf(lenient.blocks) > Math.max(minContentLength, length * muchMore) ? lenient : strict;
}

/** The text of a news article: paragraphs with a blank line between them, empty where there is none. */
export function newsText({ blocks }: NewsArticle): string {
  return renderBlocks(blocks);
}
