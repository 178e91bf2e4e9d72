import type { CallValue } from '../../../shared/contract/index.ts';
import type { PageRows, RowsReport, TestedRow } from '../../../shared/contract/types.ts';
import { isFilled } from '../../../shared/filled.ts';
import { count, counted } from '../../ui/format.ts';
import type { NamedReport } from './field-paths.ts';

/** A row of a saved page. */
export interface RowAtHand extends TestedRow {
  /** Its position on its page, from 0. */
  readonly index: number;
  /** The id of its page. */
  readonly page: string;
}

/** In how many rows a field is filled. */
export interface Fill {
  readonly filled: number;
  readonly rows: number;
}

/** What a callback takes from all saved pages at hand. */
export interface RowsAtHand {
  /** Whether the callback makes one item of a page, so that each row is a page. */
  readonly isItems: boolean;
  /** Those of the open page first. */
  readonly rows: readonly RowAtHand[];
  readonly fields: readonly string[];
  readonly fills: ReadonlyMap<string, Fill>;
  /** Number of rows of the open page, and of all pages. They may be more than are listed. */
  readonly here: number;
  readonly total: number;
  /** Number of pages, with the open one. */
  readonly pages: number;
  /** Pages that were not looked at. */
  readonly left: number;
}

/** What is known of the open page by its own test, which answers before that of all pages. */
export interface OpenPageRows {
  readonly page: string;
  /** null: not known yet, or the callback makes one item of it. */
  readonly report: RowsReport | null;
  /** The reports of its fields; none: not known yet. */
  readonly reports: readonly NamedReport[];
}

/**
 * Joins the rows of the open page with those of the other pages at hand.
 *
 * @param all null: not known yet, or there is one page
 * @returns null where nothing is known, or where the callback makes one item of the only page
 */
export function rowsAtHand(open: OpenPageRows, all: CallValue<'tester.pages'> | null): RowsAtHand | null {
  const others = all?.pages.filter(({ page }) => page !== open.page) ?? [];
  const here = ofOpenPage(open, all);
  if (here === null || (open.report === null && others.length === 0)) return null;
  const pages = [here, ...others];
  const fields = fieldsOf(open, all);
  return {
    isItems: all !== null && !all.iterates,
    rows: pages.flatMap(({ page, rows }) => rows.map((row, index) => ({ ...row, index, page }))),
    fields,
    fills: new Map(fields.map((name) => [name, fillOf(pages, name)])),
    here: here.total,
    total: pages.reduce((sum, { total }) => sum + total, 0),
    pages: pages.length,
    left: all?.left ?? 0,
  };
}

function ofOpenPage(open: OpenPageRows, all: CallValue<'tester.pages'> | null): PageRows | null {
  const { page, report, reports } = open;
  const own = reports.filter(({ report: each }) => each.depth === 0).map(({ report: each }) => each);
  if (report === null && own.length === 0) return all?.pages.find((each) => each.page === page) ?? null;
  if (report !== null) {
    const [first] = report.rows;
    // All rows have the same.
    const fromUrl = report.fromUrl.map((name): [string, number] => [
      name,
      isFilled(first?.values[name]) ? report.total : 0,
    ]);
    const filled = [
      ...fromUrl,
      ...own.map(({ path, filled: times }): [string, number] => [path, times ?? 0]),
    ];
    const { total, rows, problem } = report;
    return { page, total, rows, problem, filled: Object.fromEntries(filled) };
  }
  if (all !== null && all.iterates) return null;
  const row: TestedRow = {
    element: null,
    values: Object.fromEntries(own.map(({ path, value }) => [path, value])),
    cut: own.some(({ valueCut }) => valueCut),
    problems: [],
    empty: Object.fromEntries(
      own.flatMap(({ path, value, problem }) =>
        isFilled(value) || problem === null ? [] : [[path, problem]],
      ),
    ),
    follow: null,
  };
  const filled = own.map(({ path, value }): [string, number] => [path, isFilled(value) ? 1 : 0]);
  return { page, total: 1, rows: [row], filled: Object.fromEntries(filled), problem: null };
}

/** The fields of the newest answer: that of the open page, where it is known. */
function fieldsOf({ report, reports }: OpenPageRows, all: CallValue<'tester.pages'> | null): string[] {
  const own = reports.filter(({ report: each }) => each.depth === 0).map(({ report: each }) => each.path);
  const known =
    own.length > 0 || report !== null ? [...own, ...(report?.fromUrl ?? [])] : (all?.fields ?? []);
  return [...new Set(known)];
}

const fillOf = (pages: readonly PageRows[], name: string): Fill => ({
  filled: pages.reduce((sum, { filled }) => sum + (filled[name] ?? 0), 0),
  rows: pages.reduce((sum, { total }) => sum + total, 0),
});

/**
 * "24 rows", with several pages "24 rows on this page, 71 on 3 pages"; "3 pages" where each is an item. Pages that were not looked at are
 * named, too.
 */
export function rowsWords({ isItems, here, total, pages, left }: RowsAtHand): string {
  const without = left === 0 ? '' : ` (without ${counted(left, 'page')})`;
  if (isItems) return counted(pages, 'page') + without;
  if (pages === 1) return counted(here, 'row') + without;
  return `${counted(here, 'row')} on this page, ${count(total)} on ${counted(pages, 'page')}${without}`;
}
