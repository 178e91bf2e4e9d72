import { useEffectEvent, useLayoutEffect } from 'react';
import { forgetPlace, keepPlace } from './kept-places.ts';
import type { PageCache } from './page-cache.ts';
import type { RowScroller } from './row-scroller.ts';
import type { Cursor } from './use-cursor.ts';

interface KeptPlaceOptions<Row> {
  /** Null: the place is not kept. */
  name: string | null;
  sourceKey: string;
  rows: number;
  cache: PageCache<Row>;
  scroller: RowScroller;
  cursor: Cursor;
  rowId: ((row: Row) => string) | undefined;
}

/** Keeps the place that a person is at when the table goes, for when it comes back. */
export function useKeptPlace<Row>(options: KeptPlaceOptions<Row>): void {
  const { name } = options;
  const keep = useEffectEvent(() => {
    if (name === null) return;
    const { sourceKey, rows, cache, scroller, cursor, rowId } = options;
    const { active, selection } = cursor;
    const row = active === null ? undefined : cache.row(active.row);
    keepPlace(name, {
      sourceKey,
      rows,
      scroll: scroller.place,
      active,
      selection,
      rowId: row === undefined ? null : (rowId?.(row) ?? null),
    });
  });
  useLayoutEffect(() => {
    if (name !== null) forgetPlace(name);
    return () => keep();
  }, [name]);
}
