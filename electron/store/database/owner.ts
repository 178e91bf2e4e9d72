import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isLocked, removeUnlocked, takeLock, type FileLock } from '../../system/file-lock.ts';
import { processName } from '../../system/process-name.ts';
import { beatMs } from '../../engine/ports/run-control.ts';
import { toStoreError } from '../errors.ts';
import type { RunOwner } from '../runs/run-queries.ts';

/** Those who carry out the runs of a database. */
export interface Owners {
  /** This connection as an owner. From the first call until it is closed, or its thread ends, it holds a lock. */
  self(): RunOwner;
  /** Whether an owner is this connection. */
  isSelf(owner: RunOwner): boolean;
  /** @param lastSign when the owner last wrote something about the run, in milliseconds since 1970 */
  isAlive(owner: RunOwner, lastSign: number): boolean;
  close(): void;
}

/** How long an owner without a lock is believed to go on after its last sign, in milliseconds: versions without one beat too. */
const believedMs = 12 * beatMs;

/**
 * Makes what knows the owners of a database. Each holds a lock on an empty file of its own beside the database, so it is gone as
 * soon as its thread or process is, and nobody is taken for it.
 * @param path of the database; ":memory:" has no other owner than this connection
 */
export function createOwners(path: string, now: () => number): Owners {
  const fileOf = (lock: string): string => join(dirname(path), `${basename(path)}-owner-${lock}`);
  let held: { owner: RunOwner & { lock: string }; lock: FileLock | null } | null = null;

  function take(): RunOwner & { lock: string } {
    const owner = { pid: process.pid, lock: `${processName}-${randomBytes(4).toString('hex')}` };
    if (path === ':memory:') held = { owner, lock: null };
    else {
      clearAway(path);
      try {
        held = { owner, lock: takeLock(fileOf(owner.lock)) };
      } catch (error) {
        throw toStoreError(error, fileOf(owner.lock));
      }
    }
    return owner;
  }

  const isSelf = ({ lock }: RunOwner): boolean => lock !== null && lock === held?.owner.lock;

  return {
    self: () => held?.owner ?? take(),
    isSelf,
    isAlive(owner, lastSign) {
      if (owner.lock === null) return Math.abs(now() - lastSign) < believedMs;
      return isSelf(owner) || (path !== ':memory:' && isLocked(fileOf(owner.lock)));
    },
    close() {
      if (held?.lock === undefined || held.lock === null) return;
      held.lock.release();
      removeUnlocked(fileOf(held.owner.lock));
      held = null;
    },
  };
}

/** Whether an owner is in this process, in whichever thread. */
export function isHere({ lock }: RunOwner): boolean {
  return lock?.startsWith(`${processName}-`) === true;
}

/** Removes the files of owners that were killed. */
function clearAway(path: string): void {
  const prefix = `${basename(path)}-owner-`;
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(prefix)) removeUnlocked(join(dirname(path), name));
  }
}
