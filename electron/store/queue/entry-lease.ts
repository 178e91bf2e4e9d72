/** The right of a worker to one attempt of a queue entry. Who holds another one can change nothing. */
export interface EntryLease {
  entry: string;
  /** Grows with each attempt. */
  number: number;
  /** Lock of the connection of the worker, see `database/owner.ts`. */
  lock: string;
}
