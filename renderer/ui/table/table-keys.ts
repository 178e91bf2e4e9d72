import type { KeyboardEvent } from 'react';
import type { CellActions } from './cell-actions.ts';
import { resizeColumn } from './columns.ts';
import type { HeaderActions } from './header-cell.tsx';
import { nextCell, type Cell } from './keyboard.ts';
import { openMenuAt } from './places.ts';
import { nothingSelected, selectedCount, selectOnly, selectRange, toggleRow } from './selection.ts';
import type { ColumnState } from './use-column-layout.ts';
import type { Cursor } from './use-cursor.ts';

interface TableKeyOptions<Row> {
  cursor: Cursor;
  cells: CellActions<Row>;
  header: HeaderActions;
  state: ColumnState<Row>;
  /** How many rows there are, as far as that is known. */
  rows: number;
  columns: number;
  /** Rows that are seen at once. */
  page: number;
}

type Handles = (event: KeyboardEvent<HTMLElement>, cell: Cell) => boolean;

/** What keys do in a table: `Table` says which. The ones that do nothing here are left to the window. */
export function onTableKey<Row>(event: KeyboardEvent<HTMLElement>, options: TableKeyOptions<Row>): void {
  if (event.target !== event.currentTarget) return;
  const { cursor, rows, columns, page } = options;
  const cell = cursor.active ?? { row: 0, column: 0 };
  const handled = (cell.row < 0 ? headerKeys(options) : rowKeys(options))(event, cell);
  const moved = handled ? null : nextCell(event, cell, { rows, columns, page });
  if (moved !== null) cursor.goTo(moved, event.shiftKey && moved.row >= 0 && cell.row >= 0);
  else if (!handled && !selectionKeys(options)(event, cell)) return;
  event.preventDefault();
}

/** Enter sorts or opens, Shift with an arrow resizes. */
const headerKeys =
  <Row>({ cells, header, state }: TableKeyOptions<Row>): Handles =>
  (event, cell) => {
    const at = cells.columnAt(cell);
    if (at === undefined) return false;
    if (event.key === 'Enter') header.press(at.column.name);
    else if (event.shiftKey && /^Arrow(?:Left|Right)$/u.test(event.key)) {
      const step = event.key === 'ArrowRight' ? 16 : -16;
      state.keep(resizeColumn(state.layout, at.column.name, at.width + step));
    } else return false;
    return true;
  };

/** Enter opens, Space selects, Control+C copies. */
const rowKeys =
  <Row>({ cells, cursor }: TableKeyOptions<Row>): Handles =>
  (event, cell) => {
    const { selection, select } = cursor;
    const key = event.key.toLowerCase();
    const mod = event.ctrlKey || event.metaKey;
    if (key === 'enter') return cells.open(cell);
    if (key === ' ') {
      select(mod || event.shiftKey ? toggleRow(selection, cell.row) : selectOnly(cell.row));
      cells.press(cell);
      return true;
    }
    if (!mod || key !== 'c') return false;
    if (selectedCount(selection) > 1) cells.copyRows(selection);
    else cells.copyCell(cell);
    return true;
  };

/** Control+A selects all rows, Escape none; the menu key opens the menu. */
const selectionKeys =
  <Row>({ cursor, rows }: TableKeyOptions<Row>): Handles =>
  (event, cell) => {
    const mod = event.ctrlKey || event.metaKey;
    if (mod && event.key.toLowerCase() === 'a' && rows > 0) cursor.select(selectRange(0, rows - 1));
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      openMenuAt(event.currentTarget, cell);
    } else if (event.key === 'Escape' && selectedCount(cursor.selection) > 0) cursor.select(nothingSelected);
    else return false;
    return true;
  };
