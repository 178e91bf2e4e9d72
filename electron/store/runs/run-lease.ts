import { LeaseLostError } from '../../engine/ports/lease.ts';
import type { StoreContext } from '../database/context.ts';

/**
 * The lease of one session on a run. It lasts until somebody else takes the run over, or another session of it begins; who
 * holds it is written in the run itself, so a process that was believed dead finds out within its next transaction. To be
 * called within a transaction.
 */
export interface RunLease {
  /** Whether this session still carries the run out. Unless it was taken, the first call says which session that is. */
  isHeld(): boolean;
  /** The session that has just begun is this one. */
  take(): void;
  /** @throws LeaseLostError */
  require(): void;
}

export function createRunLease({ connection, owners }: StoreContext, run: number): RunLease {
  const holder = connection.db.prepare<
    [number],
    { pid: number | null; lock: string | null; session: number }
  >('SELECT owner_pid AS pid, owner_lock AS lock, sessions AS session FROM runs WHERE id = ?');
  let held: number | null = null;
  const isHeld = (): boolean => {
    const row = holder.get(run);
    if (row === undefined || row.pid === null || !owners.isSelf({ pid: row.pid, lock: row.lock }))
      return false;
    held ??= row.session;
    return held === row.session;
  };
  return {
    isHeld,
    take() {
      held = null;
      isHeld();
    },
    require() {
      if (!isHeld()) throw new LeaseLostError(String(run));
    },
  };
}
