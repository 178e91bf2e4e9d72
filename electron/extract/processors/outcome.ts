import type { Processor } from '../../../shared/spider/schema.ts';
import type { JsonValue } from '../types.ts';

/**
 * What a problem means. `no-match`: a regex matched nothing. `unreadable`: the text is not a number or date. `doubtful`: the value
 * was read, but may be meant otherwise. `broken`: the processor itself is not valid.
 */
export type ProcessorCause = 'no-match' | 'unreadable' | 'doubtful' | 'broken';

/** The result of a processor. */
export interface ProcessorOutcome {
  value: JsonValue;
  /** One sentence; null: no problem. For a list, the problem of the first element that has one; a lost value counts before a doubtful one. */
  problem: string | null;
  cause: ProcessorCause | null;
}

/** A value that is neither a list nor an object. */
export type Scalar = string | number | boolean | null;

/** What a processor makes of a single value. `cause`: `unreadable` unless given. */
export interface StepResult {
  value: JsonValue;
  problem: string | null;
  cause?: ProcessorCause;
}

/** A processor of single values. */
export type Step = (value: Scalar) => StepResult;

/** Maximum nesting depth of lists, more than any page or `default` needs. */
const maxListDepth = 20;

/** The outcome of a processor that has no problem. */
export const fine = (value: JsonValue): ProcessorOutcome => ({ value, problem: null, cause: null });

/** The outcome of a processor that is not valid. */
export const broken = (type: string, problem: string): ProcessorOutcome => ({
  value: null,
  problem: `${type}: ${problem}`,
  cause: 'broken',
});

/**
 * Applies a step to a value, or to each element of a list, including nested lists. Objects stay unchanged, because the
 * fields of a nested_list have their own processors.
 */
export function mapScalars(
  type: Processor['type'],
  value: JsonValue,
  step: Step,
  depth = 0,
): ProcessorOutcome {
  if (Array.isArray(value)) {
    if (depth >= maxListDepth)
      return { value: null, problem: `${type}: the list is nested too deeply.`, cause: 'broken' };
    const outcomes = value.map((element) => mapScalars(type, element, step, depth + 1));
    const problems = outcomes.filter(({ problem }) => problem !== null);
    const first = problems.find(({ cause }) => cause !== 'doubtful') ?? problems[0];
    const values = outcomes.map((outcome) => outcome.value);
    return { value: values, problem: first?.problem ?? null, cause: first?.cause ?? null };
  }
  if (value !== null && typeof value === 'object') {
    const problem = `${type} works on single values, not on objects; the object was left as it is.`;
    return { value, problem, cause: 'broken' };
  }
  const result = step(value);
  const cause = result.problem === null ? null : (result.cause ?? 'unreadable');
  return {
    value: result.value,
    problem: result.problem === null ? null : `${type}: ${result.problem}`,
    cause,
  };
}

/** A step for text. Numbers, booleans and null stay unchanged. */
export const onText =
  (change: (text: string) => JsonValue): Step =>
  (value) => ({ value: typeof value === 'string' ? change(value) : value, problem: null });
