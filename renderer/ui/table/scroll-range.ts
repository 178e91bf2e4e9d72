/**
 * Rows of one height in a box that scrolls, however many there are. Browsers limit how high an element can be (Chromium to
 * 2^25 px, others to half of that), so beyond `maxCanvas` the scroll bar moves through a canvas of that height, and the
 * place in it stands for a place among the rows: the wheel and the keys still move by single pixels and rows, dragging the
 * bar moves in proportion.
 */
export const maxCanvas = 8_000_000;

/** The size of a table, from which all positions follow. */
export interface Extent {
  readonly rows: number;
  readonly rowHeight: number;
  /** Height of the box without its header, in pixels. */
  readonly viewport: number;
}

/** Rows from `first` up to, not including, `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

const total = ({ rows, rowHeight }: Extent) => rows * rowHeight;

/** Height of the element that scrolls, in pixels; at most `maxCanvas`. */
export const canvasHeight = (extent: Extent) => Math.min(total(extent), maxCanvas);

/** Whether the rows are higher than the element that scrolls. */
export const isScaled = (extent: Extent) => total(extent) > maxCanvas;

const lastOffset = (extent: Extent) => Math.max(0, total(extent) - extent.viewport);
const lastScrollTop = (extent: Extent) => Math.max(0, canvasHeight(extent) - extent.viewport);

/** Pixels from the top of all rows, for a position of the scroll bar. */
export function offsetOf(scrollTop: number, extent: Extent): number {
  if (!isScaled(extent)) return scrollTop;
  return (Math.max(0, scrollTop) / lastScrollTop(extent)) * lastOffset(extent);
}

/** The position of the scroll bar for pixels from the top of all rows. */
export function scrollTopOf(offset: number, extent: Extent): number {
  if (!isScaled(extent)) return offset;
  return (clampOffset(offset, extent) / lastOffset(extent)) * lastScrollTop(extent);
}

/** The nearest offset that can be scrolled to, in pixels from the top of all rows. */
export const clampOffset = (offset: number, extent: Extent) =>
  Math.min(lastOffset(extent), Math.max(0, offset));

/** Rows beyond the edges that are there already when a scroll brings them in. */
const overscan = 5;

/**
 * Which rows are to be there, from `first` up to, not including, `end`: away from the edges always as many, so that the
 * elements of rows that leave serve those that enter.
 */
export function rowRange(offset: number, extent: Extent): RowRange {
  const top = Math.floor(offset / extent.rowHeight);
  const first = Math.max(0, top - overscan);
  const inView = Math.ceil(extent.viewport / extent.rowHeight) + 1;
  const end = Math.max(0, Math.min(extent.rows, top + inView + overscan));
  return { first: Math.min(first, end), end };
}

/** The offset that brings a row into view with as little scrolling as can be. */
export function offsetToShow(row: number, offset: number, extent: Extent): number {
  const top = row * extent.rowHeight;
  // A box that has no height yet, or less than a row, shows the beginning of it.
  if (top < offset || extent.viewport <= extent.rowHeight) return top;
  const bottom = top + extent.rowHeight - extent.viewport;
  return bottom > offset ? clampOffset(bottom, extent) : offset;
}
