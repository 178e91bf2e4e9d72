import type { Client } from 'pg';
import { readPostgresUrl, type PostgresAddress } from '../../postgres/address.ts';
import { connectPostgres } from '../../postgres/connection.ts';

/** Where a database is, and who asks. */
export interface PostgresLogin {
  /** As `exportAddress` reads it, without a password. */
  url: string;
  /** null: those of the environment (PGUSER, PGPASSWORD, PGPASSFILE). */
  credentials: { username: string; password: string } | null;
}

/** Reads the address of a database that is exported to. @throws PostgresError `bad-place`, `credentials-in-url` */
export const exportAddress = (url: string): PostgresAddress =>
  readPostgresUrl(url, {
    instead: 'Leave it out, and name a secret, or use PGPASSWORD or PGPASSFILE of the environment.',
  });

/** Connects to a database that is exported to. @throws PostgresError */
export async function connectForExport({
  url,
  credentials,
}: PostgresLogin): Promise<{ client: Client; shown: string }> {
  const place = exportAddress(url);
  const login = credentials === null ? {} : { user: credentials.username, password: credentials.password };
  return { client: await connectPostgres({ ...place, ...login }, 'secret'), shown: place.shown };
}
