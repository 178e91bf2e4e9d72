import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { studio } from './command-line.ts';
import { copyData, databaseName } from './data-folder.ts';
import { downloadsOf } from './files-site.ts';
import { longContent, sha256, startLongFilesSite, type LongFilesSite } from './long-files-site.ts';
import { sampled } from '../scale.ts';

type Studio = ReturnType<typeof studio>;

const megabyte = 1024 * 1024;
const crawl = ['crawl', 'docs', '--allow-private', '--json'];
const resume = ['runs', 'resume', '1', '--json'];
const preload = new URL('./kill-on-statement.mjs', import.meta.url).href;

interface Doc {
  url: string;
  file: string | null;
  sha256?: string;
  bytes?: number;
  error?: string;
}

async function docsOf({ call }: Studio, run = 'latest'): Promise<Map<string, Doc>> {
  const { stdout } = await call(['export', 'docs', '--format', 'jsonl', '--run', run]);
  const lines = stdout.split('\n').filter((line) => line !== '');
  const docs = lines.map((line) => (JSON.parse(line) as { doc: Doc }).doc);
  return new Map(docs.map((doc) => [new URL(doc.url).pathname, doc]));
}

/** What lies in the database: files, and of how many chunks; and files that are not whole. */
function stored({ data, folder }: Studio) {
  const copy = join(folder, 'copy');
  copyData(data, copy);
  const db = new Database(join(copy, databaseName));
  try {
    const number = (sql: string): number => db.prepare<[], number>(sql).pluck().get() ?? 0;
    return {
      files: number('SELECT count(*) FROM files'),
      incoming: number('SELECT count(*) FROM long_files WHERE file_id IS NULL'),
      chunks: number('SELECT count(*) FROM file_chunks'),
      chunksOfFiles: number('SELECT coalesce(sum(chunks), 0) FROM long_files WHERE file_id IS NOT NULL'),
    };
  } finally {
    db.close();
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

/** All files are whole, in the items and as they are exported, and nothing else is stored. */
async function expectWhole(its: Studio, files: Readonly<Record<string, number>>): Promise<void> {
  const docs = await docsOf(its);
  expect([...docs.keys()].sort()).toEqual(Object.keys(files).sort());
  const hashes = new Set<string>();
  for (const [path, bytes] of Object.entries(files)) {
    const sha = sha256(longContent(path, bytes));
    hashes.add(sha);
    expect(docs.get(path)).toMatchObject({ sha256: sha, bytes, file: `${sha}.pdf`, type: 'application/pdf' });
  }
  const { incoming, chunks, chunksOfFiles, files: kept } = stored(its);
  expect([incoming, kept, chunks]).toEqual([0, hashes.size, chunksOfFiles]);
  const to = join(its.folder, 'out');
  const exported = await its.call(['export', 'docs', '--format', 'jsonl', '--files', to]);
  expect(exported.code, exported.stderr).toBe(0);
  expect(readdirSync(to).sort()).toEqual([...hashes].map((sha) => `${sha}.pdf`).sort());
  for (const name of readdirSync(to)) expect(`${await hashOf(join(to, name))}.pdf`).toBe(name);
}

async function imported(site: LongFilesSite, more: Parameters<LongFilesSite['spider']>[0] = {}) {
  const its = studio();
  expect((await its.call(['import', its.file('docs.json', site.spider(more))])).code).toBe(0);
  return its;
}

describe('a file that is longer than a chunk', () => {
  const files = { '/a': 3 * megabyte + 5, '/twin-1': 2 * megabyte, '/twin-2': 2 * megabyte, '/b': 700_000 };

  it('is stored once for each content, exported, backed up and restored, and goes with its last run', async () => {
    const site = await startLongFilesSite({ files });
    const its = await imported(site);
    const { call, folder } = its;
    expect((await call(crawl)).json()).toMatchObject({ state: 'completed', counters: { failed: 0 } });
    await expectWhole(its, files);
    const again = await call(['export', 'docs', '--format', 'jsonl', '--files', join(folder, 'out')]);
    const bytes = files['/a'] + files['/twin-1'] + files['/b'];
    expect(again.stderr).toContain(`3 files with ${bytes.toLocaleString('en')} bytes`);
    const archive = join(folder, 'docs.zip');
    expect((await call(['export', 'docs', '--format', 'jsonl', '--files', archive])).code).toBe(0);
    expect(existsSync(archive)).toBe(true);
    expect((await call(['storage', 'check'])).code).toBe(0);

    const backup = join(folder, 'all.backup');
    expect((await call(['backup', 'create', backup])).code).toBe(0);
    expect((await call(['backup', 'verify', backup])).code).toBe(0);
    expect((await call(crawl)).json()).toMatchObject({ state: 'completed' });
    const all = await downloadsOf(call);
    expect(all).toBeGreaterThan(5_900_000);
    expect(all).toBeLessThan(6_500_000);
    expect((await call(['runs', 'delete', '1', '--now', '--force'])).code).toBe(0);
    await expectWhole(its, files);
    expect((await call(['runs', 'delete', '2', '--now', '--force'])).code).toBe(0);
    expect(stored(its)).toEqual({ files: 0, incoming: 0, chunks: 0, chunksOfFiles: 0 });
    expect((await call(['storage', 'compact'])).code).toBe(0);
    expect(await downloadsOf(call)).toBeLessThan(20_000);
    expect((await call(['restore', backup, '--force'])).code).toBe(0);
    await expectWhole(its, files);
  });

  it('is whole after kills in the middle of it, and nothing of it is there before', async () => {
    const site = await startLongFilesSite({ files });
    const its = await imported(site, { settings: { CONCURRENT_REQUESTS: 1 } });
    for (const [n, [path, at]] of (
      [
        ['/a', megabyte],
        ['/a', 3 * megabyte],
        ['/twin-1', megabyte],
        ['/twin-2', 1.5 * megabyte],
        ['/b', 500_000],
      ] as const
    ).entries()) {
      const killed = await its.call(n === 0 ? crawl : resume, {
        onStart(child) {
          site.onPiece = (asked, sent) => {
            if (asked === path && sent >= at) child.kill('SIGKILL');
          };
        },
      });
      expect(killed.code).toBeNull();
      for (const doc of (await docsOf(its)).values())
        expect(doc.file === null ? doc : doc.bytes).toEqual(
          doc.file === null
            ? { url: doc.url, file: null }
            : files[new URL(doc.url).pathname as keyof typeof files],
        );
    }
    site.onPiece = () => undefined;
    const resumed = await its.call(resume);
    expect(resumed.json()).toMatchObject({
      state: 'completed',
      counters: { failed: 0, queued: 0 },
      receipt: { itemsLost: 0, itemsDuplicated: 0 },
    });
    await expectWhole(its, files);
  }, 300_000);

  it.each(
    sampled([
      ['before its first chunk', 'before', 'INSERT INTO file_chunks', 1],
      ['after its third chunk', 'after', 'INSERT INTO file_chunks', 3],
      ['before it is a file', 'before', 'INSERT INTO files', 1],
      ['after it is a file', 'after', 'INSERT INTO files', 1],
      ['before its chunks belong to it', 'before', 'UPDATE long_files SET file_id', 1],
      ['after they do', 'after', 'UPDATE long_files SET file_id', 1],
      ['between the file and its item', 'before', 'UPDATE items SET metadata_json', 1],
      ['before the item is committed', 'after', 'UPDATE items SET metadata_json', 1],
    ] as const),
  )('is there once with its item after a kill %s', async (_what, ...point) => {
    const only = { '/a': 3 * megabyte + 5 };
    const site = await startLongFilesSite({ files: only });
    const its = await imported(site);
    const env = { NODE_OPTIONS: `--import=${preload}`, KILL_ON_STATEMENT: point.join('|') };
    const killed = await its.call(crawl, { env });
    expect([killed.code, killed.stdout]).toEqual([null, '']);
    expect((await docsOf(its)).get('/a')?.file).toBeNull();
    expect(stored(its).files).toBe(0);
    expect((await its.call(resume)).json()).toMatchObject({
      state: 'completed',
      receipt: { itemsLost: 0, itemsDuplicated: 0 },
    });
    await expectWhole(its, only);
  });

  it.each([
    ['is announced as too large', true, { FILES_MAXSIZE: megabyte }, 0],
    ['becomes too large', false, { FILES_MAXSIZE: 2 * megabyte }, 2 * megabyte],
    ['is of another type than it says', false, { FILES_TYPES: ['image/*'] }, 256 * 1024],
  ])('leaves nothing behind where it %s', async (_what, announces, settings, least) => {
    const bytes = 64 * megabyte;
    const site = await startLongFilesSite({ files: { '/a': bytes }, announces });
    let sent = 0;
    site.onPiece = (_path, at) => (sent = Math.max(sent, at));
    const its = await imported(site, {
      settings: { DOWNLOAD_MAXSIZE: bytes, FILES_MAXSIZE: bytes, ...settings },
    });
    expect((await its.call(crawl)).json()).toMatchObject({ state: 'completed', counters: { failed: 1 } });
    expect((await docsOf(its)).get('/a')).toMatchObject({
      file: null,
      error: expect.stringMatching(/^The file is (?:larger than|application\/pdf, which FILES_TYPES)/),
    });
    expect(stored(its)).toMatchObject({ files: 0, incoming: 0, chunks: 0 });
    expect(sent).toBeGreaterThanOrEqual(least);
    // What sockets hold on the way.
    expect(sent).toBeLessThan(least + 24 * megabyte);
  });
});
