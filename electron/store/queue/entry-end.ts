import type { RunCause } from '../../../shared/run-cause.ts';
import type { QueueState } from '../../../shared/queue-states.ts';
import type { RunRow } from '../runs/run-queries.ts';
import { isCarriedOut } from '../runs/run-states.ts';

/** How an attempt of an entry ended. */
export type AttemptEnd =
  /** The entry has ended with it. */
  | { kind: 'over'; state: 'completed' | 'failed' | 'cancelled'; reason: string }
  /** Another attempt may go better. */
  | { kind: 'retry'; reason: string }
  /** Its worker closed: the attempt does not count. */
  | { kind: 'back' }
  /** Its worker is gone. */
  | { kind: 'lost'; reason: string };

/** What decides about the next attempt of an entry. */
export interface Attempts {
  /** The one that has ended is counted already. */
  attempts: number;
  maxAttempts: number;
  /** Attempts in a row that ended with their worker and without a further page. */
  losses: number;
  /** Pages that its run had done, failed or skipped when the attempt began. */
  settled: number;
}

/** What becomes of an entry. */
export interface AfterAttempt {
  state: Exclude<QueueState, 'running'>;
  reason: string | null;
  attempts: number;
  losses: number;
  /** How long a pending entry waits, in milliseconds. */
  waitMs: number;
}

const minute = 60_000;
/** Waits before the second, third, … attempt, in milliseconds; the last one holds for all further ones. */
const waits = [minute, 5 * minute, 15 * minute, 60 * minute] as const;
/** The share of a wait that is added at random at most, so that entries that failed together are not tried together. */
const mostJitter = 0.2;
/** How often in a row a worker may end with an entry that does not get on. More, and it is the entry that ends the worker. */
const mostLosses = 5;

/** How long an entry waits after so many attempts, in milliseconds. @param jitter from 0 to 1 */
function waitAfter(attempts: number, jitter: number): number {
  const wait = waits[Math.min(Math.max(attempts, 1), waits.length) - 1] ?? minute;
  return Math.round(wait * (1 + mostJitter * Math.min(1, Math.max(0, jitter))));
}

/** Causes for which a run that failed or paused itself is tried again. The others are certain to come again. */
const retried: ReadonlySet<RunCause> = new Set(['blocked', 'offline', 'no-pages', 'error']);

/**
 * How an attempt ended, by its run; null: the run is being carried out.
 * @param asked what a person has asked of the run during the attempt
 */
export function endOfAttempt(
  run: Pick<RunRow, 'state' | 'owner' | 'cause' | 'reason'>,
  asked: 'pause' | 'stop' | null,
): AttemptEnd | null {
  const { state, cause } = run;
  const reason = run.reason ?? `The run is ${state}.`;
  if (state === 'interrupted') return { kind: 'lost', reason };
  if (isCarriedOut(run)) return null;
  switch (state) {
    case 'completed':
      return { kind: 'over', state: 'completed', reason };
    case 'stopped':
      if (cause !== null && retried.has(cause)) return { kind: 'retry', reason };
      return { kind: 'over', state: cause === 'stopped' ? 'cancelled' : 'completed', reason };
    case 'paused':
      if (asked !== null) return { kind: 'over', state: 'cancelled', reason };
      if (cause === 'paused') return { kind: 'back' };
      return cause === null || retried.has(cause)
        ? { kind: 'retry', reason }
        : { kind: 'over', state: 'failed', reason };
    case 'failed':
      return cause !== null && retried.has(cause)
        ? { kind: 'retry', reason }
        : { kind: 'over', state: 'failed', reason };
    case 'queued':
    case 'running':
    case 'pausing':
      return { kind: 'lost', reason };
    default:
      return state satisfies never;
  }
}

/**
 * What becomes of an entry after an attempt.
 * @param settled pages that its run has done, failed or skipped by now
 * @param jitter from 0 to 1
 */
export function afterAttempt(
  { attempts, maxAttempts, losses, settled: before }: Attempts,
  end: AttemptEnd,
  settled: number,
  jitter: number,
): AfterAttempt {
  const kept = { attempts, losses, waitMs: 0 };
  switch (end.kind) {
    case 'over':
      return { ...kept, state: end.state, reason: end.reason };
    case 'back':
      return { ...kept, state: 'pending', reason: null, attempts: attempts - 1 };
    case 'lost': {
      const lost = settled > before ? 0 : losses + 1;
      const reason = `${end.reason} It goes on from where it was.`;
      if (lost <= mostLosses)
        return { ...kept, state: 'pending', reason, attempts: attempts - 1, losses: lost };
      const died = `The process that carried it out ended ${lost} times in a row without getting on.`;
      return { ...kept, state: 'dead', reason: died, losses: lost };
    }
    case 'retry':
      if (attempts >= maxAttempts) {
        const all = attempts === 1 ? 'Its only attempt failed' : `All ${attempts} attempts failed`;
        return { ...kept, losses: 0, state: 'dead', reason: `${all}. The last one: ${end.reason}` };
      }
      return {
        ...kept,
        losses: 0,
        state: 'pending',
        reason: `Attempt ${attempts} of ${maxAttempts}: ${end.reason}`,
        waitMs: waitAfter(attempts, jitter),
      };
    default:
      return end satisfies never;
  }
}
