import type { Client } from 'pg';
import { jobEngineGrants, prepareJobEngine } from '../../../fleet/jobs/prepare.ts';
import type { PostgresAddress } from '../../../postgres/address.ts';
import { databaseAddress } from '../../../postgres/chosen-database.ts';
import { connectPostgres } from '../../../postgres/connection.ts';
import { connectionError, PostgresError } from '../../../postgres/errors.ts';
import { requireFitness } from '../../../postgres/fitness.ts';
import { openPostgresStore } from '../../../store/postgres/open.ts';
import { workspaceGrants } from '../../../store/postgres/roles.ts';
import { HostError } from '../../errors.ts';

/** The PostgreSQL database that was chosen. @throws HostError `usage` where none was */
export function requireAddress(): PostgresAddress {
  const address = databaseAddress();
  if (address !== null) return address;
  throw new HostError(
    'usage',
    'No PostgreSQL database is named.',
    'Give its address, or put it into SPIDER_STUDIO_DATABASE.',
  );
}

/** Makes the tables of the workspace in the chosen database, or brings them to the newest version. @throws PostgresError, StoreError */
export async function prepareSchema(): Promise<PostgresAddress> {
  const address = requireAddress();
  await requireFitness(address);
  openPostgresStore(address, { migrates: true }).close();
  return address;
}

/** Makes all tables in the chosen database, also those of the job engine. @throws PostgresError, StoreError */
export async function prepareDatabase(): Promise<{ database: string }> {
  const address = await prepareSchema();
  try {
    await prepareJobEngine(address);
  } catch (error) {
    throw connectionError(error, address.shown) ?? error;
  }
  return { database: address.shown };
}

/** The SQL that lets a role work with the chosen database. It is run whole or not at all. */
export function scriptFor(role: string): string {
  const { database } = requireAddress();
  return `BEGIN;\n${workspaceGrants(role, database)}${jobEngineGrants(role)}COMMIT;\n`;
}

/** Lets a role work with the chosen database. @throws HostError `missing`, PostgresError */
export async function grantTo(role: string): Promise<void> {
  const address = requireAddress();
  const client = await connectPostgres(address);
  try {
    await client.query(scriptFor(role));
  } catch (error) {
    throw refusalOf(error, role, address);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function refusalOf(error: unknown, role: string, { shown }: PostgresAddress): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === '42704')
    return new PostgresError(
      'database-refused',
      `${shown} has no role "${role}".`,
      'Create it there first: CREATE ROLE … LOGIN.',
      error,
    );
  if (code === '3F000' || code === '42P01')
    return new HostError('missing', `${shown} has no tables of Spider Studio yet.`, {
      hint: null,
      action: { action: 'prepare-database' },
    });
  if (code === '42501' && error instanceof Error)
    return new PostgresError(
      'database-refused',
      `${shown} refuses: ${error.message}.`,
      'Connect as the role that owns the tables, or hand the script to whoever does.',
      error,
    );
  return connectionError(error, shown) ?? error;
}

/** Does something over a connection to the chosen database. @throws HostError `usage`, PostgresError, and what the work throws */
export async function withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const address = requireAddress();
  const client = await connectPostgres(address);
  try {
    return await work(client);
  } catch (error) {
    throw connectionError(error, address.shown) ?? error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
