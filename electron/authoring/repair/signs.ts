import { isTag, isText, type AnyNode } from 'domhandler';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { squeeze } from '../selectors/scope-index.ts';
import { takenAt, type Place } from './places.ts';

/** What is seen of what a field takes at a place, beside its value. */
export interface Signs {
  /** The text before it, which often names it; null: there is none, or it is too long for a name. */
  readonly label: string | null;
  /** Number of elements in it, up to a limit. */
  readonly elements: number;
}

/** Characters of a text that may be a label, nodes that are passed on the way back to it, and elements that are counted. */
const limits = { characters: 40, nodes: 60, elements: 40 };
/** Share of the places that must have the same label. */
const usualFrom = 0.6;

/** The signs of a field at a place; null: it takes nothing there that can be told. */
export function signsAt(place: Place, field: FieldExtract): Signs | null {
  const [node] = takenAt(place, field)?.nodes ?? [];
  if (node === undefined) return null;
  const text = textBefore(node);
  return {
    label: text === null || text.length > limits.characters ? null : text.toLowerCase(),
    elements: countElements(node),
  };
}

/** The label that most of some places have; null: they have none in common. */
export function usualLabel(signs: readonly (Signs | null)[]): string | null {
  const labels = signs.flatMap((each) => each?.label ?? []);
  const counts = [...Map.groupBy(labels, (label) => label)].map(([label, of]) => ({
    label,
    count: of.length,
  }));
  const best = counts.toSorted((a, b) => b.count - a.count)[0];
  return best === undefined || best.count < 2 || best.count < signs.length * usualFrom ? null : best.label;
}

/** The usual number of elements; null: nothing is taken at any place. */
export function usualElements(signs: readonly (Signs | null)[]): number | null {
  const counts = signs.flatMap((each) => each?.elements ?? []).toSorted((a, b) => a - b);
  return counts[Math.floor(counts.length / 2)] ?? null;
}

function countElements(node: AnyNode): number {
  let count = 0;
  const open = [node];
  for (let at = open.pop(); at !== undefined && count < limits.elements; at = open.pop()) {
    if (!isTag(at)) continue;
    for (const child of at.children) {
      if (!isTag(child)) continue;
      count += 1;
      open.push(child);
    }
  }
  return count;
}

function textBefore(node: AnyNode): string | null {
  let passed = 0;
  for (let at: AnyNode | null = node; at !== null && passed < limits.nodes; at = at.parent) {
    for (let sibling = at.prev; sibling !== null && passed < limits.nodes; sibling = sibling.prev) {
      passed += 1;
      const text = lastText(sibling);
      if (text !== null) return text;
    }
    passed += 1;
  }
  return null;
}

/** The last text in a node that is not blank; not that of a script. */
function lastText(node: AnyNode): string | null {
  if (isText(node)) return squeeze(node.data) === '' ? null : squeeze(node.data);
  if (!isTag(node) || node.name === 'script' || node.name === 'style') return null;
  for (const child of node.children.toReversed()) {
    const text = lastText(child);
    if (text !== null) return text;
  }
  return null;
}
