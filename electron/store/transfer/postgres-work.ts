import type { Client } from 'pg';
import { StoreError } from '../errors.ts';
import { tallyBodies } from '../objects/tally.ts';
import { ownerClass } from '../postgres/owners.ts';

/** A worker that has not told that it lives for this long, in milliseconds, is gone. */
const silentMs = 30_000;

/** Programs that carry runs out: each holds a lock of its session. */
const holders = `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND classid = ${ownerClass} AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const sessions = `SELECT count(*)::int AS count FROM spider_studio.fleet_sessions
  WHERE beat_at > extract(epoch FROM clock_timestamp()) * 1000 - ${silentMs}`;

/** Refuses while runs of a workspace in PostgreSQL are carried out. @throws StoreError `in-use` */
export async function requireNoWork(client: Client): Promise<void> {
  const count = async (statement: string): Promise<number> =>
    (await client.query<{ count: number }>(statement)).rows[0]?.count ?? 0;
  const hasFleet = await client.query<{ there: boolean }>(
    "SELECT to_regclass('spider_studio.fleet_sessions') IS NOT NULL AS there",
  );
  const busy = (await count(holders)) + (hasFleet.rows[0]?.there === true ? await count(sessions) : 0);
  if (busy > 0)
    throw new StoreError(
      'in-use',
      'Programs carry out runs of this workspace.',
      'Pause the runs, end workers, daemons and windows, and try again.',
    );
}

/** Refuses while pages or files are kept outside of the database: what is copied are its rows. @throws StoreError `conflict` */
export async function requireBodiesInside(client: Client): Promise<void> {
  const outside = (await tallyBodies(client)).filter(({ tag }) => tag !== null);
  if (outside.length === 0) return;
  throw new StoreError(
    'conflict',
    'Pages and files of this workspace are kept outside of the database.',
    'Move the objects into the database first.',
  );
}
