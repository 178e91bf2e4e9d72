import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isLocked, removeUnlocked, takeLock, type FileLock } from '../../system/file-lock.ts';
import { processName } from '../../system/process-name.ts';
import { beatMs } from '../../engine/ports/run-control.ts';
import { toStoreError } from '../errors.ts';
import type { RunOwner } from '../runs/run-queries.ts';

/** The owners of the runs of a database: connections, each with a lock. */
export interface Owners {
  /** Returns this connection as an owner. It holds a lock from the first call until it is closed or its thread ends. */
  self(): RunOwner & { lock: string };
  /** Returns whether an owner is this connection. */
  isSelf(owner: RunOwner): boolean;
  /**
   * Returns whether an owner is alive.
   * @param lastSign time of the last record that the owner wrote about the run, in milliseconds since 1970
   */
  isAlive(owner: RunOwner, lastSign: number): boolean;
  /** Returns whether there is a living owner beside this connection. */
  areOthers(): boolean;
  /** Releases the lock of this connection. */
  close(): void;
}

/** Time after its last record for which an owner without a lock counts as alive, in milliseconds. Older versions have no locks. */
const believedMs = 12 * beatMs;

/**
 * Opens the owners of a database. Each owner holds a lock on an empty file of its own beside the database. The operating system
 * releases the lock when the process or thread ends, and no other process can be mistaken for the owner.
 * @param path path of the database; ":memory:" has only this connection as an owner
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

  const ownName = (): string | null => (held === null ? null : basename(fileOf(held.owner.lock)));

  const isSelf = ({ lock }: RunOwner): boolean => lock !== null && lock === held?.owner.lock;

  return {
    self: () => held?.owner ?? take(),
    isSelf,
    isAlive(owner, lastSign) {
      if (owner.lock === null) return Math.abs(now() - lastSign) < believedMs;
      return isSelf(owner) || (path !== ':memory:' && isLocked(fileOf(owner.lock)));
    },
    areOthers: () =>
      path !== ':memory:' && ownerFiles(path).some((file) => basename(file) !== ownName() && isLocked(file)),
    close() {
      if (held?.lock === undefined || held.lock === null) return;
      held.lock.release();
      removeUnlocked(fileOf(held.owner.lock));
      held = null;
    },
  };
}

/** Returns whether an owner is a thread of this process. */
export function isHere({ lock }: RunOwner): boolean {
  return lock?.startsWith(`${processName}-`) === true;
}

/** Removes the files of owners that no longer exist. */
function clearAway(path: string): void {
  for (const file of ownerFiles(path)) removeUnlocked(file);
}

function ownerFiles(path: string): string[] {
  const prefix = `${basename(path)}-owner-`;
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(prefix));
  return names.map((name) => join(dirname(path), name));
}
