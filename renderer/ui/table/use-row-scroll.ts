import { useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { RowScroller, type ScrollPlace, type Sight } from './row-scroller.ts';

interface RowScrollOptions {
  rows: number;
  rowHeight: number;
  /** What sticks to the top of the box. */
  headerHeight: number;
  /** Where the table begins; null: at its top. */
  start: ScrollPlace | null;
}

interface RowScroll {
  /** The box with the scroll bars. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** The same for as long as the table is shown. */
  readonly scroller: RowScroller;
  readonly sight: Sight;
}

/** The scroller of a table. Renders again when the table is scrolled sideways or has another size, not for every row. */
export function useRowScroll({ rows, rowHeight, headerHeight, start }: RowScrollOptions): RowScroll {
  const box = useRef<HTMLDivElement | null>(null);
  const [scroller] = useState(() => new RowScroller(start));
  const sight = useSyncExternalStore(scroller.subscribe, scroller.sight);
  useLayoutEffect(() => (box.current === null ? undefined : scroller.attach(box.current)), [scroller]);
  useLayoutEffect(
    () => scroller.setRows(rows, rowHeight, headerHeight),
    [scroller, rows, rowHeight, headerHeight],
  );
  return { box, scroller, sight };
}
