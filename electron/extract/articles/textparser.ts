import { contentOf, isHeading, linkDensity, type Block } from './blocks.ts';
import { articleMetadata } from './metadata.ts';
import { accept, type Strategy } from './strategy.ts';

/** Characters of plain text that a block must have to speak for its surroundings; below it speaks against them. */
const cost = 40;

/** What a block adds to a stretch of text: its characters outside of links, less its links and a fixed cost. */
function gain(block: Block): number {
  const plain = block.text.length - block.linkLength;
  return isHeading(block) ? 0 : plain - 2 * block.linkLength - cost * (1 + linkDensity(block));
}

/**
 * The stretch of blocks with the greatest total gain: maximum subsequence segmentation after Pasternack and Roth,
 * "Extracting Article Text from the Web with Maximum Subsequence Segmentation" (2009), with lengths in place of a classifier.
 */
function bestStretch(blocks: readonly Block[]): Block[] {
  let best = { start: 0, end: 0, total: 0 };
  let start = 0;
  let total = 0;
  for (const [index, block] of blocks.entries()) {
    if (total <= 0) [start, total] = [index, 0];
    total += gain(block);
    if (total > best.total) best = { start, end: index + 1, total };
  }
  return blocks.slice(best.start, best.end).filter((block) => linkDensity(block) <= 0.5);
}

/**
 * For any page with text: the densest stretch of the page, whatever elements it stands in. Where paragraphs are scattered over
 * many elements it finds what newsparser misses.
 */
export const textparser: Strategy = (page, context) => {
  const metadata = context.metadata();
  return accept({
    title: metadata.title,
    content: contentOf(page, bestStretch),
    author: metadata.author,
    published_date: metadata.publishedDate,
    metadata: articleMetadata(metadata),
  });
};
