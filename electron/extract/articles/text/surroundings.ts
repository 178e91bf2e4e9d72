import type { Container, TextBlock } from './segment.ts';
import type { Measures } from './measures.ts';

/** The densest text of a page, by two well-known methods. */
export interface Surroundings {
  /** The container with the highest paragraph score. */
  top: Container | null;
  /** The range of blocks with the highest total score, [start, end). */
  stretch: { start: number; end: number };
  /** The first and the last block of prose; -1: none. */
  firstProse: number;
  lastProse: number;
  /** Block of the main heading; -1: none. */
  heading: number;
  /** The largest group of similar containers: their number, and their share of the text. */
  group: { count: number; share: number };
}

/** Returns the ancestors that are not only wrappers: each contains more blocks than the one before. */
export function distinctContainers(container: Container, count: number): Container[] {
  const found: Container[] = [container];
  let last = container;
  let current = container.parent;
  for (let steps = 0; current !== null && found.length < count && steps < 300; steps += 1) {
    if (current.start !== last.start || current.end !== last.end) {
      found.push(current);
      last = current;
    }
    current = current.parent;
  }
  return found;
}

/** Scores containers: each paragraph adds points to its ancestors, more to nearer ones (as in Arc90's Readability). */
function topContainer(blocks: readonly TextBlock[], measures: readonly Measures[]): Container | null {
  const points = new Map<Container, number>();
  let top: Container | null = null;
  let best = 0;
  for (const [index, block] of blocks.entries()) {
    const measured = measures[index];
    if (measured === undefined || !measured.isProse) continue;
    const worth = Math.min(measured.length, 1000) * (1 - measured.linkDensity);
    const around = distinctContainers(block.container, 4).slice(1);
    for (const [step, container] of around.entries()) {
      const total = (points.get(container) ?? 0) + worth / (step + 1);
      points.set(container, total);
      if (total > best) [top, best] = [container, total];
    }
  }
  return top;
}

/** Characters without links from which a block raises the score of its range; shorter blocks lower it. */
const cost = 40;

/** Maximum subsequence segmentation (Pasternack and Roth, 2009), with lengths instead of a classifier. */
function densestStretch(measures: readonly Measures[]): { start: number; end: number } {
  let best = { start: 0, end: 0, total: 0 };
  let start = 0;
  let total = 0;
  for (const [index, { length, linkDensity, headingLevel }] of measures.entries()) {
    if (total <= 0) [start, total] = [index, 0];
    total += headingLevel > 0 ? 0 : length * (1 - 3 * linkDensity) - cost * (1 + linkDensity);
    if (total > best.total) best = { start, end: index + 1, total };
  }
  return { start: best.start, end: best.end };
}

/** Finds the largest group of similar containers with at least two blocks or some text each. */
function largestGroup(blocks: readonly TextBlock[], total: number): { count: number; share: number } {
  const seen = new Set<Container>();
  const groups = new Map<string, { count: number; text: number }>();
  let parents = 0;
  const ids = new Map<Container, number>();
  for (const { container: own } of blocks) {
    let container: Container | null = own;
    while (container !== null && !seen.has(container)) {
      seen.add(container);
      if (container.alike >= 4 && container.text >= 20 && container.parent !== null) {
        let id = ids.get(container.parent);
        if (id === undefined) ids.set(container.parent, (id = parents += 1));
        const key = `${id} ${container.element.name} ${(container.element.attribs['class'] ?? '').slice(0, 60)}`;
        const group = groups.get(key) ?? { count: 0, text: 0 };
        groups.set(key, { count: group.count + 1, text: group.text + container.text });
      }
      container = container.parent;
    }
  }
  let largest = { count: 0, share: 0 };
  for (const { count, text } of groups.values()) {
    if (count >= 4 && text / total > largest.share) largest = { count, share: text / total };
  }
  return largest;
}

function mainHeading(measures: readonly Measures[], titleWords: ReadonlySet<string>): number {
  let first = -1;
  let best = -1;
  let bestShare = 0.5;
  for (const [index, { headingLevel, words }] of measures.entries()) {
    if (headingLevel === 0 || headingLevel > 2) continue;
    if (first < 0 && headingLevel === 1) first = index;
    const share =
      words.length === 0
        ? 0
        : words.filter((word) => titleWords.has(word)).length / Math.max(words.length, titleWords.size * 0.5);
    if (share > bestShare) [best, bestShare] = [index, share];
  }
  return best >= 0 ? best : first;
}

/** Computes the properties of the page as a whole. */
export function surroundingsOf(
  blocks: readonly TextBlock[],
  measures: readonly Measures[],
  titleWords: ReadonlySet<string>,
): Surroundings {
  const total = Math.max(
    1,
    measures.reduce((sum, { length }) => sum + length, 0),
  );
  return {
    top: topContainer(blocks, measures),
    stretch: densestStretch(measures),
    firstProse: measures.findIndex(({ isProse }) => isProse),
    lastProse: measures.findLastIndex(({ isProse }) => isProse),
    heading: mainHeading(measures, titleWords),
    group: largestGroup(blocks, total),
  };
}
