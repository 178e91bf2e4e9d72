import { readIRegexp } from '../../../shared/patterns/read-i-regexp.ts';
import type { Pattern } from '../../../shared/patterns/ast.ts';
import { compilePattern, type CompiledPattern } from '../../patterns/compile.ts';
import type { StepBudget } from '../budget.ts';
import type { Operand } from './compare.ts';
import { isObject } from './node.ts';

/** Characters of a text that count as one step of a search. */
const searchedPerStep = 8;

/** Maximum number of computed patterns that are kept. */
const maxKept = 100;
const kept = new Map<string, CompiledPattern | null>();

/** `length()`: characters of a text (code points), entries of an array, members of an object; nothing for other values. */
export function lengthOf(value: Operand, budget: StepBudget): number | undefined {
  if (typeof value === 'string') {
    budget.spend(Math.floor(value.length / searchedPerStep));
    let pairs = 0;
    for (let at = 0; at + 1 < value.length; at += 1) {
      if ((value.codePointAt(at) ?? 0) > 0xffff) {
        pairs += 1;
        at += 1;
      }
    }
    return value.length - pairs;
  }
  if (Array.isArray(value)) return value.length;
  if (value === undefined || !isObject(value)) return undefined;
  const count = Object.keys(value).length;
  budget.spend(Math.floor(count / searchedPerStep));
  return count;
}

/**
 * `match()` and `search()`. False for values that are no texts and for a pattern that is no I-Regexp.
 * @param whole true: the pattern must match the whole text
 * @throws PatternCostError if the search would take too long
 */
export function matches(text: Operand, source: Operand, whole: boolean, budget: StepBudget): boolean {
  if (typeof text !== 'string' || typeof source !== 'string') return false;
  budget.spend(1 + Math.floor(text.length / searchedPerStep));
  return patternOf(source, whole)?.test(text) ?? false;
}

function patternOf(source: string, whole: boolean): CompiledPattern | null {
  const key = `${whole ? '=' : '~'}${source}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const read = readIRegexp(source);
  const compiled = read.ok ? compilePattern(whole ? anchored(read.pattern) : read.pattern) : null;
  if (kept.size >= maxKept) kept.clear();
  kept.set(key, compiled);
  return compiled;
}

function anchored(pattern: Pattern): Pattern {
  return {
    ...pattern,
    node: {
      kind: 'sequence',
      items: [{ kind: 'place', place: 'start' }, pattern.node, { kind: 'place', place: 'text-end' }],
    },
  };
}
