import type { JsonValue, RowsReport } from '../../../shared/contract/types.ts';
import { counted } from '../../ui/format.ts';
import type { Column } from '../../ui/table/types.ts';
import { inOneLine, isNothing } from './value.tsx';

/** A row of the page, with its position. */
export type ShownRow = RowsReport['rows'][number] & { readonly index: number };

const fieldPrefix = 'field ';

/** The field that a column shows; null: it shows none. */
export const fieldOfColumn = (column: string): string | null =>
  column.startsWith(fieldPrefix) ? column.slice(fieldPrefix.length) : null;

/** The columns of rows: their number, the fields in the order of the text, and where they lead. */
export function rowColumns(
  { rows, follow }: Pick<RowsReport, 'rows' | 'follow'>,
  fields: readonly string[],
  details: ReadonlyMap<string, string>,
): Column<ShownRow>[] {
  return [
    {
      name: 'number',
      title: '#',
      width: 48,
      align: 'right',
      pinned: true,
      cell: ({ index }) => <span className="subtle">{index + 1}</span>,
      text: ({ index }) => String(index + 1),
    },
    ...fields.map((name): Column<ShownRow> => {
      const detail = details.get(name);
      const texts = rows.slice(0, maxMeasured).map(({ values }) => textOf(values[name] ?? null));
      return {
        name: fieldPrefix + name,
        title: name,
        ...(detail === undefined ? {} : { detail }),
        width: widthOf([detail === undefined ? name : `${name} ${detail}`, ...texts]),
        cell: (row) => <RowCell row={row} name={name} />,
        text: (row) => textOf(row.values[name] ?? null),
      };
    }),
    ...(follow === null ? [] : [leadsTo(follow.callback)]),
  ];
}

/** Rows whose values decide the width of their column. */
const maxMeasured = 30;

/** Room for most of the texts of a column, in pixels; a character takes about seven. */
export function widthOf(texts: readonly string[]): number {
  const longest = Math.max(...texts.map(({ length }) => length));
  return Math.min(240, Math.max(64, 24 + 7 * longest));
}

const leadsTo = (callback: string): Column<ShownRow> => ({
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
export function remarkOf({ problems, empty }: ShownRow, name: string): string | null {
  const problem = problems.find(({ field }) => field === name || field.startsWith(`${name}.`));
  return problem?.message ?? empty[name] ?? null;
}

function RowCell({ row, name }: { row: ShownRow; name: string }) {
  const value = row.values[name] ?? null;
  const remark = remarkOf(row, name);
  if (isNothing(value) || value === '') {
    return (
      <span className="tester-cell-empty" title={remark ?? 'Empty'}>
        –
      </span>
    );
  }
  if (remark === null) return textOf(value);
  return (
    <span className="tester-reason" title={remark}>
      {textOf(value)}
    </span>
  );
}

/** A value in a cell: nested lists by their number of entries. */
export function textOf(value: JsonValue): string {
  if (value === null) return '';
  if (!Array.isArray(value) || value.every((entry) => typeof entry !== 'object'))
    return inOneLine(value, null);
  return counted(value.length, 'entry', 'entries');
}
