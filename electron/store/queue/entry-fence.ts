import type { StoreContext } from '../database/context.ts';
import { StoreError } from '../errors.ts';
import type { EntryLease } from './entry-lease.ts';

/** Checks, within a transaction of its caller, that an attempt of an entry is still held. */
export function createEntryFence({ connection: { db } }: Pick<StoreContext, 'connection'>): {
  /** @throws StoreError `conflict` */
  require(lease: EntryLease): void;
  /** Records the run of the attempt. @throws StoreError `conflict` */
  link(lease: EntryLease, run: number): void;
} {
  const held = `id = @entry AND lease = @number AND owner_lock = @lock AND state = 'running'`;
  const find = db.prepare<[{ entry: number; number: number; lock: string }], number>(
    `SELECT id FROM queue_entries WHERE ${held}`,
  );
  const link = db.prepare<[{ entry: number; number: number; lock: string; run: number }]>(
    `UPDATE queue_entries SET run_id = @run WHERE ${held}`,
  );
  const lost = (entry: string): StoreError =>
    new StoreError(
      'conflict',
      `Queue entry ${entry} was cancelled, or is carried out by somebody else by now.`,
      'Look at the queue.',
    );
  return {
    require({ entry, number, lock }) {
      if (find.get({ entry: Number(entry), number, lock }) === undefined) throw lost(entry);
    },
    link({ entry, number, lock }, run) {
      if (link.run({ entry: Number(entry), number, lock, run }).changes === 0) throw lost(entry);
    },
  };
}
