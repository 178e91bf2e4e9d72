import { useEffectEvent, useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import type { PageCache } from './page-cache.ts';
import { cellAt } from './places.ts';
import type { RowScroller } from './row-scroller.ts';
import { isSelected, type Selection } from './selection.ts';
import type { Cursor } from './use-cursor.ts';

/** Rows that a person puts in order by dragging them. The keys for it belong to who owns the rows. */
export interface RowDrag<Row> {
  /** Whether the row can be dragged. */
  readonly canDrag: (row: Row) => boolean;
  /** Whether a row, and what is selected with it, may go before the row that stands at `index`, or after the last one. */
  readonly canDrop: (row: Row, index: number) => boolean;
  readonly onDrop: (row: Row, index: number) => void;
}

interface RowDragOptions<Row> {
  drag: RowDrag<Row> | undefined;
  box: RefObject<HTMLDivElement | null>;
  scroller: RowScroller;
  cache: PageCache<Row>;
  cursor: Cursor;
}

interface Held<Row> {
  readonly row: Row;
  readonly index: number;
  readonly y: number;
  /** What was selected before the press, which selects one row alone. */
  readonly selection: Selection;
  moved: boolean;
}

/** Moved by less, a press on a row is a click, in pixels. */
const dragThreshold = 6;
/** So near to the upper or lower edge the table scrolls, in pixels. */
const edge = 28;
/** How often it scrolls by a row there, in milliseconds. */
const scrollMs = 60;

/** Dragging of rows: `drop` is the index before which they would go; null: nowhere, or nothing is dragged. */
export function useRowDrag<Row>({ drag, box, scroller, cache, cursor }: RowDragOptions<Row>) {
  const held = useRef<Held<Row> | null>(null);
  const [drop, setDrop] = useState<number | null>(null);
  const [dragging, setDragging] = useState(false);
  const pointer = useRef({ x: 0, y: 0 });

  const place = () => {
    const grid = box.current;
    if (grid === null || drag === undefined || held.current === null) return;
    const index = dropAt(grid, pointer.current.y);
    setDrop(index !== null && drag.canDrop(held.current.row, index) ? index : null);
  };
  const end = () => {
    held.current = null;
    setDrop(null);
    setDragging(false);
  };
  const cancel = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end();
  });
  const scroll = useEffectEvent(() => {
    const grid = box.current;
    if (grid === null) return;
    const { top, bottom } = bodyOf(grid);
    const { y } = pointer.current;
    if (y < top + edge) scroller.showRow(Math.max(0, scroller.topRow - 1));
    else if (y > bottom - edge) grid.scrollBy(0, edge);
    else return;
    place();
  });
  useEffect(() => {
    if (!dragging) return undefined;
    const timer = setInterval(() => scroll(), scrollMs);
    const onKey = (event: KeyboardEvent) => cancel(event);
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      clearInterval(timer);
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [dragging]);

  if (drag === undefined) return { drop: null, dragging: false, handlers: {} };
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const { button, pointerType, shiftKey, ctrlKey, metaKey, target, clientY } = event;
      // A finger scrolls.
      if (button !== 0 || pointerType === 'touch' || shiftKey || ctrlKey || metaKey) return;
      const index = cellAt(target, 1)?.row;
      const row = index === undefined ? undefined : cache.row(index);
      if (index === undefined || row === undefined || !drag.canDrag(row)) return;
      held.current = { row, index, y: clientY, selection: cursor.selection, moved: false };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { current } = held;
      if (current === null) return;
      pointer.current = { x: event.clientX, y: event.clientY };
      if (!current.moved) {
        if (Math.abs(event.clientY - current.y) < dragThreshold) return;
        current.moved = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        getSelection()?.removeAllRanges();
        if (isSelected(current.selection, current.index)) cursor.select(current.selection);
        setDragging(true);
      }
      place();
    },
    onPointerUp() {
      const { current } = held;
      if (current?.moved === true && drop !== null) drag.onDrop(current.row, drop);
      end();
    },
    onPointerCancel: end,
    // Links in cells would be dragged in the place of their rows.
    onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
  };
  return { drop, dragging, handlers };
}

/** What is seen of the rows, below the header. */
function bodyOf(grid: HTMLElement): { top: number; bottom: number } {
  const { top, bottom } = grid.getBoundingClientRect();
  const head = grid.querySelector('[role="columnheader"]')?.getBoundingClientRect();
  return { top: head?.bottom ?? top, bottom };
}

/** The index of the row before whose middle the pointer is; after the last row, one more. */
function dropAt(grid: HTMLElement, y: number): number | null {
  let after: number | null = null;
  const rows = [...grid.querySelectorAll<HTMLElement>('[data-row]')]
    .map((row) => ({ index: Number(row.dataset['row']), box: row.getBoundingClientRect() }))
    .sort((a, b) => a.index - b.index);
  for (const { index, box } of rows) {
    if (y < box.top + box.height / 2) return index;
    after = index + 1;
  }
  return after;
}
