import type { DescribedTree } from '../tree.ts';

/** Characters that a paragraph needs to count. */
const minParagraph = 60;

/**
 * Characters of the text of an article: of the paragraphs that stand together, links left out. 0: there are fewer than three.
 * @param records positions of the elements of records, whose paragraphs do not count
 * @param between whether paragraphs between the first record and the last count
 */
export function proseLength(
  { elements }: DescribedTree,
  records: ReadonlySet<number>,
  { between }: { between: boolean },
): number {
  const [first, last] = between ? [Infinity, -Infinity] : [Math.min(...records), Math.max(...records)];
  const boxes = new Map<number, { count: number; length: number }>();
  let skipTo = -1;
  for (const { at, end, parent, element, text, link } of elements) {
    if (at <= skipTo) continue;
    if (records.has(at) && element.name !== 'p') {
      skipTo = end;
      continue;
    }
    if (at > first && at < last) continue;
    if (element.name !== 'p' || text - link < minParagraph) continue;
    const box = boxes.get(parent) ?? { count: 0, length: 0 };
    boxes.set(parent, box);
    box.count += 1;
    box.length += text - link;
  }
  return Math.max(0, ...[...boxes.values()].map(({ count, length }) => (count < 3 ? 0 : length)));
}
