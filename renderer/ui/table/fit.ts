/** Room beside the text of a cell: its padding, and the arrow of a sorted header. */
const padding = 28;

/** The width that shows what is drawn of a column in full, in pixels; null where nothing of it is drawn. */
export function fitWidth(box: HTMLElement | null, gridId: string, column: number): number | null {
  if (box === null) return null;
  const header = document.getElementById(`${gridId}-h-c${column}`);
  const cells = [...box.querySelectorAll<HTMLElement>(`[data-cell="${column}"]`)];
  if (header !== null) cells.push(header);
  if (cells.length === 0) return null;
  const range = document.createRange();
  return Math.max(
    ...cells.map((cell) => {
      range.selectNodeContents(cell);
      const inner = [...cell.querySelectorAll<HTMLElement>('.ellipsis')].map((each) => each.scrollWidth);
      return (
        Math.ceil(Math.max(range.getBoundingClientRect().width, cell.scrollWidth - padding, ...inner)) +
        padding
      );
    }),
  );
}
