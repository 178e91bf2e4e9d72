import { isTag, type Element } from 'domhandler';
import type { PageTree } from '../../tree.ts';
import { blockReader, isHeading, isNamed, linkDensity, renderBlocks, type Block } from '../blocks.ts';
import { minContentLength } from '../thresholds.ts';
import { endHeading, isAboutAuthor, isBoilerplateLine } from './boilerplate.ts';
import { countStopWords, guessLanguage, stopWords } from './stop-words.ts';

/**
 * Finds the body of a news article by the density of function words, like newspaper parsers. Each paragraph of prose adds its
 * number of function words to the score of its element, and half of it to the parent. The element with the highest score is
 * the core of the article. It is extended to its ancestors as long as these add mostly prose.
 */

/** A block with its properties for the score. */
interface Rated {
  block: Block;
  stops: number;
  /** Whether it is prose: at least a sentence. */
  isProse: boolean;
}

const minStops = 3;
const maxLinkDensity = 0.4;
/** Minimum length of prose; shorter lines may be captions and labels. */
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

/** Elements for a single paragraph: their points go to the parent. */
const paragraphTags: ReadonlySet<string> = new Set(['p', 'pre', 'blockquote', 'li', 'dd', 'dt', 'td', 'th']);

function containerOf(block: Block): Element {
  let element = block.element;
  for (let steps = 0; steps < 4 && paragraphTags.has(element.name); steps += 1) {
    element = parentElement(element) ?? element;
  }
  return element;
}

const shares = [1, 0.5, 0.25];

/** Returns the element with the highest score. Paragraphs and list items that follow others of their kind count more. */
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

/** Amount of prose and of other text below an element, in characters. */
interface Mass {
  prose: number;
  other: number;
  /** Number of prose blocks. */
  count: number;
}

/** Computes the amounts of text of all ancestors of the blocks, up to a maximum depth. */
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
  // Text in an element of the chain is also in the elements above it.
  let sum: Mass = { prose: 0, other: 0, count: 0 };
  const result = new Map<Element, Mass>();
  for (const [index, element] of chain.entries()) {
    const own = masses[index] ?? sum;
    sum = { prose: sum.prose + own.prose, other: sum.other + own.other, count: sum.count + own.count };
    result.set(element, sum);
  }
  return result;
}

/** Minimum gain of prose, and minimum share of prose in the added text, to extend the article to an ancestor. */
const minGain = 0.08;
const minPurity = 0.45;

/** Prose blocks that count for the extension, without those after a heading that ends articles below the top element. */
function untilEnd(top: Element, rated: readonly Rated[]): Rated[] {
  const last = rated.findLastIndex(({ block, isProse }) => isProse && isWithin(block.element, top));
  const end = rated.findIndex(
    ({ block, isProse }, index) =>
      index > last && !isProse && block.text.length <= 80 && endHeading.test(block.text),
  );
  return end < 0 ? [...rated] : rated.map((one, index) => (index > end ? { ...one, isProse: false } : one));
}

/** Returns the element of the whole article: the top element, or an ancestor that adds mostly prose. */
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

/** Removes lists of links under their own heading or at the end of the page, which are about other pages. */
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

/** The blocks of a news article. */
export interface NewsArticle {
  /** In document order; empty if the page has no prose. */
  blocks: Block[];
  /** The element with the highest score, and the element of the whole article. */
  top: Element | null;
  root: Element | null;
  /** Function words of the language of the page; null: no list for the language. */
  functionWords: ReadonlySet<string> | null;
}

/** @param language declared language (BCP 47), used if the text does not show it */
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

/** Length of an article below which blocks that were excluded by name are tried again. */
const littleText = 2500;
/** Minimum growth of the text to accept blocks that were excluded by name. */
const muchMore = 2.5;

/** Names that always exclude: their elements contain prose, but never a part of the article. */
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

/** An element with this share of the text is never excluded by name. */
const wholePage = 0.4;

/** Returns the nearest ancestor of a block with one of these names, or null. */
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
 * Finds the news article of a page. Excludes boilerplate by class names, unless that would exclude most of the text.
 *
 * @param language declared language (BCP 47), used if the text does not show it
 */
export function readNews(page: PageTree, language: string | null): NewsArticle {
  const read = blockReader(page);
  const strict = findArticle(read(false).blocks, language);
  const length = lengthOf(strict.blocks);
  if (length >= littleText) return strict;
  const lenient = findArticle(withoutNever(read(true).blocks), language);
  return lengthOf(lenient.blocks) > Math.max(minContentLength, length * muchMore) ? lenient : strict;
}

/** Renders a news article as text, with blank lines between paragraphs; empty if there is none. */
export function newsText({ blocks }: NewsArticle): string {
  return renderBlocks(blocks);
}
