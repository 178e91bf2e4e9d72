/** A cell by its place; row -1 is the header. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

interface Size {
  readonly rows: number;
  readonly columns: number;
  /** Rows that are seen at once. */
  readonly page: number;
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Where a key takes the active cell; null: it moves nothing. */
export function nextCell(event: Keys, { row, column }: Cell, { rows, columns, page }: Size): Cell | null {
  if (event.altKey) return null;
  const mod = event.ctrlKey || event.metaKey;
  const at = (nextRow: number, nextColumn: number): Cell => ({
    row: Math.max(-1, Math.min(rows - 1, nextRow)),
    column: Math.max(0, Math.min(columns - 1, nextColumn)),
  });
  switch (event.key) {
    case 'ArrowDown':
      return at(mod ? rows - 1 : row + 1, column);
    case 'ArrowUp':
      return at(mod ? Math.min(row, 0) : row - 1, column);
    case 'ArrowRight':
      return at(row, mod ? columns - 1 : column + 1);
    case 'ArrowLeft':
      return at(row, mod ? 0 : column - 1);
    case 'PageDown':
      return at(row + page, column);
    case 'PageUp':
      return at(Math.max(0, row - page), column);
    case 'Home':
      return mod ? at(0, 0) : at(row, 0);
    case 'End':
      return mod ? at(rows - 1, columns - 1) : at(row, columns - 1);
    default:
      return null;
  }
}
