import { useState, type MouseEvent } from 'react';
import type { MenuEntries } from '../menu.tsx';
import type { CellActions } from './cell-actions.ts';
import type { HeaderActions } from './header-cell.tsx';
import type { Cell } from './keyboard.ts';
import { cellAt, headerAt } from './places.ts';
import { isSelected, selectedCount, selectOnly } from './selection.ts';
import { columnMenu, copyMenu } from './table-menus.ts';
import type { Column, Sort } from './types.ts';
import type { ColumnState } from './use-column-layout.ts';
import type { Cursor } from './use-cursor.ts';

interface TableMenuOptions<Row> {
  columns: readonly Column<Row>[];
  state: ColumnState<Row>;
  cursor: Cursor;
  cells: CellActions<Row>;
  header: HeaderActions;
  sort: Sort | null;
  onSort: ((sort: Sort | null) => void) | undefined;
  rowMenu: ((row: Row, index: number, column: string | null) => MenuEntries) | undefined;
  headerMenu: ((column: string) => MenuEntries) | undefined;
}

interface TableMenu {
  readonly entries: MenuEntries;
  /** Makes the menu of what the pointer is on, before it opens. */
  readonly onContextMenu: (event: MouseEvent) => void;
}

/** The menu of a table: that of a header, or of a row and cell. Beside both there is none. */
export function useTableMenu<Row>(options: TableMenuOptions<Row>): TableMenu {
  const { columns, state, cursor, cells, header, sort, onSort, rowMenu, headerMenu } = options;
  const [entries, setEntries] = useState<MenuEntries>([]);

  const menuOfHeader = (column: Column<Row>): MenuEntries => {
    const fit = () => header.fit(column.name);
    const usual = columnMenu(column, columns, state, { sort: onSort ?? null, sorted: sort, fit });
    return joined(headerMenu?.(column.name) ?? [], usual);
  };
  /** A cell outside of the selection is selected first, so that the menu is about what is seen as chosen. */
  const menuOfCell = (cell: Cell): MenuEntries => {
    const within = isSelected(cursor.selection, cell.row);
    const chosen = within ? cursor.selection : selectOnly(cell.row);
    cursor.place(cell);
    if (!within) cursor.select(chosen);
    const row = cells.rowAt(cell);
    const column = cells.columnAt(cell)?.column.name ?? null;
    const copies = copyMenu({
      cell: () => cells.copyCell(cell),
      rows: () => cells.copyRows(chosen),
      rowCount: selectedCount(chosen),
    });
    return joined(row === undefined ? [] : (rowMenu?.(row, cell.row, column) ?? []), copies);
  };
  return {
    entries,
    onContextMenu(event) {
      const name = headerAt(event.target);
      const column = columns.find((each) => each.name === name);
      const cell = cellAt(event.target, state.placed.length);
      if (column !== undefined) setEntries(menuOfHeader(column));
      else if (cell !== null) setEntries(menuOfCell(cell));
      else event.preventDefault();
    },
  };
}

const joined = (own: MenuEntries, usual: MenuEntries): MenuEntries => [
  ...own,
  own.length > 0 && { kind: 'separator' },
  ...usual,
];
