import { printable } from './output.ts';
import { columnsOf } from './text-columns.ts';

/** Columns of the terminal between two columns of a table. */
const gap = 2;
/** The least width of a column, even if the table becomes too wide. */
const minColumn = 8;
/** The widest cell in a pipe or file: long lines are fine there, whole articles are not. */
const maxPipedCell = 200;
/** The most code units for one column of a terminal: emoji need up to 14 for two. Piles of accents on one letter are cut off. */
const maxUnitsPerColumn = 8;

const graphemes = new Intl.Segmenter();

/** Columns of the terminal that a stream writes to; null for a pipe or a file. */
export function terminalWidth({ columns }: { columns?: number }): number | null {
  return columns === undefined || columns === 0 ? null : columns;
}

/** One line of at most `width` columns of a terminal, in which a Chinese character or an emoji takes two. */
export function shorten(text: string, width: number): string {
  const line = printable(text.replaceAll(/\s+/g, ' ').trim());
  const maxUnits = maxUnitsPerColumn * width;
  if (line.length <= maxUnits && columnsOf(line) <= width) return line;
  let end = 0;
  let columns = 1;
  for (const { segment } of graphemes.segment(line)) {
    columns += columnsOf(segment);
    if (columns > width || end + segment.length > maxUnits) break;
    end += segment.length;
  }
  return `${line.slice(0, end).trimEnd()}…`;
}

/**
 * A plain table: a header row, then rows, without a line break at the end.
 * @param width columns of the terminal that cells are cut to fit; null: the output is no terminal, and only very long cells are cut
 */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width = terminalWidth(process.stdout),
): string {
  const cells = [header, ...rows].map((row) =>
    header.map((_, column) => shorten(row[column] ?? '', width ?? maxPipedCell)),
  );
  const natural = header.map((_, column) =>
    cells.reduce((max, row) => Math.max(max, columnsOf(row[column] ?? '')), 0),
  );
  const widths = width === null ? natural : fitWidths(natural, width - gap * (header.length - 1));
  return cells
    .map((row) =>
      row
        .map((cell, column) => padEnd(shorten(cell, widths[column] ?? 0), (widths[column] ?? 0) + gap))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

/** Shares `room` among columns: narrow ones keep what they need, wide ones divide the rest evenly. */
function fitWidths(natural: readonly number[], room: number): number[] {
  const widths = [...natural];
  const narrowFirst = [...natural.entries()].sort(([, a], [, b]) => a - b);
  let left = room;
  for (const [place, [column, wanted]] of narrowFirst.entries()) {
    const share = Math.floor(left / (narrowFirst.length - place));
    widths[column] = Math.min(wanted, Math.max(minColumn, share));
    left -= widths[column];
  }
  return widths;
}

/** As `String.padEnd`, to columns of a terminal. */
function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columnsOf(text)));
}
