import type { HealthFinding } from '../../../../shared/contract/types.ts';
import { isTroubled } from '../../data/spider-needs.ts';
import { isEnded } from '../../../store/runs/run-states.ts';
import type { PastRun } from '../../data/health-facts.ts';

/** Since when something is so. */
export type Since = Pick<HealthFinding, 'since' | 'sinceRun'>;

/** Runs that are over: they have ended, or do not go on by themselves. */
export const isOver = (run: PastRun): boolean => isEnded(run.state) || isTroubled(run);

/** Whether a run did what it should. */
export const isGood = (run: PastRun): boolean => isEnded(run.state) && !isTroubled(run) && run.items > 0;

/**
 * Since when full runs are so: the oldest of the newest runs that all are. Where the newest is not, since the last good run.
 * @param runs newest first
 */
export function sinceWhen(runs: readonly PastRun[], isSo: (run: PastRun) => boolean): Since {
  const over = runs.filter(isOver);
  const first = over.findIndex((run) => !isSo(run));
  const oldest = over[(first === -1 ? over.length : first) - 1];
  if (oldest !== undefined) return { since: oldest.endedAt ?? oldest.at, sinceRun: oldest.run };
  return { since: over.find(isGood)?.endedAt ?? null, sinceRun: null };
}
