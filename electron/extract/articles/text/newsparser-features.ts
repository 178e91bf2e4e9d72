import type { Element } from 'domhandler';
import { endHeading, isAboutAuthor, isBoilerplateLine } from '../news/boilerplate.ts';
import type { NewsArticle } from '../news/body.ts';
import { countStopWords } from '../news/stop-words.ts';
import type { Container, TextBlock } from './segment.ts';
import type { Measures } from './measures.ts';

/**
 * Features from the newsparser strategy. On news pages it finds the start and end of the text most reliably; on other pages it
 * often returns only part of it. The model learns when to rely on it.
 */

/** Names of the features of a block, in the order that `write` uses. */
export const newsFeatureNames: readonly string[] = [
  'news-taken',
  'news-inside',
  'news-inTop',
  'news-side',
  'news-near',
  'functionShare',
  'functionWords',
  'news-label',
  'news-ending',
  'news-sinceEnding',
  'news-aboutAuthor',
];

/** Names of the features of the page, in the order of `NewsparserFeatures.page`. */
export const pageNewsFeatureNames: readonly string[] = ['pageNewsBlocks', 'pageNewsText', 'pageNewsShare'];

/** Features of a page from a run of newsparser's algorithm. */
export interface NewsparserFeatures {
  /** For each block: its share of function words, 0 to 1, and 1 if newsparser's article contains it. */
  functionShare: Float32Array;
  taken: Uint8Array;
  page: readonly number[];
  /** Writes the features of a block into `row`, starting at index `at`. */
  write(index: number, row: Float32Array, at: number): void;
}

/** Blocks on each side that count as the neighbourhood. */
const reach = 3;
const maxEnding = 80;

/** Returns 1 for each block inside the element, else 0. */
function blocksInside(blocks: readonly TextBlock[], element: Element | null): Uint8Array {
  const inside = new Uint8Array(blocks.length);
  if (element === null) return inside;
  const known = new Map<Container, boolean>();
  const path: Container[] = [];
  for (const [index, { container }] of blocks.entries()) {
    let current: Container | null = container;
    let found = false;
    while (current !== null) {
      const before = known.get(current);
      if (before !== undefined || current.element === element) {
        found = before ?? true;
        if (before === undefined) known.set(current, true);
        break;
      }
      path.push(current);
      current = current.parent;
    }
    for (const one of path) known.set(one, found);
    path.length = 0;
    inside[index] = Number(found);
  }
  return inside;
}

/** Returns 1 for each block whose text the article contains from the same element, else 0. */
function blocksTaken(blocks: readonly TextBlock[], news: NewsArticle): Uint8Array {
  const texts = new Map<Element, Set<string>>();
  for (const { element, text } of news.blocks) {
    const known = texts.get(element);
    if (known === undefined) texts.set(element, new Set([text]));
    else known.add(text);
  }
  return Uint8Array.from(blocks, ({ container, text }) =>
    Number(texts.get(container.element)?.has(text) ?? false),
  );
}

function countFunctionWords({ words }: Measures, text: string, list: ReadonlySet<string> | null): number {
  if (list === null) return countStopWords(text.slice(0, 1500), null);
  let count = 0;
  for (const word of words) if (list.has(word)) count += 1;
  return count;
}

/** Returns, for each block, the distance in blocks to the last heading that ends articles; -1 if there is none. */
function sinceEndings(blocks: readonly TextBlock[]): Int32Array {
  const since = new Int32Array(blocks.length);
  let ending = -1;
  for (const [index, { text }] of blocks.entries()) {
    since[index] = ending < 0 ? -1 : index - ending;
    if (isEnding(text)) ending = index;
  }
  return since;
}

const isEnding = (text: string): boolean => text.length <= maxEnding && endHeading.test(text);

/** Computes the newsparser features of all blocks. `measures` has one entry per block. */
export function newsparserFeatures(
  blocks: readonly TextBlock[],
  measures: readonly Measures[],
  news: NewsArticle,
): NewsparserFeatures {
  const taken = blocksTaken(blocks, news);
  const inRoot = blocksInside(blocks, news.root);
  const inTop = blocksInside(blocks, news.top);
  const first = taken.indexOf(1);
  const last = taken.lastIndexOf(1);
  const endings = sinceEndings(blocks);
  const takenSums = new Float64Array(blocks.length + 1);
  const sums = new Float64Array(blocks.length + 1);
  const functions = new Float64Array(blocks.length);
  const functionShare = new Float32Array(blocks.length);
  for (const [index, measured] of measures.entries()) {
    const { length } = measured;
    takenSums[index + 1] = (takenSums[index] ?? 0) + (taken[index] === 1 ? length : 0);
    sums[index + 1] = (sums[index] ?? 0) + length;
    const count = countFunctionWords(measured, blocks[index]?.text ?? '', news.functionWords);
    functions[index] = count;
    functionShare[index] = count / Math.max(1, measured.words.length);
  }
  const length = takenSums.at(-1) ?? 0;
  return {
    functionShare,
    taken,
    page: [Math.log1p(news.blocks.length), Math.log1p(length), length / Math.max(1, sums.at(-1) ?? 0)],
    write(index, row, at) {
      const text = blocks[index]?.text ?? '';
      const from = Math.max(0, index - reach);
      const to = Math.min(blocks.length, index + reach + 1);
      const near = (sums[to] ?? 0) - (sums[from] ?? 0);
      const since = endings[index] ?? -1;
      row[at] = taken[index] ?? 0;
      row[at + 1] = inRoot[index] ?? 0;
      row[at + 2] = inTop[index] ?? 0;
      row[at + 3] = first < 0 ? 0 : index < first ? -1 : index > last ? 1 : 0;
      row[at + 4] = ((takenSums[to] ?? 0) - (takenSums[from] ?? 0)) / Math.max(1, near);
      row[at + 5] = functionShare[index] ?? 0;
      row[at + 6] = Math.log1p(functions[index] ?? 0);
      row[at + 7] = Number(isBoilerplateLine(text));
      row[at + 8] = Number(isEnding(text));
      row[at + 9] = since < 0 ? -1 : Math.log1p(since);
      row[at + 10] = Number(isAboutAuthor(text));
    },
  };
}
