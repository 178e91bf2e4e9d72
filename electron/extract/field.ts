import { isTag, type AnyNode, type Element } from 'domhandler';
import { maxNestedDepth, type FieldExtract, type Processor } from '../../shared/spider/schema.ts';
import type { PageContext } from './page-context.ts';
import { runProcessor } from './processors/run.ts';
import { selectorFor, type Match } from './select.ts';
import { detach, isBlank, quoted } from './text.ts';
import { writtenMatch } from './written-match.ts';
import type { FieldProblem, FieldResult, FieldStep, JsonValue } from './types.ts';

/** The result of a field: its steps for the tester, and the problems of the field and its inner fields. */
export interface FieldEvaluation {
  result: FieldResult;
  /** `field`: the path of an inner field; empty for the field itself. */
  failures: FieldProblem[];
}

/** Maximum number of characters of a field: the markup of nested matches grows with the square of the page. */
const maxCharacters = 64_000_000;

/** The selected value, before processors. */
interface Selection {
  value: JsonValue;
  matches: number;
  /** Why nothing was selected; null: something was. */
  reason: string | null;
  failures: FieldProblem[];
}

const nothing = (value: JsonValue, reason: string): Selection => ({
  value,
  matches: 0,
  reason,
  failures: [],
});

const failed = (value: JsonValue, message: string): Selection => ({
  value,
  matches: 0,
  reason: message,
  failures: [{ field: '', message }],
});

/** Describes an error in one sentence for people. */
function explain(error: unknown): string {
  if (error instanceof RangeError)
    return 'The page is nested too deeply for this selector; choose one that matches less of it.';
  const message = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

type Selected = { ok: true; matches: Match[] } | { ok: false; problem: string };

function select(context: AnyNode, language: 'css' | 'xpath', source: string): Selected {
  const read = selectorFor(language, source);
  const name = language === 'css' ? 'CSS selector' : 'XPath expression';
  if (!read.ok)
    return { ok: false, problem: `The ${name} ${quoted(source)} is not valid: ${read.problem.message}` };
  try {
    return { ok: true, matches: read.selector.select(context) };
  } catch (error) {
    return { ok: false, problem: `The ${name} ${quoted(source)} could not be evaluated: ${explain(error)}` };
  }
}

function whyNothing(context: AnyNode, source: string): string {
  return `${quoted(source)} matches nothing ${isTag(context) ? `in this <${context.name}>` : 'on this page'}.`;
}

/** Copies the values of matches, so that they do not keep the page in memory. */
function valuesOf(matches: readonly Match[], field: FieldExtract, page: PageContext): string[] {
  let size = 0;
  return matches.map((match) => {
    const value = writtenMatch(match, field, page);
    size += value.length;
    if (size > maxCharacters)
      throw new Error('The matches hold too much text; choose a selector that matches less.');
    return detach(value);
  });
}

function selectValue(context: AnyNode, field: FieldExtract, page: PageContext): Selection {
  const all = field.get_all === true;
  const empty = all ? [] : null;
  const language = typeof field.css === 'string' ? 'css' : 'xpath';
  const source = field.css ?? field.xpath;
  if (typeof source !== 'string') return failed(empty, 'The field has neither a css nor an xpath selector.');
  const selected = select(context, language, source);
  if (!selected.ok) return failed(empty, selected.problem);
  const { matches } = selected;
  if (matches.length === 0) return nothing(empty, whyNothing(context, source));
  try {
    const values = valuesOf(all ? matches : matches.slice(0, 1), field, page);
    const first = values[0] ?? '';
    const reason = values.every(isBlank)
      ? `${quoted(source)} matches ${matches.length} time${matches.length === 1 ? '' : 's'}, but ${all ? 'every match' : 'the first match'} is blank.`
      : null;
    return { value: all ? values : first, matches: matches.length, reason, failures: [] };
  } catch (error) {
    return { ...failed(empty, explain(error)), matches: matches.length };
  }
}

/** Collects the problems of the fields of a nested list, one per field. */
function summarize(failures: readonly FieldProblem[], items: number): FieldProblem[] {
  const byField = new Map<string, { message: string; times: number }>();
  for (const { field, message } of failures) {
    const known = byField.get(field);
    if (known === undefined) byField.set(field, { message, times: 1 });
    else known.times += 1;
  }
  return [...byField].map(([field, { message, times }]) => ({
    field,
    message: items === 1 ? message : `In ${times} of ${items} items: ${message}`,
  }));
}

function selectNested(context: AnyNode, field: FieldExtract, page: PageContext, depth: number): Selection {
  const { selector, extract } = field;
  if (typeof selector !== 'string' || extract === null || extract === undefined) {
    return failed([], "A nested_list needs both 'selector' and 'extract'.");
  }
  if (depth > maxNestedDepth) return failed([], `nested_list depth must be at most ${maxNestedDepth}.`);
  const selected = select(context, 'css', selector);
  if (!selected.ok) return failed([], selected.problem);
  const nodes = selected.matches
    .filter(({ kind }) => kind === 'element')
    .map(({ node }) => node)
    .filter((node): node is Element => node !== null && isTag(node));
  if (nodes.length === 0) {
    return selected.matches.length === 0
      ? nothing([], whyNothing(context, selector))
      : failed(
          [],
          `${quoted(selector)} selects text or attributes; the items of a nested_list must be elements.`,
        );
  }
  const inner = Object.entries(extract);
  const failures: FieldProblem[] = [];
  const value = nodes.map((node) => {
    const item: [string, JsonValue][] = [];
    for (const [name, innerField] of inner) {
      const evaluated = evaluateField(node, innerField, page, depth + 1);
      item.push([name, evaluated.result.value]);
      for (const failure of evaluated.failures) {
        failures.push({
          field: failure.field === '' ? name : `${name}.${failure.field}`,
          message: failure.message,
        });
      }
    }
    return Object.fromEntries(item);
  });
  return { value, matches: nodes.length, reason: null, failures: summarize(failures, nodes.length) };
}

const isNothing = (value: JsonValue): boolean =>
  value === null ||
  (typeof value === 'string' && isBlank(value)) ||
  (Array.isArray(value) &&
    value.every((element) => element === null || (typeof element === 'string' && isBlank(element))));

/** Copies the strings in a value, so that a regex group does not keep the markup in memory. */
function detachValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return detach(value);
  if (!Array.isArray(value)) return value;
  return value.map((element) => (typeof element === 'string' ? detach(element) : element));
}

interface Processed {
  value: JsonValue;
  steps: FieldStep[];
  /** Why a value was lost, unless a later `default` replaced it. */
  lost: string | null;
  failures: string[];
}

function process(value: JsonValue, processors: readonly Processor[], page: PageContext): Processed {
  const steps: FieldStep[] = [];
  const told: string[] = [];
  let current = value;
  let lost: { message: string; isFailure: boolean } | null = null;
  for (const processor of processors) {
    const outcome = runProcessor(processor, current, page);
    if (outcome.problem !== null) {
      const { cause } = outcome;
      if (cause === 'broken' || cause === 'doubtful') told.push(outcome.problem);
      if (cause !== 'doubtful') lost ??= { message: outcome.problem, isFailure: cause === 'unreadable' };
    }
    // A default that applies is the author's replacement for a lost value.
    if (processor.type === 'default' && outcome.value !== current) lost = null;
    current = outcome.value;
    steps.push({ step: processor.type, value: current });
  }
  return {
    value: processors.length === 0 ? current : detachValue(current),
    steps,
    lost: lost?.message ?? null,
    failures: [...told, ...(lost?.isFailure === true ? [lost.message] : [])],
  };
}

/**
 * Evaluates a field at a node: the document of a page, or an item of a nested list. Never throws: a field that fails has a
 * problem, and the value null, or `[]` for a list.
 *
 * @param depth depth of a nested_list at this field; the outermost is 1
 */
export function evaluateField(
  context: AnyNode,
  field: FieldExtract,
  page: PageContext,
  depth = 1,
): FieldEvaluation {
  const selection =
    field.type === 'nested_list'
      ? selectNested(context, field, page, depth)
      : selectValue(context, field, page);
  const processed = process(selection.value, field.processors ?? [], page);
  const empty = isNothing(processed.value);
  const failures = [...selection.failures, ...processed.failures.map((message) => ({ field: '', message }))];
  const failure =
    failures.map(({ field: name, message }) => (name === '' ? message : `${name}: ${message}`))[0] ?? null;
  return {
    result: {
      value: processed.value,
      matches: selection.matches,
      steps: [{ step: 'select', value: selection.value }, ...processed.steps],
      problem: failure ?? (empty ? (selection.reason ?? processed.lost) : processed.lost),
    },
    failures,
  };
}
