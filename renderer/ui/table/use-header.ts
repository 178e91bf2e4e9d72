import { useMemo, useState } from 'react';
import { moveColumn, placeColumns, resizeColumn, type PlacedColumn } from './columns.ts';
import type { HeaderActions } from './header-cell.tsx';
import type { Column, Sort } from './types.ts';
import type { ColumnState } from './use-column-layout.ts';

interface HeaderOptions<Row> {
  columns: readonly Column<Row>[];
  state: ColumnState<Row>;
  sort: Sort | null;
  onSort: ((sort: Sort | null) => void) | undefined;
  /** Called with a column that cannot be sorted. */
  onHead: ((column: string) => void) | undefined;
  /** The width that shows the contents of a column in full; null: not known. */
  fitOf: (column: number) => number | null;
}

interface Header<Row> {
  /** The columns as they stand now, also while one is being resized. */
  readonly placed: readonly PlacedColumn<Row>[];
  /** Where the column that is being dragged would go; null: none is. */
  readonly dropBefore: { readonly before: string | null } | null;
  readonly actions: HeaderActions;
}

/** What can be done with the headers of a table: a click goes from ascending to descending to not sorted. */
export function useHeader<Row>({
  columns,
  state,
  sort,
  onSort,
  onHead,
  fitOf,
}: HeaderOptions<Row>): Header<Row> {
  const [resizing, setResizing] = useState<{ name: string; width: number } | null>(null);
  const [dropBefore, setDropBefore] = useState<{ before: string | null } | null>(null);
  const placed = useMemo(
    () =>
      resizing === null
        ? state.placed
        : placeColumns(columns, resizeColumn(state.layout, resizing.name, resizing.width)),
    [columns, state, resizing],
  );
  const actions: HeaderActions = {
    press(name) {
      if (columns.find((each) => each.name === name)?.sortable !== true) return onHead?.(name);
      if (onSort === undefined) return undefined;
      if (sort?.column !== name) onSort({ column: name, descending: false });
      else onSort(sort.descending ? null : { column: name, descending: true });
      return undefined;
    },
    fit(name) {
      const wanted = fitOf(placed.findIndex((each) => each.column.name === name));
      if (wanted !== null) state.keep(resizeColumn(state.layout, name, wanted));
    },
    resize(name, wanted, done) {
      setResizing(done ? null : { name, width: wanted });
      if (done) state.keep(resizeColumn(state.layout, name, wanted));
    },
    move(name, before, done) {
      setDropBefore(done ? null : { before });
      if (done) state.keep(moveColumn(state.layout, name, before));
    },
  };
  return { placed, dropBefore, actions };
}
