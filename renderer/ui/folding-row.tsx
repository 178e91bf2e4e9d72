import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { EllipsisVertical } from 'lucide-react';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { Menu, type MenuEntry } from './menu.tsx';
import './folding-row.css';

/** A part of a `FoldingRow`. */
export interface FoldingPart {
  readonly id: string;
  readonly part: ReactNode;
  /** Where there is no room, the parts with the highest rank fold first; 0: it never folds. */
  readonly rank: number;
  /** What stands in the menu for it while it is folded; left out: nothing does. */
  readonly entry?: MenuEntry;
}

/** See `FoldingRow`. */
export interface FoldingRowProps {
  parts: readonly FoldingPart[];
  className?: string;
}

/**
 * A row that holds what has room. With too little of it, shortcuts go first, then parts without an entry, then the words of buttons
 * that have an icon (`FoldingWord`), then parts by their rank, into a menu at its end. It measures itself, so its container decides
 * how wide it is.
 */
export function FoldingRow({ parts, className }: FoldingRowProps) {
  const box = useRef<HTMLDivElement | null>(null);
  const byRank = parts.filter(({ rank }) => rank > 0).toSorted((a, b) => b.rank - a.rank);
  const steps = [
    'shortcuts',
    ...byRank.filter(({ entry }) => entry === undefined),
    'words',
    ...byRank.filter(({ entry }) => entry !== undefined),
  ];
  const level = useLevel(box, steps.length, parts.map(({ id }) => id).join(' '));
  const folded = new Set(steps.slice(0, level));
  const entries = parts.filter((part) => folded.has(part)).flatMap(({ entry }) => entry ?? []);
  return (
    <div
      className={classes('ui-folding-row', className)}
      ref={box}
      data-shortcuts={!folded.has('shortcuts')}
      data-words={!folded.has('words')}
    >
      {parts
        .filter((part) => !folded.has(part))
        .map(({ id, part }) => (
          <div className="ui-folding-part" key={id}>
            {part}
          </div>
        ))}
      {entries.length > 0 && (
        <div className="ui-folding-part">
          <Menu entries={entries} align="end">
            <IconButton label="More actions" icon={EllipsisVertical} />
          </Menu>
        </div>
      )}
    </div>
  );
}

/** The word of a button in a `FoldingRow`, which its icon stands for where there is no room. */
export const FoldingWord = ({ children }: { children: string }) => (
  <span className="ui-folding-word">{children}</span>
);

/**
 * By how many steps the row folds. What each level needs is measured when it is shown first, before anything is painted.
 *
 * @param content changes where the parts do, which are measured anew then
 */
function useLevel(box: { readonly current: HTMLElement | null }, most: number, content: string): number {
  const [level, setLevel] = useState(0);
  const needed = useRef<{ content: string; widths: number[] }>({ content, widths: [] });
  const fit = () => {
    const row = box.current;
    if (row === null || row.clientWidth === 0) return;
    if (needed.current.content !== content) needed.current = { content, widths: [] };
    const { widths } = needed.current;
    widths[level] = widthOf(row);
    let next = 0;
    while (next < most && (widths[next] ?? 0) > row.clientWidth) next += 1;
    setLevel(next);
  };
  useLayoutEffect(fit);
  const newest = useRef(fit);
  useEffect(() => {
    newest.current = fit;
  });
  useEffect(() => {
    const row = box.current;
    if (row === null || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => newest.current());
    observer.observe(row);
    return () => observer.disconnect();
  }, [box]);
  return level;
}

/** The room that the parts of a row take, in pixels. */
function widthOf(row: HTMLElement): number {
  const parts = [...row.children].map((part) => part.getBoundingClientRect());
  return (
    Math.max(0, ...parts.map(({ right }) => right)) - Math.min(Infinity, ...parts.map(({ left }) => left))
  );
}
