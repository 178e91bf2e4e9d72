import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type MouseEvent,
} from 'react';
import type { PlacedColumn } from './columns.ts';
import {
  followRows,
  learnNames,
  type CursorPlace,
  type KnownNames,
  type NamedRows,
} from './followed-rows.ts';
import type { Cell } from './keyboard.ts';
import type { KeptPlace } from './kept-places.ts';
import type { PageCache } from './page-cache.ts';
import type { RowScroller } from './row-scroller.ts';
import {
  isSelected,
  nothingSelected,
  selectOnly,
  selectRange,
  toggleRow,
  type Selection,
} from './selection.ts';

interface CursorOptions<Row> {
  /** With another one the rows are others. */
  sourceKey: string;
  cache: PageCache<Row>;
  placed: readonly PlacedColumn<Row>[];
  scroller: RowScroller;
  /** Where to begin; null: nowhere. */
  start: KeptPlace | null;
  /** Whether the first row is selected where there is nowhere else to begin, and among other rows. */
  selectFirst: boolean;
  rowId: ((row: Row) => string) | undefined;
  onSelect: ((row: Row | null, index: number | null) => void) | undefined;
  onSelection: ((selection: Selection) => void) | undefined;
}

/** The active cell and the selected rows of a table. */
export interface Cursor {
  readonly active: Cell | null;
  readonly selection: Selection;
  /** Makes a cell the active one, without scrolling or selecting. */
  place: (cell: Cell) => void;
  select: (selection: Selection) => void;
  /** Goes to a cell, brings it into view and selects its row; `extend`: all rows up to it. */
  goTo: (cell: Cell, extend?: boolean) => void;
  /** What a press of the mouse on a cell does, with the keys that are held. */
  press: (cell: Cell, event: MouseEvent) => void;
}

const firstCell: Cell = { row: 0, column: 0 };

/** The active cell and the selected rows of a table, and who is told about them. */
export function useCursor<Row>(options: CursorOptions<Row>): Cursor {
  const { sourceKey, cache, placed, scroller, start, rowId, onSelect, onSelection } = options;
  const first = options.selectFirst ? firstCell : null;
  const firstSelection = options.selectFirst ? selectOnly(0) : nothingSelected;
  const [active, setActive] = useState(start === null ? first : start.active);
  const [selection, setSelection] = useState(start === null ? firstSelection : start.selection);
  /** Where a range begins that Shift extends. */
  const anchor = useRef(start?.active?.row ?? 0);

  // Other rows: what was selected among the old ones is gone. Who sorts from the header stays there.
  const [shownKey, setShownKey] = useState(sourceKey);
  if (shownKey !== sourceKey) {
    setShownKey(sourceKey);
    const isInHeader = active !== null && active.row < 0;
    if (!isInHeader) setActive(first);
    setSelection(isInHeader ? nothingSelected : firstSelection);
  }
  const shown = useRef(sourceKey);
  useLayoutEffect(() => {
    if (shown.current === sourceKey) return;
    shown.current = sourceKey;
    scroller.showRow(0);
  }, [sourceKey, scroller]);

  // The inspector hears of the active row as soon as it is there, and when it was read again.
  const isOn = active !== null && active.row >= 0 && isSelected(selection, active.row);
  const index = isOn ? active.row : null;
  const row = useSyncExternalStore(cache.subscribe, () =>
    index === null ? null : (cache.row(index) ?? null),
  );
  // Where a person comes back to, another row may stand by now.
  const [expected, setExpected] = useState(start?.rowId ?? null);
  if (expected !== null && (row !== null || index === null)) {
    setExpected(null);
    if (row !== null && rowId?.(row) !== expected) setSelection(nothingSelected);
  }
  const told = useRef<{ row: Row | null; index: number | null }>({ row: null, index: null });
  useEffect(() => {
    if (told.current.row === row && told.current.index === index) return;
    told.current = { row, index };
    onSelect?.(row, index);
  }, [row, index, onSelect]);

  const select = (next: Selection) => {
    setSelection(next);
    onSelection?.(next);
  };
  useFollowedRows(options, { active, selection }, (next) => {
    anchor.current = next.active?.row ?? 0;
    setActive(next.active);
    select(next.selection);
  });
  const showColumn = (at: number) => {
    const column = placed[at];
    if (at === 0) scroller.showSpan(0, 0);
    if (column === undefined || column.pinned) return;
    const pinnedWidth = placed.reduce((sum, each) => sum + (each.pinned ? each.width : 0), 0);
    scroller.showSpan(column.left - pinnedWidth, column.left + column.width);
  };
  return {
    active,
    selection,
    place: setActive,
    select,
    goTo(cell, extend = false) {
      setActive(cell);
      showColumn(cell.column);
      if (cell.row < 0) return;
      scroller.showRow(cell.row);
      if (!extend) anchor.current = cell.row;
      select(extend ? selectRange(anchor.current, cell.row) : selectOnly(cell.row));
    },
    press(cell, event) {
      setActive(cell);
      if (event.shiftKey) {
        // Else the browser would select the text between.
        event.preventDefault();
        select(selectRange(anchor.current, cell.row));
        return;
      }
      anchor.current = cell.row;
      const adds = event.ctrlKey || event.metaKey;
      select(adds ? toggleRow(selection, cell.row) : selectOnly(cell.row));
    },
  };
}

/** Has the active cell and the selection go with their rows when those change their places. Rows without a name are not followed. */
function useFollowedRows<Row>(
  { cache, rowId, sourceKey }: Pick<CursorOptions<Row>, 'cache' | 'rowId' | 'sourceKey'>,
  place: CursorPlace,
  onMove: (next: CursorPlace) => void,
): void {
  const known = useRef<KnownNames>(new Map());
  const rows = (nameOf: (row: Row) => string): NamedRows => ({
    nameAt(index) {
      const row = cache.row(index);
      if (row !== undefined) return nameOf(row);
      return cache.count !== null && index >= cache.count ? '' : undefined;
    },
    indexes: () => cache.indexes(nameOf),
  });
  const learn = useEffectEvent(() => {
    known.current = new Map();
    if (rowId !== undefined) learnNames(place, known.current, rows(rowId));
  });
  const follow = useEffectEvent(() => {
    // Between two pages, a row may be on both of them or on none.
    if (rowId === undefined || cache.loading) return;
    const next = followRows(place, known.current, rows(rowId));
    if (next === null) learnNames(place, known.current, rows(rowId));
    else onMove(next);
  });
  useEffect(() => learn(), [place.active, place.selection, sourceKey]);
  useEffect(() => cache.subscribe(() => follow()), [cache]);
}
