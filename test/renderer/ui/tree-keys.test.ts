import { describe, expect, it } from 'vitest';
import { nextInTree, type TreeNode } from '../../../renderer/ui/tree-keys.ts';

/** A page with a list of two entries, of which the first is open. */
const rows: TreeNode[] = [
  { depth: 0, open: true },
  { depth: 1, open: true },
  { depth: 2, open: null },
  { depth: 2, open: null },
  { depth: 1, open: false },
];
const next = (key: string, at: number) =>
  nextInTree(key, at, rows.length, (position) => rows[position] ?? null);

describe('the keys of a tree', () => {
  it.each([
    ['ArrowDown', 1, 2],
    ['ArrowUp', 1, 0],
    ['Home', 3, 0],
    ['End', 0, 4],
    ['PageDown', 0, 15],
    ['ArrowRight', 1, 2],
    ['ArrowRight', 4, null],
    ['ArrowRight', 2, null],
    ['ArrowLeft', 3, 1],
    ['ArrowLeft', 1, null],
    ['ArrowLeft', 4, 0],
    ['Enter', 1, null],
  ])('%s from row %d', (key, at, to) => {
    expect(next(key, at)).toBe(to);
  });

  it('goes nowhere from and to rows that are not loaded', () => {
    expect(nextInTree('ArrowRight', 7, 100, () => null)).toBeNull();
    const loaded = (position: number) => (position === 7 ? { depth: 3, open: null } : null);
    expect(nextInTree('ArrowLeft', 7, 100, loaded)).toBeNull();
  });
});
