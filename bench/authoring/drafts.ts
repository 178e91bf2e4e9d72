import type { JsonValue } from '../../electron/extract/types.ts';
import { draftLists, type DraftedList } from '../../electron/authoring/lists/draft-lists.ts';
import { definitionsOf } from '../../electron/authoring/measure-fields.ts';
import { describeTree } from '../../electron/authoring/tree.ts';
import { PageContext } from '../../electron/extract/page-context.ts';
import { extractRows } from '../../electron/extract/rows.ts';
import { selectMatches } from '../../electron/extract/select-matches.ts';
import type { PageTree } from '../../electron/extract/tree.ts';
import { isFilled } from '../../shared/filled.ts';
import { hitsOf, isRight, type Hits } from './is-right.ts';
import { textsOf, type LabelledPage, type LabelledSet } from './labelled-set.ts';
import { recordText } from './record-text.ts';

/** The sets whose truth is the records of a list. */
export const setsOfLists = ['lists', 'lists-modern'] as const;

const maxDrafts = 5;
/** Columns that a row is to have; all of the list where it has fewer. */
const wantedColumns = 5;
/** Share of the rows below which a column is nearly empty. */
const sparseBelow = 0.2;

/** A list as a spider would take it from a page. */
interface TakenList {
  /** The records that its selector gives, against those that are wanted. */
  readonly hits: Hits;
  readonly columns: number;
  /** Rows, and those with enough columns filled. */
  readonly rows: number;
  readonly full: number;
  /** Columns with one value in all rows, columns that hardly a row has, and those with the values of another. */
  readonly constant: readonly string[];
  readonly sparse: readonly string[];
  readonly twins: readonly string[];
}

/** What is proposed for a page: its drafts, best first, at most five. */
interface PageDrafts {
  readonly page: LabelledPage;
  readonly taken: readonly TakenList[];
}

/** Drafts the lists of each page and takes their rows with the code of a crawl. The time is that of `draftLists`. */
export function draftsOf(set: LabelledSet): PageDrafts[] {
  return set.pages.map((page) => {
    const tree = set.parse(page);
    const context = new PageContext(tree, { url: page.url || 'https://example.org/', fetchedAt: 0 });
    const described = describeTree(tree);
    const drafts = set.timed(() => draftLists(tree, context, described));
    return {
      page,
      taken: drafts.slice(0, maxDrafts).map((draft) => take(tree, draft, context, textsOf(page))),
    };
  });
}

function take(
  page: PageTree,
  { list, selector, fields }: DraftedList,
  context: PageContext,
  wanted: readonly string[],
): TakenList {
  const selected = selectMatches(page.document, 'css', selector);
  const heads = selected.ok ? selected.matches.flatMap(({ node }) => node ?? []) : [];
  const records = new Map(list.records.map((record) => [record[0], record]));
  const found = heads.map((head) => recordText(records.get(head) ?? [head]));
  const { rows } = extractRows(page, { extract: definitionsOf(fields), iterate: { selector } }, context);
  const least = Math.min(wantedColumns, fields.length);
  const columns = fields.map(({ name }) => ({
    name,
    values: rows.map(({ values }) => written(values[name])),
  }));
  const filled = (values: readonly (string | null)[]): string[] => values.filter((value) => value !== null);
  return {
    hits: hitsOf(wanted, found),
    columns: columns.length,
    rows: rows.length,
    full: rows.filter((_, at) => columns.filter(({ values }) => values[at] !== null).length >= least).length,
    constant: namesOf(columns, ({ values }) => rows.length > 1 && new Set(values).size === 1),
    sparse: namesOf(columns, ({ values }) => filled(values).length < rows.length * sparseBelow),
    twins: namesOf(columns, ({ values }, at) =>
      columns.slice(0, at).some((other) => other.values.every((value, row) => value === values[row])),
    ),
  };
}

const written = (value: JsonValue | undefined): string | null =>
  isFilled(value) ? JSON.stringify(value) : null;

const namesOf = <T extends { name: string }>(
  columns: T[],
  holds: (column: T, at: number) => boolean,
): string[] => columns.filter(holds).map(({ name }) => name);

/** The figures of a set, in the order of `draftColumns`. */
export function draftFigures(set: LabelledSet, pages: readonly PageDrafts[]): string[] {
  const firsts = pages.flatMap(({ taken }) => taken[0] ?? []);
  const sum = (of: (list: TakenList) => number): number => firsts.reduce((all, list) => all + of(list), 0);
  const missed = pages
    .filter(({ taken }) => taken.length === 0)
    .reduce((all, { page }) => all + textsOf(page).length, 0);
  const share = (part: number, all: number): string => ((100 * part) / Math.max(1, all)).toFixed(1);
  const columns = firsts.map((list) => list.columns).sort((a, b) => a - b);
  const counts = sum((list) => list.columns);
  const times = set.times();
  const time = (part: number): string => (times[Math.floor(times.length * part)] ?? 0).toFixed(1);
  return [
    set.name,
    share(firsts.filter(({ hits }) => isRight(hits)).length, pages.length),
    share(pages.filter(({ taken }) => taken.some(({ hits }) => isRight(hits))).length, pages.length),
    (
      (2 * sum(({ hits }) => hits.hits)) /
      Math.max(1, sum(({ hits }) => hits.found + hits.wanted) + missed)
    ).toFixed(3),
    String(columns[columns.length >> 1] ?? 0),
    share(
      firsts.reduce((all, { full, rows }) => all + full / Math.max(1, rows), 0),
      firsts.length,
    ),
    share(
      sum(({ constant }) => constant.length),
      counts,
    ),
    share(
      sum(({ sparse }) => sparse.length),
      counts,
    ),
    share(
      sum(({ twins }) => twins.length),
      counts,
    ),
    time(0.5),
    time(0.95),
  ];
}

/** What the figures of a set are: shares in percent of pages, of rows and of columns; processor time in milliseconds. */
export const draftColumns = [
  'set',
  'first',
  'in five',
  'record F1',
  'columns',
  'rows full',
  'constant',
  'sparse',
  'twins',
  'ms CPU, median',
  '95th percentile',
];

/** One line for a page: whether its first list is right, or one of the others, and what its columns are. */
export function draftLine({ page, taken }: PageDrafts): string {
  const [first] = taken;
  const place = taken.findIndex(({ hits }) => isRight(hits)) + 1;
  const told = (name: string, columns: readonly string[]): string =>
    columns.length === 0 ? '' : ` ${name}: ${columns.join(', ')}`;
  return first === undefined
    ? `- ${page.id}`
    : `${place} ${page.id} ${first.hits.hits}/${first.hits.wanted} of ${first.hits.found}; ${first.columns} columns, ${first.full}/${first.rows} full${told('constant', first.constant)}${told('sparse', first.sparse)}${told('twins', first.twins)}`;
}
