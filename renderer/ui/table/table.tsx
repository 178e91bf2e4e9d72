import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { ContextMenu, type MenuEntries } from '../menu.tsx';
import { resizeColumn, visibleColumns } from './columns.ts';
import { useUi } from '../ui-context.ts';
import { copyRows } from './copy.ts';
import { fitWidth } from './fit.ts';
import { HeaderCell } from './header-cell.tsx';
import { forgetPlace, keepPlace, keptPlace } from './kept-places.ts';
import { nextCell, type Cell } from './keyboard.ts';
import { cellAt, cellId, headerAt, openMenuAt } from './places.ts';
import { canvasHeight } from './scroll-range.ts';
import {
  isSelected,
  nothingSelected,
  selectedCount,
  selectOnly,
  selectRange,
  toggleRow,
  type Selection,
} from './selection.ts';
import { TableBody } from './table-body.tsx';
import { columnMenu, copyMenu } from './table-menus.ts';
import { TableMessages } from './table-messages.tsx';
import type { Column, RowSource, Sort } from './types.ts';
import { useColumnLayout } from './use-column-layout.ts';
import { useCursor } from './use-cursor.ts';
import { useHeader } from './use-header.ts';
import { useBusy, usePageCache } from './use-page-cache.ts';
import { useRowMetrics } from './use-row-metrics.ts';
import { useRowScroll } from './use-row-scroll.ts';
import './table.css';

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
  /** All rows that are selected. */
  onSelection?: (selection: Selection) => void;
  /** Enter or a double click. */
  onOpen?: (row: Row, index: number) => void;
  /** A click on one cell, or Space on it. */
  onCell?: (row: Row, column: string, index: number) => void;
  /** The column of the active cell, as it is moved; null: none, or the header. */
  onColumn?: (column: string | null) => void;
  /** Added to the menu of a row; `column` is the one that the menu was opened on. */
  rowMenu?: (row: Row, index: number, column: string | null) => MenuEntries;
  /** Added to the menu of a column's header. */
  headerMenu?: (column: string) => MenuEntries;
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
  const {
    label,
    source,
    columns,
    layoutName = null,
    placeName = null,
    rowId,
    sort = null,
    onSort,
    onOpen,
    onCell,
    empty,
  } = props;
  const id = useId();
  const ui = useUi();
  const { cache, count, error } = usePageCache(source);
  const state = useColumnLayout(layoutName, columns);
  const [start] = useState(() => keptPlace(placeName, source.key));
  const metrics = useRowMetrics();
  const { rowHeight } = metrics;
  const rows = count ?? (start?.sourceKey === source.key ? start.rows : unknownRows);
  const { box, scroller, sight } = useRowScroll({ rows, ...metrics, start: start?.scroll ?? null });
  const bar = useRef<HTMLDivElement | null>(null);
  useBusy(box, bar, cache);
  const fitOf = (column: number) => fitWidth(box.current, id, column);
  const { placed, dropBefore, actions } = useHeader({ columns, state, sort, onSort, fitOf });
  const { onSelect, onSelection } = props;
  const cursor = useCursor({
    sourceKey: source.key,
    cache,
    placed,
    scroller,
    start,
    rowId,
    onSelect,
    onSelection,
  });
  const { active, selection, select } = cursor;
  const [menu, setMenu] = useState<MenuEntries>([]);
  const { first, end } = visibleColumns(placed, sight.scrollLeft, sight.width);
  const columnsWidth = placed.reduce((sum, each) => sum + each.width, 0);
  const width = Math.max(sight.width, columnsWidth);

  const keep = useEffectEvent(() => {
    if (placeName === null) return;
    const row = active === null ? undefined : cache.row(active.row);
    keepPlace(placeName, {
      sourceKey: source.key,
      rows,
      scroll: scroller.place,
      active,
      selection,
      rowId: row === undefined ? null : (rowId?.(row) ?? null),
    });
  });
  useLayoutEffect(() => {
    if (placeName !== null) forgetPlace(placeName);
    return () => keep();
  }, [placeName]);

  const columnAt = (cell: Cell) => placed[cell.column];
  const activeColumn = active === null || active.row < 0 ? null : (columnAt(active)?.column.name ?? null);
  const tellColumn = useEffectEvent(() => {
    props.onColumn?.(activeColumn);
  });
  useEffect(() => tellColumn(), [activeColumn]);
  const rowAt = (cell: Cell) => (cell.row < 0 ? undefined : cache.row(cell.row));
  const copySelection = (chosen: Selection) =>
    void copyRows(
      cache,
      placed.map((each) => each.column),
      chosen,
      ui,
    );
  const copyCell = (cell: Cell) => {
    const row = rowAt(cell);
    const text = row === undefined ? undefined : columnAt(cell)?.column.text(row);
    if (text !== undefined) void ui.copy(text);
  };
  const pressCell = (cell: Cell) => {
    const row = rowAt(cell);
    const column = columnAt(cell);
    if (row !== undefined && column !== undefined) onCell?.(row, column.column.name, cell.row);
  };

  /** Keys on the header: Enter sorts, Shift with an arrow resizes. Whether it was one of them. */
  const onHeaderKey = (event: KeyboardEvent, cell: Cell): boolean => {
    const at = columnAt(cell);
    if (at === undefined) return false;
    if (event.key === 'Enter') actions.sort(at.column.name);
    else if (event.shiftKey && /^Arrow(?:Left|Right)$/u.test(event.key)) {
      const step = event.key === 'ArrowRight' ? 16 : -16;
      state.keep(resizeColumn(state.layout, at.column.name, at.width + step));
    } else return false;
    return true;
  };
  /** Keys on a row. Whether it was one of them. */
  const onRowKey = (event: KeyboardEvent, cell: Cell): boolean => {
    const row = rowAt(cell);
    const key = event.key.toLowerCase();
    const mod = event.ctrlKey || event.metaKey;
    if (key === 'enter' && row !== undefined && onOpen !== undefined) onOpen(row, cell.row);
    else if (key === ' ') {
      select(mod || event.shiftKey ? toggleRow(selection, cell.row) : selectOnly(cell.row));
      pressCell(cell);
    } else if (mod && key === 'c') {
      if (selectedCount(selection) > 1) copySelection(selection);
      else copyCell(cell);
    } else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return;
    const cell = active ?? { row: 0, column: 0 };
    const known = count ?? 0;
    const size = { rows: known, columns: placed.length, page: scroller.rowsInView };
    const moved = nextCell(event, cell, size);
    const handled = cell.row < 0 ? onHeaderKey(event, cell) : onRowKey(event, cell);
    if (handled) event.preventDefault();
    else if (moved !== null) cursor.goTo(moved, event.shiftKey && moved.row >= 0 && cell.row >= 0);
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a' && known > 0) {
      select(selectRange(0, known - 1));
    } else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10'))
      openMenuAt(box.current, cell);
    else if (event.key === 'Escape' && selectedCount(selection) > 0) select(nothingSelected);
    else return;
    event.preventDefault();
  };
  const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
    const name = headerAt(event.target);
    const column = columns.find((each) => each.name === name);
    const cell = cellAt(event.target, placed.length);
    if (column !== undefined) {
      const fit = () => actions.fit(column.name);
      const usual = columnMenu(column, columns, state, { sort: onSort ?? null, sorted: sort, fit });
      const own = props.headerMenu?.(column.name) ?? [];
      setMenu([...own, own.length > 0 && { kind: 'separator' }, ...usual]);
    } else if (cell !== null) {
      const within = isSelected(selection, cell.row);
      const chosen = within ? selection : selectOnly(cell.row);
      cursor.place(cell);
      if (!within) select(chosen);
      const row = rowAt(cell);
      const columnName = columnAt(cell)?.column.name ?? null;
      const own = row === undefined ? [] : (props.rowMenu?.(row, cell.row, columnName) ?? []);
      const copies = copyMenu({
        cell: () => copyCell(cell),
        rows: () => copySelection(chosen),
        rowCount: selectedCount(chosen),
      });
      setMenu([...own, own.length > 0 && { kind: 'separator' }, ...copies]);
    } else {
      event.preventDefault();
    }
  };
  /** Calls with the cell that an event came from. */
  const onCellOf = (run: (cell: Cell, event: MouseEvent) => void) => (event: MouseEvent<HTMLDivElement>) => {
    const cell = cellAt(event.target, placed.length);
    if (cell !== null && event.button === 0) run(cell, event);
  };
  const firstScrolling = placed.find((each) => !each.pinned)?.left ?? 0;
  return (
    <div className="ui-table-frame">
      <ContextMenu entries={menu}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a grid is interactive */}
        <div
          ref={box}
          role="grid"
          tabIndex={0}
          data-pane-focus
          className="ui-table"
          aria-label={label}
          aria-rowcount={count === null ? -1 : count + 1}
          aria-colcount={placed.length}
          aria-multiselectable
          aria-activedescendant={active === null ? undefined : cellId(id, active)}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            if (event.target !== event.currentTarget || active !== null) return;
            cursor.place({ row: count === 0 ? -1 : scroller.topRow, column: 0 });
          }}
          onMouseDown={onCellOf(cursor.press)}
          onClick={onCellOf(pressCell)}
          onDoubleClick={onCellOf((cell) => {
            const row = rowAt(cell);
            if (row !== undefined) onOpen?.(row, cell.row);
          })}
          onContextMenu={onContextMenu}
        >
          <div role="row" aria-rowindex={1} className="ui-table-head" style={{ width }}>
            {placed.map((each, index) => {
              if (!each.pinned && (index < first || index >= end)) return null;
              return (
                <HeaderSlot
                  gap={index === first && !each.pinned ? each.left - firstScrolling : 0}
                  key={each.column.name}
                >
                  <HeaderCell
                    id={cellId(id, { row: -1, column: index })}
                    placed={each}
                    index={index}
                    sort={sort}
                    active={active?.row === -1 && active.column === index}
                    dropBefore={dropBefore?.before === each.column.name}
                    actions={actions}
                  />
                </HeaderSlot>
              );
            })}
          </div>
          {count !== 0 && (
            <div
              role="presentation"
              className="ui-table-canvas"
              style={{ height: canvasHeight({ rows, rowHeight, viewport: 0 }), width }}
            >
              <TableBody
                gridId={id}
                scroller={scroller}
                cache={cache}
                placed={placed}
                first={first}
                end={end}
                width={width}
                rowHeight={rowHeight}
                selection={selection}
                active={active}
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

/** A header, with room before it for the columns on its left that are not drawn. */
const HeaderSlot = ({ gap, children }: { gap: number; children: ReactNode }) => (
  <>
    {gap > 0 && <div style={{ width: gap }} role="presentation" className="ui-table-spacer" />}
    {children}
  </>
);
