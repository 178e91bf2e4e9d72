import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readPostgresUrl } from '../../electron/postgres/address.ts';
import { connectPostgres } from '../../electron/postgres/connection.ts';
import { noPostgres, startPostgres, type PostgresServer } from '../servers/postgres.ts';
import { studio } from './command-line.ts';
import { startLampShop } from './lamp-shop.ts';

describe.skipIf(noPostgres !== null)('a database that several roles use', { timeout: 300_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    await server.query("CREATE ROLE owner LOGIN PASSWORD 'o'; CREATE ROLE worker LOGIN PASSWORD 'w'");
    await server.query('CREATE DATABASE spiders OWNER owner');
  });
  afterAll(() => server.close());

  /** A connection of a role to the database. */
  async function connected(user: string, password: string) {
    const address = readPostgresUrl(server.url('spiders'), true);
    const client = await connectPostgres({ ...address, user, password });
    onTestFinished(async () => client.end());
    return client;
  }

  it('lets the owner make tables, and a worker change rows and nothing else', async () => {
    const { spider } = await startLampShop();
    const { call, file, folder } = studio();
    const as = (role: string, args: string[], options: object = {}) => {
      const url = server.url('spiders').replace(server.user, role);
      const passwordFile = join(folder, role);
      writeFileSync(passwordFile, role.charAt(0), { mode: 0o600 });
      return call([...args, '--database', url, '--database-password-file', passwordFile], options);
    };
    const early = await as('worker', ['runs', 'list']);
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('database init')]);
    expect((await as('owner', ['database', 'grant', '--role', 'worker', '--apply'])).stderr).toContain(
      'has no tables of Spider Studio yet',
    );

    const ready = await as('owner', ['database', 'init']);
    expect([ready.code, ready.stderr, ready.stdout]).toEqual([
      0,
      '',
      expect.stringContaining('/spiders is ready.'),
    ]);
    expect((await as('owner', ['database', 'init'])).code).toBe(0);
    const refused = await as('worker', ['runs', 'list']);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('database grant')]);

    const script = await as('owner', ['database', 'grant', '--role', 'worker']);
    expect(script.stdout).toContain('GRANT USAGE ON SCHEMA spider_studio TO "worker";');
    const unknown = await as('owner', ['database', 'grant', '--role', 'nobody there', '--apply']);
    expect(unknown.stderr).toContain('has no role "nobody there"');
    const granted = await as('owner', ['database', 'grant', '--role', 'worker', '--apply', '--json']);
    expect([granted.code, granted.json()]).toMatchObject([0, { role: 'worker', applied: true }]);

    expect((await as('worker', ['import', file('shop.json', spider)])).code).toBe(0);
    expect((await as('worker', ['schedule', 'add', spider.name, '--every', 'day'])).code).toBe(0);
    const listed = await as('owner', ['spiders', 'list', '--json']);
    expect(listed.json()).toMatchObject([{ name: spider.name }]);
    const crawled = await as('worker', ['crawl', spider.name, '--allow-private', '--json']);
    expect([crawled.code, crawled.json()]).toMatchObject([0, { state: 'completed', counters: { items: 4 } }]);
    const exported = await as('worker', ['export', spider.name, '--format', 'jsonl']);
    expect([exported.code, exported.stdout.trim().split('\n').length]).toEqual([0, 4]);
    expect((await as('owner', ['export', spider.name, '--format', 'jsonl'])).stdout).toBe(exported.stdout);
    const owner = await connected('owner', 'o');
    await owner.query('CREATE SCHEMA private; CREATE TABLE private.salaries (id bigint)');
    const worker = await connected('worker', 'w');
    const jobs = await worker.query('SELECT name FROM spider_studio_jobs.queue');
    expect(jobs.rows).toContainEqual({ name: 'hosts' });
    for (const statement of [
      'CREATE TABLE spider_studio.more (id bigint)',
      'DROP TABLE spider_studio.items',
      'ALTER TABLE spider_studio.items ADD more bigint',
      'TRUNCATE spider_studio.items',
      'CREATE SCHEMA more',
      'CREATE INDEX more ON spider_studio.items (id)',
      'DROP SCHEMA spider_studio CASCADE',
      'SELECT * FROM private.salaries',
      'INSERT INTO private.salaries VALUES (1)',
      'SELECT rolpassword FROM pg_authid',
      'DROP DATABASE spiders',
      'DROP TABLE spider_studio_jobs.job',
      'UPDATE spider_studio.schema_version SET version = 99',
    ])
      await expect(worker.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('tells what is done by other means there, and what a newer database is', async () => {
    const { call } = studio();
    const env = {
      SPIDER_STUDIO_DATABASE: server.url('spiders').replace(server.user, 'owner:o'),
    };
    for (const [args, hint] of [
      [['backup', 'create', 'x.backup'], 'pg_dump'],
      [['restore', 'x.backup'], 'pg_restore'],
      [['storage', 'compact'], 'autovacuum'],
      [['storage', 'repair', '--force'], 'pg_amcheck'],
    ] as const) {
      const said = await call(args, { env });
      expect([said.code, said.stderr]).toEqual([1, expect.stringContaining(hint)]);
    }
    const owner = await connected('owner', 'o');
    await owner.query('INSERT INTO spider_studio.schema_version (version) VALUES (9999)');
    const newer = await call(['runs', 'list', '--json'], { env });
    await owner.query('DELETE FROM spider_studio.schema_version WHERE version = 9999');
    expect([newer.code, newer.json()]).toMatchObject([1, { error: { code: 'newer' } }]);
    const missing = await call(['runs', 'list'], { env: { SPIDER_STUDIO_DATABASE: server.url('nowhere') } });
    expect([missing.code, missing.stderr]).toEqual([1, expect.not.stringMatching(/\n\s+at .+:\d+/)]);
  });
});
