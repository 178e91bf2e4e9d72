import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import './virtual-list.css';

/** See `VirtualList`. */
export interface VirtualListProps {
  /** What the rows are, for screen readers. */
  label: string;
  count: number;
  row: (index: number) => ReactNode;
  /** A row by what it is, so that it keeps its measured height when rows are added before it. */
  rowKey?: (index: number) => string;
  /** The estimated height of a row, in pixels. */
  estimate: number;
  /** Whether to stay at the end while rows are added, until the user scrolls away. */
  followEnd?: boolean;
  /** Whether the end is in sight now. */
  onAtEnd?: (atEnd: boolean) => void;
}

/** A list of rows of any height that renders only the visible ones, for a log. For rows and columns use `Table`. */
export function VirtualList(props: VirtualListProps) {
  const { label, count, row, rowKey, estimate, followEnd = false, onAtEnd } = props;
  const box = useRef<HTMLDivElement | null>(null);
  const atEnd = useRef(true);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => estimate,
    overscan: 12,
    ...(rowKey === undefined ? {} : { getItemKey: rowKey }),
  });
  useLayoutEffect(() => {
    if (followEnd && atEnd.current && count > 0) virtual.scrollToIndex(count - 1, { align: 'end' });
  }, [count, followEnd, virtual]);
  return (
    <div
      ref={box}
      className="ui-virtual"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
      tabIndex={0}
      role="list"
      aria-label={label}
      onScroll={(event) => {
        const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
        const now = scrollTop + clientHeight >= scrollHeight - 4;
        if (now === atEnd.current) return;
        atEnd.current = now;
        onAtEnd?.(now);
      }}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => (
          <div
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            role="listitem"
            aria-setsize={count}
            aria-posinset={item.index + 1}
            className="ui-virtual-row"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {row(item.index)}
          </div>
        ))}
      </div>
    </div>
  );
}
