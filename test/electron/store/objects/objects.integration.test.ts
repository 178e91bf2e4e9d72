import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { partsOfFile } from '../../../../electron/host/data/stored-file.ts';
import { cleanPlace } from '../../../../electron/store/objects/clean.ts';
import { choosePlace, placesOf } from '../../../../electron/store/objects/choose.ts';
import { moveBodies } from '../../../../electron/store/objects/move.ts';
import { markName, type ObjectAddress } from '../../../../electron/store/objects/place.ts';
import { referenceBytes } from '../../../../electron/store/objects/reference.ts';
import { tallyBodies } from '../../../../electron/store/objects/tally.ts';
import { createBodyKeeper } from '../../../../electron/store/postgres/body-keeper.ts';
import { noPostgres, startPostgres, type PostgresServer } from '../../../servers/postgres.ts';
import { startS3Thread, type S3Thread } from '../../../servers/s3-thread.ts';
import { item, scratchFolder } from '../support.ts';
import { inBucket, inFolder, newWorkspace, pageOf, running, visited, type Workspace } from './workspace.ts';

const hour = 3_600_000;

/** A place of a test, and its objects from outside. */
interface Kept {
  address: ObjectAddress;
  /** The keys of the objects. */
  keys: () => Promise<string[]>;
  /** Writes something else into an object, or removes it. */
  spoil: (key: string, body: Buffer | null) => Promise<unknown>;
  /** Makes objects older. */
  age: (hours: number) => Promise<unknown>;
}

async function bucket(): Promise<Kept & { s3: S3Thread }> {
  const s3 = await startS3Thread();
  onTestFinished(() => s3.close());
  const prefix = 'crawls/';
  return {
    s3,
    address: inBucket(s3),
    async keys() {
      const keys = await s3.ask<string[]>({ do: 'keys' });
      return keys.map((key) => key.slice(prefix.length)).filter((key) => key !== markName);
    },
    spoil: (key, body) => s3.ask({ do: 'spoil', key: `${prefix}${key}`, body }),
    age: (hours) => s3.ask({ do: 'age', ms: hours * hour }),
  };
}

async function folder(): Promise<Kept> {
  const root = scratchFolder();
  const keys = async (): Promise<string[]> =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => /^..\/..\/.+/.test(path));
  return {
    address: inFolder(root),
    keys,
    async spoil(key, body) {
      if (body === null) rmSync(join(root, key));
      else writeFileSync(join(root, key), body);
    },
    async age(hours) {
      const then = new Date(Date.now() - hours * hour);
      for (const key of await keys()) utimesSync(join(root, key), then, then);
    },
  };
}

describe.skipIf(noPostgres !== null)('bodies outside of PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  const place = async (workspace: Workspace) => {
    const [first] = await placesOf(workspace.client);
    if (first === undefined) throw new Error('No place is chosen.');
    return first;
  };

  describe.each([
    ['a bucket', bucket],
    ['a folder', folder],
  ])('in %s', (_, openKept: () => Promise<Kept>) => {
    it('keeps pages by their hash, and reads them as before', async () => {
      const [workspace, kept] = [await newWorkspace(server), await openKept()];
      await workspace.to(kept.address);
      const { store } = workspace;
      const { ledger, ids } = await running(store, 3);
      const pages = [pageOf(1), pageOf(2), pageOf(1)];
      await Promise.all(ids.map((id, n) => ledger.complete(visited(id, pages[n] ?? ''))));
      expect(await workspace.rows()).toEqual({ inside: 0, outside: 2 });
      expect(await kept.keys()).toHaveLength(2);
      expect((await kept.keys()).every((key) => /^(..)\/(..)\/\1\2[0-9a-f]{60}$/.test(key))).toBe(true);
      for (const opened of [store, workspace.open()])
        for (const [n, id] of ids.entries())
          expect(await opened.queries.pages.ofRequest(id)).toMatchObject({ html: pages[n] });
      const hash = createHash('sha256').update(pageOf(2)).digest('hex');
      const { ofSpider } = store.queries.pages;
      expect(await ofSpider({ project: 'default', spider: 'shop' }, hash)).toBe(pageOf(2));
      expect(await ofSpider({ project: 'default', spider: 'another' }, hash)).toBeNull();
      const size = await store.queries.pages.size();
      expect(size.storedBytes).toBeGreaterThan(2 * referenceBytes);
      expect(size.storedBytes).toBe((await tallyBodies(workspace.client))[0]?.bytes);
    });

    it('keeps files and their chunks, whose sizes stay what they are', async () => {
      const [workspace, kept] = [await newWorkspace(server), await openKept()];
      await workspace.to(kept.address);
      const { store } = workspace;
      const { ledger, ids } = await running(store, 1, { downloads: true });
      const url = 'https://example.org/a.pdf';
      const doc = { url, file: null };
      await ledger.complete({ ...visited(ids[0] ?? '', pageOf(1)), items: [item(1, { metadata: { doc } })] });
      const [file] = await ledger.claim('https://example.org', 1, 0);
      const id = file?.id ?? '';
      const [chunks, rest] = [[1, 2, 3].map((n) => Buffer.alloc(5000, n)), Buffer.alloc(2000, 9)];
      const content = Buffer.concat([...chunks, rest]);
      const sha256 = createHash('sha256').update(content).digest();
      for (const [at, chunk] of chunks.entries()) expect(await ledger.keepChunk(id, at, chunk)).toBe(true);
      const received = { sha256, bytes: content.length, chunks: 3, rest, type: 'application/pdf' };
      await ledger.complete({ ...visited(id, ''), page: null, file: received });
      expect(await workspace.rows('files')).toEqual({ inside: 0, outside: 1 });
      expect(await workspace.rows('file_chunks')).toEqual({ inside: 0, outside: 3 });
      const { files } = workspace.open().queries;
      const hash = sha256.toString('hex');
      expect(await files.facts(hash)).toEqual({ bytes: content.length, type: 'application/pdf' });
      const parts: Uint8Array[] = [];
      for await (const part of partsOfFile((of, at) => files.part(of, at), hash)) parts.push(part);
      expect(Buffer.concat(parts).equals(content)).toBe(true);
    });

    it.each([
      ['is gone', null, 'is not there'],
      ['is something else', Buffer.from('something else'), 'is damaged'],
    ])('names an object that %s', async (_what, body, said) => {
      const [workspace, kept] = [await newWorkspace(server), await openKept()];
      await workspace.to(kept.address);
      const { ledger, ids } = await running(workspace.store, 1);
      const [id = ''] = ids;
      await ledger.complete(visited(id, pageOf(1)));
      const [key = ''] = await kept.keys();
      await kept.spoil(key, body);
      await expect(workspace.store.queries.pages.ofRequest(id)).rejects.toMatchObject({
        name: 'StoreError',
        code: 'damaged',
        message: expect.stringContaining(`The object ${key.slice(6)} ${said}`),
      });
      // The connection goes on.
      expect((await workspace.store.queries.pages.size()).pages).toBe(1);
    });

    it('finds and removes what nothing names, once it is a day old', async () => {
      const [workspace, kept] = [await newWorkspace(server), await openKept()];
      await workspace.to(kept.address);
      const { store, client, address } = workspace;
      const { ledger, ids } = await running(store, 2);
      await ledger.complete(visited(ids[0] ?? '', pageOf(1)));
      const keeper = createBodyKeeper(await place(workspace), address);
      await keeper.keep(Buffer.alloc(1000, 1));
      keeper.close();
      const clean = async (apply: boolean) => cleanPlace(client, await place(workspace), { apply });
      expect(await clean(true)).toEqual({ objects: 0, bytes: 0 });
      await kept.age(25);
      expect(await clean(false)).toEqual({ objects: 1, bytes: 1000 });
      expect(await kept.keys()).toHaveLength(2);
      expect(await clean(true)).toEqual({ objects: 1, bytes: 1000 });
      expect(await kept.keys()).toHaveLength(1);
      expect(await store.queries.pages.ofRequest(ids[0] ?? '')).toMatchObject({ html: pageOf(1) });
      await ledger.complete(visited(ids[1] ?? '', pageOf(2)));
      await client.query(
        'SET search_path = spider_studio; UPDATE requests SET page_id = NULL; DELETE FROM pages',
      );
      await kept.age(25);
      expect(await clean(true)).toMatchObject({ objects: 2 });
      expect(await kept.keys()).toEqual([]);
    });

    it('keeps an old object that a page needs again', async () => {
      const [workspace, kept] = [await newWorkspace(server), await openKept()];
      await workspace.to(kept.address);
      const { store, client, address } = workspace;
      const { ledger, ids } = await running(store, 1);
      const visit = visited(ids[0] ?? '', pageOf(1));
      const early = createBodyKeeper(await place(workspace), address);
      await early.keep(visit.page.body);
      early.close();
      await kept.age(25);
      const late = createBodyKeeper(await place(workspace), address);
      await late.keep(visit.page.body);
      late.close();
      // Between the object and its row.
      expect(await cleanPlace(client, await place(workspace), { apply: true })).toMatchObject({ objects: 0 });
      await ledger.complete(visit);
      expect(await store.queries.pages.ofRequest(ids[0] ?? '')).toMatchObject({ html: pageOf(1) });
    });

    it('is written by two programs at once', async () => {
      const [workspace, kept] = [await newWorkspace(server), await openKept()];
      await workspace.to(kept.address);
      const found = await place(workspace);
      const keepers = Array.from({ length: 4 }, () => createBodyKeeper(found, workspace.address));
      const body = Buffer.alloc(200_000, 7);
      const stored = await Promise.all(keepers.map((keeper) => keeper.keep(body)));
      for (const keeper of keepers) keeper.close();
      expect(new Set(stored.map((each) => Buffer.from(each).toString('hex'))).size).toBe(1);
      expect(await kept.keys()).toHaveLength(1);
    });

    it('belongs to one workspace', async () => {
      const [one, other, kept] = [await newWorkspace(server), await newWorkspace(server), await openKept()];
      await one.to(kept.address);
      await expect(other.to(kept.address)).rejects.toMatchObject({ code: 'conflict' });
      expect(await placesOf(other.client)).toEqual([]);
      await one.to(null);
      await one.to(kept.address);
      expect(await placesOf(one.client)).toMatchObject([{ isCurrent: true }]);
    });

    it('takes all that is in the database, gives it back, and goes on after a cut', async () => {
      const [workspace, kept] = [await newWorkspace(server), await openKept()];
      const { store, client, address } = workspace;
      const { ledger, ids } = await running(store, 5);
      await Promise.all(ids.map((id, n) => ledger.complete(visited(id, pageOf(n)))));
      const readable = async () => {
        for (const [n, id] of ids.entries())
          expect(await store.queries.pages.ofRequest(id)).toMatchObject({ html: pageOf(n) });
      };
      await workspace.to(kept.address);
      await readable();
      expect(await moveBodies(client, address)).toMatchObject({ bodies: 5 });
      expect(await moveBodies(client, address)).toEqual({ bodies: 0, bytes: 0 });
      expect(await workspace.rows()).toEqual({ inside: 0, outside: 5 });
      await readable();

      const [key = ''] = await kept.keys();
      await workspace.to(null);
      await kept.spoil(key, Buffer.from('something else'));
      await expect(moveBodies(client, address)).rejects.toMatchObject({ code: 'damaged' });
      const { rows } = await client.query<{ body: Buffer }>('SELECT body FROM spider_studio.pages');
      expect(rows).toHaveLength(5);
    });
  });

  it('moves from a folder to a bucket', async () => {
    const [workspace, from, to] = [await newWorkspace(server), await folder(), await bucket()];
    const { store, client, address } = workspace;
    await workspace.to(from.address);
    const { ledger, ids } = await running(store, 3);
    await Promise.all(ids.map((id, n) => ledger.complete(visited(id, pageOf(n)))));
    await workspace.to(to.address);
    await to.s3.ask({ do: 'refuse', nth: 2, status: 403, code: 'AccessDenied' });
    await expect(moveBodies(client, address)).rejects.toMatchObject({ code: 'storage-refused' });
    expect(await moveBodies(client, address)).toMatchObject({ bodies: 2 });
    expect((await to.keys()).toSorted()).toEqual((await from.keys()).toSorted());
    for (const [n, id] of ids.entries())
      expect(await store.queries.pages.ofRequest(id)).toMatchObject({ html: pageOf(n) });
    await from.age(25);
    const old = (await placesOf(client)).find(({ isCurrent }) => !isCurrent);
    if (old === undefined) throw new Error('The folder is no place any more.');
    expect(await cleanPlace(client, old, { apply: true })).toMatchObject({ objects: 3 });
    expect(await from.keys()).toEqual([]);
  });

  it('repeats what a bucket refuses in passing', async () => {
    const [workspace, kept] = [await newWorkspace(server), await bucket()];
    await workspace.to(kept.address);
    const { ledger, ids } = await running(workspace.store, 1);
    await kept.s3.ask({ do: 'refuse', nth: 1, status: 503, code: 'SlowDown' });
    expect(await ledger.complete(visited(ids[0] ?? '', pageOf(1)))).not.toBeNull();
    expect([await kept.s3.ask({ do: 'count' }), await workspace.rows()]).toEqual([
      2,
      { inside: 0, outside: 1 },
    ]);
  });

  it('writes nothing of a page while its folder is away, and the page when it is back', async () => {
    const [workspace, kept] = [await newWorkspace(server), await folder()];
    await workspace.to(kept.address);
    const { store } = workspace;
    const { ledger, ids } = await running(store, 1);
    const [id = ''] = ids;
    const { address: root } = kept.address;
    renameSync(root, `${root}-away`);
    for (const isMountPoint of [false, true]) {
      if (isMountPoint) mkdirSync(root);
      await expect(ledger.complete(visited(id, pageOf(1)))).rejects.toMatchObject({
        code: 'storage-unreachable',
        message: expect.stringContaining(root),
      });
    }
    expect(readdirSync(root)).toEqual([]);
    expect(await workspace.rows()).toEqual({ inside: 0, outside: 0 });
    expect(await ledger.counters()).toMatchObject({ active: 1, done: 0 });
    rmSync(root, { recursive: true });
    renameSync(`${root}-away`, root);
    expect(await ledger.complete(visited(id, pageOf(1)))).not.toBeNull();
    renameSync(root, `${root}-away`);
    await expect(store.queries.pages.ofRequest(id)).rejects.toMatchObject({ code: 'storage-unreachable' });
    renameSync(`${root}-away`, root);
    expect(await store.queries.pages.ofRequest(id)).toMatchObject({ html: pageOf(1) });
  });

  it('leaves short bodies, and everything where no place is chosen, in the tables', async () => {
    const [workspace, kept] = [await newWorkspace(server), await folder()];
    const first = await running(workspace.store, 1);
    await first.ledger.complete(visited(first.ids[0] ?? '', pageOf(1)));
    expect(await workspace.rows()).toEqual({ inside: 1, outside: 0 });
    await workspace.to(kept.address);
    const second = await running(workspace.store, 1);
    await second.ledger.complete(visited(second.ids[0] ?? '', '<p>x</p>'));
    expect(await workspace.rows()).toEqual({ inside: 2, outside: 0 });
    expect(await kept.keys()).toEqual([]);
  });

  it('takes the mark of a place for what it is', async () => {
    const [workspace, kept] = [await newWorkspace(server), await folder()];
    await choosePlace(workspace.client, kept.address);
    const mark = join(kept.address.address, markName);
    expect(existsSync(mark)).toBe(true);
    expect(JSON.parse(readFileSync(mark, 'utf8'))).toEqual({
      format: 1,
      workspace: (await place(workspace)).tag,
    });
  });
});
