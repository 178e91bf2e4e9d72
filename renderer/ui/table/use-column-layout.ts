import { useMemo, useState } from 'react';
import { useUi, useUiPreference } from '../ui-context.ts';
import { completeLayout, placeColumns, type PlacedColumn } from './columns.ts';
import type { ColumnLayout } from './column-layout.ts';
import type { Column } from './types.ts';

/** The columns of a table as they are laid out. */
export interface ColumnState<Row> {
  readonly layout: readonly ColumnLayout[];
  /** The shown ones, from left to right. */
  readonly placed: readonly PlacedColumn<Row>[];
  /** Takes a layout and keeps it. */
  keep: (layout: readonly ColumnLayout[]) => void;
  /** Back to how the columns come. */
  reset: () => void;
}

/** The layout of columns that is remembered under a name; null: as long as the table is shown. */
export function useColumnLayout<Row>(name: string | null, columns: readonly Column<Row>[]): ColumnState<Row> {
  const { preferences } = useUi();
  const kept = useUiPreference(({ columns: layouts }) => (name === null ? undefined : layouts[name]));
  const [own, setOwn] = useState<readonly ColumnLayout[]>();
  const remembered = name === null ? own : kept;
  return useMemo(() => {
    const layout = completeLayout(columns, remembered);
    const write = (next: readonly ColumnLayout[] | null) => {
      if (name === null) setOwn(next ?? undefined);
      else preferences.rememberColumns(name, next);
    };
    return { layout, placed: placeColumns(columns, layout), keep: write, reset: () => write(null) };
  }, [name, columns, remembered, preferences]);
}
