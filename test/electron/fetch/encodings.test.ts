import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
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
