import type { Element } from 'domhandler';
import { readFileSync } from 'node:fs';
import type { PageTree } from '../../tree.ts';
import type { PageMetadata } from '../metadata.ts';
import type { NewsArticle } from '../news/body.ts';
import { minContentLength } from '../thresholds.ts';
import { bestThreshold, leanOnNeighbours, thresholdOutside } from './select-blocks.ts';
import { segmentPage, type TextBlock } from './segment.ts';
import { collectSignals, mayBeArticle, type PageSignals } from './page-signals.ts';
import { describe, shared, width, type Described } from './features.ts';
import { fastForest, probabilityOf, type FastForest, type Forest } from './forest.ts';
import { outlineOf, renderText, tableOf, type OutlineBlock } from './outline.ts';
import { blockFilter } from './filter-blocks.ts';

/** Loaded for the first page, because most crawls use selectors instead. */
let forest: FastForest | null = null;

function readForest(): FastForest {
  const model: Forest = JSON.parse(readFileSync(new URL('./model.json', import.meta.url), 'utf8'));
  return fastForest(model, width);
}

/** The main text of a page. */
export interface MainText {
  /** Its blocks in document order, for `renderMarkdown`. Empty if `text` comes from JSON-LD. */
  outline: OutlineBlock[];
  /** A blank line between paragraphs, a line for each list item and table row. */
  text: string;
}

/** Minimum length of a block whose repetition is dropped: teasers, and copies for narrow screens. */
const minRepetition = 60;

function withoutRepetitions(blocks: readonly TextBlock[]): TextBlock[] {
  const seen = new Set<string>();
  return blocks.filter(({ text }) => {
    if (text.length < minRepetition) return true;
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

function mainTextOf(blocks: readonly TextBlock[]): MainText {
  const outline = outlineOf(withoutRepetitions(blocks));
  return { outline, text: renderText(outline) };
}

/** Returns the densest part of the page without links, as a fallback if the model finds almost nothing. */
function looseBlocks(blocks: readonly TextBlock[], { measures, surroundings }: Described): TextBlock[] {
  const { start, end } = surroundings.stretch;
  return blocks
    .slice(start, end)
    .filter(
      ({ container }, index) => !container.hidden && (measures[start + index]?.linkDensity ?? 1) <= 0.5,
    );
}

/** Computes for each block its probability of being main text, 0 to 1, and its weight in words. */
interface Judged {
  probabilities: Float64Array;
  masses: Float64Array;
}

function judge(blocks: readonly TextBlock[], described: Described, signals: PageSignals): Judged {
  const isExcluded = blockFilter(signals);
  const { measures, row } = described;
  const probabilities = new Float64Array(blocks.length);
  const masses = new Float64Array(blocks.length);
  forest ??= readForest();
  const probability = probabilityOf(forest, row, shared);
  described.eachRow(
    (index) => {
      const [block, measured] = [blocks[index], measures[index]];
      if (block === undefined || measured === undefined || isExcluded(block, measured)) return false;
      // A small weight for blocks without words, so that they are classified too.
      masses[index] = measured.wordCount + 0.01;
      return true;
    },
    (index) => {
      probabilities[index] = probability(row);
    },
  );
  return { probabilities, masses };
}

/** Gives all cells of a data table their mean probability, because they belong together. */
function levelTables(blocks: readonly TextBlock[], { probabilities, masses }: Judged): void {
  const tables = new Map<Element, { cells: number[]; likely: number; mass: number }>();
  for (const [index, block] of blocks.entries()) {
    const mass = masses[index] ?? 0;
    const table = mass > 0 ? tableOf(block) : null;
    if (table === null) continue;
    let cells = tables.get(table);
    if (cells === undefined) tables.set(table, (cells = { cells: [], likely: 0, mass: 0 }));
    cells.cells.push(index);
    cells.likely += (probabilities[index] ?? 0) * mass;
    cells.mass += mass;
  }
  for (const { cells, likely, mass } of tables.values()) {
    for (const index of cells) probabilities[index] = likely / mass;
  }
}

/** Expected F1 below which a selection is uncertain. */
const minSure = 0.8;
/** Expected number of main-text words from which fallbacks are tried; a page with fewer has no main text. */
const minExpected = 5;

/**
 * Finds the main text of a page of any kind. The page is split into blocks, a trained model assigns each block a probability, and
 * the selection with the best expected F1 is returned. If that is almost empty, the densest stretch of the page or the article
 * body from JSON-LD is used instead.
 */
export function readMainText(
  page: PageTree,
  metadata: PageMetadata,
  news: NewsArticle,
  url: string,
): MainText {
  const { blocks } = segmentPage(page);
  const signals = collectSignals(metadata, url);
  const described = describe(blocks, signals, news);
  const judged = judge(blocks, described, signals);
  levelTables(blocks, judged);
  const { probabilities, masses } = judged;
  let { threshold, expected: certainty } = bestThreshold(probabilities, masses);
  if (certainty < minSure) {
    leanOnNeighbours(probabilities, masses);
    levelTables(blocks, judged);
    ({ threshold } = bestThreshold(probabilities, masses));
  }
  const { taken } = described;
  const outside = mayBeArticle(signals)
    ? thresholdOutside(probabilities, masses, taken, threshold)
    : threshold;
  const strict = mainTextOf(
    blocks.filter((_, index) => (probabilities[index] ?? 0) >= (taken[index] === 1 ? threshold : outside)),
  );
  const expected = probabilities.reduce((sum, one, index) => sum + one * (masses[index] ?? 0), 0);
  const isPoor = strict.text.length < minContentLength && expected >= minExpected;
  const loose = isPoor ? mainTextOf(looseBlocks(blocks, described)) : strict;
  const found = loose.text.length > strict.text.length ? loose : strict;
  const body = metadata.body ?? '';
  return body.length >= minContentLength && body.length > 2 * found.text.length
    ? { outline: [], text: body }
    : found;
}
