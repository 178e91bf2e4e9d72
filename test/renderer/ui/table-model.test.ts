import { describe, expect, it } from 'vitest';
import type { ColumnLayout } from '../../../shared/contract/types.ts';
import {
  completeLayout,
  hideColumn,
  moveColumn,
  pinColumn,
  placeColumns,
  resizeColumn,
  stepColumn,
  visibleColumns,
} from '../../../renderer/ui/table/columns.ts';
import { tsvCell } from '../../../renderer/ui/table/copy.ts';
import { nextCell } from '../../../renderer/ui/table/keyboard.ts';
import { fillSlots, inOrder, type Slot } from '../../../renderer/ui/table/row-slots.ts';
import {
  canvasHeight,
  clampOffset,
  maxCanvas,
  offsetOf,
  offsetToShow,
  rowRange,
  scrollTopOf,
} from '../../../renderer/ui/table/scroll-range.ts';
import {
  isSelected,
  selectedCount,
  selectOnly,
  selectRange,
  toggleRow,
} from '../../../renderer/ui/table/selection.ts';
import type { Column } from '../../../renderer/ui/table/types.ts';

const column = (name: string, more: Partial<Column<string>> = {}): Column<string> => ({
  name,
  title: name.toUpperCase(),
  width: 100,
  cell: (row) => row,
  text: (row) => row,
  ...more,
});
const columns = ['a', 'b', 'c', 'd'].map((name) => column(name));
const names = (layout: readonly ColumnLayout[]) =>
  placeColumns(columns, layout).map((each) => each.column.name);

describe('the layout of columns', () => {
  const fresh = completeLayout(columns, undefined);

  it('begins as the columns come', () => {
    expect(names(fresh)).toEqual(['a', 'b', 'c', 'd']);
    expect(completeLayout([column('x', { hidden: true, pinned: true })], undefined)).toEqual([
      { name: 'x', width: null, hidden: true, pinned: true },
    ]);
  });

  it('keeps what is remembered and puts new columns at their natural places', () => {
    const remembered = completeLayout([column('d'), column('a'), column('gone')], undefined);
    expect(completeLayout(columns, remembered).map((entry) => entry.name)).toEqual(['d', 'a', 'b', 'c']);
  });

  it('puts pinned columns first and adds up their edges', () => {
    const placed = placeColumns(columns, resizeColumn(pinColumn(fresh, 'c', true), 'c', 50));
    expect(placed.map(({ column: { name }, left, pinned }) => [name, left, pinned])).toEqual([
      ['c', 0, true],
      ['a', 50, false],
      ['b', 150, false],
      ['d', 250, false],
    ]);
  });

  it('resizes within limits, hides, moves', () => {
    expect(resizeColumn(fresh, 'a', 3)[0]?.width).toBe(48);
    expect(resizeColumn(fresh, 'a', 99_999)[0]?.width).toBe(1200);
    expect(names(hideColumn(fresh, 'b', true))).toEqual(['a', 'c', 'd']);
    expect(names(moveColumn(fresh, 'd', 'b'))).toEqual(['a', 'd', 'b', 'c']);
    expect(names(moveColumn(fresh, 'a', null))).toEqual(['b', 'c', 'd', 'a']);
  });

  it('moves by one place among the shown ones', () => {
    const layout = hideColumn(fresh, 'b', true);
    const placed = placeColumns(columns, layout);
    expect(names(stepColumn(layout, placed, 'a', 1))).toEqual(['c', 'a', 'd']);
    expect(names(stepColumn(layout, placed, 'd', -1))).toEqual(['a', 'd', 'c']);
    expect(names(stepColumn(layout, placed, 'a', -1))).toEqual(['a', 'c', 'd']);
    expect(names(stepColumn(layout, placed, 'c', 1))).toEqual(['a', 'd', 'c']);
  });

  it('draws the columns that are seen and one on each side', () => {
    const many = Array.from({ length: 100 }, (_, index) => column(`c${index}`));
    const placed = placeColumns(many, completeLayout(many, undefined));
    expect(visibleColumns(placed, 0, 300)).toEqual({ first: 0, end: 4 });
    expect(visibleColumns(placed, 1000, 300)).toEqual({ first: 9, end: 14 });
    expect(visibleColumns(placed, 9700, 300)).toEqual({ first: 96, end: 100 });
  });
});

describe('scrolling', () => {
  const small = { rows: 1000, rowHeight: 28, viewport: 600 };
  const million = { rows: 1_000_000, rowHeight: 28, viewport: 600 };

  it('is of one pixel to a pixel while the rows fit into an element', () => {
    expect(canvasHeight(small)).toBe(28_000);
    expect(offsetOf(1234, small)).toBe(1234);
    expect(scrollTopOf(1234, small)).toBe(1234);
  });

  it('reaches the first and the last row of a million within what a browser can draw', () => {
    expect(canvasHeight(million)).toBe(maxCanvas);
    expect(offsetOf(0, million)).toBe(0);
    const end = offsetOf(maxCanvas - 600, million);
    expect(end).toBe(28_000_000 - 600);
    expect(rowRange(end, million).end).toBe(1_000_000);
    expect(scrollTopOf(end, million)).toBe(maxCanvas - 600);
  });

  it('goes there and back without drifting away', () => {
    for (const offset of [1, 999_999, 13_777_123, 27_999_399]) {
      expect(offsetOf(scrollTopOf(offset, million), million)).toBeCloseTo(offset, 3);
    }
  });

  it('shows a row with as little scrolling as can be', () => {
    expect(offsetToShow(5, 0, small)).toBe(0);
    expect(offsetToShow(30, 0, small)).toBe(31 * 28 - 600);
    expect(offsetToShow(2, 500, small)).toBe(56);
    expect(offsetToShow(0, 0, { ...small, viewport: 0 })).toBe(0);
    expect(clampOffset(99_999_999, small)).toBe(28_000 - 600);
  });

  it('draws a few rows beyond the edges and none that is not there', () => {
    expect(rowRange(0, small)).toEqual({ first: 0, end: 28 });
    expect(rowRange(2800, small)).toEqual({ first: 95, end: 128 });
    expect(rowRange(0, { ...small, rows: 3 })).toEqual({ first: 0, end: 3 });
    expect(rowRange(0, { ...small, rows: 0 })).toEqual({ first: 0, end: 0 });
  });
});

describe('the elements of rows', () => {
  const at = (first: number, end: number) => ({ first, end });
  const indexes = (slots: readonly Slot[]) => slots.map(({ index }) => index);
  const keys = (slots: readonly Slot[]) => slots.map(({ key }) => key);
  const begun = fillSlots([], at(0, 5));

  it('begin in the order of the rows', () => {
    expect(indexes(begun)).toEqual([0, 1, 2, 3, 4]);
    expect(new Set(keys(begun)).size).toBe(5);
    expect(fillSlots(begun, at(0, 5))).toBe(begun);
  });

  it('go from rows that leave to rows that enter; the others and their order stay', () => {
    const scrolled = fillSlots(begun, at(2, 7));
    expect(indexes(scrolled)).toEqual([5, 6, 2, 3, 4]);
    expect(keys(scrolled)).toEqual(keys(begun));
    const back = fillSlots(scrolled, at(1, 6));
    expect(indexes(back)).toEqual([5, 1, 2, 3, 4]);
  });

  it('are in order again where all rows are others, and when they rest', () => {
    const scrolled = fillSlots(begun, at(2, 7));
    expect(indexes(fillSlots(scrolled, at(900, 905)))).toEqual([900, 901, 902, 903, 904]);
    const rested = inOrder(scrolled);
    expect(indexes(rested)).toEqual([2, 3, 4, 5, 6]);
    expect(inOrder(rested)).toBe(rested);
  });

  it('become more and fewer with the range, each with a key of its own', () => {
    const grown = fillSlots(fillSlots(begun, at(1, 4)), at(0, 8));
    expect(indexes(inOrder(grown))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(new Set(keys(grown)).size).toBe(8);
    expect(indexes(fillSlots(grown, at(0, 2)))).toHaveLength(2);
    expect(fillSlots(grown, at(0, 0))).toEqual([]);
  });
});

describe('the selection', () => {
  it('holds a million rows as one range', () => {
    const all = selectRange(0, 999_999);
    expect(all).toHaveLength(1);
    expect(selectedCount(all)).toBe(1_000_000);
    expect(selectedCount(toggleRow(all, 500_000))).toBe(999_999);
    expect(isSelected(toggleRow(all, 500_000), 500_000)).toBe(false);
  });

  it('joins ranges that touch', () => {
    expect(toggleRow(toggleRow(selectOnly(3), 5), 4)).toEqual([[3, 5]]);
    expect(selectRange(9, 2)).toEqual([[2, 9]]);
  });
});

describe('keys in a table', () => {
  const size = { rows: 100, columns: 5, page: 20 };
  const key = (name: string, held: { ctrlKey?: boolean; altKey?: boolean } = {}) => ({
    key: name,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...held,
  });
  it.each([
    ['ArrowDown', {}, 11, 2],
    ['ArrowUp', {}, 9, 2],
    ['ArrowRight', {}, 10, 3],
    ['ArrowLeft', { ctrlKey: true }, 10, 0],
    ['ArrowUp', { ctrlKey: true }, 0, 2],
    ['PageDown', {}, 30, 2],
    ['PageUp', {}, 0, 2],
    ['Home', {}, 10, 0],
    ['End', { ctrlKey: true }, 99, 4],
    ['Home', { ctrlKey: true }, 0, 0],
  ])('%s %j goes to row %i, column %i', (name, held, row, at) => {
    expect(nextCell(key(name, held), { row: 10, column: 2 }, size)).toEqual({ row, column: at });
  });

  it('go into the header from the first row and no further', () => {
    expect(nextCell(key('ArrowUp'), { row: 0, column: 0 }, size)).toEqual({ row: -1, column: 0 });
    expect(nextCell(key('ArrowUp'), { row: -1, column: 0 }, size)).toEqual({ row: -1, column: 0 });
    expect(nextCell(key('ArrowDown'), { row: 99, column: 0 }, size)).toEqual({ row: 99, column: 0 });
  });

  it('leave shortcuts with Alt alone', () => {
    expect(nextCell(key('ArrowLeft', { altKey: true }), { row: 1, column: 1 }, size)).toBeNull();
  });
});

describe('copied cells', () => {
  it.each([
    ['plain', 'plain'],
    ['a\tb', '"a\tb"'],
    ['say "hi"\nthere', '"say ""hi""\nthere"'],
  ])('%j becomes %j', (text, cell) => {
    expect(tsvCell(text)).toBe(cell);
  });
});
