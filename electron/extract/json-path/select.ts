import { readJsonPath, type JsonPathSelector } from '../../../shared/selectors/read-json-path.ts';
import type { SelectorProblem } from '../../../shared/selectors/problem.ts';
import { StepBudget } from '../budget.ts';
import type { JsonValue } from '../types.ts';
import { compilePath } from './filter.ts';
import { JsonNode } from './node.ts';

/** What to do about a path that takes too many steps; see `StepBudget`. */
export const jsonPathAdvice = ', or leave out ".." inside filters';

/** A value that a path selects. `keys` and `path` are computed on access. */
export type JsonMatch = Pick<JsonNode, 'value' | 'keys' | 'path'>;

/** A compiled JSONPath, usable for any number of values. */
export interface CompiledJsonPath {
  readonly source: string;
  /**
   * Returns the selected values in the order of RFC 9535; a value that is selected twice is there twice. The path begins at
   * `value`: in a row, that is the entry.
   * @throws SelectorCostError if it takes too many steps on the value; PatternCostError if a search would take too long
   */
  select(value: JsonValue): JsonMatch[];
}

/** The compiled path, or why it is not valid. */
export type CompiledJsonPathReading =
  { ok: true; selector: CompiledJsonPath } | { ok: false; problem: SelectorProblem };

/** Maximum number of cached paths. A spider has a few dozen. */
const maxKept = 500;
const kept = new Map<string, CompiledJsonPathReading>();

/** Parses and compiles a JSONPath, or returns it from a cache. Never throws. */
export function jsonPathFor(source: string): CompiledJsonPathReading {
  const known = kept.get(source);
  const reading = known ?? compile(source);
  kept.delete(source);
  kept.set(source, reading);
  if (kept.size > maxKept) {
    for (const oldest of kept.keys()) {
      kept.delete(oldest);
      break;
    }
  }
  return reading;
}

function compile(source: string): CompiledJsonPathReading {
  const read = readJsonPath(source);
  return read.ok ? { ok: true, selector: compileJsonPath(read.selector) } : read;
}

function compileJsonPath({
  source,
  segments,
}: Pick<JsonPathSelector, 'source' | 'segments'>): CompiledJsonPath {
  const path = compilePath(segments);
  return {
    source,
    select(value) {
      const root = JsonNode.root(value);
      return path([root], { root, budget: new StepBudget(jsonPathAdvice) });
    },
  };
}
