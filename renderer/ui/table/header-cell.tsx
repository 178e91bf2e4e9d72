import { useRef, type PointerEvent } from 'react';
import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react';
import { classes } from '../classes.ts';
import type { PlacedColumn } from './columns.ts';
import { openMenuAt } from './places.ts';
import type { Sort } from './types.ts';

/** What a header cell can change. */
export interface HeaderActions {
  /** Sorts by the column, or opens it where it cannot be sorted. */
  press: (name: string) => void;
  /** While the edge is dragged; then once more with `done`. */
  resize: (name: string, width: number, done: boolean) => void;
  /** As wide as what is shown in it. */
  fit: (name: string) => void;
  /** While it is dragged, `before` is where it would go; then once more with `done`. */
  move: (name: string, before: string | null, done: boolean) => void;
}

interface HeaderCellProps<Row> {
  id: string;
  placed: PlacedColumn<Row>;
  index: number;
  sort: Sort | null;
  active: boolean;
  /** Another column would go before this one. */
  dropBefore: boolean;
  actions: HeaderActions;
}

/** Moved by less, a press on a header is a click, in pixels. */
const dragThreshold = 6;

/** The column before whose middle the pointer is; null: behind the last. */
function columnAt(row: Element | null, x: number): string | null {
  const cells = [...(row?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
  const next = cells.find((cell) => {
    const box = cell.getBoundingClientRect();
    return x < box.left + box.width / 2;
  });
  return next?.dataset['column'] ?? null;
}

/** The head of a column: a click sorts or opens it, a drag moves the column, its right edge resizes it. */
export function HeaderCell<Row>(props: HeaderCellProps<Row>) {
  const { id, placed, index, sort, active, dropBefore, actions } = props;
  const { column, width, pinned, left } = placed;
  const press = useRef<{ x: number; width: number; moved: boolean } | null>(null);
  const sorted = sort?.column === column.name ? sort : null;
  const sortable = column.sortable === true;

  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    press.current = { x: event.clientX, width, moved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const held = press.current;
    if (held === null) return;
    if (!held.moved && Math.abs(event.clientX - held.x) < dragThreshold) return;
    held.moved = true;
    actions.move(column.name, columnAt(event.currentTarget.parentElement, event.clientX), false);
  };
  const drop = (event: PointerEvent<HTMLElement>) => {
    const held = press.current;
    press.current = null;
    if (held === null) return;
    if (held.moved) {
      actions.move(column.name, columnAt(event.currentTarget.parentElement, event.clientX), true);
    } else if (event.type === 'pointerup') {
      actions.press(column.name);
    }
  };
  const resize = (done: boolean) => (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation();
    const held = press.current;
    if (held === null) return;
    actions.resize(column.name, held.width + event.clientX - held.x, done);
    if (done) press.current = null;
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events -- the grid has the focus and the keys
    <div
      role="columnheader"
      id={id}
      aria-colindex={index + 1}
      aria-sort={sorted === null ? undefined : sorted.descending ? 'descending' : 'ascending'}
      data-column={column.name}
      data-active={active || undefined}
      data-sortable={sortable || undefined}
      data-drop={dropBefore || undefined}
      title={column.detail === undefined ? column.title : `${column.title}: ${column.detail}`}
      className={classes(
        'ui-table-head-cell',
        pinned && 'ui-table-pinned',
        column.align === 'right' && 'ui-table-right',
        column.marked === true && 'ui-table-marked',
      )}
      style={{ width, ...(pinned ? { left } : {}) }}
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      {column.heading ?? (
        <span className="ui-table-head-text">
          <span className="ellipsis">{column.title}</span>
          {column.detail !== undefined && (
            <span className="ui-table-head-detail ellipsis" aria-hidden>
              {column.detail}
            </span>
          )}
        </span>
      )}
      {sorted !== null &&
        (sorted.descending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
      <span
        className="ui-table-head-menu"
        aria-hidden
        onPointerDown={(event) => event.stopPropagation()}
        onClick={(event) =>
          openMenuAt(event.currentTarget.closest('[role="grid"]'), { row: -1, column: index })
        }
      >
        <ChevronDown size={12} />
      </span>
      <span
        className="ui-table-resize"
        aria-hidden
        onPointerDown={(event) => {
          event.stopPropagation();
          begin(event);
        }}
        onPointerMove={resize(false)}
        onPointerUp={resize(true)}
        onDoubleClick={(event) => {
          event.stopPropagation();
          actions.fit(column.name);
        }}
      />
    </div>
  );
}
