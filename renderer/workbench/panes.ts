import { reveal } from '../ui/split-panes.tsx';

/** What Tab can reach first within a pane. */
const focusable =
  '[data-pane-focus], button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea, [tabindex="0"]';

/** Moves the focus to the next (1) or previous (-1) part of the window that is marked with `data-pane`. A folded one is shown. */
export function focusPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')];
  const active = document.activeElement;
  const current = panes.findLastIndex((pane) => pane.contains(active));
  for (let moves = 1; moves <= panes.length; moves += 1) {
    const next =
      panes[(current + (current < 0 && step < 0 ? 1 : 0) + step * moves + panes.length * 2) % panes.length];
    if (next !== undefined && !next.contains(active) && focusIn(next)) return;
  }
}

/** @returns whether something in the pane has the focus now */
function focusIn(pane: HTMLElement): boolean {
  reveal(pane);
  const target = [
    ...pane.querySelectorAll<HTMLElement>('[data-pane-focus]'),
    ...pane.querySelectorAll<HTMLElement>(focusable),
  ].find((each) => each.checkVisibility());
  target?.focus();
  return target !== undefined && document.activeElement === target;
}
