import type { Client } from 'pg';
import { postgresError } from './postgres-errors.ts';
import { readPostgresUrl, tlsOptions } from './postgres-url.ts';

/** Where a database is, and who asks. */
export interface PostgresLogin {
  /** As `readPostgresUrl` reads it, without a password. */
  url: string;
  /** null: those of the environment (PGUSER, PGPASSWORD, PGPASSFILE). */
  credentials: { username: string; password: string } | null;
}

/** How long a server may take to answer, in milliseconds. */
const connectMs = 15_000;

/** Connects to a database. @throws ExportError */
export async function connectPostgres({
  url,
  credentials,
}: PostgresLogin): Promise<{ client: Client; shown: string }> {
  const place = readPostgresUrl(url);
  const user = credentials?.username ?? place.user;
  const ssl = tlsOptions(place);
  // Loaded only where it is used.
  const { Client: PostgresClient } = await import('pg');
  const client = new PostgresClient({
    host: place.host,
    port: place.port,
    database: place.database,
    ...(user === null ? {} : { user }),
    ...(credentials === null ? {} : { password: credentials.password }),
    ssl,
    application_name: 'Spider Studio',
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
  });
  // A connection that breaks between two statements is told by the next one.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { client, shown: place.shown };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw postgresError(error, place.shown, place.shown);
  }
}
