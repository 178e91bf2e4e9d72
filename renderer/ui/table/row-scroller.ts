import { fillSlots, inOrder, type Slot } from './row-slots.ts';
import {
  clampOffset,
  isScaled,
  offsetOf,
  offsetToShow,
  rowRange,
  scrollTopOf,
  type Extent,
  type RowRange,
} from './scroll-range.ts';

/** The rows to draw. */
export interface DrawnRows extends RowRange {
  readonly slots: readonly Slot[];
  /** Rows are placed from this one on: pixels from the first of millions are more than a browser counts exactly. */
  readonly base: number;
}

/** What of the table is in sight, in pixels. */
export interface Sight {
  readonly width: number;
  readonly height: number;
  readonly scrollLeft: number;
}

/** Where a table was left. */
export interface ScrollPlace {
  /** Pixels from the top of all rows. */
  readonly offset: number;
  readonly scrollLeft: number;
}

/** Rows that are placed from the same one. */
const rowsOfBase = 4096;
/** Without a scroll for so long, in milliseconds, nothing moves. */
const restMs = 150;

const noRows: DrawnRows = { first: 0, end: 0, base: 0, slots: [] };

/**
 * Scrolls through rows of one height; see scroll-range.ts. It stands apart from React: a scroll is answered at once, reads
 * nothing from a document that has just been changed, and renders nothing but the rows that it brings in.
 */
export class RowScroller {
  #box: HTMLElement | null = null;
  #layer: HTMLElement | null = null;
  #extent: Extent = { rows: 0, rowHeight: 1, viewport: 0 };
  #headerHeight = 0;
  #offset: number;
  #startLeft: number;
  /** Where the scroll bar is as far as we know; a scroll event that tells this is no news. */
  #scrollTop = 0;
  #drawn = noRows;
  /** The base that the rows in the document are placed from. */
  #shownBase = 0;
  #sight: Sight = { width: 0, height: 0, scrollLeft: 0 };
  #rest: ReturnType<typeof setTimeout> | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(start: ScrollPlace | null) {
    this.#offset = start?.offset ?? 0;
    this.#startLeft = start?.scrollLeft ?? 0;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly drawn = (): DrawnRows => this.#drawn;
  readonly sight = (): Sight => this.#sight;

  /** Where the table is now. */
  get place(): ScrollPlace {
    return { offset: this.#offset, scrollLeft: this.#sight.scrollLeft };
  }

  /** The first row that is seen in full. */
  get topRow(): number {
    return Math.ceil(this.#offset / this.#extent.rowHeight);
  }

  /** Rows that fit into the box. */
  get rowsInView(): number {
    return Math.max(1, Math.floor(this.#extent.viewport / this.#extent.rowHeight));
  }

  /** Begins with the box that has the scroll bars; what is given back ends it. */
  attach(box: HTMLElement): () => void {
    this.#box = box;
    this.#look();
    const observer = new ResizeObserver(() => {
      this.#look();
      this.#fit();
    });
    observer.observe(box);
    const onScroll = () => this.#onScroll();
    const onWheel = (event: WheelEvent) => this.#onWheel(event);
    // A press on the box itself is one on its scroll bars.
    const onPress = (event: Event) => {
      if (event.target === box) this.#shift();
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    box.addEventListener('wheel', onWheel, { passive: false });
    box.addEventListener('pointerdown', onPress);
    box.addEventListener('touchstart', this.#shift, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
      box.removeEventListener('wheel', onWheel);
      box.removeEventListener('pointerdown', onPress);
      box.removeEventListener('touchstart', this.#shift);
      if (this.#rest !== null) clearTimeout(this.#rest);
      this.#box = null;
    };
  }

  /** Another number or height of rows: the same rows stay in sight as far as there are any. */
  setRows(rows: number, rowHeight: number, headerHeight: number): void {
    this.#headerHeight = headerHeight;
    this.#extent = { ...this.#extent, rows, rowHeight };
    this.#fit();
  }

  /** The rows as they were told last are in the document. @param layer what holds them; it is moved to its place */
  rendered(layer: HTMLElement | null): void {
    this.#layer = layer;
    this.#shownBase = this.#drawn.base;
    this.#place();
  }

  /** Scrolls as little as needed for the row to be seen. */
  readonly showRow = (row: number): void => {
    const next = offsetToShow(row, this.#offset, this.#extent);
    if (next !== this.#offset) this.#scrollTo(next);
  };

  /** Scrolls sideways as little as needed for what is between two edges to be seen. */
  readonly showSpan = (left: number, right: number): void => {
    const box = this.#box;
    if (box === null) return;
    if (left < box.scrollLeft) box.scrollLeft = left;
    else if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #look(): void {
    if (this.#box === null) return;
    const { clientWidth: width, clientHeight: height } = this.#box;
    if (width === this.#sight.width && height === this.#sight.height) return;
    this.#sight = { ...this.#sight, width, height };
    this.#tell();
  }

  #fit(): void {
    const box = this.#box;
    if (box === null) return;
    const viewport = Math.max(0, this.#sight.height - this.#headerHeight);
    this.#extent = { ...this.#extent, viewport };
    this.#offset = clampOffset(this.#offset, this.#extent);
    const scrollTop = scrollTopOf(this.#offset, this.#extent);
    if (Math.abs(this.#scrollTop - scrollTop) > 1) this.#put(box, scrollTop);
    if (this.#startLeft > 0) {
      this.#shift();
      box.scrollLeft = this.#startLeft;
      this.#startLeft = 0;
    }
    this.#draw();
  }

  #put(box: HTMLElement, scrollTop: number): void {
    box.scrollTop = scrollTop;
    this.#scrollTop = box.scrollTop;
  }

  #scrollTo(offset: number): void {
    if (this.#box === null) return;
    this.#offset = clampOffset(offset, this.#extent);
    this.#put(this.#box, scrollTopOf(this.#offset, this.#extent));
    this.#draw();
  }

  #draw(): void {
    const { first, end } = rowRange(this.#offset, this.#extent);
    const before = this.#drawn;
    if (before.first !== first || before.end !== end) {
      const base = Math.floor(first / rowsOfBase) * rowsOfBase;
      this.#drawn = { first, end, base, slots: fillSlots(before.slots, { first, end }) };
      this.#tell();
    }
    this.#place();
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#settle(), restMs);
  }

  #place(): void {
    if (this.#layer === null) return;
    const shift = isScaled(this.#extent) ? this.#scrollTop - this.#offset : 0;
    this.#layer.style.transform = `translateY(${this.#shownBase * this.#extent.rowHeight + shift}px)`;
  }

  #onScroll(): void {
    const box = this.#box;
    if (box === null) return;
    const { scrollTop, scrollLeft } = box;
    if (Math.abs(scrollTop - this.#scrollTop) >= 1) {
      this.#offset = offsetOf(scrollTop, this.#extent);
      this.#scrollTop = scrollTop;
    }
    if (scrollLeft !== this.#sight.scrollLeft) {
      this.#shift();
      this.#sight = { ...this.#sight, scrollLeft };
      this.#tell();
    }
    this.#draw();
  }

  #onWheel(event: WheelEvent): void {
    const box = this.#box;
    if (box === null) return;
    if (event.deltaX !== 0 || event.shiftKey) this.#shift();
    if (!isScaled(this.#extent) || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? this.#extent.rowHeight : 1;
    if (event.deltaX !== 0) box.scrollLeft += event.deltaX * unit;
    this.#scrollTo(this.#offset + event.deltaY * unit);
  }

  /**
   * Lets the pinned cells stick from now on, before the first sideways scroll is drawn. Each of them is a layer of its own
   * then, and a row without costs half.
   */
  readonly #shift = (): void => {
    this.#box?.setAttribute('data-shifted', '');
  };

  #settle(): void {
    this.#rest = null;
    if (this.#sight.scrollLeft === 0) this.#box?.removeAttribute('data-shifted');
    const slots = inOrder(this.#drawn.slots);
    if (slots === this.#drawn.slots) return;
    this.#drawn = { ...this.#drawn, slots };
    this.#tell();
  }
}
