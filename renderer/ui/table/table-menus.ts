import { ArrowDown, ArrowUp, Columns3, Copy, EyeOff, MoveHorizontal, Pin, RotateCcw } from 'lucide-react';
import type { MenuEntries, MenuEntry } from '../menu.tsx';
import { hideColumn, pinColumn, resizeColumn, stepColumn } from './columns.ts';
import type { Column, Sort } from './types.ts';
import type { ColumnState } from './use-column-layout.ts';

/** Columns that a menu lists; where there are more, the screen has a better way to choose them. */
const maxInMenu = 60;

/** The columns to choose from, each on or off; they stay open, and the way back to how they come. */
export function columnChoice<Row>(columns: readonly Column<Row>[], state: ColumnState<Row>): MenuEntry[] {
  const titles = new Map(columns.map((column) => [column.name, column.title]));
  return [
    ...state.layout.slice(0, maxInMenu).map((entry) => ({
      label: titles.get(entry.name) ?? entry.name,
      checked: !entry.hidden,
      keepOpen: true,
      // The last one stays: a table without columns cannot be brought back by its header.
      disabled: !entry.hidden && state.placed.length === 1,
      run: () => state.keep(hideColumn(state.layout, entry.name, !entry.hidden)),
    })),
    { kind: 'separator' },
    { label: 'Restore default', icon: RotateCcw, run: state.reset },
  ];
}

/** The menu of a column's header. */
export function columnMenu<Row>(
  column: Column<Row>,
  columns: readonly Column<Row>[],
  state: ColumnState<Row>,
  actions: { sort: ((sort: Sort | null) => void) | null; sorted: Sort | null; fit: () => void },
): MenuEntries {
  const { layout, placed, keep } = state;
  const { name } = column;
  const here = placed.find((each) => each.column.name === name);
  const { sort, sorted } = actions;
  const canSort = column.sortable === true && sort !== null;
  const isSorted = (descending: boolean) => sorted?.column === name && sorted.descending === descending;
  return [
    canSort && {
      label: 'Sort ascending',
      icon: ArrowUp,
      disabled: isSorted(false),
      run: () => sort({ column: name, descending: false }),
    },
    canSort && {
      label: 'Sort descending',
      icon: ArrowDown,
      disabled: isSorted(true),
      run: () => sort({ column: name, descending: true }),
    },
    canSort && sorted?.column === name && { label: 'Do not sort', run: () => sort(null) },
    canSort && { kind: 'separator' },
    { label: 'Move left', run: () => keep(stepColumn(layout, placed, name, -1)) },
    { label: 'Move right', run: () => keep(stepColumn(layout, placed, name, 1)) },
    { label: 'Fit to contents', icon: MoveHorizontal, run: actions.fit },
    {
      label: 'Wider',
      keepOpen: true,
      run: () => keep(resizeColumn(layout, name, (here?.width ?? 0) + 24)),
    },
    {
      label: 'Narrower',
      keepOpen: true,
      run: () => keep(resizeColumn(layout, name, (here?.width ?? 0) - 24)),
    },
    { kind: 'separator' },
    here?.pinned === true
      ? { label: 'Unpin', icon: Pin, run: () => keep(pinColumn(layout, name, false)) }
      : { label: 'Pin left', icon: Pin, run: () => keep(pinColumn(layout, name, true)) },
    {
      label: 'Hide',
      icon: EyeOff,
      disabled: placed.length === 1,
      run: () => keep(hideColumn(layout, name, true)),
    },
    { kind: 'submenu', label: 'Columns', icon: Columns3, entries: columnChoice(columns, state) },
  ];
}

/** What can be copied of a row and a cell. */
export function copyMenu(copy: {
  cell: (() => void) | null;
  rows: () => void;
  rowCount: number;
}): MenuEntries {
  return [
    copy.cell !== null && { label: 'Copy the cell', icon: Copy, run: copy.cell },
    { label: copy.rowCount > 1 ? 'Copy the selected rows' : 'Copy the row', icon: Copy, run: copy.rows },
  ];
}
