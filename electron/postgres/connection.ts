import type { ConnectionOptions } from 'node:tls';
import type { Client } from 'pg';
import { tlsOptions, type PostgresAddress } from './address.ts';
import { connectionError, type PasswordSource } from './errors.ts';

/** How long a server may take to answer, in milliseconds. */
const connectMs = 15_000;

/** How `pg` connects. What is left out comes from the environment. */
interface PostgresConfig {
  host: string;
  port: number;
  database: string;
  user?: string;
  password?: string;
  ssl: ConnectionOptions | false;
  application_name: string;
  connectionTimeoutMillis: number;
  keepAlive: boolean;
}

/** What `pg` needs to connect to a database, alone or in a pool. @throws PostgresError `missing`: certificates */
export function clientConfig(address: PostgresAddress): PostgresConfig {
  const { host, port, database, user, password } = address;
  return {
    host,
    port,
    database,
    ...(user === null ? {} : { user }),
    ...(password === null ? {} : { password }),
    ssl: tlsOptions(address),
    application_name: 'Spider Studio',
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
  };
}

/** Connects to a database. @param source where its password may come from, for messages @throws PostgresError */
export async function connectPostgres(address: PostgresAddress, source?: PasswordSource): Promise<Client> {
  const config = clientConfig(address);
  // Loaded only where it is used.
  const { Client: PostgresClient } = await import('pg');
  const client = new PostgresClient(config);
  // A connection that breaks between two statements is told by the next one.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw connectionError(error, address.shown, source) ?? error;
  }
}
