import type { Cell } from './keyboard.ts';

/** The id of a header, which is row -1, or of the active cell of the rows; the other cells go without one. */
export const cellId = (id: string, { row, column }: Cell) =>
  row < 0 ? `${id}-h-c${column}` : `${id}-r${row}-c${column}`;

/** The column whose header an event came from. */
export function headerAt(target: EventTarget): string | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  return cell?.dataset['column'];
}

/** The cell of a row that an event came from; behind the last column it is the last one. */
export function cellAt(target: EventTarget, columns: number): Cell | null {
  if (!(target instanceof Element)) return null;
  const row = target.closest<HTMLElement>('[data-row]');
  if (row === null) return null;
  const column = Number(target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? columns - 1);
  return { row: Number(row.dataset['row']), column };
}

/** Opens the menu of a cell as the right button would, for the menu key. */
export function openMenuAt(box: HTMLElement | null, { row, column }: Cell): void {
  const within =
    row < 0
      ? `[role="columnheader"][aria-colindex="${column + 1}"]`
      : `[data-row="${row}"] [data-cell="${column}"]`;
  const element = box?.querySelector(within);
  if (element === null || element === undefined) return;
  const { left, bottom } = element.getBoundingClientRect();
  const place = { clientX: left + 12, clientY: bottom - 4 };
  element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }));
}
