import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isPassing } from '../../../postgres/passing-errors.ts';
import { StoreError } from '../../errors.ts';
import { schemaName } from '../migrate.ts';

/**
 * Settings of its connections. The statements of a fleet look rows up one by one: the plan for any values is as good as one for the
 * values at hand, and is made once for each connection instead of each time. Nothing in them is worth being compiled.
 */
export const fleetSettings = `-c search_path=${schemaName},pg_catalog -c plan_cache_mode=force_generic_plan -c jit=off`;

/** How long work is tried again while the database cannot be reached, in milliseconds: it may be restarted. */
const patienceMs = 120_000;
/** The pauses between the tries: they double up to the longest. */
const [firstPauseMs, longestPauseMs] = [20, 1000];

/** The way of the sessions of a fleet to PostgreSQL. */
export interface FleetDatabase {
  /**
   * Calls a function that returns one value, and calls it again after a deadlock, or where the connection was lost on the way: so
   * calling it twice must do the same as once.
   */
  call(name: string, values: readonly unknown[]): Promise<unknown>;
  /** One statement, with the same condition. Integers come as numbers. */
  rows<R extends object>(statement: string, values?: readonly unknown[]): Promise<R[]>;
  /** A transaction, with the same condition. */
  transaction<R>(work: (query: Query) => Promise<R>): Promise<R>;
}

/** Carries out a statement within a transaction. */
export type Query = <R extends object>(statement: string, values?: readonly unknown[]) => Promise<R[]>;

/** Integers come as numbers, also those of 64 bits: those of the store are exact in them. By the ids of int8, int2 and int4. */
const integers = new Set([20, 21, 23]);
const types = {
  getTypeParser: (id: number) => (integers.has(id) ? Number : (text: string): unknown => text),
};

export function createFleetDatabase(pool: Pool, { patience = patienceMs } = {}): FleetDatabase {
  // The pool replaces an idle connection that breaks; what is under way fails on its own.
  if (pool.listenerCount('error') === 0) pool.on('error', () => undefined);

  async function again<R>(work: () => Promise<R>): Promise<R> {
    const startedAt = performance.now();
    for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
      try {
        return await work();
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (performance.now() - startedAt > patience) throw unreachable(error);
        await delay(pause);
      }
    }
  }

  const query = async <R extends object>(
    on: Pick<PoolClient, 'query'>,
    text: string,
    values: readonly unknown[],
  ) => (await on.query<R>({ name: nameOf(text), text, values: [...values], types })).rows;

  return {
    call: (name, values) =>
      again(async () => {
        const places = values.map((_, index) => `$${index + 1}`).join(', ');
        const statement = { name, text: `SELECT ${name}(${places}) AS value`, values: [...values], types };
        const { rows } = await pool.query<{ value: unknown }>(statement);
        return rows[0]?.value ?? null;
      }),
    rows: <R extends object>(statement: string, values: readonly unknown[] = []) =>
      again(() => query<R>(pool, statement, values)),
    transaction: (work) =>
      again(async () => {
        const client = await pool.connect();
        let broken: Error | undefined;
        // A connection may also break between two statements; the next one tells.
        const ignore = (): void => undefined;
        client.on('error', ignore);
        try {
          await client.query('BEGIN');
          const result = await work((statement, values = []) => query(client, statement, values));
          await client.query('COMMIT');
          return result;
        } catch (error) {
          await client.query('ROLLBACK').catch((lost: Error) => (broken = lost));
          throw error;
        } finally {
          client.off('error', ignore);
          client.release(broken);
        }
      }),
  };
}

/** Numbers of the statements that were sent so far; there are only as many as are written in the sources. */
const numbers = new Map<string, number>();

/** The name under which a connection keeps a statement, so that it reads and plans each text once. */
function nameOf(text: string): string {
  const number = numbers.get(text) ?? numbers.size + 1;
  numbers.set(text, number);
  return `fleet_${number}`;
}

const unreachable = (error: unknown): StoreError =>
  new StoreError(
    'io',
    'The database of the fleet cannot be reached.',
    'Check that PostgreSQL runs and that this computer reaches it.',
    error,
  );
