import { wallText } from '../../../shared/schedules/civil.ts';
import { openZone } from '../../../shared/schedules/zone.ts';
import type { QueueState } from '../../../shared/queue-states.ts';
import type { RunCause } from '../../../shared/run-cause.ts';
import type { RunState } from '../runs/run-states.ts';

/** The last queue entry of a schedule, and its run. */
export interface LastEntry {
  readonly id: string;
  readonly state: QueueState;
  /** The moment that it was queued for, in milliseconds since 1970. */
  readonly scheduledFor: number;
  readonly run: { readonly id: string; readonly state: RunState; readonly cause: RunCause | null } | null;
}

/** Why a run stays paused until a person has looked at it. The other causes go away by themselves, or with another attempt. */
const forPersons: readonly (RunCause | null)[] = ['paused', 'breached', 'trapped', 'login-expired'];

/**
 * Why the next moment of a schedule cannot be queued: the crawl of an earlier one has not ended. null: it can.
 * @param zone of the schedule, in which the earlier moment is told
 */
export function hindranceBy(last: LastEntry | null, zone: string): string | null {
  if (last === null) return null;
  const { id, state, scheduledFor, run } = last;
  const crawl = `The crawl of ${wallText(openZone(zone).wallAt(scheduledFor))}`;
  if (state === 'running')
    return `${crawl} is still running (${run === null ? `entry ${id}` : `run ${run.id}`}).`;
  if (state === 'pending') return `${crawl} is still waiting in the queue (entry ${id}).`;
  if (run?.state !== 'paused' || !forPersons.includes(run.cause)) return null;
  return run.cause === 'paused'
    ? `${crawl} is paused (run ${run.id}).`
    : `${crawl} ${waits} (run ${run.id}).`;
}

const waits = 'has paused itself and waits for a person';

/** Whether a moment was skipped for a reason of `hindranceBy`. The same crawl hinders the next moments for the same reason. */
export const isHindrance = (reason: string): boolean =>
  /^The crawl of .+ \((?:run|entry) \d+\)\.$/.test(reason);

/** The run that hinders a moment because it has paused itself, by the reason of `hindranceBy`; null: there is none. */
export function waitingRun(reason: string | null): string | null {
  if (reason === null || !isHindrance(reason) || !reason.includes(` ${waits} (run `)) return null;
  return reason.slice(reason.lastIndexOf(' ') + 1, -2);
}
