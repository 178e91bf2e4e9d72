import type { PageTree } from '../../tree.ts';
import type { PageMetadata } from '../metadata.ts';
import { minContentLength } from '../thresholds.ts';
import { bestThreshold } from './choose.ts';
import { cutPage, type TextBlock } from './cut.ts';
import { evidenceOf } from './evidence.ts';
import { describe, width, type Described } from './features.ts';
import { fastForest, probability } from './forest.ts';
import model from './model.json' with { type: 'json' };
import { outlineOf, renderText, type OutlineBlock } from './outline.ts';
import { pruning } from './prune.ts';

const forest = fastForest(model);

/** The main text of a page. */
export interface MainText {
  /** Its blocks in document order, for `renderMarkdown`. Empty where `text` does not stand in the page's elements. */
  outline: OutlineBlock[];
  /** A blank line between paragraphs, a line for each list item and table row. */
  text: string;
}

/** Blocks of this length that were there before are repetitions: teasers, copies for narrow screens. */
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

/** The densest stretch of the page without its links: for when the model finds next to nothing. */
function looseBlocks(blocks: readonly TextBlock[], { measures, surroundings }: Described): TextBlock[] {
  const { start, end } = surroundings.stretch;
  return blocks
    .slice(start, end)
    .filter(
      ({ container }, index) => !container.hidden && (measures[start + index]?.linkDensity ?? 1) <= 0.5,
    );
}

/**
 * Finds the main text of a page of any kind: the page is cut into blocks, a learnt model gives each the probability that it belongs
 * to the text, and those are taken that promise the best F1. Where next to nothing is found, the densest stretch of the page or
 * the text of its JSON-LD stands in.
 */
export function readMainText(page: PageTree, metadata: PageMetadata, url: string): MainText {
  const { blocks } = cutPage(page);
  const evidence = evidenceOf(metadata, url);
  const described = describe(blocks, evidence);
  const isPruned = pruning(evidence);
  const probabilities = new Float64Array(blocks.length);
  const masses = new Float64Array(blocks.length);
  for (const [index, block] of blocks.entries()) {
    const measured = described.measures[index];
    if (measured === undefined || isPruned(block, measured)) continue;
    probabilities[index] = probability(forest, described.rows, index * width);
    // A little for blocks without words, so that they are decided on too.
    masses[index] = measured.wordCount + 0.01;
  }
  const threshold = bestThreshold(probabilities, masses);
  const strict = mainTextOf(blocks.filter((_, index) => (probabilities[index] ?? 0) >= threshold));
  const loose = strict.text.length < minContentLength ? mainTextOf(looseBlocks(blocks, described)) : strict;
  const found = loose.text.length > strict.text.length ? loose : strict;
  const body = metadata.body ?? '';
  return body.length >= minContentLength && body.length > 2 * found.text.length
    ? { outline: [], text: body }
    : found;
}
