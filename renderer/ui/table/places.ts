import type { Cell } from './keyboard.ts';

/** The id of a drawn cell; row -1 is the header. */
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
export function openMenuAt(id: string, cell: Cell): void {
  const element = document.getElementById(cellId(id, cell));
  if (element === null) return;
  const { left, bottom } = element.getBoundingClientRect();
  const place = { clientX: left + 12, clientY: bottom - 4 };
  element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }));
}
