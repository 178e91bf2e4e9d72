import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { noPostgres, startPostgres } from '../servers/postgres.ts';
import { s3Region, startS3Server } from '../servers/s3-server.ts';
import { studio } from './command-line.ts';
import { startLampShop } from './lamp-shop.ts';

it('saves an export, carries it out, and exports only what is new', async () => {
  const { spider } = await startLampShop();
  const { call, file, folder } = studio();
  await call(['import', file('shop.json', spider)]);
  const name = spider.name;
  await call(['crawl', name, '--allow-private']);
  const out = join(folder, 'out');
  const save = ['recipes', 'save', name, 'nightly', '--format', 'csv', '--folder', out, '--name', '{spider}'];
  const saved = await call([...save, '--append', '--new']);
  expect(saved.stdout).toContain('Saved "nightly"');
  const missing = await call(['export', name, '--recipe', 'nightly']);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('does not exist')]);

  const there = await call([...save.slice(0, 7), folder, '--name', '{spider}', '--append', '--new']);
  expect(there.code).toBe(0);
  const first = (await call(['recipes', 'run', name, 'nightly', '--json'])).json<{
    rows: number;
    file: string;
  }>();
  expect(first.rows).toBeGreaterThan(0);
  const before = readFileSync(first.file, 'utf8');
  const second = (await call(['export', name, '--recipe', 'nightly', '--json'])).json<{ rows: number }>();
  expect([second.rows, readFileSync(first.file, 'utf8')]).toEqual([0, before]);

  await call(['recipes', 'remove', name, 'nightly']);
  expect((await call(['recipes', 'list', name, '--json'])).json()).toEqual([]);
  expect((await call(['recipes', 'run', name, 'nightly'])).stderr).toContain('has no saved export "nightly"');
  expect(existsSync(first.file)).toBe(true);
});

it('exports since the last time to one file', async () => {
  const { spider } = await startLampShop();
  const { call, file, folder } = studio();
  await call(['import', file('shop.json', spider)]);
  await call(['crawl', spider.name, '--allow-private']);
  const target = join(folder, 'all.jsonl');
  const line = [
    'export',
    spider.name,
    '--format',
    'jsonl',
    '--since',
    'last',
    '--append',
    '--output',
    target,
  ];
  const rows = async () => (await call([...line, '--json'])).json<{ rows: number }>().rows;
  const first = await rows();
  expect([first > 0, await rows()]).toEqual([true, 0]);
  expect(readFileSync(target, 'utf8').trim().split('\n')).toHaveLength(first);
  expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
});

it.skipIf(noPostgres !== null)('adds the items of runs to a table of PostgreSQL, each once', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.close());
  const { spider } = await startLampShop();
  const { call, file } = studio();
  await call(['import', file('shop.json', spider)]);
  await call(['crawl', spider.name, '--allow-private']);
  const save = [
    'recipes',
    'save',
    spider.name,
    'db',
    '--to-database',
    server.url(),
    '--table',
    'public.lamps',
  ];
  expect((await call([...save, '--format', 'csv'])).code).toBe(2);
  const withPassword = [...save.slice(0, 5), 'postgresql://me:geheim@db/shop'];
  const refused = await call(withPassword);
  expect([refused.code, refused.stderr.includes('geheim')]).toEqual([1, false]);

  const wrong = await call([...save, '--secret', 'env:SHOP_DB']);
  expect(wrong.code).toBe(0);
  const run = (env: Record<string, string> = {}) =>
    call(['recipes', 'run', spider.name, 'db', '--json'], { env });
  expect((await run()).stdout).toContain('the environment has no SHOP_DB');
  expect((await run({ SHOP_DB: `${server.user}:wrong` })).stdout).toContain('does not accept the password');
  const login = { SHOP_DB: `${server.user}:${server.password}` };
  const first = (await run(login)).json<{ rows: number; file: string }>();
  expect(first).toMatchObject({
    file: expect.stringMatching(/^public\.lamps in postgresql:\/\/127\.0\.0\.1:/),
  });
  expect((await run(login)).json()).toMatchObject({ rows: 0 });
  const [counted] = await server.query<{ n: number }>('SELECT count(*)::int AS n FROM lamps');
  expect([first.rows > 0, counted?.n]).toEqual([true, first.rows]);

  await call([...save, '--upsert', '--secret', 'env:SHOP_DB', '--table', 'newest']);
  expect((await run(login)).json()).toMatchObject({ rows: first.rows });
  expect((await run(login)).json()).toMatchObject({ rows: first.rows });
  expect(await server.query('SELECT count(*)::int AS n FROM newest')).toEqual([{ n: first.rows }]);
});

it('writes objects of a bucket, and never replaces one that is there', async () => {
  const server = await startS3Server();
  onTestFinished(() => server.close());
  const { spider } = await startLampShop();
  const { call, file } = studio();
  const env = { S3_LOGIN: `${server.accessKey}:${server.secretKey}` };
  const at = (args: string[]) => call(args, { env });
  await at(['import', file('shop.json', spider)]);
  await at(['crawl', spider.name, '--allow-private']);
  const place = ['--endpoint', server.endpoint, '--region', s3Region, '--secret', 'env:S3_LOGIN'];
  await at(['places', 'add', 'nas', `s3://${server.bucket}/lake`, ...place]);
  const save = ['recipes', 'save', spider.name, 'lake', '--format', 'jsonl', '--place', 'nas'];
  expect((await at([...save.slice(0, 7), 'elsewhere'])).stderr).toContain('There is no place "elsewhere"');
  await at([...save, '--key', '{spider}/all']);
  const run = () => at(['recipes', 'run', spider.name, 'lake']);
  const first = await run();
  const key = `lake/${spider.name}/all.jsonl`;
  expect(first.stdout).toContain(`to place:nas/${spider.name}/all.jsonl`);
  const lines = server.objects.get(key)?.body.toString().trim().split('\n').length ?? 0;
  expect(first.stdout).toContain(`Wrote ${lines} rows`);
  // The same bytes: a try whose end was not told.
  expect((await run()).code).toBe(0);
  await at([...save, '--key', '{spider}/all', '--where', 'title is not empty', '--columns', 'title']);
  const other = await run();
  expect([other.code, other.stderr]).toEqual([
    1,
    expect.stringContaining('with other content, and was not replaced'),
  ]);
  await at([...save, '--key', '{spider}/all', '--columns', 'title', '--replace']);
  expect((await run()).code).toBe(0);

  const output = ['export', spider.name, '--format', 'sqlite', '--output', 'place:nas/once.db'];
  const once = await at(output);
  expect([once.stdout, once.stderr]).toEqual([
    expect.stringContaining('Wrote'),
    expect.stringContaining('on this computer first'),
  ]);
  expect(server.objects.get('lake/once.db')?.body.subarray(0, 15).toString()).toBe('SQLite format 3');
  expect(server.uploads.size).toBe(0);
});
