import type Database from 'better-sqlite3';
import { toStoreError } from '../errors.ts';
import { keepLogInProportion } from './wal-limit.ts';

/** How many operations are written in one transaction at most. */
const batchSize = 64;
/** How long a patient operation waits for others, in milliseconds, and how many operations end the wait. */
const batchWaitMs = 12;
const patientBatch = 6;

interface QueuedOperation {
  readonly readsOnly: boolean;
  /** Does the work inside the transaction; called again when the transaction is lost to another operation. */
  attempt(): void;
  /** The transaction is committed: the caller may know. */
  succeed(): void;
  fail(error: unknown): void;
}

/**
 * One connection to the database, and the only place where errors of SQLite become StoreErrors.
 *
 * Two ways to write: `writing` commits before it returns; `enqueue` collects the operations of a turn of the event
 * loop (at most 64) in one transaction and answers once that is committed. An answer is therefore always durable,
 * and the write lock is held only while there is work, never while waiting: other processes get their turn.
 */
export class Connection {
  readonly db: Database.Database;
  readonly path: string;
  /** How often something written was taken back. What is remembered beside the database is void when this grows. */
  undone = 0;
  #queue: QueuedOperation[] = [];
  #scheduled: NodeJS.Immediate | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** Something was committed that may still be in the log only. */
  #hasWritten = false;
  readonly #begin: Database.Statement<[]>;
  readonly #commit: Database.Statement<[]>;
  readonly #rollback: Database.Statement<[]>;
  readonly #sizeLog: () => void;

  constructor(db: Database.Database, path: string) {
    this.db = db;
    this.path = path;
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#rollback = db.prepare('ROLLBACK');
    this.#sizeLog = keepLogInProportion(db);
  }

  /** Makes a function that reads; what SQLite throws inside leaves as StoreError. */
  reading<A extends unknown[], R>(read: (...args: A) => R): (...args: A) => R {
    return (...args) => this.#translated(() => read(...args));
  }

  /** Makes a query of a port: as `reading`, and what it gives or throws arrives by a promise. */
  query<A extends unknown[], R>(read: (...args: A) => R): (...args: A) => Promise<R> {
    return promised(this.reading(read));
  }

  /** Makes a change of a port: as `writing`, and it is committed when its promise resolves. */
  change<A extends unknown[], R>(write: (...args: A) => R): (...args: A) => Promise<R> {
    return promised(this.writing(write));
  }

  /** Makes a function that writes in a transaction of its own, all or nothing. What is enqueued goes first. */
  writing<A extends unknown[], R>(write: (...args: A) => R): (...args: A) => R {
    return (...args) => {
      this.drain();
      return this.#translated(() => this.#transaction(() => write(...args)));
    };
  }

  /**
   * Adds an operation to the next transaction; it fails or succeeds on its own. Resolves when committed. What is not
   * patient is committed in this turn of the event loop, with all that has waited; what is, when a few are there, and some
   * milliseconds later at the latest: a transaction costs as much as two or three pages that are written in it.
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

  /** Carries out and commits everything that is enqueued, now. Never throws: each caller hears its own error. */
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
   * Moves the log into the database as far as nobody reads or writes it, without waiting. What is left is moved by the next
   * write or the last connection that closes; a disk that is full is reported by the next write.
   */
  checkpoint(): void {
    if (!this.#hasWritten || this.db.inTransaction) return;
    try {
      this.db.pragma('wal_checkpoint(PASSIVE)');
      this.#hasWritten = false;
    } catch {
      // Nothing is lost: it stays in the log.
    }
  }

  /** Commits what is enqueued, moves the log into the database, and closes the connection. */
  close(): void {
    this.drain();
    this.checkpoint();
    this.#translated(() => this.db.close());
  }

  /**
   * Runs a batch in one transaction. When an operation fails, all of it is rolled back (SQLite itself does that on a
   * full disk), the operation hears why, and the others are returned to be run again: none has been answered yet.
   */
  #runBatch(batch: QueuedOperation[]): QueuedOperation[] {
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
      const failed = current;
      for (const operation of failed === null ? batch : [failed]) operation.fail(error);
      return failed === null ? [] : batch.filter((operation) => operation !== failed);
    }
    for (const operation of batch) operation.succeed();
    return [];
  }

  #commitAll(): void {
    this.#sizeLog();
    this.#commit.run();
    this.#hasWritten = true;
  }

  #transaction<R>(work: () => R): R {
    this.#begin.run();
    try {
      const result = work();
      this.#commitAll();
      return result;
    } finally {
      if (this.db.inTransaction) this.#rollback.run();
    }
  }

  #translated<R>(work: () => R): R {
    try {
      return work();
    } catch (error) {
      throw toStoreError(error, this.path);
    }
  }
}

/** SQLite answers at once; who asks through a port does not know that. */
function promised<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => Promise<R> {
  return (...args) => new Promise((resolve) => resolve(work(...args)));
}
