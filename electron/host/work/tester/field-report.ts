import type { AnyNode } from 'domhandler';
import type { EmptyExplanation, FieldReport } from '../../../../shared/contract/types.ts';
import type { FieldExtract } from '../../../../shared/spider/schema.ts';
import { explainEmpty } from '../../../extract/explain-empty.ts';
import { selectorFor, type Match } from '../../../extract/select.ts';
import type { FieldStep, JsonValue } from '../../../extract/types.ts';
import { cutValue, type ValueBudget } from './cut-value.ts';
import type { OpenPage } from './open-page.ts';

const maxSamples = 20;

/** No matched elements. */
export const noNodes = { total: 0, elements: [], cut: false };

/** The report of a field that could not be evaluated. `problem`: why. */
export function brokenReport(path: string, problem: string | null): FieldReport {
  return {
    path,
    depth: 0,
    language: null,
    selector: null,
    value: null,
    valueCut: false,
    entries: null,
    matches: 0,
    items: null,
    filled: null,
    steps: [],
    samples: [],
    nodes: noNodes,
    problem: problem ?? 'This field is not valid.',
    empty: null,
  };
}

/** Reports the matches of a field's selector, without the value. `context`: where it is searched. */
export function reportField(
  page: OpenPage,
  path: string,
  field: FieldExtract,
  context: AnyNode,
): FieldReport {
  const { language, selector } = sourceOf(field);
  const base = { ...brokenReport(path, null), language, selector, problem: null };
  if (language === null || selector === null) return base;
  const matches = select(context, language, selector);
  return {
    ...base,
    ...shownMatches(page, matches),
    empty: matches.length > 0 ? null : explain(context, language, selector),
  };
}

/** The number of matches, the first of them, and their elements. */
export const shownMatches = (page: OpenPage, matches: readonly Match[]) => ({
  matches: matches.length,
  samples: page.samplesOf(matches, maxSamples),
  nodes: page.nodesOf(matches),
});

/** A value as a report shows it. */
export function shownValue(whole: JsonValue, budget: ValueBudget) {
  const { value, cut } = cutValue(whole, budget);
  return { value, valueCut: cut, entries: entriesOf(whole) };
}

/** The steps of a field as a report shows them. */
export const shownSteps = (steps: readonly FieldStep[], budget: ValueBudget): FieldReport['steps'] =>
  steps.map(({ step, value }) => ({ step, value: cutValue(value, budget).value, entries: entriesOf(value) }));

const entriesOf = (value: JsonValue): number | null => (Array.isArray(value) ? value.length : null);

/** The selector of a field: that of the items of a nested list, else that of its value. */
export function sourceOf(field: FieldExtract): { language: 'css' | 'xpath' | null; selector: string | null } {
  if (field.type === 'nested_list') return { language: 'css', selector: field.selector ?? null };
  if (typeof field.css === 'string') return { language: 'css', selector: field.css };
  return { language: typeof field.xpath === 'string' ? 'xpath' : null, selector: field.xpath ?? null };
}

/** Evaluates a selector. An invalid one matches nothing here; the field's problem gives the reason. */
export function select(context: AnyNode, language: 'css' | 'xpath', source: string): Match[] {
  const read = selectorFor(language, source);
  if (!read.ok) return [];
  try {
    return read.selector.select(context);
  } catch {
    return [];
  }
}

/** Explains why a selector matches nothing; null if that takes too long. */
export function explain(
  context: AnyNode,
  language: 'css' | 'xpath',
  source: string,
): EmptyExplanation | null {
  try {
    return explainEmpty(context, language, source);
  } catch {
    // The budget is exceeded; the field's problem says so.
    return null;
  }
}
