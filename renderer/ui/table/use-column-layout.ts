import { useMemo, useState } from 'react';
import type { ColumnLayout } from '../../../shared/contract/types.ts';
import { setPreferences, usePreference } from '../../state/preferences.ts';
import { completeLayout, placeColumns, type PlacedColumn } from './columns.ts';
import type { Column } from './types.ts';

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
  const kept = usePreference((preferences) => (name === null ? undefined : preferences.columns[name]));
  const [own, setOwn] = useState<readonly ColumnLayout[]>();
  const remembered = name === null ? own : kept;
  return useMemo(() => {
    const layout = completeLayout(columns, remembered);
    const write = (next: readonly ColumnLayout[] | null) => {
      if (name === null) setOwn(next ?? undefined);
      else void setPreferences({ columns: { [name]: next === null ? null : [...next] } });
    };
    return { layout, placed: placeColumns(columns, layout), keep: write, reset: () => write(null) };
  }, [name, columns, remembered]);
}
