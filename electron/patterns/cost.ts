import type { PatternNode, RepeatNode } from '../../shared/patterns/ast.ts';
import { sizeOf } from '../../shared/patterns/measure.ts';
import type { NextChars } from './first.ts';
import { disjoint, firstOf, noChars, union } from './first.ts';

/**
 * An upper bound on the steps of a backtracking engine, as a polynomial in the length of the text: `[c0, c1, …]` is c0 + c1·n +
 * …. `[Infinity]` if no polynomial of small degree is known.
 */
export type Bound = readonly number[];

const one: Bound = [1];
const linear: Bound = [1, 1];
const unknown: Bound = [Infinity];
const highestDegree = 4;
/** Counted repetitions up to this number are multiplied out; above it, they are bounded by the length of the text. */
const largestCount = 64;

/**
 * Behaviour of a node in a backtracking engine, from one position in the text.
 * - `ways`: number of ways to pass it so that the next character fits what follows.
 * - `visits`: total number of steps of all attempts.
 * - `deterministic`: one character of look-ahead always decides, so the text is read once.
 */
interface Behaviour {
  ways: Bound;
  visits: Bound;
  deterministic: boolean;
}

/** Returns the cost of one attempt at one start position. Atomic groups, references and conditionals are not analysed. */
export function attemptCost(node: PatternNode): Bound {
  return behaviour(node, noChars).visits;
}

/** Returns the value of a bound for a text of `n` UTF-16 code units. */
export function evaluate(bound: Bound, n: number): number {
  return bound.reduceRight((sum, coefficient) => sum * n + coefficient, 0);
}

/** @param follow what can come after the node; nothing at the end of a pattern, where the search is over */
function behaviour(node: PatternNode, follow: NextChars): Behaviour {
  switch (node.kind) {
    case 'char':
    case 'any':
    case 'class':
    case 'place':
    case 'boundary':
      return { ways: one, visits: one, deterministic: true };
    case 'group':
      return behaviour(node.body, follow);
    case 'look':
      return { ways: one, visits: add(one, behaviour(node.body, noChars).visits), deterministic: false };
    case 'sequence':
      return ofSequence(node.items, follow);
    case 'choice':
      return ofChoice(node.branches, follow);
    case 'repeat':
      return node.mode === 'possessive' ? unbounded : ofRepeat(node, follow);
    case 'atomic':
    case 'backreference':
    case 'conditional':
    default:
      return unbounded;
  }
}

const unbounded: Behaviour = { ways: unknown, visits: unknown, deterministic: false };

function ofSequence(items: readonly PatternNode[], follow: NextChars): Behaviour {
  const follows: NextChars[] = [];
  let next = follow;
  for (const item of [...items].reverse()) {
    follows.push(next);
    const first = firstOf(item);
    next = first.passable ? union(first.chars, next) : first.chars;
  }
  follows.reverse();
  let ways = one;
  let visits: Bound = [0];
  let deterministic = true;
  for (const [index, item] of items.entries()) {
    const part = behaviour(item, follows[index] ?? follow);
    visits = add(visits, multiply(ways, part.visits));
    ways = multiply(ways, part.ways);
    deterministic &&= part.deterministic;
  }
  return { ways, visits, deterministic };
}

function ofChoice(branches: readonly PatternNode[], follow: NextChars): Behaviour {
  const parts = branches.map((branch) => behaviour(branch, follow));
  const starts = branches.map((branch) => {
    const first = firstOf(branch);
    return first.passable ? union(first.chars, follow) : first.chars;
  });
  let exclusive = true;
  let seen = noChars;
  for (const start of starts) {
    exclusive &&= disjoint(seen, start);
    seen = union(seen, start);
  }
  return {
    ways: parts.map((part) => part.ways).reduce(exclusive ? larger : add),
    visits: parts.map((part) => part.visits).reduce(add, [branches.length]),
    deterministic: exclusive && parts.every((part) => part.deterministic),
  };
}

function ofRepeat(node: RepeatNode, follow: NextChars): Behaviour {
  const { min, max } = node;
  if (max === 0) return { ways: one, visits: one, deterministic: true };
  const first = firstOf(node.body);
  const around = max === 1 ? follow : union(follow, first.chars);
  const body = behaviour(node.body, around);
  const single = body.ways.length === 1 && body.ways[0] === 1;
  if (!single) return ofAmbiguousRepeat(body, min, max);
  const decided = min === max || (!first.passable && disjoint(first.chars, follow));
  const rounds: Bound = max !== null && max <= largestCount ? [max] : linear;
  const exits: Bound = max !== null && max <= largestCount ? [max - min + 1] : linear;
  const deterministic = body.deterministic && decided;
  const size = 2 * sizeOf(node.body) + 2;
  return {
    ways: decided ? one : exits,
    visits: deterministic && max === null ? [size, size] : add(one, multiply(rounds, add(one, body.visits))),
    deterministic,
  };
}

/** Each round multiplies the number of ways, so only small counts stay within bounds. */
function ofAmbiguousRepeat(body: Behaviour, min: number, max: number | null): Behaviour {
  if (max === null || max > largestCount) return unbounded;
  let power = one;
  let ways: Bound = [0];
  let visits = one;
  for (let round = 0; round <= max; round += 1) {
    if (round >= min) ways = add(ways, power);
    if (round < max) visits = add(visits, multiply(power, body.visits));
    power = multiply(power, body.ways);
  }
  return { ways, visits, deterministic: false };
}

/** Whether a match can only begin at the start of the text, so that there is a single attempt. */
export function isAnchored(node: PatternNode): boolean {
  if (node.kind === 'place') return node.place === 'start';
  if (node.kind === 'sequence') return node.items[0] !== undefined && isAnchored(node.items[0]);
  if (node.kind === 'choice') return node.branches.every(isAnchored);
  return (node.kind === 'group' || node.kind === 'atomic') && isAnchored(node.body);
}

function add(a: Bound, b: Bound): Bound {
  return combine(a, b, (x, y) => x + y);
}

function larger(a: Bound, b: Bound): Bound {
  return combine(a, b, Math.max);
}

function combine(a: Bound, b: Bound, join: (x: number, y: number) => number): Bound {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => join(a[i] ?? 0, b[i] ?? 0));
}

function multiply(a: Bound, b: Bound): Bound {
  if (a.includes(Infinity) || b.includes(Infinity)) return unknown;
  const result: number[] = Array.from({ length: a.length + b.length - 1 }, () => 0);
  for (const [i, x] of a.entries())
    for (const [j, y] of b.entries()) result[i + j] = (result[i + j] ?? 0) + x * y;
  return result.length > highestDegree + 1 ? unknown : result;
}
