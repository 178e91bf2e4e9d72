import type { Processor } from '../../../shared/spider/schema.ts';
import type { PageContext } from '../../extract/page-context.ts';
import { runProcessor } from '../../extract/processors/run.ts';
import type { JsonValue } from '../../extract/types.ts';

/** What stands for a value that is not there. */
const missing = /^(?:[-–—.?]+|n\s?\/\s?a|k\.\s?A\.|\/)$/iu;

/** Whether a value says nothing: none, blank, or a dash. */
export const isMissing = (value: JsonValue): boolean =>
  value === null || (typeof value === 'string' && (value.trim() === '' || missing.test(value.trim())));

/**
 * Runs processors on the values of a column, as a run does: those that depend on the other values of the field are run a second time.
 * Null: one of them would lose a value, or reads one that may be meant otherwise.
 */
export function processed(
  values: readonly JsonValue[],
  processors: readonly Processor[],
  page: PageContext,
): JsonValue[] | null {
  const results: JsonValue[] = [];
  // Copies, because the page keeps what the values of a processor say by the object.
  const own = processors.map((processor) => ({ ...processor }));
  const passes = processors.some(({ type }) => type === 'number' || type === 'parse_datetime') ? 2 : 1;
  for (let pass = 1; pass <= passes; pass += 1) {
    results.length = 0;
    for (const given of values) {
      const isLast = pass === passes;
      const outcome = runAll(given, own, page);
      if (isLast && !isMissing(given) && (outcome.isDoubtful || isMissing(outcome.value))) return null;
      results.push(outcome.value);
    }
  }
  return results;
}

function runAll(
  given: JsonValue,
  processors: readonly Processor[],
  page: PageContext,
): { value: JsonValue; isDoubtful: boolean } {
  let value = given;
  let isDoubtful = false;
  for (const processor of processors) {
    const outcome = runProcessor(processor, value, page);
    value = outcome.value;
    isDoubtful ||= outcome.problem !== null;
  }
  return { value, isDoubtful };
}
