import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toPostgres } from '../../../../electron/store/postgres/dialect.ts';
import { PostgresDatabase } from '../../../../electron/store/postgres/sync-database.ts';
import { noPostgres, startPostgres, type PostgresServer } from '../../../servers/postgres.ts';
import { newRun, portsOf } from '../support.ts';
import { poolOn, storeOn } from './fleet-support.ts';

describe.skipIf(noPostgres !== null)('statements of the store', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  it('are all taken by PostgreSQL, also those that no other test asks', async () => {
    const prepare = vi.spyOn(PostgresDatabase.prototype, 'prepare');
    const store = storeOn(server);
    portsOf(store, await newRun(store), { rowsTravel: true });
    const statements = [...new Set(prepare.mock.calls.map(([statement]) => statement))].filter(
      (statement) => !/^(?:BEGIN|COMMIT|ROLLBACK)/.test(statement),
    );
    prepare.mockRestore();
    expect(statements.length).toBeGreaterThan(400);

    const client = await poolOn(server, 1).connect();
    const refused: string[] = [];
    for (const [number, statement] of statements.entries()) {
      const { text } = toPostgres(statement);
      await client.query(`PREPARE s${number} AS ${text}`).catch((error: unknown) => {
        refused.push(`${String(error)}: ${text}`);
      });
    }
    client.release();
    expect(refused).toEqual([]);
  });
});
