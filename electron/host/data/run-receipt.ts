import type { Receipt, RunRow } from '../../store/runs/run-queries.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The receipt of a run: requests done, repeated and lost over its sessions. A run with one session needs no query. */
export async function receiptOf(
  { queries }: Workspace,
  { id, sessions, counters }: RunRow,
): Promise<Receipt> {
  if (sessions > 1) return queries.runs.receipt(id);
  return {
    done: counters.done,
    requeued: 0,
    fetchedAgain: 0,
    fetchedAgainInAll: 0,
    givenUp: 0,
    itemsLost: 0,
    itemsDuplicated: 0,
  };
}
