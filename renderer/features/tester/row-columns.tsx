import type { SavedPage } from '../../../shared/contract/types.ts';
import type { Column } from '../../ui/table/types.ts';
import { count } from '../../ui/format.ts';
import { isPicture } from '../../ui/value/address.ts';
import { cellOf, textOf } from '../../ui/value/value-cell.tsx';
import { typeOfValue } from './hand/value-type.ts';
import { PageCell, shortAddress } from './page-cell.tsx';
import type { Fill, RowAtHand, RowsAtHand } from './rows-at-hand.ts';
import { isNothing } from './value.tsx';

const fieldPrefix = 'field ';

/** The field that a column shows; null: it shows none. */
export const fieldOfColumn = (column: string): string | null =>
  column.startsWith(fieldPrefix) ? column.slice(fieldPrefix.length) : null;

/** What the columns of rows are made from. */
export interface RowColumnsOptions {
  readonly table: RowsAtHand;
  readonly pages: readonly SavedPage[];
  /** The page that is open. */
  readonly open: string;
  /** The callback that rows lead to; null: each is an item. */
  readonly leadsTo: string | null;
  /** The field in hand; null: none. */
  readonly marked: string | null;
}

/** The columns of rows: their number, their page where there are several, the fields in the order of the text, and where they lead. */
export function rowColumns(options: RowColumnsOptions): Column<RowAtHand>[] {
  const { table, leadsTo, marked } = options;
  return [
    ...(table.isItems ? [] : [numberColumn]),
    ...(table.pages > 1 ? [pageColumn(options)] : []),
    ...table.fields.map((name) => fieldColumn(name, options, name === marked)),
    ...(leadsTo === null ? [] : [targetColumn(leadsTo)]),
  ];
}

const numberColumn: Column<RowAtHand> = {
  name: 'number',
  title: '#',
  width: 48,
  align: 'right',
  pinned: true,
  cell: ({ index }) => <span className="subtle">{index + 1}</span>,
  text: ({ index }) => String(index + 1),
};

function pageColumn({ pages, open }: RowColumnsOptions): Column<RowAtHand> {
  const byId = new Map(pages.map((page) => [page.id, page]));
  return {
    name: 'page',
    title: 'Page',
    width: 150,
    cell: ({ page }) => <PageCell page={byId.get(page) ?? null} open={page === open} />,
    text: ({ page }) => shortAddress(byId.get(page) ?? null),
  };
}

/** Rows whose values decide the width and the type of their column. */
const maxMeasured = 30;
const pictureWidth = 90;

function fieldColumn(
  name: string,
  { table: { rows, fills }, pages }: RowColumnsOptions,
  marked: boolean,
): Column<RowAtHand> {
  const bases = new Map(pages.map(({ id, url }) => [id, url]));
  const values = rows.slice(0, maxMeasured).map((row) => row.values[name] ?? null);
  const filled = values.filter((value) => !isNothing(value));
  const detail = [typeOfValue(filled[0] ?? null), fillText(fills.get(name))]
    .filter((part) => part !== null)
    .join(' · ');
  const isNumeric = filled.length > 0 && filled.every((value) => typeof value === 'number');
  const showsPictures =
    filled.length > 0 && filled.every((value) => typeof value === 'string' && isPicture(name, value));
  return {
    name: fieldPrefix + name,
    title: name,
    detail,
    marked,
    width: showsPictures
      ? Math.max(pictureWidth, widthOf([name, detail]))
      : widthOf([name, detail, ...values.map(textOf)]),
    align: isNumeric ? 'right' : 'left',
    cell: (row) => <RowCell row={row} name={name} base={bases.get(row.page) ?? null} />,
    text: (row) => textOf(row.values[name] ?? null),
  };
}

/** "every row", "23 of 24"; null: there are no rows. */
function fillText(fill: Fill | undefined): string | null {
  if (fill === undefined || fill.rows === 0) return null;
  const { filled, rows } = fill;
  return filled === rows ? 'every row' : `${count(filled)} of ${count(rows)}`;
}

/** Room for most of the texts of a column, in pixels; a character takes about seven. */
export function widthOf(texts: readonly string[]): number {
  const longest = Math.max(...texts.map(({ length }) => length));
  return Math.min(240, Math.max(64, 24 + 7 * longest));
}

const targetColumn = (callback: string): Column<RowAtHand> => ({
  name: 'target',
  title: `Leads to ${callback}`,
  width: 260,
  cell: ({ follow }) => {
    if (follow === null || follow.reason === null) return follow?.url ?? null;
    return (
      <span className="tester-reason" title={follow.reason}>
        {follow.url ?? follow.reason}
      </span>
    );
  },
  text: ({ follow }) => follow?.url ?? '',
});

/** What is wrong with a field of a row, or why it is empty; null: neither. */
export function remarkOf({ problems, empty }: RowAtHand, name: string): string | null {
  const problem = problems.find(({ field }) => field === name || field.startsWith(`${name}.`));
  return problem?.message ?? empty[name] ?? null;
}

function RowCell({ row, name, base }: { row: RowAtHand; name: string; base: string | null }) {
  const value = row.values[name] ?? null;
  const remark = remarkOf(row, name);
  if (isNothing(value) || value === '') {
    return (
      <span className="tester-cell-empty" title={remark ?? 'Empty'}>
        –
      </span>
    );
  }
  const content = cellOf(value, { field: name, tabbable: false, base });
  if (remark === null) return content;
  return (
    <span className="tester-reason" title={remark}>
      {content}
    </span>
  );
}
