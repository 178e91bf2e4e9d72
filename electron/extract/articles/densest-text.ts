import { isTag, type Element } from 'domhandler';
import { linkDensity, type Block } from './blocks.ts';

/**
 * The text of the element that paragraphs point to. Every paragraph gives points to the elements around it, the nearer the more
 * (the idea of Arc90's Readability); the element with the most is the article.
 */

/** Shorter blocks say nothing about where the article is. */
const minParagraph = 25;
/** Blocks with more links than this are lists of links. */
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

/** Points by element: a paragraph's whole points to the element it stands in or its parent, half to the next, a third beyond. */
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

/** The element that paragraphs point to; null where a page has no paragraphs. */
export function densestElement(blocks: readonly Block[]): Element | null {
  return topElement(scoreElements(blocks));
}
