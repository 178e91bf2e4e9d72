import type { Element } from 'domhandler';
import { endHeading, isAboutAuthor, isBoilerplateLine } from '../news/boilerplate.ts';
import type { NewsArticle } from '../news/body.ts';
import { countStopWords } from '../news/stop-words.ts';
import type { Container, TextBlock } from './cut.ts';
import type { Measures } from './measures.ts';

/**
 * What a reader of news thinks of the blocks of a page. On news it knows best where the text begins and ends; elsewhere it is often
 * content with a part. The model is told its opinion and learns when to believe it.
 */

/** Of each block. */
export const opinionNames: readonly string[] = [
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

/** Of the page. */
export const pageOpinionNames: readonly string[] = ['pageNewsBlocks', 'pageNewsText', 'pageNewsShare'];

export interface Opinion {
  /** Of each block: its share of function words, and whether the article holds it. */
  functionShare: Float32Array;
  taken: Uint8Array;
  page: readonly number[];
  /** Writes the figures of a block into a row of features, from `at` on. */
  write(index: number, row: Float32Array, at: number): void;
}

/** Blocks to each side of which the neighbourhood is made. */
const reach = 3;
const maxEnding = 80;

/** For each block whether it stands in the element. */
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

/** For each block whether the article holds its text, from the same element. */
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

/** For each block how many blocks before it a heading was that ends articles; -1 where there is none. */
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

/** Tells what the reading of news made of the blocks. */
export function opinionOf(
  blocks: readonly TextBlock[],
  measures: readonly Measures[],
  news: NewsArticle,
): Opinion {
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
