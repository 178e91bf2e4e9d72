import Database from 'better-sqlite3';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresFolder } from '../../scripts/test-tools.mjs';
import { noPostgres, startPostgres, type PostgresServer } from '../servers/postgres.ts';
import { studio } from './command-line.ts';
import { databaseName } from './data-folder.ts';
import { startLampShop } from './lamp-shop.ts';

/** Every row of every table of a file. */
function tablesOf(path: string): Record<string, unknown[]> {
  const db = new Database(path, { readonly: true });
  try {
    const names = db
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck()
      .all();
    return Object.fromEntries(
      names.map((name) => {
        const rows = db.prepare(`SELECT * FROM "${name}"`).raw().safeIntegers().all();
        const texts = rows.map((row) => JSON.stringify(row, shown)).toSorted();
        // A last id of 0 says that none was given out, as no entry does.
        return [name, name === 'sqlite_sequence' ? texts.filter((text) => !text.includes('"0n"')) : texts];
      }),
    );
  } finally {
    db.close();
  }
}

const shown = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);

describe.skipIf(noPostgres !== null)('moving a workspace between databases', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  async function database(name: string): Promise<string> {
    await server.query(`CREATE DATABASE ${name}`);
    return server.url(name);
  }

  async function filled() {
    const { spider } = await startLampShop();
    const one = studio();
    await one.call(['import', one.file('shop.json', spider)]);
    await one.call(['crawl', spider.name, '--allow-private']);
    await one.call(['crawl', spider.name, '--allow-private']);
    const folder = ['--folder', one.folder, '--name', 'x'];
    await one.call(['recipes', 'save', spider.name, 'nightly', '--format', 'csv', ...folder]);
    const secret = ['--secret', 'env:SHOP_DB', '--to-database', 'postgresql://db.example/shop'];
    await one.call(['recipes', 'save', spider.name, 'db', '--table', 'lamps', ...secret]);
    return { ...one, name: spider.name };
  }

  it('comes back from PostgreSQL as it was, with the same ids and exports', async () => {
    const here = await filled();
    const url = await database('moved');
    const env = { PGPASSWORD: server.password };
    const there = await here.call(['migrate', '--to', url, '--json'], { env });
    expect([there.code, there.stderr]).toEqual([0, expect.stringContaining('100 %')]);
    expect(there.json()).toMatchObject({ to: expect.not.stringContaining('@'), replaced: 0 });
    expect(there.json<{ secrets: string[] }>().secrets).toEqual(['env:SHOP_DB']);

    const again = await here.call(['migrate', '--to', url], { env });
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('There is a workspace')]);

    const back = studio();
    const copied = await back.call(['migrate', '--from', url, '--to', 'sqlite'], { env });
    expect([copied.code, copied.stdout]).toEqual([0, expect.stringContaining('all are the same in both')]);
    const [before, after] = [here, back].map(({ data }) => tablesOf(join(data, databaseName)));
    expect(after).toEqual(before);
    const exported = ['export', here.name, '--format', 'jsonl'];
    expect((await back.call(exported)).stdout).toBe((await here.call(exported)).stdout);
    // Ids go on where they ended.
    await back.call(['crawl', here.name, '--allow-private']);
    const ids = (await back.call(['runs', 'list', '--json'])).json<{ id: string }[]>();
    expect(ids.map(({ id }) => id)).toEqual(['3', '2', '1']);
  });

  it('is backed up by pg_dump, and restored elsewhere with the same items', async () => {
    const here = await filled();
    const [url, restored] = [await database('dumped'), await database('restored')];
    const env = { PGPASSWORD: server.password };
    expect((await here.call(['migrate', '--to', url], { env })).code).toBe(0);
    const dump = join(here.folder, 'spiders.dump');
    const schemas = ['--schema=spider_studio', '--schema=spider_studio_jobs'];
    const tools = postgresFolder(existsSync) ?? '';
    const run = (tool: string, args: string[]) =>
      spawnSync(join(tools, tool), args, { env: { ...process.env, ...env }, encoding: 'utf8' });
    const dumped = run('pg_dump', ['--format=custom', `--file=${dump}`, ...schemas, url]);
    expect([dumped.status, dumped.stderr]).toEqual([0, '']);
    const back = run('pg_restore', [`--dbname=${restored}`, '--no-owner', '--exit-on-error', dump]);
    expect([back.status, back.stderr]).toEqual([0, '']);
    const exported = ['export', here.name, '--format', 'jsonl'];
    const there = await studio().call([...exported, '--database', restored], { env });
    expect(there).toMatchObject({ code: 0, stdout: (await here.call(exported)).stdout });
  });

  it('refuses a folder that has a workspace, and tells what is missing', async () => {
    const here = await filled();
    const url = await database('occupied');
    const env = { SPIDER_STUDIO_DATABASE: url.replace('@', `:${encodeURIComponent(server.password)}@`) };
    const occupied = await here.call(['migrate', '--to', 'sqlite'], { env });
    expect([occupied.code, occupied.stderr]).toEqual([1, expect.stringContaining('There is a database at')]);
    const { call, data } = studio();
    const nothing = await call(['migrate', '--to', 'postgres'], { env });
    expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringContaining('There is no database in')]);
    expect(existsSync(join(data, databaseName))).toBe(false);
    for (const args of [[], ['--to', 'sqlite'], ['--to', 'postgres'], ['--from', url]])
      expect((await call(['migrate', ...args])).code).toBe(2);
  });
});
