/** What a change has done. */
export interface SqlChange {
  /** Number of rows that were added, changed or removed. */
  changes: number;
  /** `id` of the last row that was added; 0: none was, or its table has no such column. */
  lastInsertRowid: number | bigint;
}

/** A prepared statement. */
export interface SqlStatement<P extends unknown[] = unknown[], R = unknown> {
  get(...parameters: P): R | undefined;
  all(...parameters: P): R[];
  iterate(...parameters: P): IterableIterator<R>;
  run(...parameters: P): SqlChange;
  /** From now on returns the first column alone. */
  pluck(): this;
  /** From now on returns integers as bigint. */
  safeIntegers(): this;
}

/** Parameters of a statement: a list by position, or one object by name. */
export type SqlParameters<P> = P extends unknown[] ? P : [P];

/**
 * The part of a database that the queries use, whichever it is. Statements are SQL that SQLite and PostgreSQL both take, after
 * `postgres/dialect.ts` has put it into the words of PostgreSQL. All calls wait for their answer.
 */
export interface SqlDatabase {
  readonly inTransaction: boolean;
  prepare<P extends unknown[] | object = unknown[], R = unknown>(
    statement: string,
  ): SqlStatement<SqlParameters<P>, R>;
  /** Wraps a function in a transaction, or in a part of the present one. */
  transaction<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => R;
  close(): void;
}
