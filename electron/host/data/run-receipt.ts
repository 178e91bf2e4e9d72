import type { Receipt, RunRow } from '../../store/runs/run-queries.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What became of the work of a run. In one that was never resumed there is nothing to count. */
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
