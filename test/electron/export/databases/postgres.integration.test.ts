import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectForExport } from '../../../../electron/export/databases/postgres-connection.ts';
import { openPostgresTables } from '../../../../electron/export/databases/postgres-tables.ts';
import { noPostgres, startPostgres, type PostgresServer } from '../../../servers/postgres.ts';
import { exportInto, numbered, orderOf } from './support.ts';

describe.skipIf(noPostgres !== null)('PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  const login = (changes: { url?: string; password?: string; username?: string } = {}) => ({
    url: changes.url ?? server.url(),
    credentials: { username: changes.username ?? server.user, password: changes.password ?? server.password },
  });
  const write = async (
    table: string,
    items: Parameters<typeof exportInto>[2],
    columns: string[] | null = null,
  ) => {
    const order = orderOf({ table });
    const session = await openPostgresTables(login(), { ...order, schema: null });
    return exportInto(session, order, items, { columns });
  };

  it('keeps lists apart whose tables would have the same name after 63 bytes, and finds them again', async () => {
    const long = 'ü'.repeat(40);
    const paths = [`${long}.first`, `${long}.second`];
    const flatten = paths.map((path) => ({ path, as: 'table' as const }));
    const order = { ...orderOf({ table: 'wordy' }), schema: null };
    for (const id of [1, 2]) {
      const session = await openPostgresTables(login(), order);
      const items = [numbered(id, { [long]: { first: ['a'], second: ['b', 'c'] } })];
      const { notes } = await exportInto(session, order, items, { flatten, newest: id });
      expect(notes.filter((note) => note.startsWith('Names of tables'))).toEqual([
        expect.stringMatching(
          /^Names of tables longer than 63 bytes were shortened: wordy_ü+_[\da-f]{8}, wordy_ü+_[\da-f]{8}\.$/,
        ),
      ]);
    }
    const rows = await server.query(
      "SELECT count(*)::int AS tables FROM pg_tables WHERE tablename LIKE 'wordy\\_%'",
    );
    expect(rows).toEqual([{ tables: 2 }]);
  });

  it('tells what is wrong with a login, and what to do', async () => {
    await server.query("CREATE ROLE guest LOGIN PASSWORD 'guest'");
    const tls = `${server.url()}?sslmode=verify-full`;
    const closed = 'postgresql://studio@127.0.0.1:1/postgres';
    for (const [given, code, message] of [
      [login({ password: 'wrong' }), 'database-refused', /does not accept the password/],
      [{ url: server.url(), credentials: null }, 'database-refused', /asks for a password|does not accept/],
      [login({ url: server.url('nowhere') }), 'database-refused', /there is no such database/],
      [login({ url: closed }), 'database-unreachable', /cannot be reached/],
      [login({ url: tls }), 'database-refused', /is not trusted/],
    ] as const)
      await expect(connectForExport(given)).rejects.toMatchObject({
        code,
        message: expect.stringMatching(message),
      });
    const guest = openPostgresTables(login({ username: 'guest', password: 'guest' }), {
      ...orderOf(),
      schema: null,
    });
    await expect(
      guest.then((session) => exportInto(session, orderOf(), [numbered(1, {})])),
    ).rejects.toMatchObject({
      code: 'database-refused',
      message: expect.stringContaining('permission denied'),
    });
    const encrypted = await connectForExport(login({ url: `${server.url()}?sslmode=require` }));
    const { rows } = await encrypted.client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    await encrypted.client.end();
    expect(rows).toEqual([{ ssl: true }]);
  });

  it.each([
    ['numeric(10,2)', 'price', 'about 5', '"about 5"'],
    ['integer', 'price', 12.5, '"12.5"'],
    ['varchar(3)', 'price', 'four', '"four"'],
    ['timestamptz', 'price', 'in a week or so', '"in a week or so"'],
    ['uuid', 'price', 'x', '"x"'],
  ])('names the column of %s that a value does not fit', async (type, column, value, shown) => {
    await server.query(`DROP TABLE IF EXISTS typed; CREATE TABLE typed (id bigint, price ${type})`);
    const items = [
      numbered(1, { price: null }),
      numbered(2, { price: '' }),
      numbered(3, { [column]: value }),
    ];
    await expect(write('typed', items, ['id', 'price'])).rejects.toMatchObject({
      code: 'column-type',
      message: expect.stringContaining(`The column "price" of typed is`),
      hint: expect.stringContaining('ALTER TABLE'),
    });
    await expect(write('typed', items, ['id', 'price'])).rejects.toThrow(`${shown} does not fit`);
    expect(await server.query('SELECT * FROM typed')).toEqual([]);
  });

  it('reads texts into the types that a person has chosen', async () => {
    await server.query(
      'CREATE TABLE own (made serial, id bigint, price numeric, day date, tags text[], more jsonb, at timestamptz)',
    );
    const item = numbered(1, {
      price: '12.50',
      day: '2026-11-27',
      tags: ['a', 'b "c"'],
      more: 'text',
      at: '2026-11-27T10:00:00Z',
    });
    await write('own', [item], ['id', 'price', 'day', 'tags', 'more', 'at']);
    expect(
      await server.query(
        "SELECT made, price, day::text, tags, more, at AT TIME ZONE 'UTC' = '2026-11-27 10:00' AS utc FROM own",
      ),
    ).toEqual([
      { made: 1, price: '12.50', day: '2026-11-27', tags: ['a', 'b "c"'], more: 'text', utc: true },
    ]);
  });

  it('adds nothing twice where the end of a commit was not told', async () => {
    const order = orderOf({ table: 'unsure' });
    const items = [numbered(1, {}), numbered(2, {})];
    const session = await openPostgresTables(login(), { ...order, schema: null });
    await exportInto(session, order, items);
    await server.restart();
    const again = await openPostgresTables(login(), { ...order, schema: null });
    expect(again.newest).toBe(2);
    expect(await exportInto(again, order, items)).toMatchObject({ rows: 0 });
    expect(await server.query('SELECT count(*)::int AS n FROM unsure')).toEqual([{ n: 2 }]);
  });

  it('lets two exports into one table come one after the other', async () => {
    const order = (recipe: string) => ({
      ...orderOf({ table: 'shared', source: { recipe, part: '1' } }),
      schema: null,
    });
    const one = await openPostgresTables(login(), order('one'));
    const other = openPostgresTables(login(), order('other'));
    await exportInto(one, order('one'), [numbered(1, {})]);
    expect(await exportInto(await other, order('other'), [numbered(2, {})])).toMatchObject({ rows: 1 });
    expect(await server.query('SELECT count(*)::int AS n FROM shared')).toEqual([{ n: 2 }]);
  });
});
