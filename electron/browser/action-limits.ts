import type { ActionStep } from '../../shared/spider/browser-actions.ts';
import type { PageAction, Paging } from './types.ts';

/** Limit for all actions of a page together, in milliseconds. */
const maxActionsMs = 30 * 60_000;
/** Limit for all pages of a list together, in milliseconds. */
const maxPagingMs = 3 * 3_600_000;
/** What one step may take besides its own wait: finding the target, acting on it, and becoming quiet. Milliseconds. */
const stepMs = 20_000;
/** Limit for an element to appear, in milliseconds. */
const awaitedMs = 30_000;

/** Returns the time after which no more actions of a page are begun, in milliseconds. */
export function longestActions(actions: readonly PageAction[]): number {
  const total = actions.reduce((sum, { step }) => sum + longest(step), 0);
  return Math.min(maxActionsMs, total);
}

/** Returns the time after which no more pages of a list are asked for, in milliseconds. */
export function longestPaging({ maxPages, delayMs, wait }: Paging): number {
  return Math.min(maxPagingMs, maxPages * (delayMs + stepMs + (wait === null ? 0 : awaitedMs)));
}

function longest(step: ActionStep): number {
  if (step.kind === 'click' || step.kind === 'scroll') return step.times * (step.waitMs + stepMs);
  return step.kind === 'wait_for' ? awaitedMs : stepMs;
}
