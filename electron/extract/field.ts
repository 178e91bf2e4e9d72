import { languageOfEntries } from '../../shared/selectors/language.ts';
import { maxNestedDepth, type FieldExtract, type Processor } from '../../shared/spider/schema.ts';
import { selectEntries } from './entries.ts';
import { asFiles } from './file-values.ts';
import type { PageContext } from './page-context.ts';
import { runProcessor } from './processors/run.ts';
import { isJson, type Scope } from './scope.ts';
import { selectByPath, selectInTexts } from './select-json.ts';
import { prepareSelect, whyNothing, type Select } from './select-matches.ts';
import type { Match } from './select.ts';
import { explain, failed, maxCharacters, nothing, tooMuch, type Selection } from './selection.ts';
import { detach, isBlank, quoted } from './text.ts';
import { writtenMatch } from './written-match.ts';
import type { FieldProblem, FieldResult, FieldStep, JsonValue } from './types.ts';

/** The result of a field: its steps for the tester, and the problems of the field and its inner fields. */
export interface FieldEvaluation {
  result: FieldResult;
  /** `field`: the path of an inner field; empty for the field itself. */
  failures: FieldProblem[];
}

/** Copies the values of matches, so that they do not keep the page in memory. */
function valuesOf(matches: readonly Match[], field: FieldExtract, page: PageContext): string[] {
  const isPlain = field.to_text !== true && field.to_markdown !== true;
  let size = 0;
  return matches.map((match) => {
    const value = isPlain ? match.value : writtenMatch(match, field, page);
    size += value.length;
    if (size > maxCharacters) throw new Error(tooMuch);
    return detach(value);
  });
}

const prepareSelectOf = ({ css, xpath }: FieldExtract): Select =>
  typeof css === 'string' ? prepareSelect('css', css) : prepareSelect('xpath', xpath ?? '');

function selectValue(scope: Scope, field: FieldExtract, page: PageContext, select: Select): Selection {
  const all = field.get_all === true;
  const empty = all ? [] : null;
  const { json_path: path } = field;
  const source = field.css ?? field.xpath;
  if (typeof source !== 'string') {
    if (typeof path !== 'string') return failed(empty, 'The field has neither a css nor an xpath selector.');
    if (isJson(scope)) return selectByPath(path, scope.value, all);
    return nothing(empty, `${quoted(path)} selects nothing, as this is not JSON.`);
  }
  if (isJson(scope)) return nothing(empty, `${quoted(source)} selects elements, and this is JSON.`);
  const selected = select(scope);
  if (!selected.ok) return failed(empty, selected.problem);
  const { matches } = selected;
  if (matches.length === 0) return nothing(empty, whyNothing(scope, source));
  if (typeof path === 'string') return selectInTexts(path, matches, all, page);
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

function selectNested(scope: Scope, field: FieldExtract, page: PageContext, depth: number): Selection {
  const { selector, extract, as } = field;
  if (typeof selector !== 'string' || extract === null || extract === undefined) {
    return failed([], "A nested_list needs both 'selector' and 'extract'.");
  }
  if (depth > maxNestedDepth) return failed([], `nested_list depth must be at most ${maxNestedDepth}.`);
  const language = languageOfEntries(selector);
  const what = 'the items of a nested_list';
  const entries = selectEntries(scope, { source: selector, language, as: as ?? null, what });
  if (!entries.ok) return entries.isFailure ? failed([], entries.reason) : nothing([], entries.reason);
  const inner = Object.entries(extract);
  const failures: FieldProblem[] = [];
  const value = entries.scopes.map((entry) => {
    const item: [string, JsonValue][] = [];
    for (const [name, innerField] of inner) {
      const evaluated = evaluateField(entry, innerField, page, depth + 1);
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
  const told = entries.problem === null ? [] : [{ field: '', message: entries.problem }];
  return {
    value,
    matches: value.length,
    reason: null,
    failures: [...told, ...summarize(failures, value.length)],
  };
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
 * Evaluates a field at a page, at one of its rows, or at an entry of a nested list. Never throws: a field that fails has a
 * problem, and the value null, or `[]` for a list.
 *
 * @param depth depth of a nested_list at this field; the outermost is 1
 */
export function evaluateField(
  scope: Scope,
  field: FieldExtract,
  page: PageContext,
  depth = 1,
): FieldEvaluation {
  const selection =
    field.type === 'nested_list'
      ? selectNested(scope, field, page, depth)
      : selectValue(scope, field, page, prepareSelectOf(field));
  const processed = process(selection.value, field.processors ?? [], page);
  const empty = isNothing(processed.value);
  const failures = [...selection.failures, ...processed.failures.map((message) => ({ field: '', message }))];
  const failure =
    failures.map(({ field: name, message }) => (name === '' ? message : `${name}: ${message}`))[0] ?? null;
  const value = finished(processed.value, field, page);
  const last = value === processed.value ? [] : [{ step: 'download', value }];
  return {
    result: {
      value,
      matches: selection.matches,
      steps: [{ step: 'select', value: selection.value }, ...processed.steps, ...last],
      problem: failure ?? (empty ? (selection.reason ?? processed.lost) : processed.lost),
    },
    failures,
  };
}

/** The value as an item has it: files are waited for. */
const finished = (value: JsonValue, { download, type }: FieldExtract, page: PageContext): JsonValue =>
  download === true && type !== 'nested_list' ? asFiles(value, page.base) : value;

/** The value of a field, and the problems of the field and its inner fields. */
export type FieldValue = Pick<FieldResult, 'value'> & Pick<FieldEvaluation, 'failures'>;

/**
 * Returns a function that evaluates a field at many rows as `evaluateField` does, for its value only. It looks its selector up
 * once, and keeps no steps.
 */
export function prepareValue(field: FieldExtract, page: PageContext): (scope: Scope) => FieldValue {
  const processors = field.processors ?? [];
  const select = prepareSelectOf(field);
  return (scope) => {
    const { value: selected, failures } =
      field.type === 'nested_list'
        ? selectNested(scope, field, page, 1)
        : selectValue(scope, field, page, select);
    if (processors.length === 0) return { value: finished(selected, field, page), failures };
    const { value: processed, failures: lost } = process(selected, processors, page);
    const value = finished(processed, field, page);
    if (lost.length === 0) return { value, failures };
    return { value, failures: [...failures, ...lost.map((message) => ({ field: '', message }))] };
  };
}
