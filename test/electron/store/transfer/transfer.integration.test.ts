import Database from 'better-sqlite3';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readPostgresUrl, type PostgresAddress } from '../../../../electron/postgres/address.ts';
import { connectPostgres } from '../../../../electron/postgres/connection.ts';
import { openStore } from '../../../../electron/store/open.ts';
import { openPostgresStore } from '../../../../electron/store/postgres/open.ts';
import { requireNoWork } from '../../../../electron/store/transfer/postgres-work.ts';
import { copyToPostgres, copyToSqlite } from '../../../../electron/store/transfer/transfer.ts';
import { noPostgres, startPostgres, type PostgresServer } from '../../../servers/postgres.ts';

const between = (path: string, client: Client) => ({ path, client, server: 'postgresql://db/shop' });
const ignore = (): void => undefined;

describe.skipIf(noPostgres !== null)('copying a workspace', () => {
  let server: PostgresServer;
  let folder = '';
  let address: PostgresAddress;
  let client: Client;
  let made = 0;
  beforeAll(async () => {
    server = await startPostgres();
    folder = mkdtempSync(join(tmpdir(), 'transfer-'));
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    made += 1;
    await server.query(`CREATE DATABASE transfer_${made}`);
    address = { ...readPostgresUrl(server.url(`transfer_${made}`), true), password: server.password };
    openPostgresStore(address).close();
    client = await connectPostgres(address);
    onTestFinished(async () => client.end());
  });

  /** A file with a workspace, and with what the statements add. */
  function file(statements = ''): string {
    const path = join(folder, `${made}.db`);
    openStore(path).close();
    const db = new Database(path);
    db.exec(statements);
    db.close();
    return path;
  }

  const projects = async (): Promise<unknown[]> =>
    (await client.query('SELECT id, name, defaults_json FROM spider_studio.all_projects ORDER BY id')).rows;

  it('replaces what PostgreSQL cannot hold, and goes on with ids where they were', async () => {
    const path = file(`INSERT INTO all_projects (id, name, created_at, defaults_json)
      VALUES (7, 'ü', 1, '{"a":"x' || char(0) || 'y"}'); UPDATE sqlite_sequence SET seq = 9 WHERE name = 'all_projects'`);
    const copied = await copyToPostgres(between(path, client), ignore);
    expect(copied).toMatchObject({ replaced: 1 });
    expect(await projects()).toEqual([{ id: '7', name: 'ü', defaults_json: '{"a":"x\ufffdy"}' }]);
    const { rows } = await client.query(
      "INSERT INTO spider_studio.all_projects (name, created_at) VALUES ('next', 1) RETURNING id",
    );
    expect(rows).toEqual([{ id: '10' }]);
  });

  it('leaves the target empty where a row of the source refers to nothing', async () => {
    const path =
      file(`INSERT INTO all_projects (id, name, created_at) VALUES (1, 'good', 1); PRAGMA foreign_keys = OFF;
      INSERT INTO all_spiders (project_id, name, created_at) VALUES (99, 'a', 1)`);
    await expect(copyToPostgres(between(path, client), ignore)).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining('all_spiders'),
    });
    expect(await projects()).toEqual([]);
  });

  it('tells a role that does not own the tables what to do', async () => {
    await server.query("DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD 'guest'");
    const guest = await connectPostgres({ ...address, user: 'guest', password: 'guest' });
    onTestFinished(async () => guest.end());
    await expect(copyToPostgres(between(file(), guest), ignore)).rejects.toMatchObject({
      code: 'database-refused',
      action: { action: 'prepare-database' },
    });
  });

  it('leaves the target empty when the connection ends in between', async () => {
    const path = file(`INSERT INTO all_projects (id, name, created_at) VALUES (1, 'good', 1);
      INSERT INTO api_members (name, role, created_at) VALUES ('desk', 'viewer', 1)`);
    await client.query(
      'ALTER TABLE spider_studio.api_members ADD CHECK (pg_terminate_backend(pg_backend_pid()))',
    );
    await expect(copyToPostgres(between(path, client), ignore)).rejects.toThrow(/terminat|connection/i);
    const other = await connectPostgres(address);
    const { rows } = await other.query('SELECT count(*)::int AS count FROM spider_studio.all_projects');
    await other.end();
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('refuses a target with rows, and leaves no file behind where it fails', async () => {
    const path = file("INSERT INTO all_projects (id, name, created_at) VALUES (1, 'good', 1)");
    await copyToPostgres(between(path, client), ignore);
    await expect(copyToPostgres(between(path, client), ignore)).rejects.toMatchObject({ code: 'exists' });
    await expect(copyToSqlite(between(path, client), ignore)).rejects.toMatchObject({ code: 'exists' });
    const to = join(folder, `${made}-back.db`);
    await client.query('ALTER TABLE spider_studio.trash RENAME TO hidden');
    await expect(copyToSqlite(between(to, client), ignore)).rejects.toThrow('does not exist');
    expect([existsSync(to), existsSync(`${to}.migrating`)]).toEqual([false, false]);
    await client.query('ALTER TABLE spider_studio.hidden RENAME TO trash');
    const shares: number[] = [];
    await copyToSqlite(between(to, client), (share) => shares.push(share));
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it('is refused while a program carries out runs', async () => {
    await expect(requireNoWork(client)).resolves.toBeUndefined();
    await client.query("SELECT pg_advisory_lock(1399870287, hashtext('somebody'))");
    await expect(requireNoWork(client)).rejects.toMatchObject({ code: 'in-use' });
  });

  it('works again after the server was started again', async () => {
    const store = openPostgresStore(address);
    onTestFinished(() => store.close());
    await store.queries.projects.list();
    await client.end();
    await server.restart();
    client = await connectPostgres(address);
    await expect(store.queries.projects.list()).resolves.toEqual([]);
  });
});
