import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import './badge.css';

/** The colour of a badge. */
export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

/** See `Badge`. */
export interface BadgeProps {
  children: ReactNode;
  tone?: Tone;
  title?: string;
  className?: string;
}

/** A short word or number beside something that it describes. */
export const Badge = ({ children, tone = 'neutral', title, className }: BadgeProps) => (
  <span className={classes('ui-badge', className)} data-tone={tone} title={title}>
    {children}
  </span>
);

/**
 * The shown states of a run with their labels. A running one that waits for the network is `waiting`, one that has
 * ended with data that is not as expected `unexpected`.
 */
const stateWords = {
  queued: 'Queued',
  running: 'Running',
  waiting: 'Waiting',
  pausing: 'Pausing',
  paused: 'Paused',
  interrupted: 'Interrupted',
  completed: 'Completed',
  unexpected: 'Not as expected',
  stopped: 'Stopped',
  failed: 'Failed',
} as const;

/** A state of a run that has a label. */
export type ShownState = keyof typeof stateWords;

/** The label of a run's state. */
export const stateWord = (state: ShownState) => stateWords[state];

/** The state of a run as a dot, recognizable by shape without colour. Null: it never ran. */
export function StateDot({ state, label }: { state: ShownState | null; label?: string }) {
  const word = label ?? (state === null ? 'Never run' : stateWords[state]);
  return (
    <span className="ui-state-dot" data-state={state ?? 'none'} role="img" aria-label={word} title={word} />
  );
}

/** The state of a run in a word, with its dot. @param label another word than that of the state */
export function StateBadge({ state, label }: { state: ShownState; label?: string }) {
  return (
    <span className="ui-state-badge" data-state={state}>
      <span className="ui-state-dot" data-state={state} aria-hidden />
      {label ?? stateWords[state]}
    </span>
  );
}
