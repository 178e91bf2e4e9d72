import { randomBytes } from 'node:crypto';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ZstdFrames } from '../../../electron/fetch/zstd-frames.ts';
import * as routes from '../../servers/routes.ts';
import { bytesRead, client, pageOf, problemOf, serve, textOf } from './session.ts';

const codings = ['gzip', 'deflate', 'raw deflate', 'br', 'zstd'] as const;
const nameOf = (coding: routes.Encoding) => (coding === 'raw deflate' ? 'deflate' : coding);

/** Two sizes, because small bodies are unpacked at once and large ones as they arrive. */
const small = Buffer.from('<p>gr\u{FC}\u{DF}e</p>'.repeat(500));
const large = Buffer.concat([randomBytes(300_000), small]);
const bodies = [
  ['small', small],
  ['large', large],
] as const;
const table = codings.flatMap((coding) => bodies.map(([size, body]) => [coding, size, body] as const));

describe('Content-Encoding', () => {
  it.each(table)('%s, %s body: unpacked', async (coding, _size, body) => {
    const server = await serve({ '/': routes.encoded(nameOf(coding), routes.compressed(coding, body)) });
    const page = pageOf(await client().fetch({ url: server.url('/') }));
    expect(Buffer.compare(page.body, body)).toBe(0);
    expect(page.body.byteLength).toBe(page.body.buffer.byteLength);
    expect(page.headers['content-encoding']).toBe(nameOf(coding));
  });

  it.each(table)('%s, %s body cut off: a problem that another try may solve', async (coding, _size, body) => {
    const packed = routes.compressed(coding, body);
    const server = await serve({
      '/': routes.encoded(nameOf(coding), packed.subarray(0, packed.length - 10)),
    });
    const problem = problemOf(await client().fetch({ url: server.url('/') }));
    expect(problem).toMatchObject({ code: 'decoding', transient: true });
    expect(problem.message).toBe(
      `${server.url('/')} ends in the middle of its compressed data (Content-Encoding: ${nameOf(coding)}).`,
    );
  });

  it.each(table)('%s, %s body that is something else: a problem for good', async (coding, size) => {
    const text = size === 'small' ? '<!doctype html><p>plain' : '<!doctype html>'.repeat(10_000);
    const server = await serve({ '/': routes.encoded(nameOf(coding), Buffer.from(text)) });
    const session = client();
    const problem = problemOf(await session.fetch({ url: server.url('/') }));
    expect(problem).toMatchObject({ code: 'decoding', transient: false });
    expect(problem.message).toContain('cannot be unpacked');
    await session.close();
    await server.quiet();
  });

  it.each(['gzip', 'deflate', 'br', 'zstd'])('%s of an empty body is an empty body', async (coding) => {
    const server = await serve({ '/': routes.encoded(coding, Buffer.alloc(0)) });
    expect(textOf(await client().fetch({ url: server.url('/') }))).toBe('');
  });

  it.each([
    ['gzip twice', 'gzip, gzip', gzipSync(gzipSync(small))],
    ['deflate, then br', 'deflate, br', routes.compressed('br', routes.compressed('deflate', small))],
    ['by its old name', 'X-GZIP', gzipSync(small)],
    ['with identity beside it', 'identity, gzip', gzipSync(small)],
    [
      'as two gzip members',
      'gzip',
      Buffer.concat([gzipSync(small.subarray(0, 70)), gzipSync(small.subarray(70))]),
    ],
    ['none, though it names a charset', 'utf-8', small],
    ['none, though it names something unknown', 'none', small],
    ['identity', 'identity', small],
  ])('%s', async (_what, encoding, bytes) => {
    const server = await serve({ '/': routes.encoded(encoding, bytes) });
    expect(textOf(await client().fetch({ url: server.url('/') }))).toBe(small.toString());
  });

  it.each([
    ['a coding that Node cannot undo', 'compress', small],
    ['gzip with junk after it', 'gzip', Buffer.concat([gzipSync(small), Buffer.from('junk')])],
    ['more layers than anybody needs', 'gzip, gzip, gzip, gzip', small],
  ])('%s is a problem', async (_what, encoding, bytes) => {
    const server = await serve({ '/': routes.encoded(encoding, bytes) });
    expect(problemOf(await client().fetch({ url: server.url('/') }))).toMatchObject({
      code: 'decoding',
      transient: false,
    });
  });
});

describe('a body in several parts', () => {
  const skippable = Buffer.concat([Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 5, 0, 0, 0]), Buffer.from('aside')]);
  const checked = (body: Uint8Array) =>
    zstdCompressSync(body, {
      params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_windowLog]: 12 },
    });
  const parts: [string, string, (body: Uint8Array) => Uint8Array][] = [
    ['gzip members', 'gzip', gzipSync],
    ['zstd frames', 'zstd', zstdCompressSync],
    ['zstd frames with checksums and windows', 'zstd', checked],
    [
      'zstd frames, some of them to be skipped',
      'zstd',
      (body) => Buffer.concat([skippable, zstdCompressSync(body)]),
    ],
    [
      'zstd frames of runs',
      'zstd',
      (body) => Buffer.concat([zstdCompressSync(Buffer.alloc(0)), zstdCompressSync(body)]),
    ],
  ];
  const rows = parts.flatMap(([what, encoding, pack]) =>
    bodies.map(([size, body]) => ({ what, encoding, pack, size, body })),
  );

  it.each(rows)('$what, $size: read to the end', async ({ encoding, pack, body }) => {
    const cuts = [0, 1, 400, Math.floor(body.length / 2), body.length];
    const packed = Buffer.concat(cuts.map((from, n) => pack(body.subarray(from, cuts[n + 1] ?? from))));
    const server = await serve({
      '/whole': routes.encoded(encoding, packed),
      '/cut': routes.encoded(encoding, packed.subarray(0, packed.length - 3)),
      '/junk': routes.encoded(encoding, Buffer.concat([packed, Buffer.from('junk')])),
    });
    const page = pageOf(await client().fetch({ url: server.url('/whole') }));
    expect(Buffer.compare(page.body, body)).toBe(0);
    const cut = problemOf(await client().fetch({ url: server.url('/cut') }));
    expect(cut).toMatchObject({ code: 'decoding', transient: true });
    const junk = problemOf(await client().fetch({ url: server.url('/junk') }));
    expect(junk).toMatchObject({ code: 'decoding', transient: false });
    const over = await client({ limits: { maxBytes: body.length - 1 } }).fetch({ url: server.url('/whole') });
    expect(problemOf(over).code).toBe('too-large');
  });

  it('is a bomb when all of it together is one', async () => {
    const part = zstdCompressSync(Buffer.alloc(500_000));
    const server = await serve({
      '/': routes.encoded('zstd', Buffer.concat(Array.from({ length: 30 }, () => part))),
    });
    expect(problemOf(await client().fetch({ url: server.url('/') })).code).toBe('bomb');
  });

  it('is found wherever the pieces of it end', () => {
    const frames = [small.subarray(0, 1), small, Buffer.alloc(0), Buffer.alloc(300_000, 'a')].map((body) =>
      checked(body),
    );
    const packed = Buffer.concat([...frames, skippable, zstdCompressSync(large)]);
    const ends = [...frames, skippable].reduce<number[]>(
      (sums, { length }) => [...sums, (sums.at(-1) ?? 0) + length],
      [],
    );
    for (const size of [1, 2, 3, 7, 100, 1000, packed.length]) {
      const splitter = new ZstdFrames();
      const pieces = [];
      for (let at = 0; at < packed.length; at += size)
        pieces.push(...splitter.split(packed.subarray(at, at + size)));
      expect(Buffer.compare(Buffer.concat(pieces), packed)).toBe(0);
      const cuts = new Set<number>();
      let sum = 0;
      for (const piece of pieces) cuts.add((sum += piece.length));
      expect(ends.filter((end) => !cuts.has(end))).toEqual([]);
    }
  });

  it('that asks for more memory than a page ever needs is refused', async () => {
    const wide = zstdCompressSync(large, {
      params: { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_contentSizeFlag]: 0 },
    });
    const server = await serve({ '/': routes.encoded('zstd', withWindow(wide)) });
    expect(problemOf(await client().fetch({ url: server.url('/') })).code).toBe('decoding');
  });

  /** The same frame with a window of 128 MB in its header. */
  function withWindow(frame: Uint8Array): Buffer {
    const changed = Buffer.from(frame);
    const isSingleSegment = ((changed[4] ?? 0) & 0x20) !== 0;
    if (isSingleSegment) throw new Error('The frame has no window.');
    changed[5] = (27 - 10) << 3;
    return changed;
  }
});

describe('a body of which a part is enough', () => {
  const limits = { maxBytes: 1_000_000 };
  const text = Buffer.from('0123456789'.repeat(50_000));

  it.each([
    ['not packed', '', text],
    ...codings.map((coding) => [coding, nameOf(coding), routes.compressed(coding, text)] as const),
    ['a bomb', 'gzip', gzipSync(Buffer.concat([text, Buffer.alloc(8_000_000)]))],
  ] as const)('%s: is cut off there, and says so', async (_what, encoding, packed) => {
    const server = await serve({
      '/': encoding === '' ? routes.page(packed) : routes.encoded(encoding, packed),
    });
    const session = client({ limits });
    for (const cutAt of [1, 4096, text.length - 1]) {
      const page = pageOf(await session.fetch({ url: server.url('/'), cutAt }));
      expect(Buffer.compare(page.body, text.subarray(0, cutAt))).toBe(0);
      expect(page).toMatchObject({ wasCut: true, status: 200 });
      expect(page.body.byteLength).toBe(page.body.buffer.byteLength);
    }
  });

  it.each(codings)('%s: one that is no longer than that is whole', async (coding) => {
    const server = await serve({ '/': routes.encoded(nameOf(coding), routes.compressed(coding, text)) });
    for (const cutAt of [text.length, text.length + 1, Infinity]) {
      const page = pageOf(await client({ limits }).fetch({ url: server.url('/'), cutAt }));
      expect(Buffer.compare(page.body, text)).toBe(0);
      expect(page).not.toHaveProperty('wasCut');
    }
  });

  it.each([
    ['an endless one', routes.endless()],
    ['one that announces its length', routes.endless({ 'content-length': '1000000000' })],
    ['a bomb without end', routes.endlessBomb],
  ])('%s costs no more than the limit, whatever is asked for', async (_what, route) => {
    const server = await serve({ '/': route });
    const read = await bytesRead(async () => {
      const page = pageOf(await client({ limits }).fetch({ url: server.url('/'), cutAt: Infinity }));
      expect(page.body.byteLength).toBe(limits.maxBytes);
      expect(page.wasCut).toBe(true);
      await server.quiet();
    });
    expect(read).toBeLessThan(limits.maxBytes + 256 * 1024);
  });

  it('is not read at all where only the whole helps, and it is announced as longer', async () => {
    const server = await serve({ '/': routes.endless({ 'content-length': '1000000000' }) });
    const read = await bytesRead(async () => {
      const request = { url: server.url('/'), cutAt: 500_000, onlyWhole: true };
      const page = pageOf(await client({ limits }).fetch(request));
      expect(page).toMatchObject({ status: 200, wasCut: true });
      expect(page.body.byteLength).toBe(0);
      await server.quiet();
    });
    expect(read).toBeLessThan(256 * 1024);
  });

  it('is read up to its limit where only the whole helps, and its length is not announced', async () => {
    const server = await serve({ '/': routes.endless() });
    const request = { url: server.url('/'), cutAt: 500_000, onlyWhole: true };
    const page = pageOf(await client({ limits }).fetch(request));
    expect(page).toMatchObject({ wasCut: true });
    expect(page.body.byteLength).toBe(500_000);
  });

  it.each([
    ['that stops before it', routes.shortBody, 'connection'],
    ['that cannot be unpacked', routes.encoded('gzip', Buffer.from('no')), 'decoding'],
    ['that never comes', routes.silent, 'timeout'],
  ])('one %s is a problem as ever', async (_what, route, code) => {
    const server = await serve({ '/': route });
    const session = client({ limits: { ...limits, timeoutMs: 200 } });
    expect(problemOf(await session.fetch({ url: server.url('/'), cutAt: 100_000 })).code).toBe(code);
  });
});

describe('bombs', () => {
  const blank = Buffer.alloc(8 * 1024 * 1024);

  it.each(['gzip', 'deflate', 'br', 'zstd'] as const)('%s: cut off', async (coding) => {
    const server = await serve({ '/': routes.encoded(coding, routes.compressed(coding, blank)) });
    const problem = problemOf(await client().fetch({ url: server.url('/') }));
    expect(problem).toMatchObject({ code: 'bomb', transient: false });
    expect(problem.message).toContain('unpacks to more than 200 times what was sent');
  });

  it('inside a second layer: cut off', async () => {
    const server = await serve({ '/': routes.encoded('gzip, gzip', gzipSync(gzipSync(blank))) });
    expect(problemOf(await client().fetch({ url: server.url('/') })).code).toBe('bomb');
  });

  it('without end: cut off after a fraction of the size limit, and the connection is closed', async () => {
    const server = await serve({ '/': routes.endlessBomb });
    const read = await bytesRead(async () => {
      expect(problemOf(await client().fetch({ url: server.url('/') })).code).toBe('bomb');
      await server.quiet();
    });
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(512 * 1024);
  });

  it('a large ratio of a small page is no bomb', async () => {
    const page = Buffer.alloc(900_000, ' ');
    const server = await serve({ '/': routes.encoded('gzip', gzipSync(page)) });
    expect(pageOf(await client().fetch({ url: server.url('/') })).body.byteLength).toBe(page.length);
  });

  it.each(table)('%s, %s body: the size limit counts unpacked bytes', async (coding, _size, body) => {
    const server = await serve({ '/': routes.encoded(nameOf(coding), routes.compressed(coding, body)) });
    const exact = await client({ limits: { maxBytes: body.length } }).fetch({ url: server.url('/') });
    expect(pageOf(exact).body.byteLength).toBe(body.length);
    const over = await client({ limits: { maxBytes: body.length - 1 } }).fetch({ url: server.url('/') });
    expect(problemOf(over).code).toBe('too-large');
  });
});
