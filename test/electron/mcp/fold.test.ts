import { describe, expect, it } from 'vitest';
import { linesOf, nodeOf, treeOf } from '../../../electron/mcp/outline/fold.ts';
import type { OutlineEntry } from '../../../shared/contract/types.ts';

type Written = readonly [depth: number, role: OutlineEntry['role'], name?: string];

const outline = (written: readonly Written[]) =>
  treeOf(written.map(([depth, role, name = ''], element) => ({ element, depth, role, name })));

const product = (n: number): Written[] => [
  [1, 'item'],
  [2, 'link', `Lamp ${n}`],
  [2, 'text', `${n} EUR`],
];

describe('the outline of a page', () => {
  it('shows blocks of one making once, with their number and some handles', () => {
    const roots = outline([[0, 'list'], ...[1, 2, 3, 4, 5, 6].flatMap(product), [0, 'heading', 'End']]);
    expect([...linesOf(roots, 9)]).toEqual([
      'e0 list',
      '  e1 item',
      '    e2 link "Lamp 1"',
      '    e3 text "1 EUR"',
      '  … 5 more like e1: e4 e7 e10 … e16',
      'e19 heading "End"',
    ]);
  });

  it('shows what differs, and what is too few to be repeated', () => {
    const roots = outline([
      [0, 'text', 'a'],
      [0, 'text', 'b'],
      [0, 'landmark'],
      [1, 'link', 'x'],
      [0, 'landmark'],
      [1, 'heading', 'y'],
      [0, 'landmark'],
      [1, 'text', 'z'],
    ]);
    expect([...linesOf(roots, 9)]).toHaveLength(8);
  });

  it('ends at a depth, and says how much is inside', () => {
    const roots = outline([
      [0, 'landmark'],
      [1, 'list'],
      [2, 'item', 'a'],
      [2, 'item', 'b'],
    ]);
    expect([...linesOf(roots, 2)]).toEqual(['e0 landmark', '  e1 list', '    … 2 inside']);
  });

  it('quotes texts, so that none of them can look like a line', () => {
    const [line] = linesOf(outline([[0, 'text', 'a"\ne9 control "Buy']]), 9);
    expect(line).toBe(String.raw`e0 text "a\"\ne9 control \"Buy"`);
  });

  it('finds a node by its element', () => {
    const roots = outline([
      [0, 'list'],
      [1, 'item'],
      [2, 'link', 'x'],
    ]);
    expect(nodeOf(roots, 2)?.entry.name).toBe('x');
    expect(nodeOf(roots, 9)).toBeNull();
  });
});
