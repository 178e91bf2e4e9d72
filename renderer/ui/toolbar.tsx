import type { KeyboardEvent, ReactNode } from 'react';
import { classes } from './classes.ts';
import './toolbar.css';

const stops = 'button:not(:disabled), [role="combobox"], select:not(:disabled), a[href]';

/** See `Toolbar`. */
export interface ToolbarProps {
  label: string;
  children: ReactNode;
  className?: string;
}

/** A bar of controls above a pane. Left and Right go along its buttons; text fields keep their arrows. */
export function Toolbar({ label, children, className }: ToolbarProps) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || !(event.target instanceof HTMLButtonElement)) return;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(stops)];
    const next = all[all.indexOf(event.target) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on the controls inside
    <div role="toolbar" aria-label={label} className={classes('ui-toolbar', className)} onKeyDown={move}>
      {children}
    </div>
  );
}

/** A line between groups of controls. */
export const ToolbarSeparator = () => <span className="ui-toolbar-separator" aria-hidden />;

/** Moves the controls after it to the end of the bar. */
export const ToolbarSpace = () => <span className="grow" aria-hidden />;
