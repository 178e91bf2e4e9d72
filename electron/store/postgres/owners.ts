import { randomBytes } from 'node:crypto';
import { processName } from '../../system/process-name.ts';
import type { Owners } from '../database/owner.ts';
import type { RunOwner } from '../runs/run-queries.ts';
import { runOfFleetOwner, silentMs } from './ledger/fleet-owner.ts';
import type { PostgresDatabase } from './sync-database.ts';

/** Tells the locks of owners from other advisory locks of the server: "SpSO" in ASCII. */
export const ownerClass = 0x5370534f;

const locked = `EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = ${ownerClass}
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND granted`;

/**
 * Opens the owners of a database on a server. Each owner holds an advisory lock of its session, which the server releases when the
 * connection ends, however its program ended. After the connection was made anew, the lock is taken again.
 * A run that a fleet carries out lives as long as one of its sessions beats.
 */
export function createPostgresOwners(db: PostgresDatabase, now: () => number): Owners {
  const isHeld = db
    .prepare<[string], number>(
      `SELECT ${locked} AND objid = CAST(CAST(hashtext(CAST(? AS TEXT)) AS bigint) & 4294967295 AS oid))`,
    )
    .pluck();
  const isFleetAlive = db
    .prepare<[number, number], number>(
      'SELECT EXISTS (SELECT 1 FROM fleet_sessions WHERE run_id = ? AND beat_at > ?)',
    )
    .pluck();
  const areHeld = db.prepare<[], number>(`SELECT ${locked} AND pid <> pg_backend_pid())`).pluck();
  let held: (RunOwner & { lock: string }) | null = null;

  function take(): RunOwner & { lock: string } {
    const owner = { pid: process.pid, lock: `${processName}-${randomBytes(8).toString('hex')}` };
    db.keep(`SELECT pg_advisory_lock(${ownerClass}, hashtext('${owner.lock}'))`);
    held = owner;
    return owner;
  }

  const isSelf = ({ lock }: RunOwner): boolean => lock !== null && lock === held?.lock;

  return {
    self: () => held ?? take(),
    isSelf,
    isAlive(owner) {
      if (owner.lock === null) return false;
      const run = runOfFleetOwner(owner.lock);
      if (run !== null) return isFleetAlive.get(run, now() - silentMs) === 1;
      return isSelf(owner) || isHeld.get(owner.lock) === 1;
    },
    areOthers: () => areHeld.get() === 1,
    close: () => undefined,
  };
}
