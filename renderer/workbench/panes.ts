/** What Tab can reach first within a pane. */
const focusable =
  '[data-pane-focus], button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea, [tabindex="0"]';

/** Moves the focus to the next (1) or previous (-1) part of the window that is marked with `data-pane`. */
export function focusPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.querySelector(focusable) !== null,
  );
  if (panes.length === 0) return;
  const active = document.activeElement;
  const current = panes.findIndex((pane) => pane.contains(active));
  const next = panes[(current + step + panes.length) % panes.length];
  const target =
    next?.querySelector<HTMLElement>('[data-pane-focus]') ?? next?.querySelector<HTMLElement>(focusable);
  target?.focus();
}
