import { useEffect, useEffectEvent, useState } from 'react';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { TreeRow } from '../../../shared/contract/types.ts';
import { useTest, type Test } from './use-test.ts';

/** Rows of a portion that is asked for, and how many of them come before what is seen. */
const portion = 300;
const before = 100;
/** How deep a page is open at first: the entries of its main list are seen, not what is in them. */
const openAtFirst = 2;
/** Deeper than a page is. */
const everything = 10_000;
/** The most nodes that are the other way. */
const maxToggled = 10_000;

/** The tree of a saved page, of which only what is near the screen is here. */
export interface Tree {
  readonly test: Test<CallValue<'tester.tree'>>;
  /** Number of rows. */
  readonly total: number;
  /** The row at a position; null: it is not here yet. */
  rowAt: (position: number) => TreeRow | null;
  /** Says which position is the first that is seen. */
  look: (first: number) => void;
  /** Opens or closes a node, by its number. */
  toggle: (number: number) => void;
  toggleAll: (open: boolean) => void;
}

interface Fold {
  readonly openTo: number;
  /** The nodes that are not as `openTo` has them. */
  readonly toggled: number[];
}

/**
 * The rows of a JSON or XML page.
 *
 * @param revealing a node to open the tree for, once for each object
 * @param onRevealed called with the position of its row
 */
export function useTree(
  page: string,
  subject: string,
  revealing: { readonly element: number } | null,
  onRevealed: (position: number) => void,
): Tree {
  const [fold, setFold] = useState<Fold>({ openTo: openAtFirst, toggled: [] });
  const [from, setFrom] = useState(0);
  const [revealed, setRevealed] = useState<object | null>(null);
  const reveal = revealing === revealed ? null : (revealing?.element ?? null);
  const test = useTest('tester.tree', { page, ...fold, from, count: portion, reveal }, subject);
  const { value } = test;
  const take = useEffectEvent(() => {
    if (reveal === null || value === null || value.revealed === null) return;
    const { opened, position } = value.revealed;
    setRevealed(revealing);
    setFold((now) => toggledIn(now, opened));
    onRevealed(position);
  });
  useEffect(() => take(), [value]);
  const total = value?.total ?? 0;
  return {
    test,
    total,
    rowAt: (position) => (value === null ? null : (value.rows[position - value.from] ?? null)),
    look: (first) => setFrom(Math.max(0, Math.floor(first / before) * before - before)),
    toggle: (number) => setFold((now) => toggledIn(now, [number])),
    toggleAll: (open) => setFold({ openTo: open ? everything : 1, toggled: [] }),
  };
}

function toggledIn({ openTo, toggled }: Fold, numbers: readonly number[]): Fold {
  const changed = new Set(toggled);
  for (const number of numbers) if (!changed.delete(number)) changed.add(number);
  return { openTo, toggled: [...changed].slice(-maxToggled) };
}
