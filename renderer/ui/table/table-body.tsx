import {
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
  type CSSProperties,
} from 'react';
import { BodyRow } from './body-row.tsx';
import type { PlacedColumn } from './columns.ts';
import type { Cell } from './keyboard.ts';
import type { PageCache } from './page-cache.ts';
import type { RowScroller } from './row-scroller.ts';
import { isSelected, type Selection } from './selection.ts';

interface TableBodyProps<Row> {
  gridId: string;
  scroller: RowScroller;
  cache: PageCache<Row>;
  placed: readonly PlacedColumn<Row>[];
  /** Columns that are drawn beside the pinned ones: from `first` up to `end`. */
  first: number;
  end: number;
  width: number;
  rowHeight: number;
  selection: Selection;
  active: Cell | null;
  /** Rows that are dragged would go before this one; null: none are. */
  drop: number | null;
}

/** The drawn rows: renders again for every scroll and every page that has come, and of the rows only those that differ. */
function TableBodyOf<Row>(props: TableBodyProps<Row>) {
  const { gridId, scroller, cache, placed, first, end, width, rowHeight, selection, active, drop } = props;
  const drawn = useSyncExternalStore(scroller.subscribe, scroller.drawn);
  useSyncExternalStore(cache.subscribe, () => cache.revision);
  const layer = useRef<HTMLDivElement | null>(null);
  useLayoutEffect(() => scroller.rendered(layer.current));
  useEffect(
    () => cache.want(drawn.first, Math.max(drawn.first, drawn.end - 1)),
    [cache, drawn.first, drawn.end],
  );
  const styles = useMemo(
    () =>
      placed.map(({ width: wide, pinned, left }): CSSProperties =>
        pinned ? { width: wide, left } : { width: wide },
      ),
    [placed],
  );
  return (
    <div ref={layer} role="presentation" className="ui-table-layer">
      {drawn.slots.map(({ key, index }) => (
        <BodyRow
          key={key}
          gridId={gridId}
          index={index}
          top={(index - drawn.base) * rowHeight}
          row={cache.row(index)}
          placed={placed}
          styles={styles}
          first={first}
          end={end}
          selected={isSelected(selection, index)}
          activeColumn={active?.row === index ? active.column : null}
          width={width}
        />
      ))}
      {drop !== null && (
        <div
          role="presentation"
          className="ui-table-drop"
          style={{ width, transform: `translateY(${Math.max(0, (drop - drawn.base) * rowHeight - 1)}px)` }}
        />
      )}
    </div>
  );
}

/** The rows in view; rendered again only when its properties change. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo() forgets the type parameter
export const TableBody = memo(TableBodyOf) as typeof TableBodyOf;
