import type { Pattern, PatternNode } from '../../shared/patterns/ast.ts';
import { canBeEmpty, sizeOf } from '../../shared/patterns/measure.ts';
import { attemptCost, evaluate, isAnchored } from './cost.ts';
import { searchProgram } from './matcher.ts';
import { toNative } from './native.ts';
import type { Program } from './program.ts';
import { compileProgram } from './program.ts';
import { forTest } from './simplify.ts';

export { PatternCostError } from './matcher.ts';

/** The leftmost match. Offsets are UTF-16 code units of the text; `end` is exclusive. */
export interface PatternMatch {
  index: number;
  end: number;
  /** Text by group number, 0 for the whole match; null for a group that did not take part. */
  groups: (string | null)[];
}

/** A compiled pattern. Both methods throw `PatternCostError` if a search would take too long. */
export interface CompiledPattern {
  readonly source: string;
  /** Finds what Python's `re.search` finds; with `from`, what a compiled pattern's `search(text, from)` finds. */
  search(text: string, from?: number): PatternMatch | null;
  /** Whether `search` would find a match; faster than `search`. */
  test(text: string): boolean;
}

/**
 * Compiles a pattern. The platform's RegExp is used if a search is provably cheap there and has the same meaning; else our own
 * engine, whose work is bounded.
 */
export function compilePattern(pattern: Pattern): CompiledPattern {
  const regular = isRegular(pattern.node);
  const testing = new Strategy(pattern, regular ? forTest(pattern.node) : pattern.node, false);
  const searching = new Strategy(pattern, pattern.node, true);
  return {
    source: pattern.source,
    test: (text) =>
      testing.native(text)?.test(text) ?? searchProgram(testing.program(), text, false) !== null,
    search: (text, from = 0) => {
      const native = from === 0 ? searching.native(text) : null;
      if (native !== null) return fromNative(native.exec(text));
      const found = searchProgram(searching.program(), text, true, from);
      if (found === null) return null;
      const groups: (string | null)[] = [text.slice(found.index, found.end)];
      for (let group = 1; group <= pattern.groups; group += 1) {
        const start = found.slots[2 * group] ?? -1;
        const end = found.slots[2 * group + 1] ?? -1;
        groups.push(start >= 0 && end >= start ? text.slice(start, end) : null);
      }
      return { index: found.index, end: found.end, groups };
    },
  };
}

function fromNative(match: RegExpExecArray | null): PatternMatch | null {
  if (match === null) return null;
  return {
    index: match.index,
    end: match.index + match[0].length,
    groups: Array.from(match, (group) => group ?? null),
  };
}

/** Whether a pattern is free of back references and conditionals, so that a match depends only on the position in the text. */
function isRegular(node: PatternNode): boolean {
  if (node.kind === 'backreference' || node.kind === 'conditional') return false;
  if (node.kind === 'sequence') return node.items.every(isRegular);
  if (node.kind === 'choice') return node.branches.every(isRegular);
  return 'body' in node ? isRegular(node.body) : true;
}

/** Steps of the platform's engine that are always acceptable: a few milliseconds at most. */
const nativeSteps = 2_000_000;
/** Steps that are acceptable if our engine would need as many: some tenths of a second at most. */
const maxNativeSteps = 100_000_000;
/** Text length above which a native search may exhaust its stack, in UTF-16 code units. */
const maxNativeLength = 2_000_000;
/** Source length above which our engine is used, because the platform takes too long to compile, in UTF-16 code units. */
const maxNativeSource = 10_000;

const surrogate = /[\uD800-\uDFFF]/;

/** Chooses the engine for one pattern and one method, and prepares each engine on first use. */
class Strategy {
  private readonly pattern: Pattern;
  private readonly node: PatternNode;
  private readonly captures: boolean;
  /** Whether a match can be empty. */
  private readonly empty: boolean;
  private compiled: Program | null = null;
  private expression: RegExp | null = null;
  /** Maximum text length for the platform's engine; -1 if it cannot be used, null before it is computed. */
  private longest: number | null = null;

  constructor(pattern: Pattern, node: PatternNode, captures: boolean) {
    this.pattern = pattern;
    this.node = node;
    this.captures = captures;
    this.empty = canBeEmpty(node);
  }

  program(): Program {
    this.compiled ??= compileProgram(this.pattern, this.node);
    return this.compiled;
  }

  /** Returns the platform's expression if it may be used on this text, else null. */
  native(text: string): RegExp | null {
    this.longest ??= this.prepare();
    if (text.length > this.longest || text.charCodeAt(text.length - 1) === 10) return null;
    // V8 finds empty matches between the two halves of a surrogate pair.
    if (this.empty && surrogate.test(text)) return null;
    return this.expression;
  }

  private prepare(): number {
    const size = sizeOf(this.node);
    const source = toNative(this.node, this.captures);
    if (source === null || source.length > maxNativeSource) return -1;
    this.expression = new RegExp(source, 'v');
    const attempt = attemptCost(this.node);
    const anchored = isAnchored(this.node);
    const affordable = (length: number): boolean => {
      const cost = evaluate(attempt, length + 1) * (anchored ? 1 : length + 1);
      return cost <= Math.max(nativeSteps, Math.min(4 * (size + 1) * (length + 1), maxNativeSteps));
    };
    return longestWhere(affordable, maxNativeLength);
  }
}

/** Returns the largest number up to `limit` for which a monotonic condition holds; -1 for none. */
function longestWhere(holds: (length: number) => boolean, limit: number): number {
  let low = -1;
  let high = limit;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
