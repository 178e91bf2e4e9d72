import { Pool } from 'pg';
import { onTestFinished } from 'vitest';
import {
  openFleetPorts,
  type FleetPortOptions,
  type FleetPorts,
} from '../../../../electron/store/postgres/ledger/ports.ts';
import type { Store } from '../../../../electron/store/open.ts';
import { fleetSettings } from '../../../../electron/store/postgres/ledger/fleet-database.ts';
import { openPostgresStore, type PostgresStoreOptions } from '../../../../electron/store/postgres/open.ts';
import type { PostgresServer } from '../../../servers/postgres.ts';

/** The store of the workspace on a server; closed after the test. */
export function storeOn({ port, user, password }: PostgresServer, options: PostgresStoreOptions = {}): Store {
  const address = { host: '127.0.0.1', port, database: 'postgres', user, password, tls: 'disable' } as const;
  const store = openPostgresStore({ ...address, shown: 'the test server' }, options);
  onTestFinished(() => store.close());
  return store;
}

/** Connections of the sessions of a fleet. @param max most of them */
export function poolOn({ port, user, password }: PostgresServer, max = 20): Pool {
  const place = { host: '127.0.0.1', port, user, password, database: 'postgres' };
  const pool = new Pool({ ...place, max, options: fleetSettings });
  onTestFinished(() => pool.end());
  return pool;
}

/** The ports of a session that has not begun, of a run whose hosts nobody gives out. */
export function fleetPorts(
  pool: Pool,
  run: string,
  options: Partial<FleetPortOptions> & Pick<FleetPortOptions, 'summary'>,
): FleetPorts {
  const ports = openFleetPorts(pool, run, { owner: 'test', ownership: 'free', ...options });
  onTestFinished(() => ports.close());
  return ports;
}

/** The ports of a session that has begun, and is given its hosts. */
export async function joined(
  pool: Pool,
  store: Store,
  run: string,
  options: Pick<Partial<FleetPortOptions>, 'limits' | 'believedMs' | 'leads' | 'now'> = {},
): Promise<FleetPorts> {
  const { summary } = store.crawlPorts(run).control;
  const ports = fleetPorts(pool, run, { ownership: 'given', summary, ...options });
  await ports.control.begin();
  return ports;
}
