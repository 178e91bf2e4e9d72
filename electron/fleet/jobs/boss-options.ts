import type { ConstructorOptions } from 'pg-boss';
import type { PostgresAddress } from '../../postgres/address.ts';
import { clientConfig } from '../../postgres/connection.ts';
import { jobSchema } from './queues.ts';

/** A lease lasts 10 s, so a server that does not answer is soon tried again. */
const connectMs = 5000;
/** A statement that takes longer has lost its server: a cut cable is not told by the network. */
const statementMs = 20_000;
/** Transactions come one after the other; what the engine does by itself has the other connection. */
const mostConnections = 2;
/** How often one worker looks through all jobs, for those that have waited or run too long. Sooner where a sign of life is missing. */
const superviseSeconds = 60;
/** How soon that may be done again. */
const monitorSeconds = 2;

/** How the engine is opened, by the owner and by workers. */
export function bossOptions(address: PostgresAddress): ConstructorOptions {
  // `query_timeout` is an option of the pool below, which the engine passes on without knowing it.
  const pool = {
    ...clientConfig(address),
    max: mostConnections,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs,
  };
  return {
    ...pool,
    schema: jobSchema,
    schedule: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: monitorSeconds,
    maintenanceIntervalSeconds: 600,
    // Jobs here do not wait for others, and how the tables are vacuumed is told by PostgreSQL.
    flowIntervalSeconds: 3600,
    monitorVacuum: false,
  };
}
