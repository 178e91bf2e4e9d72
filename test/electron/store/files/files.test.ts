import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { fingerprintFile } from '../../../../electron/engine/fingerprint.ts';
import { partsOfFile } from '../../../../electron/host/data/stored-file.ts';
import { openStore, type Store } from '../../../../electron/store/open.ts';
import { inspectDatabase } from '../../../../electron/store/upkeep/inspect.ts';
import { salvage } from '../../../../electron/store/upkeep/salvage.ts';
import { item, newRun, portsOf, request, scratchFolder } from '../support.ts';

const url = 'https://example.org/a.pdf';
const chunks = [1, 2, 3].map((n) => Buffer.alloc(5000, n));
const rest = Buffer.from('the end');
const content = Buffer.concat([...chunks, rest]);
const sha = createHash('sha256').update(content).digest();
const ignore = (): void => undefined;

/** A store with a run whose item waits for a file, and the request for that, which is claimed. */
async function waiting(path: string) {
  const store = openStore(path);
  const run = await newRun(store);
  const ports = portsOf(store, run, { downloads: true });
  await ports.control.begin();
  const { ledger } = ports;
  await ledger.admit([request(1)]);
  const [page] = await ledger.claim('https://example.org', 1, 0);
  const doc = { url, file: null };
  await ledger.complete({
    id: page?.id ?? '',
    facts: facts(200),
    items: [item(1, { metadata: { doc } })],
    links: [],
    page: null,
    events: [],
  });
  const [file] = await ledger.claim('https://example.org', 1, 0);
  expect(file).toMatchObject({ url, isFile: true, fingerprint: fingerprintFile(url) });
  return { store, run, ledger, id: file?.id ?? '' };
}

const facts = (status: number) => ({
  status,
  finalUrl: url,
  bytes: content.length,
  durationMs: 1,
  contentType: 'application/pdf',
});

const received = { sha256: sha, bytes: content.length, chunks: chunks.length, rest, type: 'application/pdf' };

async function complete({ ledger, id }: Awaited<ReturnType<typeof waiting>>): Promise<void> {
  for (const [at, chunk] of chunks.entries()) expect(await ledger.keepChunk(id, at, chunk)).toBe(true);
  const page = { id, facts: facts(200), items: [], links: [], page: null, events: [], file: received };
  expect(await ledger.complete(page)).not.toBeNull();
}

async function read(store: Store, sha256: Buffer): Promise<Buffer> {
  const part = (hash: string, index: number) => store.queries.files.part(hash, index);
  const parts: Uint8Array[] = [];
  for await (const each of partsOfFile(part, sha256.toString('hex'))) parts.push(each);
  return Buffer.concat(parts);
}

const counted = (path: string, table: string): number => {
  const db = new Database(path, { readonly: true });
  const count = db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
  db.close();
  return count;
};

const databasePath = (): string => join(scratchFolder(), 'spider-studio.db');

it('is read as it was stored, in chunks', async () => {
  const path = databasePath();
  const its = await waiting(path);
  await complete(its);
  expect((await read(its.store, sha)).equals(content)).toBe(true);
  expect(await its.store.queries.files.facts(sha.toString('hex'))).toEqual({
    bytes: content.length,
    type: 'application/pdf',
  });
  expect(await its.store.queries.files.part(sha.toString('hex'), 4)).toBeNull();
  its.store.close();
});

it('is read where it was stored before files had chunks', async () => {
  const path = databasePath();
  const store = openStore(path);
  store.close();
  const db = new Database(path);
  db.prepare('INSERT INTO files (sha256, body) VALUES (?, ?)').run(sha, content);
  db.close();
  const again = openStore(path);
  expect((await read(again, sha)).equals(content)).toBe(true);
  expect(inspectDatabase(path, ignore).flatMap(({ problems }) => problems)).toEqual([]);
  again.close();
});

it.each([
  ['fails', ({ ledger, id }: Awaited<ReturnType<typeof waiting>>) => ledger.fail(unfinished(id))],
  ['is skipped', ({ ledger, id }: Awaited<ReturnType<typeof waiting>>) => ledger.skip(unfinished(id))],
  [
    'is tried again',
    ({ ledger, id }: Awaited<ReturnType<typeof waiting>>) => ledger.retry(unfinished(id), 5),
  ],
  ['is released', ({ ledger, id }: Awaited<ReturnType<typeof waiting>>) => ledger.release([id])],
  ['begins anew', ({ ledger, id }: Awaited<ReturnType<typeof waiting>>) => ledger.keepChunk(id, 0, rest)],
  [
    'is cut off',
    async ({ store, run }: Awaited<ReturnType<typeof waiting>>) => {
      await store.queries.runs.cutOff(run, 'It was cut off.');
      await portsOf(store, run, { downloads: true }).control.begin();
    },
  ],
])('leaves no chunks behind where its request %s', async (what, end) => {
  const path = databasePath();
  const its = await waiting(path);
  for (const [at, chunk] of chunks.entries()) await its.ledger.keepChunk(its.id, at, chunk);
  expect(counted(path, 'file_chunks')).toBe(3);
  await end(its);
  expect(counted(path, 'file_chunks')).toBe(what === 'begins anew' ? 1 : 0);
  expect(counted(path, 'files')).toBe(0);
  its.store.close();
});

it('takes no chunk out of order, and none of a request that is over', async () => {
  const its = await waiting(databasePath());
  const { ledger, id } = its;
  await ledger.keepChunk(id, 0, rest);
  await expect(ledger.keepChunk(id, 2, rest)).rejects.toMatchObject({ code: 'conflict' });
  const page = { id, facts: facts(200), items: [], links: [], page: null, events: [], file: received };
  await expect(ledger.complete(page)).rejects.toMatchObject({ code: 'conflict' });
  await ledger.fail(unfinished(id));
  expect(await ledger.keepChunk(id, 0, rest)).toBe(false);
  its.store.close();
});

it.each([
  ['a chunk is missing', 'DELETE FROM file_chunks WHERE position = 1'],
  ['a chunk is another one', "UPDATE file_chunks SET body = x'00' WHERE position = 2"],
  ['its end is another one', "UPDATE files SET body = x'00'"],
])('is told as damaged where %s, and a repair leaves it out', async (_what, damage) => {
  const path = databasePath();
  const its = await waiting(path);
  await complete(its);
  its.store.close();
  const db = new Database(path);
  db.exec(damage);
  db.close();
  const told = inspectDatabase(path, ignore).flatMap(({ problems }) => problems);
  expect(told).toEqual([`The downloaded file of ${url} is not what was stored.`]);
  const damaged = openStore(path);
  await expect(read(damaged, sha)).rejects.toMatchObject({
    code: damage.startsWith('DELETE') ? 'unknown-file' : 'damaged',
  });
  damaged.close();
  const found = salvage(path, `${path}.new`, ignore);
  expect(found.lost).toEqual([`The downloaded file of ${url} (run 1).`]);
  expect(inspectDatabase(`${path}.new`, ignore).flatMap(({ problems }) => problems)).toEqual([]);
  expect(counted(`${path}.new`, 'file_chunks')).toBe(0);
  expect(counted(`${path}.new`, 'items')).toBe(1);
});

const unfinished = (id: string) => ({
  id,
  facts: null,
  reason: 'It failed.',
  events: [],
  page: null,
  links: [],
});
