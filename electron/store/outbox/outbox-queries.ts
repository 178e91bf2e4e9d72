import type { Change } from './change.ts';

/** A change in the outbox. */
export interface OutboxEntry {
  /** Its place in the order of all changes of the database. */
  position: number;
  /** When it was written, in milliseconds since 1970. */
  at: number;
  change: Change;
}

/** A stretch of the outbox. */
export interface OutboxStretch {
  /** In order; changes that cannot be read are left out. */
  entries: OutboxEntry[];
  /** The position after which the next stretch begins. */
  position: number;
}

/**
 * The outbox: every change of a run, an entry of the queue, a schedule, a spider and a project, and of saved pages and the trash what
 * others cannot see otherwise, in order, written in the transaction of the change. Readers have names and positions that last.
 */
export interface OutboxQueries {
  /** The changes after a position. @param limit the most that are read */
  after(position: number, limit: number): Promise<OutboxStretch>;
  /** The changes after one time and up to another one, in milliseconds since 1970; those that cannot be read are left out. */
  between(from: number, until: number): Promise<OutboxEntry[]>;
  /** The position of the newest change, even if that is pruned; 0: there was none. */
  position(): Promise<number>;
  /** The position of the oldest change that is kept; null: none is. */
  oldest(): Promise<number | null>;
  /** The position up to which a reader has dealt with changes; null: it has not read yet. */
  readerAt(name: string): Promise<number | null>;
  /**
   * Records that a reader has dealt with the changes up to a position.
   * @returns false: it had, by what is recorded, and nothing is changed
   */
  advance(name: string, position: number): Promise<boolean>;
  /**
   * Deletes changes that all readers have dealt with and that are older.
   * @param before in milliseconds since 1970 @returns how many were deleted
   */
  prune(before: number): Promise<number>;
}
