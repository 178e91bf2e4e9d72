import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPostgresUrl, type PostgresAddress } from '../../../electron/postgres/address.ts';
import { requireFitness } from '../../../electron/postgres/fitness.ts';
import { noPgBouncer, startPgBouncer } from '../../servers/pgbouncer.ts';
import { noPostgres, startPostgres, type PostgresServer } from '../../servers/postgres.ts';

describe.skipIf(noPostgres !== null)('whether a database can hold a workspace', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  const address = (url: string): PostgresAddress => ({
    ...readPostgresUrl(url, true),
    password: server.password,
  });

  it('takes a server, also after it was started again', async () => {
    await expect(requireFitness(address(server.url()))).resolves.toBeUndefined();
    await server.restart();
    await expect(requireFitness(address(server.url()))).resolves.toBeUndefined();
  });

  it('refuses another encoding, and a database that takes no changes', async () => {
    await server.query("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0");
    await expect(requireFitness(address(server.url('ascii')))).rejects.toMatchObject({
      code: 'database-refused',
    });
    await server.query('CREATE DATABASE still');
    await server.query('ALTER DATABASE still SET default_transaction_read_only = on');
    await expect(requireFitness(address(server.url('still')))).rejects.toMatchObject({ code: 'read-only' });
  });

  it('tells of a password that is wrong and of a server that is away, and where a password comes from', async () => {
    await expect(requireFitness({ ...address(server.url()), password: 'wrong' })).rejects.toMatchObject({
      code: 'database-refused',
      hint: expect.stringContaining('SPIDER_STUDIO_DATABASE'),
    });
    await expect(requireFitness(address('postgresql://studio@127.0.0.1:1/postgres'))).rejects.toMatchObject({
      code: 'database-unreachable',
    });
  });

  describe.skipIf(noPgBouncer !== null)('behind PgBouncer', () => {
    async function toldOf(mode: 'session' | 'transaction' | 'statement'): Promise<unknown> {
      const pooler = await startPgBouncer(server, mode);
      try {
        return await requireFitness(address(pooler.url)).catch((error: unknown) => error);
      } finally {
        await pooler.close();
      }
    }

    it('works where a session has a connection of its own', async () => {
      expect(await toldOf('session')).toBeUndefined();
    });

    it.each(['transaction', 'statement'] as const)('is refused in %s mode', async (mode) => {
      expect(await toldOf(mode)).toMatchObject({
        code: 'database-refused',
        hint: expect.stringContaining('pool_mode = session'),
      });
    });
  });
});
