import type { FieldReport } from '../../../../shared/contract/types.ts';
import type { Callback, FieldExtract } from '../../../../shared/spider/schema.ts';
import { extractCallback } from '../../../extract/callback.ts';
import { sourceOf } from '../../../extract/field-source.ts';
import type { JsonValue } from '../../../extract/types.ts';
import { whyFieldEmpty } from '../../../extract/why/why-field.ts';
import type { ValueBudget } from './cut-value.ts';
import { listOf, reportInside } from './entry-reports.ts';
import { brokenReport, reportField, select, shownSteps, shownValue } from './field-report.ts';
import type { CallbackReport, OpenPage } from './open-page.ts';
import type { ReadCallback } from './parts.ts';
import { placesOf, wholePage } from './places.ts';

/**
 * Reports how the fields of a callback get their values on a page. The values come from `extractCallback`, like in a crawl. Fields are
 * independent, so each is run alone, and its report is cached with the page.
 */
export function reportCallback(
  page: OpenPage,
  { callback, broken, order }: ReadCallback,
  budget: ValueBudget,
): CallbackReport {
  const fields = callback?.extract ?? {};
  const reports = order.map((name): CallbackReport => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) {
      return { fields: [brokenReport(name, broken.get(name) ?? null)], problems: [] };
    }
    return page.reported(JSON.stringify([budget, name, field]), () => reportOne(page, name, field, budget));
  });
  return {
    fields: reports.flatMap(({ fields }) => fields),
    problems: reports.flatMap(({ problems }) => problems),
  };
}

/** Reports one field and its inner fields. */
function reportOne(page: OpenPage, name: string, field: FieldExtract, budget: ValueBudget): CallbackReport {
  const callback: Callback = { extract: Object.fromEntries([[name, field]]) };
  const { fields, problems } = extractCallback(page.content, callback, page.context);
  const result = fields[name];
  if (result === undefined) return { fields: [brokenReport(name, null)], problems };
  const empty = whyFieldEmpty([wholePage(page)], field, page.context);
  const report = {
    ...reportField(page, name, field, wholePage(page)),
    ...shownValue(result.value, budget),
    steps: shownSteps(result.steps, budget),
    matches: result.matches,
    problem: empty?.line ?? result.problem,
    empty,
  };
  return { fields: [report, ...innerReports(page, name, field, result.value, budget)], problems };
}

/** Reports the fields of a nested list, each over all items. */
function innerReports(
  page: OpenPage,
  path: string,
  field: FieldExtract,
  value: JsonValue,
  budget: ValueBudget,
): FieldReport[] {
  const { language, selector } = sourceOf(field);
  if (field.type !== 'nested_list' || language === null || selector === null) return [];
  const items = placesOf(select(page, wholePage(page), language, selector), field.as ?? null);
  const list = { path, depth: 1, entries: 'items', fields: field.extract ?? {} } as const;
  return reportInside(page, list, items, listOf(value), budget);
}
