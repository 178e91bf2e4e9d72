import type { ResultColumn, ResultRow } from '../../../shared/contract/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { counted } from '../../ui/format.ts';
import type { Column } from '../../ui/table/types.ts';
import { CellView, cellText } from './cell.tsx';

/** Columns of every item that say more about the crawl than about the page: there to be chosen. */
const rarelyWanted = new Set(['id', 'run', 'spider', 'version', 'callback', 'scraped_at', 'metadata_json']);

const widths: Readonly<Record<string, number>> = { title: 280, content: 320, url: 320, id: 72, run: 72 };

/** The columns of the table: those that hold something first. */
export function tableColumns(columns: readonly ResultColumn[]): Column<ResultRow>[] {
  const fields = columns.map(({ name, type, filled }): Column<ResultRow> => ({
    name,
    title: name,
    width: widths[name] ?? (type === 'number' || type === 'boolean' ? 110 : 180),
    align: type === 'number' ? 'right' : 'left',
    sortable: true,
    hidden: rarelyWanted.has(name) || filled === 0,
    cell: (row) => <CellView cell={row.cells[name]} />,
    text: (row) => cellText(row.cells[name]),
  }));
  return [...fields, problemColumn];
}

const problemColumn: Column<ResultRow> = {
  name: 'problems',
  title: 'Problems',
  width: 100,
  hidden: true,
  cell: ({ problems }) =>
    problems === 0 ? (
      <span className="subtle">–</span>
    ) : (
      <Badge tone="warning">{counted(problems, 'field')}</Badge>
    ),
  text: ({ problems }) => String(problems),
};
