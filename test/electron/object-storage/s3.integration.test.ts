import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { S3Options } from '../../../electron/object-storage/requests.ts';
import { openS3 } from '../../../electron/object-storage/s3.ts';
import type { ObjectStorage } from '../../../electron/object-storage/storage.ts';
import { SystemRoutes } from '../../../electron/fetch/system-routes.ts';
import { startCuttingProxy, type CuttingProxy } from '../../servers/cutting-proxy.ts';
import { startProxy } from '../../servers/proxy.ts';
import { s3Region, startS3Server, type S3Server } from '../../servers/s3-server.ts';

let server: S3Server;
let proxy: CuttingProxy;
const opened: ObjectStorage[] = [];
const pauses: number[] = [];

beforeEach(async () => {
  server = await startS3Server();
  proxy = await startCuttingProxy(Number(new URL(server.endpoint).port));
  pauses.length = 0;
});
afterEach(async () => {
  for (const storage of opened.splice(0)) storage.close();
  await proxy.close();
  await server.close();
});

function open({
  place,
  ...more
}: { place?: Partial<S3Options['place']> } & Partial<Omit<S3Options, 'place'>> = {}) {
  const storage = openS3({
    place: { endpoint: server.endpoint, region: s3Region, bucket: server.bucket, pathStyle: true, ...place },
    credentials: { accessKeyId: server.accessKey, secretAccessKey: server.secretKey },
    patience: {
      tries: 4,
      sleep: (ms) => {
        pauses.push(ms);
        return Promise.resolve();
      },
    },
    ...more,
  });
  opened.push(storage);
  return storage;
}

const throughProxy = () => open({ place: { endpoint: `http://127.0.0.1:${proxy.port}` } });

async function read(storage: ObjectStorage, key: string, from = 0): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of storage.get(key, { from })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const mebibyte = 1024 * 1024;

describe('objects', () => {
  it('are put, described, read from a byte on, listed by page and deleted', async () => {
    const storage = open();
    server.pageSize = 2;
    const keys = ['p/a & b', 'p/c', 'p/ü (1)*', 'p/z', 'q'];
    for (const key of keys) await storage.put(key, Buffer.from(key), { replace: false });
    expect(await storage.head('p/c')).toMatchObject({ key: 'p/c', bytes: 3 });
    expect(await storage.head('p/none')).toBeNull();
    expect(String(await read(storage, 'p/ü (1)*', 2))).toBe('ü (1)*');
    const listed: string[] = [];
    for await (const { key } of storage.list('p/')) listed.push(key);
    expect(listed).toEqual(['p/a & b', 'p/c', 'p/z', 'p/ü (1)*']);
    await storage.delete('p/c');
    await storage.delete('p/c');
    expect(await storage.head('p/c')).toBeNull();
    expect(server.refused).toBe(0);
  });

  it.each([true, false])(
    'are never replaced unless asked (the server knows conditions: %s)',
    async (knows) => {
      server.knowsConditions = knows;
      const storage = open();
      await storage.put('k', Buffer.from('one'), { replace: false });
      await expect(storage.put('k', Buffer.from('two'), { replace: false })).rejects.toMatchObject({
        reason: 'exists',
      });
      expect(String(await read(storage, 'k'))).toBe('one');
      await storage.put('k', Buffer.from('two'), { replace: true });
      expect(String(await read(storage, 'k'))).toBe('two');
    },
  );

  it('that were stored although the answer was lost are no conflict', async () => {
    let cuts = 0;
    server.fault = ({ kind }) => (kind === 'PUT object' && (cuts += 1) === 1 ? { kind: 'cut-after' } : null);
    await open().put('k', Buffer.from('one'), { replace: false });
    expect(cuts).toBe(2);
  });

  it('are read whole over connections that are cut again and again', async () => {
    const body = randomBytes(3 * mebibyte);
    await open().put('k', body, { replace: true });
    proxy.cut = (connection) => (connection < 9 ? { way: 'down', after: connection * 50_000 } : null);
    expect((await read(throughProxy(), 'k')).equals(body)).toBe(true);
    expect(proxy.connections).toBeGreaterThan(7);
  });

  it('that change while they are read are not mixed', async () => {
    await open().put('k', randomBytes(mebibyte), { replace: true });
    proxy.cut = () => ({ way: 'down', after: 300_000 });
    const storage = throughProxy();
    const reading = async (): Promise<void> => {
      for await (const _ of storage.get('k')) await open().put('k', randomBytes(mebibyte), { replace: true });
    };
    await expect(reading()).rejects.toMatchObject({ reason: 'changed' });
  });
});

describe('uploads in parts', () => {
  it('are completed, listed, resumed and aborted', async () => {
    const storage = open();
    server.pageSize = 1;
    const [first, second] = [randomBytes(5 * mebibyte), randomBytes(100)];
    const upload = { key: 'big', id: await storage.beginUpload('big') };
    const other = { key: 'other', id: await storage.beginUpload('other') };
    const etags = [await storage.uploadPart(upload, 1, first), await storage.uploadPart(upload, 2, second)];
    expect(await storage.parts(upload)).toEqual([
      { number: 1, bytes: first.length, etag: etags[0] },
      { number: 2, bytes: second.length, etag: etags[1] },
    ]);
    expect((await storage.uploads('')).map(({ key }) => key).sort()).toEqual(['big', 'other']);
    expect(await storage.head('big')).toBeNull();
    const named = etags.map((etag, index) => ({ number: index + 1, etag }));
    await storage.completeUpload(upload, named, { replace: false });
    expect((await read(storage, 'big')).equals(Buffer.concat([first, second]))).toBe(true);
    expect(await storage.parts(upload)).toBeNull();
    await storage.abortUpload(other);
    await storage.abortUpload(other);
    expect(await storage.uploads('')).toEqual([]);
  });

  it('that were completed although the answer was lost are complete', async () => {
    const storage = open();
    const upload = { key: 'big', id: await storage.beginUpload('big') };
    const etag = await storage.uploadPart(upload, 1, Buffer.from('x'));
    let cuts = 0;
    server.fault = ({ kind }) =>
      kind === 'POST complete' && (cuts += 1) === 1 ? { kind: 'cut-after' } : null;
    await storage.completeUpload(upload, [{ number: 1, etag }], { replace: false });
    expect(String(await read(storage, 'big'))).toBe('x');
  });

  it('go through connections that are cut while a part is sent', async () => {
    proxy.cut = (connection) => (connection < 4 ? { way: 'up', after: 200_000 * connection } : null);
    const storage = throughProxy();
    const body = randomBytes(mebibyte);
    const upload = { key: 'big', id: await storage.beginUpload('big') };
    const etag = await storage.uploadPart(upload, 1, body);
    await storage.completeUpload(upload, [{ number: 1, etag }], { replace: false });
    expect((await read(open(), 'big')).equals(body)).toBe(true);
  });
});

describe('failures', () => {
  it('that pass are repeated with growing pauses, or with that which the server asks for', async () => {
    const answers = ['SlowDown', 'InternalError', 'SlowDown'];
    server.fault = () => {
      const code = answers.shift();
      if (code === undefined) return null;
      return {
        kind: 'status',
        status: 503,
        code,
        headers: answers.length === 0 ? { 'retry-after': '7' } : {},
      };
    };
    await open({ patience: { random: () => 1, sleep: async (ms) => void pauses.push(ms) } }).head('k');
    expect(pauses).toEqual([500, 1000, 7000]);
  });

  it('that last are told after the last try', async () => {
    server.fault = () => ({ kind: 'status', status: 503, code: 'SlowDown' });
    await expect(open().put('k', Buffer.from(''), { replace: true })).rejects.toMatchObject({
      reason: 'busy',
    });
    expect(pauses).toHaveLength(3);
  });

  it.each([
    [
      'a wrong secret key',
      { credentials: { accessKeyId: 'TESTACCESSKEY0000001', secretAccessKey: 'hush' } },
      'wrong-key',
    ],
    ['a wrong access key', { credentials: { accessKeyId: 'OTHER', secretAccessKey: 'hush' } }, 'wrong-key'],
    ['a bucket that is not there', { place: { bucket: 'no-such-bucket' } }, 'no-bucket'],
    ['another region', { place: { region: 'mars-1' } }, 'wrong-place'],
    ['a clock that is wrong', { now: () => Date.now() - 3_600_000 }, 'clock'],
    ['nobody at the port', { place: { endpoint: 'http://127.0.0.1:9' } }, 'unreachable'],
  ] as const)('are told in words: %s', async (_, options, reason) => {
    const storage = open(options);
    const failed = await storage
      .put('k', Buffer.from('x'), { replace: true })
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: 'StorageError', reason });
    expect(String(failed)).not.toContain('hush');
  });

  it('of a server that says nothing for longer than is waited are repeated, and then told', async () => {
    let release = (): void => undefined;
    const silent = new Promise<void>((resolve) => (release = resolve));
    server.fault = () => ({ kind: 'wait', until: silent });
    const failed = await open({ idleTimeoutMs: 50 })
      .put('k', Buffer.from('x'), { replace: false })
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: 'StorageError', reason: 'unreachable' });
    expect(String(failed)).toContain('sent nothing for 0.05 s');
    expect(pauses).toHaveLength(3);
    release();
  });

  it('of a server that was silent once are over: what it did meanwhile is no conflict', async () => {
    let release = (): void => undefined;
    const silent = new Promise<void>((resolve) => (release = resolve));
    let tries = 0;
    server.fault = ({ kind }) => {
      if (kind !== 'PUT object' || (tries += 1) > 1) return null;
      return { kind: 'wait', until: silent };
    };
    const sleep = async (): Promise<void> => {
      // Now the server carries out the first try, to which nobody listens any more.
      release();
      await expect.poll(() => server.objects.has('k')).toBe(true);
    };
    await open({ idleTimeoutMs: 50, patience: { tries: 4, sleep } }).put('k', Buffer.from('one'), {
      replace: false,
    });
    expect(tries).toBe(2);
    expect(String(await read(open(), 'k'))).toBe('one');
  });

  it('are none where a server is slow and goes on: an answer may take longer than is waited for a sign', async () => {
    const body = randomBytes(100_000);
    await open().put('k', body, { replace: true });
    // 25 pauses, together longer than the limit, each far below it.
    proxy.pace = { bytes: 4000, pauseMs: 60 };
    const storage = open({ place: { endpoint: `http://127.0.0.1:${proxy.port}` }, idleTimeoutMs: 1200 });
    expect((await read(storage, 'k')).equals(body)).toBe(true);
    expect([pauses, proxy.connections]).toEqual([[], 1]);
  });

  it('end at once when they are cancelled', async () => {
    const cancel = new AbortController();
    server.fault = () => {
      cancel.abort();
      return { kind: 'wait', until: Promise.resolve() };
    };
    await expect(open().head('k', { signal: cancel.signal })).rejects.toMatchObject({ reason: 'cancelled' });
  });

  it.each(['', 'a b', '../x', 'x'])('a bucket is not called "%s"', (bucket) => {
    expect(() => open({ place: { bucket } })).toThrow('is no name of a bucket');
  });
});

it('requests go through the proxy of the system', async () => {
  const way = await startProxy({ kind: 'http', demands: 'me:secret', hosts: { 's3.test': '127.0.0.1' } });
  const { port } = new URL(server.endpoint);
  const credentials = { username: 'me', password: 'secret' };
  const routes = new SystemRoutes({
    ask: () => Promise.resolve([{ kind: 'proxy', url: way.url, credentials, from: 'the system' }]),
  });
  const storage = open({ place: { endpoint: `http://s3.test:${port}` }, routes });
  await storage.put('k', Buffer.from('one'), { replace: false });
  expect(String(await read(storage, 'k'))).toBe('one');
  expect(way.log[0]?.target).toContain('s3.test');
  await way.close();
});
