import { createServer } from 'node:http';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { noPostgres, startPostgres, type PostgresServer } from '../servers/postgres.ts';
import { s3Region, startS3Server, type S3Server } from '../servers/s3-server.ts';
import type { CallOptions } from './call.ts';
import { studio } from './command-line.ts';

/** Where bodies are, as `database objects --json` tells. */
interface Report {
  current: string;
  places: { place: string; bodies: number; bytes: number }[];
}

/** A shop whose list leads to four lamps, and its spider. */
async function startShop() {
  let edition = 0;
  const server = createServer((request, response) => {
    const n = /^\/p\/(\d)$/.exec(request.url ?? '')?.[1];
    const filler = Array.from(
      { length: 100 },
      (_, at) => `<p>${(at * 7919 * Number(n ?? 9)) % 10_007}</p>`,
    ).join('');
    const list = [1, 2, 3, 4].map((each) => `<a href="/p/${each}">x</a>`).join('');
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<h1>Lamp ${n}</h1>${n === undefined ? list : filler}${edition}`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const spider = {
    name: 'lamps',
    allowed_domains: ['127.0.0.1'],
    start_urls: [`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`],
    rules: [{ allow: ['/p/'], callback: 'lamp', follow: false }],
    callbacks: { lamp: { extract: { title: { css: 'h1::text' } } } },
    settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, ROBOTSTXT_OBEY: false },
  };
  /** Every page says something else from now on. */
  const change = (): number => (edition += 1);
  return { spider, change };
}

describe.skipIf(noPostgres !== null)('pages outside of the database', { timeout: 300_000 }, () => {
  let server: PostgresServer;
  let made = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  /** A workspace in a database of its own with the spider of a shop, and a bucket. */
  async function shop() {
    const name = `objects_${(made += 1)}`;
    await server.query(`CREATE DATABASE ${name}`);
    const s3 = await startS3Server();
    onTestFinished(() => s3.close());
    const env = {
      SPIDER_STUDIO_DATABASE: server.url(name).replace('@', `:${encodeURIComponent(server.password)}@`),
      AWS_ACCESS_KEY_ID: s3.accessKey,
      AWS_SECRET_ACCESS_KEY: s3.secretKey,
      AWS_ENDPOINT_URL: s3.endpoint,
      AWS_REGION: s3Region,
    };
    const { spider, change } = await startShop();
    const one = studio();
    const call = (args: string[], options: CallOptions = {}) =>
      one.call(args, { ...options, env: { ...env, ...options.env } });
    expect((await call(['import', one.file('shop.json', spider)])).code).toBe(0);
    const report = async (): Promise<Report> =>
      (await call(['database', 'objects', '--json'])).json<Report>();
    return { ...one, call, s3, report, change, name: spider.name, target: `s3://${s3.bucket}/crawls` };
  }

  const objects = (s3: S3Server): string[] => [...s3.objects.keys()].filter((key) => !key.endsWith('.json'));

  it('crawls into a bucket, and extracts again from there', async () => {
    const { call, s3, report, name, target } = await shop();
    const chosen = await call(['database', 'objects', '--to', target]);
    expect([chosen.code, chosen.stdout]).toEqual([0, expect.stringContaining('new ones go here')]);
    const crawled = await call(['crawl', name, '--allow-private', '--json']);
    expect([crawled.code, crawled.stderr]).toEqual([0, expect.any(String)]);
    const kept = objects(s3).length;
    expect(kept).toBe(5);
    expect((await report()).places).toMatchObject([
      { place: 'database', bodies: 0 },
      { place: target, bodies: kept },
    ]);
    const again = await call(['runs', 'reextract', '1', '--json']);
    expect([again.code, again.json()]).toMatchObject([0, { changed: 0, removed: 0 }]);
  });

  it('crawls into a bucket of a named place, whose login each machine has under the name of its secret', async () => {
    const { call, s3, report, name, target } = await shop();
    const added = await call([
      ...['places', 'add', 'nas', target, '--endpoint', s3.endpoint, '--region', s3Region],
      ...['--secret', 'env:NAS_LOGIN'],
    ]);
    expect([added.code, added.stderr]).toEqual([0, expect.any(String)]);
    const unknown = await call(['database', 'objects', '--to', 'place:nas2']);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('The places are nas.')]);
    const lacking = await call(['database', 'objects', '--to', 'place:nas/pages']);
    expect([lacking.code, lacking.stderr]).toEqual([1, expect.stringContaining('env:NAS_LOGIN')]);
    const login = { NAS_LOGIN: `${s3.accessKey}:${s3.secretKey}` };
    const chosen = await call(['database', 'objects', '--to', 'place:nas/pages'], { env: login });
    expect([chosen.code, chosen.stderr]).toEqual([0, expect.any(String)]);
    expect((await call(['crawl', name, '--allow-private', '--json'], { env: login })).code).toBe(0);
    expect(objects(s3).filter((key) => key.startsWith('crawls/pages/'))).toHaveLength(5);
    expect((await report()).places).toMatchObject([
      { place: 'database', bodies: 0 },
      { place: `s3://${s3.bucket}/crawls/pages`, bodies: 5 },
    ]);
  });

  it('takes what is in the tables to a folder, and tells what is missing there', async () => {
    const { call, name, folder } = await shop();
    expect((await call(['crawl', name, '--allow-private', '--json'])).code).toBe(0);
    const shared = join(folder, 'shared');
    const moved = await call(['database', 'objects', '--to', shared, '--move', '--json']);
    expect([moved.code, moved.json()]).toMatchObject([0, { current: shared, moved: { bodies: 5 } }]);
    expect((await call(['runs', 'reextract', '1', '--json'])).code).toBe(0);
    const files = readdirSync(shared, { recursive: true, encoding: 'utf8' });
    for (const path of files.filter((each) => /^..$/.test(each)))
      rmSync(join(shared, path), { recursive: true });
    const missing = await call(['runs', 'reextract', '1', '--json']);
    expect([missing.code, missing.json()]).toMatchObject([1, { error: { code: 'damaged' } }]);
  });

  it('leaves an object and no row when it is killed between them', async () => {
    const { call, s3, report, name, target } = await shop();
    await call(['database', 'objects', '--to', target]);
    let kill = (): void => undefined;
    let stored = (): void => undefined;
    const until = new Promise<void>((resolve) => (stored = resolve));
    s3.fault = ({ kind }) => {
      if (kind !== 'PUT object') return null;
      kill();
      return { kind: 'wait', until };
    };
    await call(['crawl', name, '--allow-private', '--json'], {
      onStart: (child) => (kill = () => void child.kill('SIGKILL')),
    });
    s3.fault = () => null;
    stored();
    await expect.poll(() => objects(s3).length).toBeGreaterThan(0);
    expect((await report()).places).toMatchObject([
      { place: 'database', bodies: 0 },
      { place: target, bodies: 0 },
    ]);
    const clean = async (...more: string[]) =>
      (await call(['database', 'objects', '--clean', ...more, '--json'])).json<{ places: object[] }>();
    expect((await clean()).places).toMatchObject([{ objects: 0 }]);
    for (const object of s3.objects.values()) object.storedAt -= 25 * 3_600_000;
    const orphans = objects(s3).length;
    expect((await clean()).places).toMatchObject([{ objects: orphans }]);
    expect(objects(s3)).toHaveLength(orphans);

    const resumed = await call(['runs', 'resume', '1', '--json']);
    expect(resumed.code).toBe(0);
    const kept = objects(s3).length;
    expect((await report()).places[1]).toMatchObject({ bodies: kept });
    await clean('--apply');
    expect(objects(s3)).toHaveLength(kept);
  });

  it('removes objects after the rows that a rule removes, and none that a row names', async () => {
    const { call, s3, report, name, target, change } = await shop();
    await call(['database', 'objects', '--to', target]);
    expect((await call(['crawl', name, '--allow-private', '--json'])).code).toBe(0);
    const first = objects(s3);
    change();
    expect((await call(['crawl', name, '--allow-private', '--json'])).code).toBe(0);
    const second = objects(s3).filter((key) => !first.includes(key));
    expect([first.length, second.length]).toEqual([5, 5]);
    for (const object of s3.objects.values()) object.storedAt -= 25 * 3_600_000;
    expect((await call(['retention', 'set', '--pages', '1', '--dataset', 'forget'])).code).toBe(0);
    const apply = () => call(['retention', 'apply', '--force', '--json']);
    // Two programs at once: one of them finds nothing to do, or both do it.
    const applied = await Promise.all([apply(), apply()]);
    expect(applied.map(({ code }) => code)).toEqual([0, 0]);
    expect(objects(s3).toSorted()).toEqual(second.toSorted());
    expect((await report()).places[1]).toMatchObject({ bodies: 5 });
    expect((await call(['runs', 'reextract', '2', '--json'])).code).toBe(0);
  });

  it('ends a run with the reason while its place is away, and goes on afterwards', async () => {
    const { call, report, name, folder } = await shop();
    const shared = join(folder, 'shared');
    await call(['database', 'objects', '--to', shared]);
    rmSync(shared, { recursive: true });
    mkdirSync(shared);
    const failed = await call(['crawl', name, '--allow-private']);
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('is not there')]);
    expect(readdirSync(shared)).toEqual([]);
    rmSync(shared, { recursive: true });
    expect((await call(['database', 'objects', '--to', shared])).code).toBe(0);
    expect((await call(['runs', 'resume', '1', '--json'])).code).toBe(0);
    expect((await report()).places[0]).toMatchObject({ place: 'database', bodies: 0 });
  });

  it.each([
    [['--clean', '--move'], '--clean goes alone'],
    [['--apply'], '--apply belongs to --clean'],
  ])('refuses %j', async (args, said) => {
    const refused = await studio().call(['database', 'objects', ...args]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(said)]);
  });
});
