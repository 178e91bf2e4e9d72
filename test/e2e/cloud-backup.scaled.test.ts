import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  s3Region,
  startS3Server,
  type S3Fault,
  type S3Request,
  type S3Server,
} from '../servers/s3-server.ts';
import { startServer } from '../servers/server.ts';
import { call, type Called, type CallOptions } from './call.ts';
import { scratchFolder } from './command-line.ts';
import { sampled } from '../scale.ts';

/** Bytes that do not get smaller, so that a backup has three parts. */
const fillerBytes = 20_000_000;

const items = 40;
const folder = mkdtempSync(join(tmpdir(), 'spider-studio-test-'));
const data = join(folder, 'data');
let exported = '';

const onOriginal = (args: readonly string[], options: CallOptions = {}): Promise<Called> =>
  call(args, { ...options, env: { SPIDER_STUDIO_HOME: data, ...options.env } });

/** An S3 service of its own for one test, and the command line on the seeded workspace with it. */
async function cloud(): Promise<{
  server: S3Server;
  target: string;
  call: (args: readonly string[], options?: CallOptions) => Promise<Called>;
}> {
  const server = await startS3Server();
  onTestFinished(() => server.close());
  const env = {
    AWS_ACCESS_KEY_ID: server.accessKey,
    AWS_SECRET_ACCESS_KEY: server.secretKey,
    AWS_ENDPOINT_URL: server.endpoint,
    AWS_REGION: s3Region,
  };
  return {
    server,
    target: `s3://${server.bucket}/studio`,
    call: (args, options = {}) => onOriginal(args, { ...options, env: { ...env, ...options.env } }),
  };
}

/** Kills a command when the server is asked for something. @returns whether it was */
async function killed(
  { server, call }: Awaited<ReturnType<typeof cloud>>,
  args: readonly string[],
  moment: { kind: string; nth?: number; after?: boolean },
): Promise<boolean> {
  let seen = 0;
  let isKilled = false;
  let kill = (): void => undefined;
  server.fault = ({ kind }: S3Request): S3Fault | null => {
    if (kind !== moment.kind || (seen += 1) !== (moment.nth ?? 1)) return null;
    isKilled = true;
    kill();
    return moment.after === true ? { kind: 'cut-after' } : { kind: 'cut-before' };
  };
  await call(args, { onStart: (child) => (kill = () => void child.kill('SIGKILL')) });
  server.fault = () => null;
  return isKilled;
}

/** What a data folder has beside the workspace. */
const leftovers = (dataDir: string): string[] =>
  readdirSync(dataDir).filter((name) => /^(?:backup-scratch|restore-|restoring|backup-upload-)/.test(name));

const spider = (name: string, origin: string): object => ({
  name,
  allowed_domains: ['127.0.0.1'],
  start_urls: [`${origin}/`],
  rules: [{ allow: ['/page/'], callback: 'page', follow: false }],
  callbacks: { page: { extract: { title: { css: 'h1::text' }, words: { css: 'p::text', get_all: true } } } },
});
const file = (name: string, content: object): string => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
};

beforeAll(async () => {
  const site = await startServer({
    '*': ({ request, response }) => {
      const path = request.url ?? '/';
      const links = Array.from({ length: items }, (_, index) => `<a href="/page/${index}">${index}</a>`);
      const page = `<h1>Page ${path} ü</h1><p>one</p><p>=two, "three"</p>`;
      response
        .writeHead(path === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><title>t</title>${path === '/' ? links.join('') : page}`);
    },
  });
  await onOriginal(['import', file('site.json', spider('site', site.origin))]);
  await onOriginal(['crawl', 'site', '--allow-private']);
  await site.close();
  const db = new Database(join(data, 'spider-studio.db'));
  db.exec('CREATE TABLE filler (data BLOB)');
  db.prepare('INSERT INTO filler VALUES (randomblob(?))').run(fillerBytes);
  db.close();
  exported = (await onOriginal(['export', 'site', '--format', 'jsonl'])).stdout;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How far it is, which is told where it takes longer than a moment. */
const progress = /^(?:\d+% \w+\n)*$/u;
const onlyProgress: unknown = expect.stringMatching(progress);

it('a workspace is stored, listed, verified, and restored onto an empty machine with the same exports', async () => {
  const { server, target, call } = await cloud();
  expect(exported.split('\n')).toHaveLength(items + 1);
  const made = await call(['backup', 'create', target, '--json']);
  expect(made).toMatchObject({ code: 0, stderr: onlyProgress });
  const { id } = made.json<{ id: string }>();
  expect(made.json()).toMatchObject({ spiders: 1, runs: 1, items: 40, resumedBytes: 0, verifiedAt: null });
  expect([...server.objects.keys()].sort()).toEqual([`studio/${id}.gz`, `studio/${id}.json`]);
  expect(leftovers(data)).toEqual([]);
  expect((await call(['backup', 'list', target])).stdout).toMatch(new RegExp(`${id} .* 40 +no`));

  const verified = await call(['backup', 'verify', target]);
  expect(verified.stdout).toContain(`${id} is valid: read, restored into a scratch folder, and compared.`);
  expect(leftovers(data)).toEqual([]);
  const [listed] = (await call(['backup', 'list', target, '--json'])).json<{ verifiedAt: string }[]>();
  expect(Date.parse(listed?.verifiedAt ?? '')).toBeGreaterThan(0);

  const elsewhere = { env: { SPIDER_STUDIO_HOME: join(scratchFolder(), 'new') } };
  const restored = await call(['restore', `${target}/${id}`, '--json'], elsewhere);
  expect(restored.json()).toMatchObject({ kept: null, file: `${target}/${id}`, items: 40 });
  expect((await call(['export', 'site', '--format', 'jsonl'], elsewhere)).stdout).toBe(exported);
  const refused = await call(['restore', target, '--json'], elsewhere);
  expect(refused.json()).toMatchObject({ error: { code: 'exists' } });
  expect((await call(['restore', target, '--force', '--json'], elsewhere)).json()['kept']).toMatch(
    /before-restore/,
  );
});

describe('a backup that is killed', () => {
  it.each(
    sampled([
      { kind: 'POST uploads' },
      { kind: 'PUT part', nth: 3 },
      { kind: 'POST complete', after: true },
      { kind: 'PUT object' },
      { kind: 'PUT object', after: true },
    ]),
  )('at %j is no backup, or a whole one, and is continued', async (moment) => {
    const here = await cloud();
    const { server, target, call } = here;
    expect(await killed(here, ['backup', 'create', target], moment)).toBe(true);
    const before = (await call(['backup', 'list', target, '--json'])).json<{ id: string }[]>();
    const isWhole = moment.kind === 'PUT object' && moment.after === true;
    expect(before).toHaveLength(isWhole ? 1 : 0);
    const arrived = [...server.uploads.values()].flatMap(({ parts }) => [...parts.values()]);
    const sentBefore = server.log.filter(({ kind }) => kind === 'PUT part').length;
    const again = await call(['backup', 'create', target, '--json']);
    expect(again.stderr).toMatch(progress);
    const sentAfter = server.log.filter(({ kind }) => kind === 'PUT part').length - sentBefore;
    const isComplete =
      moment.kind === 'PUT object' || (moment.after === true && moment.kind === 'POST complete');
    expect(sentAfter).toBe(isComplete ? 0 : 3 - arrived.length);
    expect(server.uploads.size).toBe(moment.kind === 'POST uploads' && moment.after === true ? 1 : 0);
    const after = (await call(['backup', 'list', target, '--json'])).json<{ id: string }[]>();
    expect(after).toHaveLength(1);
    expect((await call(['backup', 'verify', target])).code).toBe(0);
    expect(leftovers(data)).toEqual([]);
  });
});

describe('a restore that is killed', () => {
  it.each(
    sampled([
      ['verify', { kind: 'GET object', nth: 2, after: true }],
      ['verify', { kind: 'PUT object' }],
      ['restore', { kind: 'GET object', nth: 2 }],
      ['restore', { kind: 'GET object', nth: 2, after: true }],
    ] as const),
  )('(%s) at %j leaves the old workspace whole', async (what, moment) => {
    const here = await cloud();
    const { target, call } = here;
    await call(['backup', 'create', target]);
    const other = { env: { SPIDER_STUDIO_HOME: join(scratchFolder(), 'other') } };
    await call(['import', file('old.json', spider('old', 'http://127.0.0.1:1'))], other);
    const bound = {
      ...here,
      call: (args: readonly string[], options: CallOptions = {}) => call(args, { ...options, ...other }),
    };
    const args = what === 'verify' ? ['backup', 'verify', target] : ['restore', target, '--force'];
    expect(await killed(bound, args, moment)).toBe(true);
    const spiders = async () => (await bound.call(['spiders', 'list', '--json'])).json<{ name: string }[]>();
    const before = await spiders();
    expect((await bound.call(args)).code).toBe(0);
    expect(leftovers(other.env.SPIDER_STUDIO_HOME)).toEqual([]);
    const after = (await spiders()).map(({ name }) => name);
    expect([before.map(({ name }) => name), after]).toEqual([['old'], [what === 'verify' ? 'old' : 'site']]);
  });
});

it('a backup whose bytes changed is not restored, and nothing is lost', async () => {
  const { server, target, call } = await cloud();
  const { id } = (await call(['backup', 'create', target, '--json'])).json<{ id: string }>();
  const object = server.objects.get(`studio/${id}.gz`);
  if (object !== undefined) object.body[object.body.length - 50_000] = (object.body.at(-50_000) ?? 0) ^ 1;
  for (const args of [
    ['backup', 'verify', target, '--json'],
    ['restore', target, '--force', '--json'],
  ])
    expect((await call(args)).json()).toMatchObject({ error: { code: 'damaged-backup' } });
  expect((await call(['export', 'site', '--format', 'jsonl'])).stdout).toBe(exported);
});

it('old backups are deleted once newer ones were verified, and not before', async () => {
  const { target, call } = await cloud();
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1)
    ids.unshift((await call(['backup', 'create', target, '--json'])).json<{ id: string }>().id);
  const [newest = '', middle = '', oldest = ''] = ids;
  const prune = ['backup', 'prune', target, '--keep-newest', '1', '--json'];
  expect((await call(prune)).json()['deleted']).toEqual([]);
  await call(['backup', 'verify', `${target}/${middle}`]);
  expect((await call([...prune, '--dry-run'])).json()['deleted']).toMatchObject([{ id: oldest }]);
  expect((await call(prune)).json()).toMatchObject({
    kept: [
      { backup: { id: newest }, why: 'unverified' },
      { backup: { id: middle }, why: 'newest' },
    ],
    deleted: [{ id: oldest }],
  });
  expect((await call(['backup', 'list', target, '--json'])).json()).toMatchObject([
    { id: newest },
    { id: middle },
  ]);
});

it('the items of a run are stored once, in a place of its own name', async () => {
  const { server, call } = await cloud();
  const secret = { env: { NAS: `${server.accessKey}:${server.secretKey}` } };
  const where = ['--endpoint', server.endpoint, '--region', s3Region, '--secret', 'env:NAS'];
  expect(await call(['places', 'add', 'nas', `s3://${server.bucket}/backups`, ...where])).toMatchObject({
    code: 0,
  });
  expect((await call(['places', 'test', 'nas'], secret)).stdout).toMatch(/^nas works: .* ms\.\n$/);
  expect(server.objects.size).toBe(0);
  const stored = await call(['backup', 'items', '1', 'place:nas', '--json'], secret);
  expect(stored.json()).toMatchObject({ items: 40, removedRun: false });
  expect([...server.objects.keys()][0]).toMatch(/^backups\/items\/default\/site\/run-1-\w+\.jsonl\.gz$/);
  const again = await call(['backup', 'items', '1', 'place:nas', '--json', '--remove-run'], secret);
  expect(again.json()).toMatchObject({ error: { code: 'exists' } });
  expect((await call(['runs', 'show', '1'])).code).toBe(0);
  await call(['places', 'remove', 'nas']);
});

it.each([
  [
    'other items',
    (): Buffer => gzipSync('{"title":"theirs"}\n'),
    'returns other items of run 1 than were stored',
  ],
  ['a part of them', (body: Buffer): Buffer => body.subarray(0, body.length - 20), ''],
  ['none', (): Buffer => gzipSync(''), 'returns other items of run 1 than were stored'],
])('a run stays where the service returns %s', async (_, returned, message) => {
  const { server, target, call } = await cloud();
  server.fault = ({ kind, key }) => {
    const object = kind === 'GET object' ? server.objects.get(key) : undefined;
    if (object !== undefined) object.body = returned(object.body);
    return null;
  };
  const stored = await call(['backup', 'items', '1', target, '--remove-run', '--json']);
  expect(stored.json()).toMatchObject({ error: { message: expect.stringContaining(message) } });
  expect(server.log.map(({ kind }) => kind)).toContain('GET object');
  expect((await call(['runs', 'show', '1'])).code).toBe(0);
  expect((await call(['export', 'site', '--run', '1', '--format', 'jsonl'])).stdout).toBe(exported);
});

it('items do not take the place of an object that another has stored meanwhile', async () => {
  const { server, target, call } = await cloud();
  const theirs = { body: Buffer.from('theirs'), etag: '"theirs"', storedAt: Date.now() };
  const writing = new Set(['PUT object', 'POST complete']);
  let place = '';
  server.fault = ({ kind, key }) => {
    if (writing.has(kind)) server.objects.set((place = key), { ...theirs });
    return null;
  };
  const stored = await call(['backup', 'items', '1', target, '--remove-run', '--json']);
  expect(stored.code).toBe(1);
  expect(server.objects.get(place)?.body.toString()).toBe('theirs');
  expect((await call(['runs', 'show', '1'])).code).toBe(0);
});

it('what is wrong is told in words, and no secret is', async () => {
  const { target, call } = await cloud();
  const wrong = await call(['backup', 'list', target], { env: { AWS_SECRET_ACCESS_KEY: 'hush-hush' } });
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain('the secret key does not belong to the access key');
  const none = await call(['backup', 'list', 's3://no-such-bucket']);
  expect(none.stderr).toContain('there is no such bucket');
  expect((await call(['restore', target])).stderr).toContain('There is a workspace in');
  expect((await call(['restore', target, '--force'])).stderr).toContain('There is no backup in');
  expect(wrong.stderr + wrong.stdout).not.toContain('hush');
});
