import type { OutlineEntry } from '../../../shared/contract/types.ts';
import { handleOf } from '../handles.ts';

/** An entry of an outline with those inside it. */
export interface OutlineNode {
  readonly entry: OutlineEntry;
  readonly inside: OutlineNode[];
}

/** Entries of one making that follow each other are shown once from this number on. */
const fewestAlike = 3;
/** Handles of others of their making that are named. */
const namedHandles = 3;

/** The entries of an outline as a tree. */
export function treeOf(entries: readonly OutlineEntry[]): OutlineNode[] {
  const roots: OutlineNode[] = [];
  const open: OutlineNode[] = [];
  for (const entry of entries) {
    while ((open.at(-1)?.entry.depth ?? -1) >= entry.depth) open.pop();
    const node: OutlineNode = { entry, inside: [] };
    (open.at(-1)?.inside ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

/** The node of an element, with what is in it; null: the outline has none. */
export function nodeOf(roots: readonly OutlineNode[], element: number): OutlineNode | null {
  for (const node of roots) {
    if (node.entry.element === element) return node;
    const found = nodeOf(node.inside, element);
    if (found !== null) return found;
  }
  return null;
}

/**
 * The lines of an outline: handle, role and quoted name, indented. Blocks of one making that follow each other are folded to the
 * first of them, with their number and the handles of some others.
 */
export function* linesOf(nodes: readonly OutlineNode[], depth: number, level = 0): Generator<string> {
  const indent = '  '.repeat(level);
  for (let at = 0; at < nodes.length;) {
    const run = runAt(nodes, at);
    const [first] = run;
    if (first === undefined) return;
    const { element, role } = first.entry;
    const name = ownName(first);
    yield `${indent}${handleOf(element)} ${role}${name === '' ? '' : ` ${JSON.stringify(name)}`}`;
    if (level + 1 < depth) yield* linesOf(first.inside, depth, level + 1);
    else if (first.inside.length > 0) yield `${indent}  … ${sizeOf(first) - 1} inside`;
    if (run.length > 1) yield `${indent}… ${run.length - 1} more like ${handleOf(element)}: ${othersOf(run)}`;
    at += run.length;
  }
}

/** The name of a node, unless it only begins with what the nodes inside it say. */
function ownName({ entry: { name }, inside }: OutlineNode): string {
  const said = firstName(inside);
  return said !== '' && name.startsWith(said.slice(0, compared)) ? '' : name;
}

/** Characters by which names are compared. */
const compared = 12;

function firstName(nodes: readonly OutlineNode[]): string {
  for (const { entry, inside } of nodes) {
    const name = entry.name === '' ? firstName(inside) : entry.name;
    if (name !== '') return name;
  }
  return '';
}

/** The node at a place, with those after it that are made alike, if they are enough to be folded. */
function runAt(nodes: readonly OutlineNode[], at: number): readonly OutlineNode[] {
  const first = nodes[at];
  if (first === undefined) return [];
  const making = makingOf(first);
  let end = at + 1;
  for (let node = nodes[end]; node !== undefined && makingOf(node) === making; node = nodes[end]) end += 1;
  return nodes.slice(at, end - at >= fewestAlike ? end : at + 1);
}

const makings = new WeakMap<OutlineNode, string>();

/** What a node is made of: its role, and the roles that occur in it, however often. */
function makingOf(node: OutlineNode): string {
  const known = makings.get(node);
  if (known !== undefined) return known;
  const { role } = node.entry;
  const isBlock = role === 'item' || role === 'row';
  const making = isBlock ? role : `${role}(${[...new Set(node.inside.map(makingOf))].toSorted().join()})`;
  makings.set(node, making);
  return making;
}

function othersOf(run: readonly OutlineNode[]): string {
  const others = run.slice(1, 1 + namedHandles).map(({ entry }) => handleOf(entry.element));
  const last = run.at(-1);
  const isNamed = last === undefined || run.length - 1 <= namedHandles;
  return isNamed ? others.join(' ') : `${others.join(' ')} … ${handleOf(last.entry.element)}`;
}

const sizeOf = (node: OutlineNode): number => node.inside.reduce((sum, inner) => sum + sizeOf(inner), 1);
