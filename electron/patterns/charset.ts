import type { ClassItem, ClassNode, SingleNode } from '../../shared/patterns/ast.ts';
import { caseVariants, inCategory, inProperty, spaceRanges } from './unicode.ts';

/** A set of code points that can be queried and written as a native character class. */
export interface CharSet {
  /** Whether the set holds a code point. */
  has(code: number): boolean;
  /** The only member of a set with one member; else null. */
  readonly only: number | null;
  /** The set as a class for a RegExp with the `v` flag. */
  readonly native: string;
}

type Range = readonly [number, number];

/** Returns the set of characters that a node matches. */
export function charSetOf(node: SingleNode): CharSet {
  if (node.kind === 'any') return build([], node.newline ? [] : [[10, 10]], true);
  const items: ClassItem[] =
    node.kind === 'char' ? [{ kind: 'range', from: node.code, to: node.code }] : node.items;
  const ranges: Range[] = [];
  for (const item of items) {
    if (item.kind !== 'range') continue;
    ranges.push([item.from, item.to]);
    for (const code of caseVariants(item.from, item.to, node.fold)) ranges.push([code, code]);
  }
  return build(items.filter(isNamed), joinRanges(ranges), node.kind === 'class' && node.negated);
}

type CategoryItem = Extract<ClassItem, { kind: 'category' }>;
/** A set of characters that has a name. */
type NamedItem = Exclude<ClassItem, { kind: 'range' }>;

function isNamed(item: ClassNode['items'][number]): item is NamedItem {
  return item.kind !== 'range';
}

function isIn(item: NamedItem, code: number): boolean {
  const member =
    item.kind === 'property' ? inProperty(item.name, code) : inCategory(item.category, item.ascii, code);
  return item.negated !== member;
}

function build(named: NamedItem[], ranges: Range[], negated: boolean): CharSet {
  const native = nativeClass(named, ranges, negated);
  const only = onlyMember(named, ranges, negated);
  if (only !== null) return { has: (code) => code === only, only, native };
  const hasSlowly = (code: number): boolean =>
    negated !== (inRanges(ranges, code) || named.some((item) => isIn(item, code)));
  const low = Uint8Array.from({ length: 256 }, (_, code) => (hasSlowly(code) ? 1 : 0));
  return { has: (code) => (code < 256 ? low[code] === 1 : hasSlowly(code)), only, native };
}

/** The member of a set that has only one; else null. Most characters of a pattern stand for themselves. */
function onlyMember(named: readonly NamedItem[], ranges: readonly Range[], negated: boolean): number | null {
  const [first, second] = ranges;
  if (negated || named.length > 0 || first === undefined || second !== undefined) return null;
  return first[0] === first[1] ? first[0] : null;
}

/** Sorts ranges and merges those that touch or overlap. */
function joinRanges(ranges: Range[]): Range[] {
  const joined: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

function inRanges(ranges: readonly Range[], code: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) return false;
    if (code < range[0]) high = middle - 1;
    else if (code > range[1]) low = middle + 1;
    else return true;
  }
  return false;
}

function nativeClass(named: NamedItem[], ranges: readonly Range[], negated: boolean): string {
  const only = onlyMember(named, ranges, negated);
  if (only !== null) return nativeChar(only);
  const parts = [...named.map(nativeNamed), ...ranges.map(nativeRange)];
  if (parts.length === 0) return negated ? '[^]' : '[]';
  return `[${negated ? '^' : ''}${parts.join('')}]`;
}

function nativeRange([from, to]: Range): string {
  return from === to ? nativeChar(from) : `${nativeChar(from)}-${nativeChar(to)}`;
}

function nativeChar(code: number): string {
  const letter = String.fromCodePoint(code);
  return /[A-Za-z0-9]/.test(letter) ? letter : `\\u{${code.toString(16)}}`;
}

function nativeNamed(item: NamedItem): string {
  if (item.kind === 'property') return `[${item.negated ? '^' : ''}\\p{${item.name}}]`;
  return nativeCategory(item);
}

function nativeCategory({ category, negated, ascii }: CategoryItem): string {
  const sign = negated ? '^' : '';
  switch (category) {
    case 'digit':
      return ascii ? `[${sign}0-9]` : `[${sign}\\p{Nd}]`;
    case 'word':
      return ascii ? `[${sign}A-Za-z0-9_]` : `[${sign}${nativeWord}]`;
    case 'space':
    default:
      return `[${sign}${(ascii ? asciiSpaces : spaceRanges).map(nativeRange).join('')}]`;
  }
}

/** Members of a native class for Python's `\w`. */
export const nativeWord = '\\p{L}\\p{N}_';

const asciiSpaces: readonly Range[] = [
  [9, 13],
  [32, 32],
];
