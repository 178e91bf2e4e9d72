import { useEffect, useEffectEvent, useId, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { ContextMenu, type MenuEntries } from '../menu.tsx';
import { useUi } from '../ui-context.ts';
import { cellActions } from './cell-actions.ts';
import { visibleColumns } from './columns.ts';
import { fitWidth } from './fit.ts';
import type { Cell } from './keyboard.ts';
import { keptPlace } from './kept-places.ts';
import { cellAt, cellId } from './places.ts';
import { canvasHeight } from './scroll-range.ts';
import type { Selection } from './selection.ts';
import { TableBody } from './table-body.tsx';
import { TableHead } from './table-head.tsx';
import { onTableKey } from './table-keys.ts';
import { TableMessages } from './table-messages.tsx';
import type { Column, RowSource, Sort } from './types.ts';
import { useColumnLayout } from './use-column-layout.ts';
import { useCursor, type Cursor } from './use-cursor.ts';
import { useHeader } from './use-header.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useBusy, usePageCache } from './use-page-cache.ts';
import { useRowMetrics } from './use-row-metrics.ts';
import { useRowDrag, type RowDrag } from './use-row-drag.ts';
import { useRowScroll } from './use-row-scroll.ts';
import { useTableMenu } from './use-table-menu.ts';
import './table.css';

/** See `Table`. */
export interface TableProps<Row> {
  /** What the rows are, for screen readers: "Items of shop". */
  label: string;
  source: RowSource<Row>;
  /** Keep them the same between renders (`useMemo`, or outside of the component). */
  columns: readonly Column<Row>[];
  /** Widths, order and choice of columns are remembered under this name; left out: not remembered. */
  layoutName?: string;
  /**
   * Where the person is, and which rows are selected, is remembered under this name while another screen is shown; left
   * out: not remembered.
   */
  placeName?: string;
  /** The name of a row, which tells whether it is still the same that stands at a remembered place. */
  rowId?: (row: Row) => string;
  sort?: Sort | null;
  /** Left out: nothing can be sorted. */
  onSort?: (sort: Sort | null) => void;
  /** The row that the person is on, for an inspector; null while it is not there or none is. */
  onSelect?: (row: Row | null, index: number | null) => void;
  /** Whether the first row is selected until a person chooses another one; default: none is. */
  selectFirst?: boolean;
  /** All rows that are selected. */
  onSelection?: (selection: Selection) => void;
  /** Enter or a double click. */
  onOpen?: (row: Row, index: number) => void;
  /** Goes to a row and selects it, once for each object. */
  goTo?: { readonly row: number } | null;
  /** The row under the pointer; null: none. */
  onPoint?: (row: Row | null) => void;
  /** A click on one cell, or Space on it. */
  onCell?: (row: Row, column: string, index: number) => void;
  /** The column of the active cell, as it is moved, also along the header; null: none. */
  onColumn?: (column: string | null) => void;
  /** A click on the header of a column that cannot be sorted, or Enter on it. */
  onHead?: (column: string) => void;
  /** Added to the menu of a row; `column` is the one that the menu was opened on. */
  rowMenu?: (row: Row, index: number, column: string | null) => MenuEntries;
  /** Added to the menu of a column's header. */
  headerMenu?: (column: string) => MenuEntries;
  /** Left out: rows are not dragged. */
  rowDrag?: RowDrag<Row>;
  /** In the place of rows where there are none. */
  empty?: ReactNode;
}

/** Rows that stand for those of which nothing is known yet. */
const unknownRows = 30;

/**
 * Rows and columns, however many: only what is seen is asked for and drawn. Arrows, Page Up and Down, Home and End (with
 * Control: of the table) move the active cell, Up from the first row goes into the header; Enter opens or sorts, Space
 * selects, Shift extends, Control+C copies, the menu key opens what the right button does.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, source, columns, layoutName = null, placeName = null, sort = null } = props;
  const { rowId, onSort, onOpen, onCell, empty } = props;
  const id = useId();
  const ui = useUi();
  const { cache, count, error } = usePageCache(source);
  const state = useColumnLayout(layoutName, columns);
  const [start] = useState(() => keptPlace(placeName, source.key));
  const detailed = columns.some(({ detail }) => detail !== undefined);
  const metrics = useRowMetrics(detailed);
  const rows = count ?? (start?.sourceKey === source.key ? start.rows : unknownRows);
  const { box, scroller, sight } = useRowScroll({ rows, ...metrics, start: start?.scroll ?? null });
  const bar = useRef<HTMLDivElement | null>(null);
  useBusy(box, bar, cache);
  const fitOf = (column: number) => fitWidth(box.current, id, column);
  const header = useHeader({ columns, state, sort, onSort, onHead: props.onHead, fitOf });
  const { placed, actions } = header;
  const { onSelect, onSelection, selectFirst = false } = props;
  const sourceKey = source.key;
  const told = { rowId, onSelect, onSelection };
  const cursor = useCursor({ sourceKey, cache, placed, scroller, start, selectFirst, ...told });
  const { active, selection } = cursor;
  useKeptPlace({ name: placeName, sourceKey, rows, cache, scroller, cursor, rowId });
  useGoTo(props.goTo ?? null, cursor);
  const { onPoint } = props;
  const pointed = useRef<number | null>(null);
  const pointAt = (row: number | null) => {
    if (row === pointed.current) return;
    pointed.current = row;
    onPoint?.(row === null ? null : (cache.row(row) ?? null));
  };
  const cells = cellActions({ cache, placed, ui, onOpen, onCell });
  useActiveColumn(active === null ? null : (cells.columnAt(active)?.column.name ?? null), props.onColumn);
  const { rowMenu, headerMenu } = props;
  const menuOf = { columns, state, cursor, cells, header: actions, sort, onSort, rowMenu, headerMenu };
  const menu = useTableMenu(menuOf);
  const rowDrag = useRowDrag({ drag: props.rowDrag, box, scroller, cache, cursor });
  const drawn = visibleColumns(placed, sight.scrollLeft, sight.width);
  const columnsWidth = placed.reduce((sum, each) => sum + each.width, 0);
  const shared = { gridId: id, placed, ...drawn, width: Math.max(sight.width, columnsWidth), active };
  const size = { rows: count ?? 0, columns: placed.length };

  /** Calls with the cell that an event came from. */
  const onCellOf = (run: (cell: Cell, event: MouseEvent) => void) => (event: MouseEvent<HTMLDivElement>) => {
    const cell = cellAt(event.target, placed.length);
    if (cell !== null && event.button === 0) run(cell, event);
  };
  return (
    <div className="ui-table-frame" data-detailed={detailed || undefined}>
      <ContextMenu entries={menu.entries}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a grid is interactive */}
        <div
          ref={box}
          role="grid"
          tabIndex={0}
          data-pane-focus
          className="ui-table"
          data-dragging={rowDrag.dragging || undefined}
          aria-label={label}
          aria-rowcount={count === null ? -1 : count + 1}
          aria-colcount={placed.length}
          aria-multiselectable
          aria-activedescendant={active === null || active.row >= rows ? undefined : cellId(id, active)}
          onKeyDown={(event) =>
            onTableKey(event, { cursor, cells, header: actions, state, ...size, page: scroller.rowsInView })
          }
          onFocus={(event) => {
            if (event.target !== event.currentTarget || active !== null) return;
            cursor.place({ row: count === 0 ? -1 : scroller.topRow, column: 0 });
          }}
          onPointerOver={({ target }) => pointAt(cellAt(target, placed.length)?.row ?? null)}
          onPointerLeave={() => pointAt(null)}
          onMouseDown={onCellOf(cursor.press)}
          onClick={onCellOf(cells.press)}
          onDoubleClick={onCellOf(cells.open)}
          onContextMenu={menu.onContextMenu}
          {...rowDrag.handlers}
        >
          <TableHead {...shared} sort={sort} dropBefore={header.dropBefore} actions={actions} />
          {count !== 0 && (
            <div
              role="presentation"
              className="ui-table-canvas"
              style={{
                height: canvasHeight({ rows, rowHeight: metrics.rowHeight, viewport: 0 }),
                width: shared.width,
              }}
            >
              <TableBody
                {...shared}
                scroller={scroller}
                cache={cache}
                rowHeight={metrics.rowHeight}
                selection={selection}
                drop={rowDrag.drop}
              />
            </div>
          )}
        </div>
      </ContextMenu>
      <div ref={bar} className="ui-table-busy" aria-hidden />
      <TableMessages count={count} error={error} onRetry={() => cache.retry()} empty={empty} />
    </div>
  );
}

/** Goes to the row of each new object, in the column of the active cell. */
function useGoTo(goTo: { readonly row: number } | null, cursor: Cursor): void {
  const go = useEffectEvent((row: number) => cursor.goTo({ row, column: cursor.active?.column ?? 0 }));
  useEffect(() => {
    if (goTo !== null) go(goTo.row);
  }, [goTo]);
}

/** Tells the column of the active cell whenever it is another one. */
function useActiveColumn(name: string | null, onColumn: ((column: string | null) => void) | undefined): void {
  const tell = useEffectEvent(() => {
    onColumn?.(name);
  });
  useEffect(() => tell(), [name]);
}
