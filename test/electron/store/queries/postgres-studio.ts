import { onTestFinished } from 'vitest';
import type { OpenOptions, Store } from '../../../../electron/store/open.ts';
import { openPostgresStore } from '../../../../electron/store/postgres/open.ts';
import { PostgresDatabase } from '../../../../electron/store/postgres/sync-database.ts';
import { readPostgresUrl, type PostgresAddress } from '../../../../electron/postgres/address.ts';
import type { PostgresServer } from '../../../servers/postgres.ts';
import { portsOf } from '../support.ts';
import { startTime, type Studio } from './studio.ts';

/** Databases on one server with all tables, used by one test after another. */
export interface Databases {
  /** Gives an empty database for one test. @returns its name */
  create(): string;
  place(database: string): PostgresAddress;
  close(): void;
}

/** Empties what has rows, and begins ids anew: much faster than to empty every table, or to make a database. */
const emptying = `
CREATE FUNCTION spider_studio.empty_all() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  name text;
  has_rows boolean;
BEGIN
  PERFORM set_config('session_replication_role', 'replica', true);
  FOR name IN SELECT c.oid::regclass::text FROM pg_class AS c
    WHERE relnamespace = 'spider_studio'::regnamespace AND relkind = 'r' AND relname <> 'schema_version' LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', name) INTO has_rows;
    IF has_rows THEN EXECUTE format('DELETE FROM %s', name); END IF;
  END LOOP;
  PERFORM setval(c.oid, 1, false) FROM pg_class AS c
    WHERE relnamespace = 'spider_studio'::regnamespace AND relkind = 'S';
  INSERT INTO spider_studio.queue_settings (id, concurrency) VALUES (1, 2);
END $$`;

/** Makes databases on a server as they are needed. */
export function createDatabases({ port, user, password, url }: PostgresServer): Databases {
  const place = (database: string): PostgresAddress => ({
    ...readPostgresUrl(url(database), { instead: '' }),
    port,
    user,
    password,
  });
  const open = (database: string): PostgresDatabase =>
    new PostgresDatabase({ address: place(database), writerLock: 1n, readonly: false });
  const admin = open('postgres');
  const all: PostgresDatabase[] = [admin];
  const free: string[] = [];

  function made(): string {
    const name = `studio_${all.length}`;
    admin.exec(`CREATE DATABASE ${name}`);
    openPostgresStore(place(name)).close();
    const cleaner = open(name);
    cleaner.exec(emptying);
    cleaners.set(name, cleaner);
    all.push(cleaner);
    return name;
  }
  const cleaners = new Map<string, PostgresDatabase>();

  return {
    create() {
      const name = free.pop() ?? made();
      onTestFinished(() => {
        cleaners.get(name)?.exec('SELECT spider_studio.empty_all()');
        free.push(name);
      });
      return name;
    },
    place,
    close: () => all.forEach((one) => one.close()),
  };
}

/** A store on PostgreSQL that is closed after the test. */
function postgresStore(databases: Databases, database: string, options: OpenOptions = {}): Store {
  const store = openPostgresStore(databases.place(database), { ...options, migrates: false });
  onTestFinished(() => store.close());
  return store;
}

/** A studio on PostgreSQL, filled as the application fills it. */
export function postgresStudio(
  databases: Databases,
  database = databases.create(),
  world = { time: startTime, isAlive: true },
): Studio {
  const store = postgresStore(databases, database, { now: () => world.time, isAlive: () => world.isAlive });
  return {
    queries: store.queries,
    storesNul: false,
    session: (run) => portsOf(store, run, { rowsTravel: true }),
    setOwnersAlive: (alive) => {
      world.isAlive = alive;
    },
    pass: (ms) => {
      world.time += ms;
    },
  };
}

/** Two connections to one database. */
export function postgresStudios(databases: Databases): [Studio, Studio] {
  const database = databases.create();
  const world = { time: startTime, isAlive: true };
  return [postgresStudio(databases, database, world), postgresStudio(databases, database, world)];
}
