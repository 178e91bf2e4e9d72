/** A row of a tree, for the keys that move in it. */
export interface TreeNode {
  readonly depth: number;
  /** Whether what is in it is shown; null: it holds nothing. */
  readonly open: boolean | null;
}

/** Rows that a page up or down goes. */
const pageOfRows = 15;

/**
 * Where a key goes from a row; null: it goes nowhere. Right goes into what is open, Left out of what is closed. The position may be
 * beyond an end.
 */
export function nextInTree(
  key: string,
  at: number,
  total: number,
  lineAt: (position: number) => TreeNode | null,
): number | null {
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'PageDown') return at + pageOfRows;
  if (key === 'PageUp') return at - pageOfRows;
  if (key === 'Home') return 0;
  if (key === 'End') return total - 1;
  const line = lineAt(at);
  if (line === null) return null;
  if (key === 'ArrowRight') return line.open === true ? at + 1 : null;
  if (key !== 'ArrowLeft' || line.open === true) return null;
  for (let above = at - 1; above >= 0; above -= 1) {
    const outer = lineAt(above);
    if (outer === null) return null;
    if (outer.depth < line.depth) return above;
  }
  return null;
}
