import type { FieldReport } from '../../../../shared/contract/types.ts';
import { isFilled } from '../../../../shared/filled.ts';
import type { FieldExtract } from '../../../../shared/spider/schema.ts';
import { evaluateField } from '../../../extract/field.ts';
import { sourceOf } from '../../../extract/field-source.ts';
import { whyFieldEmpty } from '../../../extract/why/why-field.ts';
import type { JsonValue } from '../../../extract/types.ts';
import type { ValueBudget } from './cut-value.ts';
import { brokenReport, select, shownMatches, shownSteps, shownValue } from './field-report.ts';
import type { OpenPage } from './open-page.ts';
import { placesOf, type Place } from './places.ts';

/** Maximum entries that are examined for matches of their fields. */
const maxItems = 500;

/**
 * Reports fields that are evaluated in each of many places: the items of a nested list, or the rows of a page.
 *
 * @param list the fields, the path of the list that holds them (null: they are those of the callback), their depth, and what the entries are called
 * @param values the values of all fields, by entry
 */
export function reportInside(
  page: OpenPage,
  list: {
    path: string | null;
    depth: number;
    entries: 'items' | 'rows';
    fields: Record<string, FieldExtract>;
  },
  items: readonly Place[],
  values: readonly JsonValue[],
  budget: ValueBudget,
): FieldReport[] {
  const looked = items.slice(0, maxItems);
  return Object.entries(list.fields).flatMap(([name, field]): FieldReport[] => {
    const path = list.path === null ? name : `${list.path}.${name}`;
    const { language, selector } = sourceOf(field);
    const matches =
      language === null || selector === null
        ? []
        : looked.flatMap((item) => select(page, item, language, selector));
    const own = values.map((value) => memberOf(value, name));
    const example = own.findIndex(isFilled);
    const filled = own.filter(isFilled).length;
    const [first] = looked;
    const shown = looked[Math.max(example, 0)] ?? first;
    const empty = filled > 0 || first === undefined ? null : whyFieldEmpty(looked, field, page.context);
    const report: FieldReport = {
      ...brokenReport(path, null),
      ...shownValue(own[example] ?? null, budget),
      depth: list.depth,
      language,
      selector,
      ...shownMatches(page, matches),
      items: values.length,
      filled,
      steps:
        shown === undefined
          ? []
          : shownSteps(evaluateField(shown, field, page.context, list.depth + 1).result.steps, budget),
      problem:
        filled > 0 || values.length === 0
          ? null
          : (empty?.line ?? `It has no value in any of the ${list.entries}.`),
      empty,
    };
    if (field.type !== 'nested_list') return [report];
    const inner = { path, depth: list.depth + 1, entries: 'items', fields: field.extract ?? {} } as const;
    return [
      report,
      ...reportInside(page, inner, placesOf(matches, field.as ?? null), own.flatMap(listOf), budget),
    ];
  });
}

/** The entries of a list; none for another value. */
export const listOf = (value: JsonValue): JsonValue[] => (Array.isArray(value) ? value : []);

function memberOf(value: JsonValue, name: string): JsonValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.hasOwn(value, name) ? (value[name] ?? null) : null;
}
