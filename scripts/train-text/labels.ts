import type { TextBlock } from '../../electron/extract/articles/text/segment.ts';
import { isRecord, type Truth } from '../score/sets.ts';

/** For each block how much of it belongs to the text that is wanted (0 to 1), and how much that counts. */
export interface Labels {
  wanted: Float32Array;
  weight: Float32Array;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
const gramLength = 4;

function gramsOf(words: readonly string[]): Set<string> {
  const grams = new Set<string>();
  for (let at = 0; at + gramLength <= words.length; at += 1) {
    grams.add(words.slice(at, at + gramLength).join(' '));
  }
  return grams;
}

/** Which words of the page stand in a run of four that the truth has too. */
function coverage(words: readonly string[], truth: readonly string[]): Uint8Array {
  const grams = gramsOf(truth);
  const covered = new Uint8Array(words.length);
  for (let at = 0; at + gramLength <= words.length; at += 1) {
    if (grams.has(words.slice(at, at + gramLength).join(' '))) covered.fill(1, at, at + gramLength);
  }
  return covered;
}

/** Labels by a text that is known as a whole. */
function labelsByText(blocks: readonly TextBlock[], text: string): Labels {
  const perBlock = blocks.map((block) => wordsOf(block.text));
  const covered = coverage(perBlock.flat(), wordsOf(text));
  const lines = new Set(text.split('\n').map((line) => wordsOf(line).join(' ')));
  const wanted = new Float32Array(blocks.length);
  let at = 0;
  for (const [index, words] of perBlock.entries()) {
    let sum = 0;
    for (let word = at; word < at + words.length; word += 1) sum += covered[word] ?? 0;
    wanted[index] = words.length === 0 ? 0 : sum / words.length;
    at += words.length;
  }
  // A short line of its own may stand between others without a run of four.
  for (const [index, words] of perBlock.entries()) {
    if (words.length > 0 && words.length < gramLength && (wanted[index] ?? 0) < 1) {
      const isNear = [-2, -1, 1, 2].some((offset) => (wanted[index + offset] ?? 0) >= 0.8);
      if (isNear && lines.has(words.join(' '))) wanted[index] = 1;
    }
  }
  return { wanted, weight: weightsOf(perBlock) };
}

/** Weights of the blocks of a page, 100 in sum: a long block counts more, but less than its words. */
function weightsOf(perBlock: readonly (readonly string[])[]): Float32Array {
  const total = perBlock.reduce((sum, words) => sum + words.length ** 0.8 + 0.2, 0);
  return Float32Array.from(perBlock, (words) => (100 * (words.length ** 0.8 + 0.2)) / total);
}

/** What a person says of a page: the blocks of the text, as numbers and ranges ("4-19,21"), and whether that is beyond doubt. */
export interface HandLabel {
  /** Folder of the set, relative to that of all sets. */
  set: string;
  id: string;
  url: string;
  keep: string;
  sure: boolean;
}

/** Reads labels made by hand, a JSON object a line. `name` is that of the file, for messages. */
export function parseHandLabels(text: string, name: string): HandLabel[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const value: unknown = JSON.parse(line);
    const { set, id, url, keep, sure = true } = isRecord(value) ? value : {};
    if (
      typeof set !== 'string' ||
      typeof id !== 'string' ||
      typeof url !== 'string' ||
      typeof keep !== 'string' ||
      typeof sure !== 'boolean'
    )
      throw new Error(`Line ${index + 1} of ${name} needs "set", "id", "url" and "keep".`);
    return [{ set, id, url, keep, sure }];
  });
}

/** The labels of the blocks by what a person says. What is doubtful counts half. */
export function labelsByHand(blocks: readonly TextBlock[], { keep, sure }: HandLabel): Labels {
  const wanted = new Float32Array(blocks.length);
  for (const range of keep.split(',')) {
    const [first = '', last = first] = range.trim().split('-');
    if (first !== '') wanted.fill(1, Number(first), Number(last) + 1);
  }
  const weight = weightsOf(blocks.map(({ text }) => wordsOf(text)));
  return { wanted, weight: sure ? weight : weight.map((one) => one / 2) };
}

/** Labels by snippets that must or must not be there: they tell of a few blocks only. */
function labelsBySnippets(blocks: readonly TextBlock[], truth: Truth): Labels {
  const wanted = new Float32Array(blocks.length);
  const weight = new Float32Array(blocks.length);
  for (const [index, { text }] of blocks.entries()) {
    const isWanted = truth.with.some((snippet) => text.includes(snippet));
    const isUnwanted = truth.without.some((snippet) => text.includes(snippet));
    if (isWanted === isUnwanted) continue;
    wanted[index] = Number(isWanted);
    weight[index] = 6;
  }
  return { wanted, weight };
}

/** What is known of the blocks of a page; null where the truth tells nothing of its text. */
export function labelsOf(blocks: readonly TextBlock[], truth: Truth): Labels | null {
  const text = truth.articleBody ?? truth.mainContent;
  if (text !== null) return text === '' ? null : labelsByText(blocks, text);
  return truth.with.length > 0 ? labelsBySnippets(blocks, truth) : null;
}
