import { readPattern } from '../../shared/patterns/read.ts';
import type { Processor } from '../../shared/spider/schema.ts';
import { compilePattern, type CompiledPattern } from '../patterns/compile.ts';
import { castValue } from './cast.ts';
import { parseDatetime } from './datetime.ts';
import { formatProblem } from '../../shared/spider/strptime.ts';
import type { PageContext } from './page-context.ts';
import { isBlank, quoted, stripSpace } from './text.ts';
import type { JsonValue } from './types.ts';

/**
 * Why a value was lost. `no-match`: a regex matched nothing. `unreadable`: the text is not a number or date. `broken`: the
 * processor itself is not valid.
 */
export type ProcessorCause = 'no-match' | 'unreadable' | 'broken';

/** The result of a processor. */
export interface ProcessorOutcome {
  value: JsonValue;
  /** One sentence; null: no problem. For a list, the problem of the first element that has one. */
  problem: string | null;
  cause: ProcessorCause | null;
}

type Scalar = string | number | boolean | null;
type Step = (value: Scalar) => { value: Scalar; problem: string | null; cause?: ProcessorCause };

/** Maximum nesting depth of lists, more than any page or `default` needs. */
const maxListDepth = 20;

const fine = (value: JsonValue): ProcessorOutcome => ({ value, problem: null, cause: null });

/**
 * Applies a step to a value, or to each element of a list, including nested lists. Objects stay unchanged, because the
 * fields of a nested_list have their own processors.
 */
function mapScalars(type: Processor['type'], value: JsonValue, step: Step, depth = 0): ProcessorOutcome {
  if (Array.isArray(value)) {
    if (depth >= maxListDepth)
      return { value: null, problem: `${type}: the list is nested too deeply.`, cause: 'broken' };
    const outcomes = value.map((element) => mapScalars(type, element, step, depth + 1));
    const first = outcomes.find(({ problem }) => problem !== null);
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
const onText =
  (change: (text: string) => string): Step =>
  (value) => ({ value: typeof value === 'string' ? change(value) : value, problem: null });

const broken = (type: string, problem: string): ProcessorOutcome => ({
  value: null,
  problem: `${type}: ${problem}`,
  cause: 'broken',
});

/** The positions before, between and after all code points. */
const everyGap = /(?:)/gu;

type PatternRead = { ok: true; pattern: CompiledPattern; groups: number } | { ok: false; problem: string };
const patterns = new Map<string, PatternRead>();
const maxPatterns = 500;

function patternFor(source: string): PatternRead {
  const known = patterns.get(source);
  if (known !== undefined) return known;
  const read = readPattern(source);
  const result: PatternRead = read.ok
    ? { ok: true, pattern: compilePattern(read.pattern), groups: read.pattern.groups }
    : { ok: false, problem: `the pattern ${quoted(source)} cannot be used: ${read.problem.message}` };
  if (patterns.size >= maxPatterns) patterns.clear();
  patterns.set(source, result);
  return result;
}

function runRegex(source: string, group: number, value: JsonValue): ProcessorOutcome {
  const read = patternFor(source);
  if (!read.ok) return broken('regex', read.problem);
  if (group > read.groups) {
    const has =
      read.groups === 0 ? 'has no groups' : `has only ${read.groups} group${read.groups === 1 ? '' : 's'}`;
    return broken(
      'regex',
      `the pattern ${quoted(source)} ${has}, so there is no group ${group}; group 0 is the whole match.`,
    );
  }
  return mapScalars('regex', value, (text) => {
    if (typeof text !== 'string') return { value: text, problem: null };
    const match = read.pattern.search(text);
    if (match === null) {
      return {
        value: null,
        problem: `${quoted(source)} matches nothing in ${quoted(text)}.`,
        cause: 'no-match',
      };
    }
    const kept = match.groups[group] ?? null;
    return kept === null
      ? {
          value: null,
          problem: `group ${group} of ${quoted(source)} took no part in the match.`,
          cause: 'no-match',
        }
      : { value: kept, problem: null };
  });
}

function runParseDatetime(format: string | null, value: JsonValue): ProcessorOutcome {
  const problem = format === null ? null : formatProblem(format);
  if (problem !== null) return broken('parse_datetime', problem);
  return mapScalars('parse_datetime', value, (text) => {
    if (text === null || (typeof text === 'string' && isBlank(text))) return { value: null, problem: null };
    if (typeof text !== 'string') return { value: null, problem: `${text} is not text.` };
    const date = parseDatetime(text, format ?? undefined);
    if (date !== null) return { value: date, problem: null };
    const expected = format === null ? 'is not a complete date' : `does not fit the format ${quoted(format)}`;
    return { value: null, problem: `${quoted(text)} ${expected}.` };
  });
}

function joinList(values: readonly JsonValue[], separator: string): string {
  return values
    .filter((value) => value !== null)
    .map((value) =>
      Array.isArray(value)
        ? joinList(value, separator)
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value),
    )
    .join(separator);
}

function isMissing(value: JsonValue): boolean {
  return (
    value === null ||
    (typeof value === 'string' && isBlank(value)) ||
    (Array.isArray(value) && value.length === 0)
  );
}

function isJson(value: unknown): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'object' && Object.values(value).every(isJson);
}

function runDefault(replacement: unknown, value: JsonValue): ProcessorOutcome {
  if (!isMissing(value)) return fine(value);
  return isJson(replacement) ? fine(replacement) : broken('default', 'the value is not JSON.');
}

function run(processor: Processor, value: JsonValue): ProcessorOutcome {
  switch (processor.type) {
    case 'strip':
      return mapScalars('strip', value, onText(stripSpace));
    case 'lowercase':
      return mapScalars(
        'lowercase',
        value,
        onText((text) => text.toLowerCase()),
      );
    case 'replace':
      return mapScalars(
        'replace',
        value,
        // A function, because "$&" in a replacement text would insert the match.
        onText((text) =>
          text.replaceAll(processor.old === '' ? everyGap : processor.old, () => processor.new),
        ),
      );
    case 'regex':
      return runRegex(processor.pattern, processor.group ?? 1, value);
    case 'cast':
      return mapScalars('cast', value, (scalar) => castValue(scalar, processor.to));
    case 'parse_datetime':
      return runParseDatetime(processor.format ?? null, value);
    case 'join':
      return fine(Array.isArray(value) ? joinList(value, processor.separator ?? ' ') : value);
    case 'default':
      return runDefault(processor.default, value);
  }
  // Unreachable for a validated spider, but other callers may pass any type.
  return broken('processor', 'there is no such processor.');
}

/**
 * Runs a processor on a value. strip, replace, lowercase, regex, cast and parse_datetime apply to each element of a list,
 * including nested lists; join and default apply to the whole value. Never throws: a failure returns null and a problem.
 */
export function runProcessor(processor: Processor, value: JsonValue, _page: PageContext): ProcessorOutcome {
  try {
    return run(processor, value);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return broken(processor.type, /[.!?]$/.test(why) ? why : `${why}.`);
  }
}
