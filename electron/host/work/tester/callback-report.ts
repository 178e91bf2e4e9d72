import { isTag, type AnyNode, type Element } from 'domhandler';
import type { EmptyExplanation, FieldReport } from '../../../../shared/contract/types.ts';
import type { Callback, FieldExtract } from '../../../../shared/spider/schema.ts';
import { extractCallback } from '../../../extract/callback.ts';
import { explainEmpty } from '../../../extract/explain-empty.ts';
import { evaluateField } from '../../../extract/field.ts';
import { selectorFor, type Match } from '../../../extract/select.ts';
import type { FieldStep, JsonValue } from '../../../extract/types.ts';
import { cutValue, shortBudget, wholeBudget, type ValueBudget } from './cut-value.ts';
import type { CallbackReport, OpenPage } from './open-page.ts';
import type { ReadCallback } from './parts.ts';

const maxSamples = 20;
/** Maximum items of a nested list that are examined for matches of their fields. */
const maxItems = 500;

const noNodes = { total: 0, elements: [], cut: false };

/**
 * Reports how the fields of a callback get their values on a page. The values come from `extractCallback`, like in a crawl. Fields are
 * independent, so each is run alone, and its report is cached with the page.
 */
export function reportCallback(
  page: OpenPage,
  { callback, broken, order }: ReadCallback,
  { only = null, whole = false }: { only?: readonly string[] | null; whole?: boolean } = {},
): CallbackReport {
  const wanted = order.filter((name) => only === null || only.includes(name));
  const reports = wanted.map((name): CallbackReport => {
    const field =
      callback !== null && Object.hasOwn(callback.extract, name) ? callback.extract[name] : undefined;
    if (field === undefined) {
      return { fields: [brokenReport(name, broken.get(name) ?? null)], problems: [] };
    }
    return page.reported(`${whole ? 'whole' : 'short'} ${JSON.stringify([name, field])}`, () =>
      reportOne(page, name, field, whole ? wholeBudget : shortBudget),
    );
  });
  return {
    fields: reports.flatMap(({ fields }) => fields),
    problems: reports.flatMap(({ problems }) => problems),
  };
}

/** Reports one field and its inner fields. */
function reportOne(page: OpenPage, name: string, field: FieldExtract, budget: ValueBudget): CallbackReport {
  const callback: Callback = { extract: Object.fromEntries([[name, field]]) };
  const { fields, problems } = extractCallback(page.tree, callback, page.context);
  const result = fields[name];
  if (result === undefined) return { fields: [brokenReport(name, null)], problems };
  const report = {
    ...reportField(page, name, field, page.tree.document),
    ...shownValue(result.value, budget),
    steps: shownSteps(result.steps, budget),
    matches: result.matches,
    problem: result.problem,
  };
  return { fields: [report, ...innerReports(page, name, field, result.value, budget)], problems };
}

function shownValue(whole: JsonValue, budget: ValueBudget) {
  const { value, cut } = cutValue(whole, budget);
  return { value, valueCut: cut, entries: entriesOf(whole) };
}

const shownSteps = (steps: readonly FieldStep[], budget: ValueBudget): FieldReport['steps'] =>
  steps.map(({ step, value }) => ({ step, value: cutValue(value, budget).value, entries: entriesOf(value) }));

const entriesOf = (value: JsonValue): number | null => (Array.isArray(value) ? value.length : null);

function brokenReport(path: string, problem: string | null): FieldReport {
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

/** Reports the matches of a field's selector, without the value. */
function reportField(page: OpenPage, path: string, field: FieldExtract, context: AnyNode): FieldReport {
  const { language, selector } = sourceOf(field);
  const base = { ...brokenReport(path, null), language, selector, problem: null };
  if (language === null || selector === null) return base;
  const matches = select(context, language, selector);
  return {
    ...base,
    matches: matches.length,
    samples: page.samplesOf(matches, maxSamples),
    nodes: page.nodesOf(matches),
    empty: matches.length > 0 ? null : explain(context, language, selector),
  };
}

/** Reports the fields of a nested list, each over all items. */
function innerReports(
  page: OpenPage,
  path: string,
  field: FieldExtract,
  value: JsonValue,
  budget: ValueBudget,
): FieldReport[] {
  if (field.type !== 'nested_list' || typeof field.selector !== 'string') return [];
  const items = elementsOf(select(page.tree.document, 'css', field.selector));
  const list = { path, depth: 1, fields: field.extract ?? {} };
  return reportInside(page, list, items, listOf(value), budget);
}

function reportInside(
  page: OpenPage,
  list: { path: string; depth: number; fields: Record<string, FieldExtract> },
  items: readonly Element[],
  values: readonly JsonValue[],
  budget: ValueBudget,
): FieldReport[] {
  const looked = items.slice(0, maxItems);
  return Object.entries(list.fields).flatMap(([name, field]): FieldReport[] => {
    const path = `${list.path}.${name}`;
    const { language, selector } = sourceOf(field);
    const matches =
      language === null || selector === null
        ? []
        : looked.flatMap((item) => select(item, language, selector));
    const own = values.map((value) => memberOf(value, name));
    const example = own.findIndex(isFilled);
    const filled = own.filter(isFilled).length;
    const [first] = looked;
    const shown = looked[Math.max(example, 0)] ?? first;
    const report: FieldReport = {
      ...brokenReport(path, null),
      ...shownValue(own[example] ?? null, budget),
      depth: list.depth,
      language,
      selector,
      matches: matches.length,
      items: values.length,
      filled,
      steps:
        shown === undefined
          ? []
          : shownSteps(evaluateField(shown, field, page.context, list.depth + 1).result.steps, budget),
      samples: page.samplesOf(matches, maxSamples),
      nodes: page.nodesOf(matches),
      problem: filled > 0 || values.length === 0 ? null : 'It has no value in any of the items.',
      empty:
        matches.length > 0 || first === undefined || language === null || selector === null
          ? null
          : explain(first, language, selector),
    };
    if (field.type !== 'nested_list') return [report];
    const inner = { path, depth: list.depth + 1, fields: field.extract ?? {} };
    return [report, ...reportInside(page, inner, elementsOf(matches), own.flatMap(listOf), budget)];
  });
}
function sourceOf(field: FieldExtract): { language: 'css' | 'xpath' | null; selector: string | null } {
  if (field.type === 'nested_list') return { language: 'css', selector: field.selector ?? null };
  if (typeof field.css === 'string') return { language: 'css', selector: field.css };
  return { language: typeof field.xpath === 'string' ? 'xpath' : null, selector: field.xpath ?? null };
}

/** Evaluates a selector. An invalid one matches nothing here; the field's problem gives the reason. */
function select(context: AnyNode, language: 'css' | 'xpath', source: string): Match[] {
  const read = selectorFor(language, source);
  if (!read.ok) return [];
  try {
    return read.selector.select(context);
  } catch {
    return [];
  }
}

function explain(context: AnyNode, language: 'css' | 'xpath', source: string): EmptyExplanation | null {
  try {
    return explainEmpty(context, language, source);
  } catch {
    // The budget is exceeded; the field's problem says so.
    return null;
  }
}

function elementsOf(matches: readonly Match[]): Element[] {
  return matches.flatMap(({ kind, node }) =>
    kind === 'element' && node !== null && isTag(node) ? [node] : [],
  );
}

const listOf = (value: JsonValue): JsonValue[] => (Array.isArray(value) ? value : []);

function memberOf(value: JsonValue, name: string): JsonValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.hasOwn(value, name) ? (value[name] ?? null) : null;
}

function isFilled(value: JsonValue): boolean {
  if (value === null) return false;
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
