import { isTag, type Element } from 'domhandler';
import { linkDensity, type Block } from './blocks.ts';

/**
 * The text of the element that paragraphs point to. Every paragraph gives points to the elements around it, the nearer the more
 * (the idea of Arc90's Readability); the element with the most is the article, and its neighbours join it when they read like it.
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

function isWithin(element: Element, roots: ReadonlySet<Element>): boolean {
  let current: Element | null = element;
  for (let steps = 0; current !== null && steps < 500; steps += 1) {
    if (roots.has(current)) return true;
    current = parentElement(current);
  }
  return false;
}

/** The element that paragraphs point to; null where a page has no paragraphs. */
export function densestElement(blocks: readonly Block[]): Element | null {
  return topElement(scoreElements(blocks));
}

/** The blocks of the article among the blocks of a page, in document order; empty where there are no paragraphs. */
export function densestBlocks(blocks: readonly Block[]): Block[] {
  const scores = scoreElements(blocks);
  const top = topElement(scores);
  if (top === null) return [];
  const enough = (scores.get(top) ?? 0) * 0.2;
  const roots = new Set<Element>([top]);
  const parent = parentElement(top);
  if (parent !== null && top.name !== 'body') {
    for (const sibling of parent.children) {
      if (!isTag(sibling)) continue;
      const paragraph = blocks.some(
        (block) => block.element === sibling && isParagraph(block) && block.text.length > 80,
      );
      if (paragraph || (scores.get(sibling) ?? 0) >= enough) roots.add(sibling);
    }
  }
  const inside = blocks.filter(
    (block) => isWithin(block.element, roots) && linkDensity(block) <= maxLinkDensity,
  );
  const first = inside.findIndex(isParagraph);
  const last = inside.findLastIndex((block) => isParagraph(block) || block.element.name === 'li');
  return first < 0 ? [] : inside.slice(first, last + 1);
}
