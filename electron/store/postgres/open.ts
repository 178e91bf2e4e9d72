import { performance } from 'node:perf_hooks';
import type { PostgresAddress } from '../../postgres/address.ts';
import { Connection } from '../database/connection.ts';
import { toStoreError } from '../errors.ts';
import { createFleet } from '../fleet/fleet.ts';
import { assemble, type OpenOptions, type Store } from '../open.ts';
import { migratePostgres, requireSchema, schemaName } from './migrate.ts';
import { createOutsideBodies } from './outside-bodies.ts';
import { createPostgresOwners } from './owners.ts';
import { postgresDriver } from './postgres-driver.ts';
import { PostgresDatabase } from './sync-database.ts';

/** How it is opened. */
export interface PostgresStoreOptions extends Pick<
  OpenOptions,
  'isAlive' | 'now' | 'monotonic' | 'datasetStep'
> {
  readonly?: boolean;
  /** Whether tables are made or brought to the newest version; else they must be there. Default: yes, unless read-only. */
  migrates?: boolean;
}

/**
 * The server notices within about 20 s that a machine is gone without a word, and gives up the locks that it held. In seconds.
 */
const noticesDeath =
  'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 3; SET tcp_keepalives_count = 3';

/** The server ends a statement within about 2 s when nobody is there for its answer; not all of its systems can tell. */
const noticesSilence = `DO $$ BEGIN
    PERFORM set_config('client_connection_check_interval', '2s', false);
  EXCEPTION WHEN OTHERS THEN NULL;
  END $$`;

/** By which the writers of a workspace take turns: "SpSW" in ASCII. */
const writerLock = 0x53705357n;

/**
 * Opens a workspace on PostgreSQL. The clock is that of the server, as those of several machines differ.
 * @throws StoreError when it cannot be reached or used
 */
export function openPostgresStore(
  address: PostgresAddress,
  { readonly = false, migrates = !readonly, ...options }: PostgresStoreOptions = {},
): Store {
  const { shown } = address;
  const db = new PostgresDatabase({ address, writerLock, readonly });
  try {
    if (migrates) migratePostgres(db, shown);
    else requireSchema(db, shown);
    db.keep(`SET search_path = ${schemaName}, pg_catalog; ${noticesDeath}; ${noticesSilence}`);
    const now = options.now ?? serverClock(db);
    return assemble(
      new Connection(postgresDriver(db), shown),
      {
        backup: null,
        owners: () => createPostgresOwners(db, now),
        fleet: createFleet,
        outside: createOutsideBodies(db, address),
      },
      { ...options, now, monotonic: options.monotonic ?? options.now ?? (() => performance.now()) },
    );
  } catch (error) {
    db.close();
    throw toStoreError(error, shown);
  }
}

/** The clock of the server, asked once and carried on by one that nobody can set; in whole milliseconds since 1970. */
function serverClock(db: PostgresDatabase): () => number {
  const asked = performance.now();
  const date = db.prepare<[], number>('SELECT extract(epoch FROM clock_timestamp()) * 1000').pluck().get();
  const answered = performance.now();
  const offset = (date ?? Date.now()) - (asked + answered) / 2;
  return () => Math.round(performance.now() + offset);
}
