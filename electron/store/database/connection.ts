import type Database from 'better-sqlite3';
import { toStoreError } from '../errors.ts';
import type { DatabaseDriver } from './driver.ts';
import type { SqlDatabase, SqlStatement } from './sql.ts';
import type { ValueSql } from './value-sql.ts';

/** How many operations are written in one transaction at most. */
const batchSize = 64;
/** How long a patient operation waits for others, in milliseconds, and how many operations end the wait. */
const batchWaitMs = 12;
const patientBatch = 6;

/** How often a transaction runs again that was given up in favour of others. */
const mostRaces = 8;

interface QueuedOperation {
  readonly readsOnly: boolean;
  /** Does the work inside the transaction; called again when the transaction is lost to another operation. */
  attempt(): void;
  /** The transaction is committed: the caller may know. */
  succeed(): void;
  fail(error: unknown): void;
}

/**
 * A connection to the database, and the only place where its errors become StoreErrors.
 *
 * There are two ways to write. `writing` commits before it returns. `enqueue` collects the operations of one turn of the event
 * loop, at most 64, in one transaction, and resolves when it is committed. So every result is durable. The write lock is held only
 * during a transaction, never while waiting, so that other processes can write in between.
 */
export class Connection {
  readonly db: SqlDatabase;
  /** What it is called in messages: its path or its address. */
  readonly path: string;
  /** Number of rollbacks. Whenever it grows, what is cached outside the database is invalid. */
  undone = 0;
  #queue: QueuedOperation[] = [];
  #scheduled: NodeJS.Immediate | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** Something was committed that may still be in the log only. */
  #hasWritten = false;
  readonly #driver: DatabaseDriver;
  readonly #begin: SqlStatement<[]>;
  readonly #commit: SqlStatement<[]>;
  readonly #rollback: SqlStatement<[]>;

  constructor(driver: DatabaseDriver, path: string) {
    const { db } = driver;
    this.#driver = driver;
    this.db = db;
    this.path = path;
    this.#begin = db.prepare<[]>('BEGIN IMMEDIATE');
    this.#commit = db.prepare<[]>('COMMIT');
    this.#rollback = db.prepare<[]>('ROLLBACK');
  }

  /** Path of the file; null: the database is in memory or on a server. */
  get filePath(): string | null {
    return this.#driver.path;
  }

  /** How values of unknown types are written in its SQL. */
  get values(): ValueSql {
    return this.#driver.values;
  }

  /** The statement that adds a change to the outbox. */
  get addChange(): string {
    return this.#driver.addChange;
  }

  /** The file of an embedded database. @throws StoreError `on-server` where it is on a server */
  get file(): Database.Database {
    return this.#driver.embedded();
  }

  /** Changes whenever another connection has written. */
  version(): number {
    return this.#driver.version();
  }

  /** Keeps what is written safe from a power cut, at a price. @returns a function that ends it */
  keepSafe(): () => void {
    return this.#driver.keepSafe();
  }

  /** Wraps a function that reads: errors of SQLite become StoreErrors. */
  reading<A extends unknown[], R>(read: (...args: A) => R): (...args: A) => R {
    return (...args) => this.#translated(() => read(...args));
  }

  /** Wraps a query of a port: as `reading`, but returns a promise. */
  query<A extends unknown[], R>(read: (...args: A) => R): (...args: A) => Promise<R> {
    return promised(this.reading(read));
  }

  /** Wraps a change of a port: as `writing`, but returns a promise, which resolves after the commit. */
  change<A extends unknown[], R>(write: (...args: A) => R): (...args: A) => Promise<R> {
    return promised(this.writing(write));
  }

  /** Wraps a function in a transaction of its own. Enqueued operations are committed before it. */
  writing<A extends unknown[], R>(write: (...args: A) => R): (...args: A) => R {
    return (...args) => {
      this.drain();
      return this.#translated(() => this.#transaction(() => write(...args)));
    };
  }

  /**
   * Adds an operation to the next transaction. It succeeds or fails independently of the others. Resolves after the commit.
   * @param options `patient`: whether the commit may wait some milliseconds for other operations, because a transaction costs as
   *   much as two or three pages written in it; otherwise it follows in this turn of the event loop
   */
  enqueue<R>(operation: () => R, options: { readsOnly?: boolean; patient?: boolean } = {}): Promise<R> {
    return new Promise((resolve, reject) => {
      let result: { value: R } | null = null;
      this.#queue.push({
        readsOnly: options.readsOnly === true,
        attempt: () => {
          result = { value: operation() };
        },
        succeed: () => {
          if (result !== null) resolve(result.value);
        },
        fail: (error) => reject(toStoreError(error, this.path)),
      });
      if (this.#queue.length >= (options.patient === true ? patientBatch : batchSize)) this.drain();
      else if (options.patient === true) this.#timer ??= setTimeout(() => this.drain(), batchWaitMs);
      else this.#scheduled ??= setImmediate(() => this.drain());
    });
  }

  /** Runs and commits all enqueued operations. Never throws: each caller gets the error of its own operation. */
  drain(): void {
    if (this.#scheduled !== null) clearImmediate(this.#scheduled);
    this.#scheduled = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, batchSize);
      this.#queue = this.#queue.slice(batchSize);
      this.#queue = [...this.#runBatch(batch), ...this.#queue];
    }
  }

  /**
   * Moves the write-ahead log into the database as far as no other connection uses it, without waiting. The next write, or the
   * last connection that closes, moves the rest. A full disk is reported by the next write.
   */
  checkpoint(): void {
    if (!this.#hasWritten || this.db.inTransaction) return;
    this.#driver.settle();
    this.#hasWritten = false;
  }

  /** Commits all enqueued operations, moves the log into the database, and closes the connection. @throws StoreError */
  close(): void {
    this.drain();
    this.checkpoint();
    this.#translated(() => this.#driver.close());
  }

  /**
   * Runs a batch in one transaction. If an operation fails, the batch is rolled back and the caller gets the error. SQLite rolls
   * back by itself if the disk is full. A batch that has lost a race against another writer runs again as a whole.
   * @returns the operations to run again, none of which has been answered yet
   */
  #runBatch(batch: QueuedOperation[], races = mostRaces): QueuedOperation[] {
    const reads = batch.every(({ readsOnly }) => readsOnly);
    let current: QueuedOperation | null = null;
    try {
      if (!reads) this.#begin.run();
      for (const operation of batch) {
        current = operation;
        operation.attempt();
      }
      current = null;
      if (!reads) this.#commitAll();
    } catch (error) {
      this.undone += 1;
      if (this.db.inTransaction) this.#rollback.run();
      if (races > 0 && this.#driver.isLostRace(error)) return this.#runBatch(batch, races - 1);
      const failed = current;
      for (const operation of failed === null ? batch : [failed]) operation.fail(error);
      return failed === null ? [] : batch.filter((operation) => operation !== failed);
    }
    for (const operation of batch) operation.succeed();
    return [];
  }

  #commitAll(): void {
    this.#driver.beforeCommit();
    this.#commit.run();
    this.#hasWritten = true;
  }

  #transaction<R>(work: () => R, races = mostRaces): R {
    this.#begin.run();
    try {
      const result = work();
      this.#commitAll();
      return result;
    } catch (error) {
      if (this.db.inTransaction) this.#rollback.run();
      if (races === 0 || !this.#driver.isLostRace(error)) throw error;
      this.undone += 1;
    }
    return this.#transaction(work, races - 1);
  }

  #translated<R>(work: () => R): R {
    try {
      return work();
    } catch (error) {
      throw toStoreError(error, this.path);
    }
  }
}

/** Returns the result, or the error, of a synchronous function by a promise. */
function promised<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => Promise<R> {
  return (...args) => new Promise((resolve) => resolve(work(...args)));
}
