import { readFileSync, readdirSync } from 'node:fs';
import { Pool } from 'pg';
import type { PostgresAddress } from '../electron/postgres/address.ts';
import { openPostgresStore } from '../electron/store/postgres/open.ts';
import { fleetSettings } from '../electron/store/postgres/ledger/fleet-database.ts';
import type { Store } from '../electron/store/open.ts';
import { savedVersion } from '../test/electron/store/saved-version.ts';
import { startPostgres, type PostgresServer } from '../test/servers/postgres.ts';

/** How to connect to the server of a benchmark. */
export type ServerPlace = Pick<PostgresServer, 'port' | 'user' | 'password'>;

/** The database of such a server. */
export const addressOf = ({ port, user, password }: ServerPlace): PostgresAddress => ({
  host: '127.0.0.1',
  port,
  database: 'postgres',
  user,
  password,
  tls: 'disable',
  shown: 'the server of the bench',
});

/** A server of PostgreSQL with a workspace and a run that has not begun. */
export interface FleetServer {
  server: PostgresServer;
  store: Store;
  run: string;
  /** Milliseconds of processor time that the server has taken so far; Linux alone says so. */
  cpuMs: () => number;
  close: () => Promise<void>;
}

export async function startFleetServer(): Promise<FleetServer> {
  const server = await startPostgres();
  const store = openPostgresStore(addressOf(server));
  const [postmaster] = await server.query<{ pid: number }>(
    `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`,
  );
  return {
    server,
    store,
    run: await newBenchRun(store),
    cpuMs: () => cpuMsUnder(postmaster?.pid ?? 0),
    async close() {
      store.close();
      await server.close();
    },
  };
}

/** A run of a spider in a store. */
export async function newBenchRun(store: Pick<Store, 'queries'>): Promise<string> {
  const spider = { name: 'fleet', allowed_domains: ['example.org'], start_urls: ['https://example.org/'] };
  const versionId = await savedVersion(store, spider);
  const options = { limit: null, overrides: {}, allowPrivate: false };
  const run = { versionId, kind: 'full', options, appVersion: 'bench' } as const;
  return (await store.queries.runs.create(run)).id;
}

/** Connections of a session. */
export const poolOf = ({ port, user, password }: ServerPlace): Pool =>
  new Pool({
    host: '127.0.0.1',
    port,
    user,
    password,
    database: 'postgres',
    max: 4,
    options: fleetSettings,
  });

/** Processor time of a process and its children, also of those that have ended. */
function cpuMsUnder(pid: number): number {
  let ticks = 0;
  for (const process of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = fieldsOf(process);
    if (process === String(pid)) ticks += sum(fields.slice(11, 15));
    else if (fields[1] === String(pid)) ticks += sum(fields.slice(11, 13));
  }
  return ticks * 10;
}

/** What the kernel says of a process, from its state on; nothing where it has ended. */
function fieldsOf(process: string): string[] {
  try {
    const line = readFileSync(`/proc/${process}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

const sum = (texts: readonly string[]): number => texts.reduce((total, text) => total + Number(text), 0);
