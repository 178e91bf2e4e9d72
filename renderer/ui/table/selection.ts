/** Selected rows as ranges, ascending and apart from one another; a million rows are one range. */
export type Selection = readonly (readonly [first: number, last: number])[];

/** The empty selection. */
export const nothingSelected: Selection = [];

/** One row. */
export const selectOnly = (row: number): Selection => [[row, row]];

/** All rows from one to another, both included, in either order. */
export const selectRange = (from: number, to: number): Selection => [
  [Math.min(from, to), Math.max(from, to)],
];

/** These rows, in any order. */
export const selectRows = (rows: readonly number[]): Selection => merge(rows.map((row) => [row, row]));

/** Whether a row is selected. */
export const isSelected = (selection: Selection, row: number) =>
  selection.some(([first, last]) => row >= first && row <= last);

/** The number of selected rows. */
export const selectedCount = (selection: Selection) =>
  selection.reduce((sum, [first, last]) => sum + last - first + 1, 0);

/** Adds a row to the selection, or takes it out. */
export function toggleRow(selection: Selection, row: number): Selection {
  if (!isSelected(selection, row)) return merge([...selection, [row, row]]);
  return selection.flatMap(([first, last]) => {
    if (row < first || row > last) return [[first, last] as const];
    const parts: [number, number][] = [];
    if (first < row) parts.push([first, row - 1]);
    if (row < last) parts.push([row + 1, last]);
    return parts;
  });
}

function merge(ranges: Selection): Selection {
  const merged: [number, number][] = [];
  for (const [first, last] of [...ranges].sort(([a], [b]) => a - b)) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}
