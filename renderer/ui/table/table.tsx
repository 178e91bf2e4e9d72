import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { RotateCw } from 'lucide-react';
import { Button } from '../button.tsx';
import { ErrorState } from '../empty-state.tsx';
import { ContextMenu, type MenuEntries } from '../menu.tsx';
import { BodyRow } from './body-row.tsx';
import { moveColumn, placeColumns, resizeColumn, visibleColumns } from './columns.ts';
import { copyRows, writeClipboard } from './copy.ts';
import { fitWidth } from './fit.ts';
import { HeaderCell, type HeaderActions } from './header-cell.tsx';
import { nextCell, type Cell } from './keyboard.ts';
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
import { columnMenu, copyMenu } from './table-menus.ts';
import type { Column, RowSource, Sort } from './types.ts';
import { useColumnLayout } from './use-column-layout.ts';
import { usePageCache } from './use-page-cache.ts';
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
  /** Added to the menu of a row. */
  rowMenu?: (row: Row, index: number) => MenuEntries;
  /** In the place of rows where there are none. */
  empty?: ReactNode;
}

/**
 * Rows and columns, however many: only what is seen is asked for and drawn. Arrows, Page Up and Down, Home and End (with
 * Control: of the table) move the active cell, Up from the first row goes into the header; Enter opens or sorts, Space
 * selects, Shift extends, Control+C copies, the menu key opens what the right button does.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, source, columns, layoutName = null, sort = null, onSort, onSelect, empty } = props;
  const id = useId();
  const cache = usePageCache(source);
  const state = useColumnLayout(layoutName, columns);
  const [resizing, setResizing] = useState<{ name: string; width: number } | null>(null);
  const [dropBefore, setDropBefore] = useState<{ before: string | null } | null>(null);
  const placed = useMemo(
    () =>
      resizing === null
        ? state.placed
        : placeColumns(columns, resizeColumn(state.layout, resizing.name, resizing.width)),
    [columns, state, resizing],
  );
  const metrics = useRowMetrics();
  const rows = cache.count ?? 30;
  const scroll = useRowScroll({ rows, ...metrics });
  const { box, layer } = scroll;
  const [active, setActive] = useState<Cell | null>(null);
  const [selection, setSelection] = useState(nothingSelected);
  const anchor = useRef(0);
  const [menu, setMenu] = useState<MenuEntries>([]);
  const { first, end } = visibleColumns(placed, scroll.scrollLeft, scroll.width);
  const width = Math.max(
    scroll.width,
    placed.reduce((sum, each) => sum + each.width, 0),
  );

  useEffect(
    () => cache.want(scroll.first, Math.max(scroll.first, scroll.end - 1)),
    [cache, scroll.first, scroll.end],
  );

  const select = (next: Selection) => {
    setSelection(next);
    props.onSelection?.(next);
  };
  // Other rows: what was selected among the old ones is gone.
  const [shownKey, setShownKey] = useState(source.key);
  if (shownKey !== source.key) {
    setShownKey(source.key);
    // Who sorts from the header stays there.
    if (active !== null && active.row >= 0) setActive(null);
    setSelection(nothingSelected);
  }
  useLayoutEffect(() => scroll.showRow(0), [source.key, scroll.showRow]);

  // The inspector hears of the active row as soon as it is there, and when it was read again.
  const activeIndex =
    active !== null && active.row >= 0 && isSelected(selection, active.row) ? active.row : null;
  const activeRow = activeIndex === null ? null : (cache.row(activeIndex) ?? null);
  const told = useRef<{ row: Row | null; index: number | null }>({ row: null, index: null });
  useEffect(() => {
    if (told.current.row === activeRow && told.current.index === activeIndex) return;
    told.current = { row: activeRow, index: activeIndex };
    onSelect?.(activeRow, activeIndex);
  }, [activeRow, activeIndex, onSelect]);

  const showColumn = (index: number) => {
    const column = placed[index];
    if (index === 0) scroll.showSpan(0, 0);
    if (column === undefined || column.pinned) return;
    const pinnedWidth = placed.reduce((sum, each) => sum + (each.pinned ? each.width : 0), 0);
    scroll.showSpan(column.left - pinnedWidth, column.left + column.width);
  };
  const goTo = (cell: Cell, extend = false) => {
    setActive(cell);
    showColumn(cell.column);
    if (cell.row < 0) return;
    scroll.showRow(cell.row);
    if (!extend) anchor.current = cell.row;
    select(extend ? selectRange(anchor.current, cell.row) : selectOnly(cell.row));
  };
  const fit = (name: string) => {
    const at = placed.findIndex((each) => each.column.name === name);
    const wanted = fitWidth(box.current, id, at);
    if (wanted !== null) state.keep(resizeColumn(state.layout, name, wanted));
  };
  const sortBy = (name: string) => {
    if (onSort === undefined || columns.find((each) => each.name === name)?.sortable !== true) return;
    if (sort?.column !== name) onSort({ column: name, descending: false });
    else onSort(sort.descending ? null : { column: name, descending: true });
  };
  const header: HeaderActions = {
    sort: sortBy,
    fit,
    resize(name, wanted, done) {
      setResizing(done ? null : { name, width: wanted });
      if (done) state.keep(resizeColumn(state.layout, name, wanted));
    },
    move(name, before, done) {
      setDropBefore(done ? null : { before });
      if (done) state.keep(moveColumn(state.layout, name, before));
    },
  };
  const copySelected = () =>
    void copyRows(
      cache,
      placed.map((each) => each.column),
      selection,
    );
  const copyCell = (cell: Cell) => {
    const row = cache.row(cell.row);
    const column = placed[cell.column]?.column;
    if (row !== undefined && column !== undefined) void writeClipboard(column.text(row));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return;
    const current = active ?? { row: 0, column: 0 };
    const mod = event.ctrlKey || event.metaKey;
    const moved = nextCell(event, current, {
      rows: cache.count ?? 0,
      columns: placed.length,
      page: scroll.rowsInView,
    });
    const row = current.row < 0 ? undefined : cache.row(current.row);
    const column = placed[current.column]?.column;
    if (
      current.row < 0 &&
      column !== undefined &&
      event.shiftKey &&
      /^Arrow(?:Left|Right)$/u.test(event.key)
    ) {
      const step = event.key === 'ArrowRight' ? 16 : -16;
      state.keep(resizeColumn(state.layout, column.name, (placed[current.column]?.width ?? 0) + step));
    } else if (moved !== null) goTo(moved, event.shiftKey && moved.row >= 0 && current.row >= 0);
    else if (event.key === 'Enter' && current.row < 0 && column !== undefined) sortBy(column.name);
    else if (event.key === 'Enter' && row !== undefined && props.onOpen !== undefined) {
      props.onOpen(row, current.row);
    } else if (event.key === ' ' && current.row >= 0) {
      select(mod || event.shiftKey ? toggleRow(selection, current.row) : selectOnly(current.row));
      if (row !== undefined && column !== undefined) props.onCell?.(row, column.name, current.row);
    } else if (mod && event.key.toLowerCase() === 'a') {
      if (cache.count !== null && cache.count > 0) select(selectRange(0, cache.count - 1));
    } else if (mod && event.key.toLowerCase() === 'c') {
      if (selectedCount(selection) > 1) copySelected();
      else if (current.row >= 0) copyCell(current);
    } else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      openMenuAt(current);
    } else if (event.key === 'Escape' && selectedCount(selection) > 0) {
      select(nothingSelected);
    } else return;
    event.preventDefault();
  };
  const openMenuAt = (cell: Cell) => {
    const element = document.getElementById(cellId(id, cell));
    const at = element?.getBoundingClientRect();
    if (element === null || at === undefined) return;
    const place = { clientX: at.left + 12, clientY: at.bottom - 4 };
    element.dispatchEvent(
      new window.MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }),
    );
  };
  const onMouse = (event: MouseEvent<HTMLDivElement>) => {
    const cell = cellAt(event.target, placed.length);
    if (cell === null || cell.row < 0 || event.button !== 0) return;
    setActive(cell);
    if (event.shiftKey) {
      event.preventDefault();
      select(selectRange(anchor.current, cell.row));
    } else if (event.ctrlKey || event.metaKey) {
      anchor.current = cell.row;
      select(toggleRow(selection, cell.row));
    } else {
      anchor.current = cell.row;
      select(selectOnly(cell.row));
    }
  };
  const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
    const column = headerAt(event.target);
    const cell = cellAt(event.target, placed.length);
    const found = columns.find((each) => each.name === column);
    if (found !== undefined) {
      const actions = { sort: onSort ?? null, sorted: sort, fit: () => fit(found.name) };
      setMenu(columnMenu(found, columns, state, actions));
    } else if (cell !== null && cell.row >= 0) {
      const within = isSelected(selection, cell.row);
      const chosen = within ? selection : selectOnly(cell.row);
      setActive(cell);
      if (!within) select(chosen);
      const row = cache.row(cell.row);
      const own = row === undefined ? [] : (props.rowMenu?.(row, cell.row) ?? []);
      const copy = {
        cell: () => copyCell(cell),
        rows: () =>
          void copyRows(
            cache,
            placed.map((each) => each.column),
            chosen,
          ),
        rowCount: selectedCount(chosen),
      };
      setMenu([...own, own.length > 0 && { kind: 'separator' }, ...copyMenu(copy)]);
    } else {
      event.preventDefault();
    }
  };
  const isEmpty = cache.count === 0;
  const { error } = cache;
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
          aria-rowcount={cache.count === null ? -1 : cache.count + 1}
          aria-colcount={placed.length}
          aria-multiselectable
          aria-busy={cache.loading || undefined}
          aria-activedescendant={active === null ? undefined : cellId(id, active)}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            if (event.target === event.currentTarget && active === null) {
              setActive({ row: isEmpty ? -1 : scroll.first === 0 ? 0 : scroll.first + 8, column: 0 });
            }
          }}
          onMouseDown={onMouse}
          onClick={(event) => {
            const cell = cellAt(event.target, placed.length);
            const row = cell === null || cell.row < 0 ? undefined : cache.row(cell.row);
            const column = cell === null ? undefined : placed[cell.column]?.column;
            if (cell !== null && row !== undefined && column !== undefined) {
              props.onCell?.(row, column.name, cell.row);
            }
          }}
          onDoubleClick={(event) => {
            const cell = cellAt(event.target, placed.length);
            const row = cell === null || cell.row < 0 ? undefined : cache.row(cell.row);
            if (cell !== null && row !== undefined) props.onOpen?.(row, cell.row);
          }}
          onContextMenu={onContextMenu}
        >
          <div role="row" aria-rowindex={1} className="ui-table-head" style={{ width }}>
            {placed.map((each, index) => {
              if (!each.pinned && (index < first || index >= end)) return null;
              const gap =
                index === first && !each.pinned
                  ? each.left - (placed.find((one) => !one.pinned)?.left ?? 0)
                  : 0;
              return (
                <HeaderSlot gap={gap} key={each.column.name}>
                  <HeaderCell
                    id={cellId(id, { row: -1, column: index })}
                    placed={each}
                    index={index}
                    sort={sort}
                    active={active?.row === -1 && active.column === index}
                    dropBefore={dropBefore?.before === each.column.name}
                    actions={header}
                  />
                </HeaderSlot>
              );
            })}
          </div>
          {!isEmpty && (
            <div
              role="presentation"
              className="ui-table-canvas"
              style={{ height: canvasHeight(scroll.extent), width }}
            >
              <div ref={layer} role="presentation" className="ui-table-layer">
                {Array.from({ length: Math.max(0, scroll.end - scroll.first) }, (_, at) => {
                  const index = scroll.first + at;
                  return (
                    <BodyRow
                      key={index}
                      gridId={id}
                      index={index}
                      row={cache.row(index)}
                      placed={placed}
                      first={first}
                      end={end}
                      selected={isSelected(selection, index)}
                      activeColumn={active?.row === index ? active.column : null}
                      width={width}
                    />
                  );
                })}
              </div>
            </div>
          )}
        </div>
      </ContextMenu>
      {isEmpty && error === null && <div className="ui-table-empty">{empty}</div>}
      {error !== null && cache.count === null && (
        <div className="ui-table-empty">
          <ErrorState error={error} onRetry={() => cache.retry()} />
        </div>
      )}
      {error !== null && cache.count !== null && (
        <div className="ui-table-error" role="alert">
          <span className="grow ellipsis">Some rows could not be read: {error.message}</span>
          <Button size="small" icon={RotateCw} onClick={() => cache.retry()}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

const cellId = (id: string, { row, column }: Cell) =>
  row < 0 ? `${id}-h-c${column}` : `${id}-r${row}-c${column}`;

/** Room for the columns to the left that are not drawn. */
const HeaderSlot = ({ gap, children }: { gap: number; children: ReactNode }) => (
  <>
    {gap > 0 && <div style={{ width: gap }} role="presentation" className="ui-table-spacer" />}
    {children}
  </>
);

function headerAt(target: EventTarget): string | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  return cell?.dataset['column'];
}

function cellAt(target: EventTarget, columns: number): Cell | null {
  if (!(target instanceof Element)) return null;
  const row = target.closest<HTMLElement>('[data-row]');
  if (row === null) return null;
  const column = Number(target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? columns - 1);
  return { row: Number(row.dataset['row']), column };
}
