import type { ProposedField } from '../../../shared/contract/types.ts';
import type { PageContext } from '../../extract/page-context.ts';
import { rowsAt } from '../../extract/rows.ts';
import { parsePage } from '../../extract/tree.ts';
import type { JsonValue } from '../../extract/types.ts';
import { definitionsOf } from '../measure-fields.ts';
import { leavesOf } from './entry-lists.ts';
import { keysOfSeen } from './keys.ts';
import { minShare, type RowsMatch } from './match-rows.ts';
import type { SeenColumn, SeenRows } from './seen-rows.ts';

/** Rows that each entry of an answer holds as markup. */
export interface HtmlMatch {
  /** The member with the markup, from the entry. */
  member: string;
  /** The fields of the page that its selectors give there too. */
  fields: ProposedField[];
}

/** The most entries that are read as markup, and the most characters of one. */
const limits = { entries: 300, characters: 50_000 };

/** Compares the rows of a page with entries of an answer that hold them as markup. Null: they do not. */
export function matchHtml(
  seen: SeenRows,
  entries: readonly JsonValue[],
  context: PageContext,
): { html: HtmlMatch; match: RowsMatch } | null {
  const compared = entries.slice(0, limits.entries);
  const [first] = compared;
  if (first === undefined || compared.length * 2 < seen.count) return null;
  for (const [member, value] of leavesOf(first)) {
    if (!isMarkup(value)) continue;
    const found = compare(seen, markupOf(compared, member), context);
    if (found !== null) return { html: { member, fields: found.fields }, match: found.match };
  }
  return null;
}

const isMarkup = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && value.length <= limits.characters && /^\s*<[a-z][^>]*>/i.test(value);

const markupOf = (entries: readonly JsonValue[], member: string): string[] =>
  entries.map((entry) => {
    const value = leavesOf(entry).get(member);
    return isMarkup(value) ? value : '';
  });

function compare(
  seen: SeenRows,
  markup: readonly string[],
  context: PageContext,
): { fields: ProposedField[]; match: RowsMatch } | null {
  const scopes = markup.map((html) => parsePage(html).document);
  const fields = seen.columns.map(({ field }) => field);
  const rows = rowsAt(scopes, { extract: definitionsOf(fields), iterate: { selector: '*' } }, context);
  const textsOf = (name: string): (string | null)[] =>
    rows.map(({ values }) => {
      const value = values[name] ?? null;
      return typeof value === 'string' || typeof value === 'number'
        ? keysOfSeen(String(value), context).text
        : null;
    });
  const found = new Map(fields.map(({ name }) => [name, textsOf(name)]));
  const entryOf = align(seen.columns, found);
  const same = seen.columns.filter((column) => isSame(column, found.get(column.field.name) ?? [], entryOf));
  const telling = seen.columns.filter(({ isTelling }) => isTelling);
  const said = same.filter(({ isTelling }) => isTelling);
  const aligned = entryOf.filter((at) => at !== null).length;
  const coverage = said.length / Math.max(1, telling.length);
  if (said.length === 0 || coverage < minShare.columns || aligned < seen.count * minShare.rows) return null;
  const missing = seen.columns.filter((column) => column.isTelling && !same.includes(column));
  return {
    fields: same.map(({ field }) => field),
    match: { columns: [], rows: aligned, entryOf, missing: missing.map(({ field }) => field.name), coverage },
  };
}

/** The entry of each row, by the column whose texts tell them apart. */
function align(
  columns: readonly SeenColumn[],
  found: ReadonlyMap<string, readonly (string | null)[]>,
): (number | null)[] {
  let best: (number | null)[] = [];
  for (const { field, cells, isTelling } of columns) {
    const texts = found.get(field.name) ?? [];
    if (!isTelling || new Set(texts).size * 2 < texts.length) continue;
    const entryOf = cells.map((cell) => {
      const at = texts.findIndex((text) => text !== null && cell.some((keys) => keys.text === text));
      return at < 0 ? null : at;
    });
    const count = (rows: readonly (number | null)[]): number => rows.filter((at) => at !== null).length;
    if (count(entryOf) > count(best)) best = entryOf;
  }
  return best;
}

function isSame(
  { cells }: SeenColumn,
  texts: readonly (string | null)[],
  entryOf: readonly (number | null)[],
): boolean {
  const compared = cells.flatMap((cell, row) => {
    const at = entryOf[row] ?? null;
    return at === null || cell.length === 0 ? [] : [cell.some(({ text }) => text === texts[at])];
  });
  return compared.length > 0 && compared.filter(Boolean).length >= compared.length * minShare.cells;
}
