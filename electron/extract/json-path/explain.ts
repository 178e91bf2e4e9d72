import type { JsonSegment, JsonSelector } from '../../../shared/selectors/json-path-ast.ts';
import { readJsonPath } from '../../../shared/selectors/read-json-path.ts';
import { nearest } from '../../../shared/spider/nearest.ts';
import { StepBudget } from '../budget.ts';
import type { ExplainedStep, Explanation } from '../explanation.ts';
import { quoted } from '../text.ts';
import type { JsonValue } from '../types.ts';
import { compilePath } from './filter.ts';
import { isObject, JsonNode } from './node.ts';
import { jsonPathAdvice } from './select.ts';

/** What to say about the step that selects nothing. */
type Reason = Pick<Explanation, 'reason' | 'hint'>;

/** The most values that are looked through for their names. */
const maxLookedAt = 1000;
/** The most names in a hint. */
const maxNames = 8;

/**
 * Explains why a path selects nothing in a value: the number of values after each step, a sentence about the first step
 * that selects nothing, and the names that are there. For a path that selects something, returns only the numbers.
 * @throws SelectorCostError, PatternCostError
 */
export function explainJsonPath(value: JsonValue, source: string): Explanation {
  const read = readJsonPath(source);
  if (!read.ok) return { steps: [], reason: read.problem.message, hint: read.problem.hint };
  const { segments } = read.selector;
  const steps: ExplainedStep[] = [];
  const root = JsonNode.root(value);
  const run = { root, budget: new StepBudget(jsonPathAdvice) };
  let before = [root];
  for (const segment of segments) {
    const after = compilePath([segment])(before, run);
    steps.push({ selector: source.slice(0, segment.end), matches: after.length });
    if (after.length === 0) return { steps, ...whyNothing(segment, before) };
    before = after;
  }
  return { steps, reason: '', hint: null };
}

function whyNothing({ descendants, selectors }: JsonSegment, before: readonly JsonNode[]): Reason {
  const values = before.slice(0, maxLookedAt).map((match) => match.value);
  const looked = descendants ? values.flatMap(withNested).slice(0, maxLookedAt) : values;
  const [selector] = selectors;
  if (selector === undefined || selectors.length > 1) {
    return { reason: 'None of the selections in the brackets is there.', hint: namesIn(looked) };
  }
  return whyNot(selector, looked, descendants);
}

function whyNot(selector: JsonSelector, values: readonly JsonValue[], descendants: boolean): Reason {
  const lists = values.filter(Array.isArray);
  switch (selector.kind) {
    case 'name':
      return whyNoName(selector.name, values, descendants);
    case 'index':
    case 'slice': {
      if (lists.length === 0) return { reason: 'There is no list before it.', hint: namesIn(values) };
      const most = lists.reduce((length, list) => Math.max(length, list.length), 0);
      const reason =
        lists.length === 1
          ? `The list before it has ${entries(most)}.`
          : `The longest of the ${lists.length} lists before it has ${entries(most)}.`;
      return { reason, hint: most === 0 ? null : 'Positions begin at 0; [-1] is the last entry.' };
    }
    case 'filter': {
      const children = values.some(
        (value) => typeof value === 'object' && value !== null && sizeOf(value) > 0,
      );
      if (!children) return { reason: 'There is nothing before it to filter.', hint: null };
      const first = values.flatMap(childrenOf).slice(0, maxLookedAt);
      return { reason: 'No entry fulfils the filter.', hint: namesIn(first) };
    }
    case 'all':
    default:
      return { reason: 'There is nothing inside the values before it.', hint: null };
  }
}

function whyNoName(name: string, values: readonly JsonValue[], descendants: boolean): Reason {
  const objects = values.filter(isObject);
  if (objects.length === 0) {
    if (values.some(Array.isArray)) {
      const inside = values
        .flatMap(childrenOf)
        .some((value) => isObject(value) && Object.hasOwn(value, name));
      return {
        reason: `The value before ${quoted(name)} is a list, and names belong to objects.`,
        hint: inside ? 'Write [*] before it for all entries, or [0] for the first.' : null,
      };
    }
    return {
      reason: `Before ${quoted(name)} there are only single values, which have no names.`,
      hint: null,
    };
  }
  const known = new Set(objects.flatMap((object) => Object.keys(object)));
  const near = nearest(name, [...known]);
  const reason = descendants
    ? `No object here has the name ${quoted(name)}.`
    : objects.length === 1
      ? `The object before it has no ${quoted(name)}.`
      : `None of the ${objects.length} objects before it has ${quoted(name)}.`;
  return { reason, hint: near === null ? namesIn(objects) : `Did you mean ${quoted(near)}?` };
}

/** Hint with the names of objects, in the order of the page; null: there are none. */
function namesIn(values: readonly JsonValue[]): string | null {
  const names = [...new Set(values.filter(isObject).flatMap((object) => Object.keys(object)))];
  if (names.length === 0) return null;
  const shown = names.slice(0, maxNames).join(', ');
  return `The names there are ${shown}${names.length > maxNames ? ` and ${names.length - maxNames} more` : ''}.`;
}

const childrenOf = (value: JsonValue): JsonValue[] =>
  Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];

const sizeOf = (value: JsonValue): number => childrenOf(value).length;

const entries = (count: number): string =>
  count === 0 ? 'no entries' : count === 1 ? 'one entry' : `${count} entries`;

/** A value and what is in it, up to the number that is looked at. */
function withNested(value: JsonValue): JsonValue[] {
  const found = [value];
  for (let at = 0; at < found.length && found.length < maxLookedAt; at += 1) {
    const next = found[at];
    if (next !== undefined) for (const child of childrenOf(next).slice(0, maxLookedAt)) found.push(child);
  }
  return found;
}
