import type { FieldReport, RowsReport, TestedRow } from '../../../../shared/contract/types.ts';
import { isFilled } from '../../../../shared/filled.ts';
import { languageOfRows } from '../../../../shared/selectors/language.ts';
import type { FieldExtract, Iterate } from '../../../../shared/spider/schema.ts';
import { evaluateField } from '../../../extract/field.ts';
import { extractRows, type ExtractedRow } from '../../../extract/rows.ts';
import type { FieldProblem, JsonValue } from '../../../extract/types.ts';
import { whyFieldEmpty } from '../../../extract/why/why-field.ts';
import { cutValue, type ValueBudget } from './cut-value.ts';
import { reportInside } from './entry-reports.ts';
import { brokenReport, noNodes, rowPlaces, select, whyNone } from './field-report.ts';
import type { CallbackReport, OpenPage } from './open-page.ts';
import type { ReadCallback, ReadIterate } from './parts.ts';
import { wholePage, type Place } from './places.ts';
import { rowTargets, type ShownTarget } from './row-targets.ts';

const maxRows = 500;
/** Budget for one value of a row. */
const cellBudget: ValueBudget = { characters: 2000, values: 200 };
/** Maximum characters of all rows of a report, as JSON. */
const maxCharacters = 400_000;

/** The report of a callback that makes rows. */
export interface CallbackRows extends CallbackReport {
  rows: RowsReport;
}

/**
 * Reports the rows that a callback makes of a page, by the code of a crawl, and its fields over all rows.
 *
 * @param domains allowed_domains; null: not known
 */
export function reportRows(
  page: OpenPage,
  { callback, broken, order }: ReadCallback,
  read: ReadIterate,
  { domains, budget }: { domains: readonly string[] | null; budget: ValueBudget },
): CallbackRows {
  const extract = callback?.extract ?? {};
  const found = read.ok ? rowsOf(page, read.iterate, extract, domains) : noRows(read);
  const { rows, places, report } = found;
  const values = rows.map((row) => row.values);
  const problems = summarize(rows);
  const fields = order.flatMap((name): FieldReport[] => {
    const field = Object.hasOwn(extract, name) ? extract[name] : undefined;
    if (field === undefined) return [brokenReport(name, broken.get(name) ?? null)];
    const list = {
      path: null,
      depth: 0,
      entries: 'rows',
      fields: Object.fromEntries([[name, field]]),
    } as const;
    return reportInside(page, list, places, values, budget).map((each) => ({
      ...each,
      problem: problems.find((problem) => problem.field === each.path)?.message ?? each.problem,
    }));
  });
  return { fields, problems, rows: report };
}

type Fields = Record<string, FieldExtract>;

interface FoundRows {
  rows: readonly ExtractedRow[];
  places: readonly Place[];
  report: RowsReport;
}

const noRows = ({ selector, problem }: Extract<ReadIterate, { ok: false }>): FoundRows => ({
  rows: [],
  places: [],
  report: {
    language: languageOfRows(selector),
    selector,
    total: 0,
    rows: [],
    fromUrl: [],
    follow: null,
    nodes: noNodes,
    problem,
    empty: null,
  },
});

function rowsOf(
  page: OpenPage,
  iterate: Iterate,
  extract: Fields,
  domains: readonly string[] | null,
): FoundRows {
  const { selector, follow } = iterate;
  const { rows, reason } = extractRows(page.content, { extract, iterate }, page.context);
  const language = languageOfRows(selector);
  const matches = select(page, wholePage(page), language, selector);
  const places = rowPlaces(page, iterate);
  const targets =
    follow === null || follow === undefined ? [] : rowTargets(page.context, rows, follow.callback, domains);
  const shown = shownRows(page, { rows, places, targets, extract });
  const empty = matches.length > 0 ? null : whyNone(wholePage(page), language, selector);
  return {
    rows,
    places,
    report: {
      language,
      selector,
      total: rows.length,
      rows: shown,
      fromUrl: Object.keys(iterate.url_context ?? {}),
      follow:
        follow === null || follow === undefined
          ? null
          : {
              callback: follow.callback,
              followed: targets.filter((target) => target.reason === null).length,
              reasons: counted(targets.flatMap((target) => target.reason ?? [])),
            },
      nodes: page.nodesOf(matches),
      problem: empty?.line ?? reason,
      empty,
    },
  };
}

/**
 * The first rows as they are reported: cut, with what failed in each and why fields are empty.
 * @param found `places`: where each row is; `targets`: where each leads, empty without `follow`
 */
export function shownRows(
  page: OpenPage,
  found: {
    rows: readonly ExtractedRow[];
    places: readonly Place[];
    targets: readonly ShownTarget[];
    extract: Fields;
  },
): TestedRow[] {
  const shown: TestedRow[] = [];
  const everywhere = emptyEverywhere(page, found.rows, found.places, found.extract);
  let characters = 0;
  for (const [index, row] of found.rows.entries()) {
    const { values, cut } = cutRow(row.values);
    characters += JSON.stringify(values).length;
    if (index >= maxRows || (index > 0 && characters > maxCharacters)) break;
    const place = found.places[index];
    shown.push({
      element: page.numberOfPlace(place ?? null),
      values,
      cut,
      problems: row.problems,
      empty: place === undefined ? {} : whyEmpty(page, place, row, { extract: found.extract, everywhere }),
      follow: found.targets[index] ?? null,
    });
  }
  return shown;
}

/** Cuts the values of a row. Every field stays. */
function cutRow(row: Record<string, JsonValue>): { values: Record<string, JsonValue>; cut: boolean } {
  const cells = Object.entries(row).map(([name, value]) => ({ name, ...cutValue(value, cellBudget) }));
  return {
    values: Object.fromEntries(cells.map(({ name, value }) => [name, value])),
    cut: cells.some(({ cut }) => cut),
  };
}

/** Why fields of a row are empty, by field. @param everywhere why fields are empty in all rows, by field */
function whyEmpty(
  page: OpenPage,
  place: Place,
  { values }: ExtractedRow,
  { extract, everywhere }: { extract: Fields; everywhere: ReadonlyMap<string, string> },
): Record<string, string> {
  const reasons = Object.entries(extract).flatMap(([name, field]): [string, string][] => {
    if (isFilled(values[name] ?? null)) return [];
    const reason = everywhere.get(name) ?? evaluateField(place, field, page.context).result.problem;
    return reason === null ? [] : [[name, reason]];
  });
  return Object.fromEntries(reasons);
}

/** Why fields are empty in all rows, by field. */
function emptyEverywhere(
  page: OpenPage,
  rows: readonly ExtractedRow[],
  places: readonly Place[],
  extract: Fields,
): ReadonlyMap<string, string> {
  if (places.length === 0) return new Map();
  return new Map(
    Object.entries(extract).flatMap(([name, field]): [string, string][] => {
      if (rows.some(({ values }) => isFilled(values[name] ?? null))) return [];
      const why = whyFieldEmpty(places, field, page.context);
      return why === null ? [] : [[name, why.line]];
    }),
  );
}

/** The problems of all rows, one per field: the first, and in how many rows there is one. */
function summarize(rows: readonly ExtractedRow[]): FieldProblem[] {
  const byField = new Map<string, { message: string; rows: number }>();
  for (const { problems } of rows) {
    for (const { field, message } of problems) {
      const known = byField.get(field);
      if (known === undefined) byField.set(field, { message, rows: 1 });
      else known.rows += 1;
    }
  }
  return [...byField].map(([field, { message, rows: times }]) => ({
    field,
    message: rows.length === 1 ? message : `In ${times} of ${rows.length} rows: ${message}`,
  }));
}

/** How often each reason is given, most frequent first. */
function counted(reasons: readonly string[]): { reason: string; rows: number }[] {
  const times = new Map<string, number>();
  for (const reason of reasons) times.set(reason, (times.get(reason) ?? 0) + 1);
  return [...times].map(([reason, rows]) => ({ reason, rows })).sort((a, b) => b.rows - a.rows);
}
