import type { UiEnvironment } from '../ui-context.ts';
import type { PlacedColumn } from './columns.ts';
import { copyRows } from './copy.ts';
import type { Cell } from './keyboard.ts';
import type { PageCache } from './page-cache.ts';
import type { Selection } from './selection.ts';

interface CellActionOptions<Row> {
  cache: PageCache<Row>;
  placed: readonly PlacedColumn<Row>[];
  ui: Pick<UiEnvironment, 'copy' | 'notify'>;
  onOpen: ((row: Row, index: number) => void) | undefined;
  onCell: ((row: Row, column: string, index: number) => void) | undefined;
}

/** What keys, the mouse and the menu do with a cell, a row or a selection. */
export interface CellActions<Row> {
  /** The row of a cell; undefined in the header, and while the row is not there. */
  rowAt: (cell: Cell) => Row | undefined;
  columnAt: (cell: Cell) => PlacedColumn<Row> | undefined;
  /** Opens the row of a cell. False: there is nothing to open. */
  open: (cell: Cell) => boolean;
  press: (cell: Cell) => void;
  copyCell: (cell: Cell) => void;
  copyRows: (selection: Selection) => void;
}

/** The actions on the cells of a table as it stands now. */
export function cellActions<Row>(options: CellActionOptions<Row>): CellActions<Row> {
  const { cache, placed, ui, onOpen, onCell } = options;
  const rowAt = (cell: Cell) => (cell.row < 0 ? undefined : cache.row(cell.row));
  const columnAt = (cell: Cell) => placed[cell.column];
  return {
    rowAt,
    columnAt,
    open(cell) {
      const row = rowAt(cell);
      if (row === undefined || onOpen === undefined) return false;
      onOpen(row, cell.row);
      return true;
    },
    press(cell) {
      const row = rowAt(cell);
      const column = columnAt(cell);
      if (row !== undefined && column !== undefined) onCell?.(row, column.column.name, cell.row);
    },
    copyCell(cell) {
      const row = rowAt(cell);
      const text = row === undefined ? undefined : columnAt(cell)?.column.text(row);
      if (text !== undefined) void ui.copy(text);
    },
    copyRows(selection) {
      const columns = placed.map(({ column }) => column);
      void copyRows(cache, columns, selection, ui);
    },
  };
}
