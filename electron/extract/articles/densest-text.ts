import { isTag, type Element } from 'domhandler';
import { linkDensity, type Block } from './blocks.ts';

/**
 * Finds the element with the highest paragraph score. Each paragraph adds points to its ancestors, more to nearer ones (the
 * idea of Arc90's Readability); the element with the most points is the article.
 */

/** Minimum length of a scoring block. */
const minParagraph = 25;
/** Share of links from which a block counts as a list of links. */
const maxLinkDensity = 0.5;

function points(block: Block): number {
  const commas = block.text.match(/[,，、،;]/g)?.length ?? 0;
  return (1 + Math.min(commas, 10) + Math.min(block.text.length / 100, 5)) * (1 - linkDensity(block));
}

function parentElement(element: Element): Element | null {
  return element.parent !== null && isTag(element.parent) ? element.parent : null;
}

function isParagraph(block: Block): boolean {
  return (
    block.text.length >= minParagraph &&
    linkDensity(block) < maxLinkDensity &&
    !/^(?:h[1-6]|li|td|th|dt|label|caption)$/.test(block.element.name)
  );
}

/** Scores elements: a paragraph adds its points to its element or parent, half to the next ancestor, a third beyond. */
function scoreElements(blocks: readonly Block[]): Map<Element, number> {
  const scores = new Map<Element, number>();
  for (const block of blocks.filter(isParagraph)) {
    const worth = points(block);
    let element: Element | null = /^(?:p|pre|blockquote)$/.test(block.element.name)
      ? parentElement(block.element)
      : block.element;
    for (const share of [1, 1 / 2, 1 / 3, 1 / 6]) {
      if (element === null || element.name === 'html') break;
      scores.set(element, (scores.get(element) ?? 0) + worth * share);
      element = parentElement(element);
    }
  }
  return scores;
}

function topElement(scores: ReadonlyMap<Element, number>): Element | null {
  let top: Element | null = null;
  let best = 0;
  for (const [element, score] of scores) {
    if (score > best) [top, best] = [element, score];
  }
  return top;
}

/** Returns the element with the highest score; null for a page without paragraphs. */
export function densestElement(blocks: readonly Block[]): Element | null {
  return topElement(scoreElements(blocks));
}
