import type { StoreContext } from '../database/context.ts';
import { isUnderway, type RunState } from './run-states.ts';

/** What tells whether a run is abandoned: columns of its row. */
export interface OwnedRun {
  state: RunState;
  owner_pid: number | null;
  owner_lock: string | null;
  active_since: number | null;
  created_at: number;
}

/** Returns a function that says whether the process that carries a run out is gone. Only a queued run may have none. */
export function createAbandonment({ owners }: Pick<StoreContext, 'owners'>): (run: OwnedRun) => boolean {
  return ({ state, owner_pid, owner_lock, active_since, created_at }) => {
    if (!isUnderway(state) && state !== 'queued') return false;
    if (owner_pid === null) return state !== 'queued';
    return !owners.isAlive({ pid: owner_pid, lock: owner_lock }, active_since ?? created_at);
  };
}
