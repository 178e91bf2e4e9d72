import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import {
  clampOffset,
  isScaled,
  offsetOf,
  offsetToShow,
  rowRange,
  scrollTopOf,
  type Extent,
} from './scroll-range.ts';

interface RowScroll {
  /** The box with the scroll bars. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** What holds the drawn rows; it is moved to its place. */
  readonly layer: RefObject<HTMLDivElement | null>;
  /** Rows to draw, from `first` up to, not including, `end`. */
  readonly first: number;
  readonly end: number;
  readonly extent: Extent;
  /** How far the box is scrolled to the right, and how wide it is, in pixels. */
  readonly scrollLeft: number;
  readonly width: number;
  /** Scrolls as little as needed for the row to be seen. */
  showRow: (row: number) => void;
  /** Scrolls sideways as little as needed for what is between two edges to be seen. */
  showSpan: (left: number, right: number) => void;
  /** The first row that is seen in full. */
  topRow: () => number;
  /** Rows that fit into the box. */
  readonly rowsInView: number;
}

/** Scrolls through `rows` rows of one height; see scroll-range.ts. `headerHeight` is what sticks to the top of the box. */
export function useRowScroll({
  rows,
  rowHeight,
  headerHeight,
}: {
  rows: number;
  rowHeight: number;
  headerHeight: number;
}): RowScroll {
  const box = useRef<HTMLDivElement | null>(null);
  const layer = useRef<HTMLDivElement | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const extent: Extent = { rows, rowHeight, viewport: Math.max(0, size.height - headerHeight) };
  const offset = useRef(0);
  /** Where the scroll bar was put by us; a scroll event that tells this is no news. */
  const placed = useRef(-1);
  const now = useRef({ extent, range: { first: 0, end: 0 } });
  const [view, setView] = useState({ first: 0, end: 0, scrollLeft: 0 });

  const place = useCallback(() => {
    const element = layer.current;
    const scroller = box.current;
    if (element === null || scroller === null) return;
    const { extent: current, range } = now.current;
    const shift = isScaled(current) ? scroller.scrollTop - offset.current : 0;
    element.style.transform = `translateY(${range.first * current.rowHeight + shift}px)`;
  }, [box, layer]);

  const update = useCallback(() => {
    const scroller = box.current;
    if (scroller === null) return;
    const range = rowRange(offset.current, now.current.extent);
    const { scrollLeft } = scroller;
    setView((before) =>
      before.first === range.first && before.end === range.end && before.scrollLeft === scrollLeft
        ? before
        : { ...range, scrollLeft },
    );
    place();
  }, [box, place]);

  const scrollTo = useCallback(
    (to: number) => {
      const scroller = box.current;
      if (scroller === null) return;
      const { extent: current } = now.current;
      offset.current = clampOffset(to, current);
      scroller.scrollTop = scrollTopOf(offset.current, current);
      placed.current = scroller.scrollTop;
      update();
    },
    [box, update],
  );

  useLayoutEffect(() => {
    now.current = { extent, range: { first: view.first, end: view.end } };
    place();
  });

  // Another number or height of rows: the same rows stay in sight as far as there are any.
  useLayoutEffect(() => {
    const scroller = box.current;
    if (scroller === null) return;
    offset.current = clampOffset(offset.current, now.current.extent);
    const scrollTop = scrollTopOf(offset.current, now.current.extent);
    if (Math.abs(scroller.scrollTop - scrollTop) > 1) scroller.scrollTop = scrollTop;
    placed.current = scroller.scrollTop;
    update();
  }, [box, update, rows, rowHeight, extent.viewport]);

  useEffect(() => {
    const scroller = box.current;
    if (scroller === null) return undefined;
    const observer = new ResizeObserver(() =>
      setSize({ width: scroller.clientWidth, height: scroller.clientHeight }),
    );
    observer.observe(scroller);
    const onScroll = () => {
      const { scrollTop } = scroller;
      if (Math.abs(scrollTop - placed.current) >= 1) {
        offset.current = offsetOf(scrollTop, now.current.extent);
        placed.current = scrollTop;
      }
      update();
    };
    const onWheel = (event: WheelEvent) => {
      if (!isScaled(now.current.extent) || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
      event.preventDefault();
      const unit = event.deltaMode === 1 ? now.current.extent.rowHeight : 1;
      if (event.deltaX !== 0) scroller.scrollLeft += event.deltaX * unit;
      scrollTo(offset.current + event.deltaY * unit);
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    scroller.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', onScroll);
      scroller.removeEventListener('wheel', onWheel);
    };
  }, [box, update, scrollTo]);

  const showRow = useCallback(
    (row: number) => {
      const next = offsetToShow(row, offset.current, now.current.extent);
      if (next !== offset.current) scrollTo(next);
    },
    [scrollTo],
  );

  const showSpan = useCallback((left: number, right: number) => {
    const scroller = box.current;
    if (scroller === null) return;
    if (left < scroller.scrollLeft) scroller.scrollLeft = left;
    else if (right > scroller.scrollLeft + scroller.clientWidth)
      scroller.scrollLeft = right - scroller.clientWidth;
  }, []);

  const topRow = useCallback(() => Math.ceil(offset.current / now.current.extent.rowHeight), []);

  return {
    box,
    layer,
    first: Math.min(view.first, rows),
    end: Math.min(view.end, rows),
    scrollLeft: view.scrollLeft,
    width: size.width,
    extent,
    showRow,
    showSpan,
    topRow,
    rowsInView: Math.max(1, Math.floor(extent.viewport / rowHeight)),
  };
}
