import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LeaseLostError } from '../../../../electron/engine/ports/lease.ts';
import type { Store } from '../../../../electron/store/open.ts';
import { schemaName } from '../../../../electron/store/postgres/migrate.ts';
import type { FleetPorts } from '../../../../electron/store/postgres/ledger/ports.ts';
import { noPostgres, startPostgres, type PostgresServer } from '../../../servers/postgres.ts';
import { completed, item, newRun, request } from '../support.ts';
import { joined, poolOn, storeOn } from './fleet-support.ts';

const [host, origin] = ['example.org', 'https://example.org'];
const tables = ['requests', 'items', 'events', 'aliases'];

describe.skipIf(noPostgres !== null)('rows without a foreign key to their run', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  async function begun(): Promise<{ store: Store; run: string; session: FleetPorts }> {
    const store = storeOn(server);
    const run = await newRun(store);
    const session = await joined(poolOn(server), store, run);
    await session.fleet.take([host], false);
    return { store, run, session };
  }

  async function rowsOf(run: string): Promise<Record<string, number>> {
    const counts = tables.map(
      (name) => `(SELECT count(*)::int FROM ${schemaName}.${name} WHERE run_id = $1) AS ${name}`,
    );
    const [row] = await server.query<Record<string, number>>(`SELECT ${counts.join(', ')}`, [run]);
    return row ?? {};
  }

  const remove = (run: string): Promise<unknown> =>
    server.query(`SET search_path = ${schemaName}, pg_catalog; DELETE FROM all_runs WHERE id = ${run}`);

  it('go with it', async () => {
    const [gone, kept] = [await begun(), await begun()];
    for (const { session } of [gone, kept]) {
      await session.ledger.admit([request(1), request(2)]);
      const [claimed] = await session.ledger.claim(origin, 1, 0);
      await session.ledger.takeRedirect(claimed?.id ?? '', 'a'.repeat(16));
      await session.ledger.complete(completed(claimed?.id ?? '', [item(1)]));
      await session.ledger.record([{ kind: 'note', url: null, message: 'Something happened.' }]);
    }
    await remove(gone.run);
    expect(Object.values(await rowsOf(gone.run))).toEqual([0, 0, 0, 0]);
    expect(Object.values(await rowsOf(kept.run)).every((count) => count > 0)).toBe(true);
  });

  it('are not added to one that is being deleted', async () => {
    const { run, session } = await begun();
    // Ends with the run.
    async function write(n: number): Promise<never> {
      for (let row = n; ; row += 4) await session.ledger.admit([request(row)]);
    }
    const writers = Promise.allSettled([1, 2, 3, 4].map(write));
    await expect.poll(async () => (await rowsOf(run))['requests'], { timeout: 60_000 }).toBeGreaterThan(20);
    await remove(run);
    const ends = await writers;
    for (const end of ends) expect(end).toMatchObject({ reason: expect.any(LeaseLostError) });
    expect((await rowsOf(run))['requests']).toBe(0);
  });
});
