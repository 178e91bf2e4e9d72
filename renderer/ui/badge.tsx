import type { ReactNode } from 'react';
import type { RunState } from '../../shared/contract/types.ts';
import { classes } from './classes.ts';
import './badge.css';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

export interface BadgeProps {
  children: ReactNode;
  tone?: Tone;
  title?: string;
  className?: string;
}

/** A short word or number that qualifies what is beside it. */
export const Badge = ({ children, tone = 'neutral', title, className }: BadgeProps) => (
  <span className={classes('ui-badge', className)} data-tone={tone} title={title}>
    {children}
  </span>
);

/** A run that is carried out but sends nothing is `waiting`: for the network. */
export type ShownState = RunState | 'waiting';

const stateWords: Readonly<Record<ShownState, string>> = {
  queued: 'Queued',
  running: 'Running',
  waiting: 'Waiting',
  pausing: 'Pausing',
  paused: 'Paused',
  interrupted: 'Interrupted',
  completed: 'Completed',
  stopped: 'Stopped',
  failed: 'Failed',
};

export const stateWord = (state: ShownState) => stateWords[state];

/** The state of a run as a dot: its form tells it apart without colour. Null: it never ran. */
export function StateDot({ state, label }: { state: ShownState | null; label?: string }) {
  const word = label ?? (state === null ? 'Never run' : stateWords[state]);
  return (
    <span className="ui-state-dot" data-state={state ?? 'none'} role="img" aria-label={word} title={word} />
  );
}

/** The state of a run in a word, with its dot. */
export function StateBadge({ state }: { state: ShownState }) {
  return (
    <span className="ui-state-badge" data-state={state}>
      <span className="ui-state-dot" data-state={state} aria-hidden />
      {stateWords[state]}
    </span>
  );
}
