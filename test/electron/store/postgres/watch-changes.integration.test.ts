import { expect, it, onTestFinished, vi } from 'vitest';
import { watchChanges } from '../../../../electron/store/postgres/watch-changes.ts';
import { readPostgresUrl } from '../../../../electron/postgres/address.ts';
import { addChangeInTurn } from '../../../../electron/store/outbox/change-sql.ts';
import { toPostgres } from '../../../../electron/store/postgres/dialect.ts';
import { connectPostgres } from '../../../../electron/postgres/connection.ts';
import { noPostgres, startPostgres } from '../../../servers/postgres.ts';
import { openFleetStore } from '../fleet/fleet-server.ts';

const patience = { timeout: 60_000, interval: 50 };

/** A server with a workspace, and what is told of it. */
async function setUp() {
  const server = await startPostgres();
  onTestFinished(() => server.close());
  const store = openFleetStore(server);
  onTestFinished(() => store.close());
  const address = { ...readPostgresUrl(server.url(), { instead: '' }), password: server.password };
  let told = 0;
  const watch = watchChanges(address, () => {
    told += 1;
  });
  onTestFinished(() => watch.end());
  await vi.waitFor(() => expect(watch.tellsAll).toBe(true), patience);
  return { server, store, address, watch, told: () => told };
}

it.skipIf(noPostgres !== null)(
  'tells what others have written, and listens again after the connection was lost',
  { timeout: 120_000 },
  async () => {
    const { server, store, watch, told } = await setUp();
    const before = told();
    await store.queries.projects.create('first');
    await vi.waitFor(() => expect(told()).toBe(before + 1), patience);
    await server.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN spider_studio_changes%'`,
    );
    // Once that it is deaf, and once that it listens again.
    await vi.waitFor(() => expect([told(), watch.tellsAll]).toEqual([before + 3, true]), patience);
    await store.queries.projects.create('second');
    await vi.waitFor(() => expect(told()).toBe(before + 4), patience);
    watch.end();
    expect(watch.tellsAll).toBe(false);
  },
);

it.skipIf(noPostgres !== null)(
  'a change that is committed late is read by those who had read on',
  { timeout: 120_000 },
  async () => {
    const { store, address } = await setUp();
    await store.queries.projects.create('first');
    const known = { version: null, runs: [] };
    const look = async (position: number | null) =>
      (await store.queries.changes.since({ ...known, position })) ?? { position, entries: [] };
    const { position } = await look(null);
    const late = await connectPostgres(address);
    onTestFinished(() => late.end());
    await late.query('SET search_path = spider_studio, pg_catalog');
    await late.query('BEGIN');
    const change = { kind: 'project', subject: '9', project: 'late', what: 'created' };
    await late.query(toPostgres(addChangeInTurn).text, [0, 'project', '9', JSON.stringify(change)]);
    expect(await look(position)).toMatchObject({ position, entries: [] });
    await late.query('COMMIT');
    expect((await look(position)).entries.map((entry) => entry.change)).toEqual([change]);
  },
);
