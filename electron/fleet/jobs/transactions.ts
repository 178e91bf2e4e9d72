import type { Db, PgBoss } from 'pg-boss';
import { isMendable, isPassing } from '../../postgres/passing-errors.ts';
import type { Query } from '../../store/fleet/claim-rows.ts';

const firstPauseMs = 100;
const longestPauseMs = 1000;

/** Thrown by calls that were waiting for the server when the engine was closed. */
export class JobEngineClosedError extends Error {
  override name = 'JobEngineClosedError';

  constructor(options?: ErrorOptions) {
    super('The job engine is closed.', options);
  }
}

/** One transaction: for calls of the engine, and for statements. */
export interface Transaction {
  db: Db;
  query: Query;
}

/** Transactions over the engine's pool, one after the other. They wait while the server is away. */
export class Transactions {
  readonly #boss: PgBoss;
  readonly #closing: AbortSignal;
  #last: Promise<unknown> = Promise.resolve();

  constructor(boss: PgBoss, closing: AbortSignal) {
    this.#boss = boss;
    this.#closing = closing;
  }

  /**
   * Carries out work in a transaction, again from its beginning where the server restarts or is away.
   * @throws JobEngineClosedError if the engine is closed meanwhile
   */
  async run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        return await this.once(work);
      } catch (error) {
        if (!isPassing(error) && !isMendable(error)) throw error;
        if (this.#closing.aborted) throw new JobEngineClosedError({ cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /** As `run`, but rejects where the server is away. */
  once<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => this.#transaction(work));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const transaction = await this.#boss.getDb().beginTransaction?.();
    if (transaction === undefined) throw new Error('The job engine has no transactions.');
    try {
      const { db } = transaction;
      const result = await work({
        db,
        query: async (text, values) => (await db.executeSql(text, values)).rows,
      });
      await transaction.commit();
      return result;
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  }
}
