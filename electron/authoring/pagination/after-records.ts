import type { ElementFacts } from '../tree.ts';

/** Elements of one name and class, and characters of text of each, from which they are records. */
const minRecords = 3;
const minText = 20;

/**
 * Whether an element stands after elements that are alike, or after a box of them.
 * @param beside characters that its own box may hold besides it
 */
export function followsRecords(facts: ElementFacts, elements: readonly ElementFacts[], beside = 0): boolean {
  let node: ElementFacts | undefined = facts;
  while (node !== undefined && node.text <= facts.text + beside) {
    const before = siblingsBefore(node, elements);
    if (hasAlike(before)) return true;
    const last = before.at(-1);
    if (last !== undefined && hasAlike(contentsOf(last, elements))) return true;
    node = elements[node.parent];
  }
  return false;
}

/** The children of a box; of a box that holds nothing but another, those of the inner one. */
function contentsOf(box: ElementFacts, elements: readonly ElementFacts[]): ElementFacts[] {
  let children = childrenOf(box, elements);
  for (let [only] = children; children.length === 1 && only !== undefined; [only] = children)
    children = childrenOf(only, elements);
  return children;
}

function childrenOf({ at, end }: ElementFacts, elements: readonly ElementFacts[]): ElementFacts[] {
  const children: ElementFacts[] = [];
  for (let index = at + 1; index <= end;) {
    const child = elements[index];
    if (child === undefined) break;
    children.push(child);
    index = child.end + 1;
  }
  return children;
}

function siblingsBefore(facts: ElementFacts, elements: readonly ElementFacts[]): ElementFacts[] {
  const parent = elements[facts.parent];
  return parent === undefined ? [] : childrenOf(parent, elements).filter(({ at }) => at < facts.at);
}

function hasAlike(elements: readonly ElementFacts[]): boolean {
  const counts = new Map<string, number>();
  for (const { element, classes, text } of elements) {
    if (text < minText) continue;
    const key = `${element.name} ${classes[0] ?? ''}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts.values()].some((count) => count >= minRecords);
}
