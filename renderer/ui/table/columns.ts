import type { ColumnLayout } from './column-layout.ts';
import type { Column } from './types.ts';

const defaultWidth = 160;
const minWidth = 48;
const maxWidth = 1200;

/** A column where it stands now. */
export interface PlacedColumn<Row> {
  readonly column: Column<Row>;
  readonly width: number;
  readonly pinned: boolean;
  /** Its left edge, in pixels from the beginning of the row. */
  readonly left: number;
}

/** The layout of all columns, hidden ones included: the remembered one, with new columns at their natural places. */
export function completeLayout<Row>(
  columns: readonly Column<Row>[],
  remembered: readonly ColumnLayout[] | undefined,
): ColumnLayout[] {
  const known = new Map(columns.map((column) => [column.name, column]));
  const layout = (remembered ?? []).filter((entry) => known.has(entry.name));
  const placed = new Set(layout.map((entry) => entry.name));
  for (const [index, column] of columns.entries()) {
    if (placed.has(column.name)) continue;
    const before = columns.slice(0, index).findLast((each) => placed.has(each.name));
    const at = before === undefined ? 0 : layout.findIndex((entry) => entry.name === before.name) + 1;
    layout.splice(at, 0, {
      name: column.name,
      width: null,
      hidden: column.hidden === true,
      pinned: column.pinned === true,
    });
    placed.add(column.name);
  }
  return layout;
}

/** The shown columns from left to right, pinned ones first. */
export function placeColumns<Row>(
  columns: readonly Column<Row>[],
  layout: readonly ColumnLayout[],
): PlacedColumn<Row>[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const shown = layout.filter((entry) => !entry.hidden);
  const ordered = [...shown.filter((entry) => entry.pinned), ...shown.filter((entry) => !entry.pinned)];
  let left = 0;
  const placed: PlacedColumn<Row>[] = [];
  for (const entry of ordered) {
    const column = byName.get(entry.name);
    if (column === undefined) continue;
    const width = entry.width ?? column.width ?? defaultWidth;
    placed.push({ column, width, pinned: entry.pinned, left });
    left += width;
  }
  return placed;
}

/** Which of the columns that are not pinned can be seen: from `first` up to, not including, `end`. */
export function visibleColumns<Row>(
  placed: readonly PlacedColumn<Row>[],
  scrollLeft: number,
  viewport: number,
): { first: number; end: number } {
  const pinned = placed.filter((each) => each.pinned).length;
  const from = scrollLeft + (placed[pinned]?.left ?? 0);
  let first = pinned;
  while (first < placed.length - 1 && rightOf(placed[first]) <= from) first += 1;
  let end = first;
  while (end < placed.length && (placed[end]?.left ?? 0) < scrollLeft + viewport) end += 1;
  // One more on each side, so that a short scroll shows no gap.
  return { first: Math.max(pinned, first - 1), end: Math.min(placed.length, end + 1) };
}

const rightOf = (placed: PlacedColumn<never> | { left: number; width: number } | undefined) =>
  placed === undefined ? 0 : placed.left + placed.width;

const clampWidth = (width: number) => Math.round(Math.min(maxWidth, Math.max(minWidth, width)));

function change(layout: readonly ColumnLayout[], name: string, next: Partial<ColumnLayout>): ColumnLayout[] {
  return layout.map((entry) => (entry.name === name ? { ...entry, ...next } : entry));
}

/** Sets the width of a column, in pixels, within its limits. */
export const resizeColumn = (layout: readonly ColumnLayout[], name: string, width: number) =>
  change(layout, name, { width: clampWidth(width) });

/** Hides or shows a column. */
export const hideColumn = (layout: readonly ColumnLayout[], name: string, hidden: boolean) =>
  change(layout, name, { hidden });

/** Pins a column to the left, or releases it. */
export const pinColumn = (layout: readonly ColumnLayout[], name: string, pinned: boolean) =>
  change(layout, name, { pinned });

/** Puts a column before another one; null: at the end. It becomes pinned or not, as what it stands among. */
export function moveColumn(
  layout: readonly ColumnLayout[],
  name: string,
  before: string | null,
): ColumnLayout[] {
  const moved = layout.find((entry) => entry.name === name);
  if (moved === undefined || name === before) return [...layout];
  const rest = layout.filter((entry) => entry !== moved);
  const at = before === null ? rest.length : rest.findIndex((entry) => entry.name === before);
  const target = rest[at < 0 ? rest.length : at];
  const pinned = target === undefined ? false : target.pinned;
  const placed = { ...moved, pinned };
  return at < 0 ? [...rest, placed] : [...rest.slice(0, at), placed, ...rest.slice(at)];
}

/** Moves a shown column by one place among the shown ones. */
export function stepColumn<Row>(
  layout: readonly ColumnLayout[],
  placed: readonly PlacedColumn<Row>[],
  name: string,
  step: 1 | -1,
): ColumnLayout[] {
  const at = placed.findIndex((each) => each.column.name === name);
  if (at < 0 || placed[at + step] === undefined) return [...layout];
  const before = step === -1 ? placed[at - 1] : placed[at + 2];
  return moveColumn(layout, name, before?.column.name ?? null);
}
