import type { PatternNode, SingleNode } from '../../shared/patterns/ast.ts';
import { charSetOf } from './charset.ts';

/**
 * The characters that can come next: one bit for each ASCII character, one for "any other character" and one for the end of the
 * text. Always an over-estimate, so "these two are disjoint" is certain.
 */
export type NextChars = Uint32Array;

const otherBit = 128;
const endBit = 129;

/** The empty set. */
export const noChars: NextChars = new Uint32Array(5);

/** What a node can begin with, and whether it can match without examining the next character. */
export interface First {
  chars: NextChars;
  passable: boolean;
}

/** Returns the union of sets. */
export function union(...sets: NextChars[]): NextChars {
  const result = new Uint32Array(5);
  for (const set of sets)
    for (let word = 0; word < 5; word += 1) result[word] = (result[word] ?? 0) | (set[word] ?? 0);
  return result;
}

/** Whether two sets have no member in common. */
export function disjoint(a: NextChars, b: NextChars): boolean {
  return a.every((word, index) => (word & (b[index] ?? 0)) === 0);
}

/** Whether a code unit is in the set; all characters beyond ASCII count as one. */
export function canBegin(set: NextChars, unit: number): boolean {
  const bit = unit < 128 ? unit : otherBit;
  return (((set[bit >> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
}

/** Whether the end of the text is in the set. */
export function canBeEnd(set: NextChars): boolean {
  return (((set[endBit >> 5] ?? 0) >>> (endBit & 31)) & 1) === 1;
}

function withBits(...bits: number[]): NextChars {
  const set = new Uint32Array(5);
  for (const bit of bits) set[bit >> 5] = (set[bit >> 5] ?? 0) | (1 << (bit & 31));
  return set;
}

const known = new WeakMap<PatternNode, First>();

/**
 * Returns what a node can begin with. `$` counts as the end of the text, so it must not be used for text that ends in a line
 * feed.
 */
export function firstOf(node: PatternNode): First {
  const before = known.get(node);
  if (before !== undefined) return before;
  const first = work(node);
  known.set(node, first);
  return first;
}

function work(node: PatternNode): First {
  switch (node.kind) {
    case 'char':
    case 'any':
    case 'class':
      return { chars: singleChars(node), passable: false };
    case 'place':
      if (node.place === 'start' || node.place === 'line-start') return { chars: noChars, passable: true };
      return { chars: node.place === 'line-end' ? withBits(endBit, 10) : withBits(endBit), passable: false };
    case 'boundary':
    case 'look':
      return { chars: noChars, passable: true };
    case 'sequence':
      return firstOfSequence(node.items);
    case 'choice':
      return firstOfAny(node.branches);
    case 'conditional':
      return firstOfAny([node.yes, node.no]);
    case 'group':
    case 'atomic':
      return firstOf(node.body);
    case 'repeat': {
      if (node.max === 0) return { chars: noChars, passable: true };
      const body = firstOf(node.body);
      return { chars: body.chars, passable: body.passable || node.min === 0 };
    }
    case 'backreference':
    default:
      return { chars: new Uint32Array(5).fill(0xffffffff), passable: true };
  }
}

/** Returns what a sequence of nodes can begin with. */
function firstOfSequence(items: readonly PatternNode[]): First {
  const sets: NextChars[] = [];
  for (const item of items) {
    const first = firstOf(item);
    sets.push(first.chars);
    if (!first.passable) return { chars: union(...sets), passable: false };
  }
  return { chars: union(...sets), passable: true };
}

function firstOfAny(branches: readonly PatternNode[]): First {
  const firsts = branches.map(firstOf);
  return {
    chars: union(...firsts.map((first) => first.chars)),
    passable: firsts.some((first) => first.passable),
  };
}

function singleChars(node: SingleNode): NextChars {
  const set = charSetOf(node);
  const bits: number[] = [];
  for (let code = 0; code < 128; code += 1) if (set.has(code)) bits.push(code);
  if (set.only === null ? !asciiOnly(node) : set.only > 127) bits.push(otherBit);
  return withBits(...bits);
}

/** Whether a class certainly has no member beyond ASCII. */
function asciiOnly(node: SingleNode): boolean {
  if (node.kind !== 'class' || node.negated || node.fold === 'unicode') return false;
  return node.items.every((item) =>
    item.kind === 'range' ? item.to < 128 : item.kind === 'category' && item.ascii && !item.negated,
  );
}
