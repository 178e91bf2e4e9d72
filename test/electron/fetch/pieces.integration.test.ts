import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBodyReader, type BodyReader } from '../../../electron/fetch/body.ts';
import { Exchange, type Controller } from '../../../electron/fetch/exchange.ts';
import { defaultFetchLimits } from '../../../electron/fetch/limits.ts';
import { Pieces } from '../../../electron/fetch/pieces.ts';
import { frames, good, startFrameServer } from '../../servers/frames.ts';
import * as routes from '../../servers/routes.ts';
import { client, pageOf, serve } from './session.ts';
import { tls, trustTestServers } from './trusted-tls.ts';

trustTestServers();

const url = new URL('http://site.test/');
const random = randomBytes(300_000);

/** Bytes that are in use, heap and arrays together, when all garbage is collected. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('Garbage cannot be collected here.');
  collect();
  // Arrays are freed beside the program; a second round waits until those of the first are.
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** What `run` leaves in use. */
function costOf(run: () => void): number {
  const before = bytesInUse();
  run();
  return bytesInUse() - before;
}

function readerOf(encoding: string, cutAt: number | null = null) {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const reader = createBodyReader({
    url,
    encoding,
    limits: defaultFetchLimits,
    cutAt,
    long: null,
    headers: {},
    onBody: ({ body }) => resolve(body),
    onProblem: ({ message }) => reject(new Error(message)),
    onDrain: () => undefined,
  });
  return { reader, body: promise };
}

/** Gives a reader the bytes one by one, as parts of the larger pieces that a connection reads. */
function drip(bytes: Uint8Array, reader: BodyReader): void {
  for (let from = 0; from < bytes.length; from += 10_000) {
    const read = Buffer.from(bytes.subarray(from, from + 10_000));
    for (let at = 0; at < read.length; at += 1) reader.write(read.subarray(at, at + 1));
  }
}

describe('the pieces of a body', () => {
  it('come out in one array of its own in the order in which they went in, whatever their sizes', () => {
    const sizes = [1, 5_000, 3, 70_000, 4_095, 4_096, 4_097, 1, 1, 100_000, 0, 2, 65_536];
    const pieces = new Pieces();
    let at = 0;
    for (const size of sizes) {
      // Every other one is a part of something larger, as what is read from a connection.
      const piece = random.subarray(at, at + size);
      pieces.add(size % 2 === 0 ? Uint8Array.from(piece) : piece);
      at += size;
    }
    expect(pieces.length).toBe(at);
    const whole = pieces.joined();
    expect(Buffer.compare(whole, random.subarray(0, at))).toBe(0);
    expect(whole.buffer.byteLength).toBe(at);
    expect(Buffer.compare(pieces.joined(9_000), random.subarray(0, 9_000))).toBe(0);
    pieces.clear();
    expect([pieces.length, pieces.joined().length]).toEqual([0, 0]);
  });

  it('of one byte each take no more than a small multiple of their bytes', () => {
    const { reader } = readerOf('');
    const piece = Buffer.from('x');
    const cost = costOf(() => {
      for (let n = 0; n < 1_000_000; n += 1) reader.write(piece.subarray(0, 1));
    });
    expect(cost).toBeLessThan(4_000_000);
    reader.destroy();
  });

  it('do not keep the memory that they are a small part of', () => {
    const { reader } = readerOf('');
    const cost = costOf(() => {
      for (let n = 0; n < 1_000; n += 1) reader.write(Buffer.from(new ArrayBuffer(64 * 1024), 0, 5_000));
    });
    expect(cost).toBeLessThan(10_000_000);
    reader.destroy();
  });

  it.each([
    ['of a compressed body', 'gzip', null],
    ['of a compressed body of which a part will do', 'gzip', 200_000],
    ['of one that is compressed twice', 'gzip, gzip', null],
  ])('%s wait closely packed until they are unpacked', async (_what, encoding, cutAt) => {
    const layers = encoding.split(',').length;
    const packed = layers === 1 ? gzipSync(random) : gzipSync(gzipSync(random));
    const { reader, body } = readerOf(encoding, cutAt);
    // Nothing is unpacked before this turn of the event loop is over, so all of it waits.
    expect(costOf(() => drip(packed, reader))).toBeLessThan(3_000_000);
    reader.end();
    expect(Buffer.compare(await body, random.subarray(0, cutAt ?? random.length))).toBe(0);
  });
});

it.each([
  ['10,000 frames of zstd are unpacked', 10_000, 10_000],
  [
    'more of them are not, for each is work',
    10_001,
    'http://site.test/ cannot be unpacked (Content-Encoding: zstd).',
  ],
])('%s', async (_what, count, outcome) => {
  const frame = zstdCompressSync(Buffer.from('x'));
  const { reader, body } = readerOf('zstd');
  const came = body.then(
    ({ length }) => length,
    (error: Error) => error.message,
  );
  reader.write(Buffer.concat(Array.from({ length: count }, () => frame)));
  reader.end();
  expect(await came).toBe(outcome);
});

describe('a body in pieces of one byte', () => {
  const packed = gzipSync(random);
  /** As much as a server of HTTP/2 may send without being asked for more. */
  const start = random.subarray(0, 60_000);

  it('is read over HTTP/1.1, plain and compressed', async () => {
    const server = await serve({
      '/plain': routes.chunksOfOneByte(random),
      '/gzip': routes.chunksOfOneByte(packed, { 'content-encoding': 'gzip' }),
    });
    for (const path of ['/plain', '/gzip']) {
      const { body } = pageOf(await client().fetch({ url: server.url(path) }));
      expect(Buffer.compare(body, random), path).toBe(0);
    }
  });

  it.each([
    ['plain', start, []],
    ['gzip', gzipSync(start), [['content-encoding', 'gzip']]],
  ] as const)('is read over HTTP/2, %s', async (_what, bytes, headers) => {
    const server = await startFrameServer(
      ({ stream, send }) => {
        const body = Buffer.concat(Array.from(bytes, (byte) => frames.data(stream, Buffer.from([byte]))));
        send(frames.headers(stream, [...good, ...headers]), body, frames.data(stream, '', true));
      },
      { tls },
    );
    onTestFinished(() => server.close());
    const { body } = pageOf(await client().fetch({ url: server.url('/') }));
    expect(Buffer.compare(body, start)).toBe(0);
  });

  it('is given up where it would keep the crawl busy: more than a million of them', async () => {
    let aborted = 0;
    const controller: Controller = { abort: () => (aborted += 1), pause: () => {}, resume: () => {} };
    const exchange = new Exchange({
      url,
      method: 'GET',
      headers: [],
      body: null,
      limits: defaultFetchLimits,
      cutAt: null,
      onlyWhole: false,
      long: null,
      wholeUrl: false,
      startsAtOnce: true,
    });
    exchange.onRequestStart(controller);
    exchange.onResponseStart(controller, 200, {});
    const piece = Buffer.from('x');
    for (let n = 0; n < 1_000_000; n += 1) exchange.onResponseData(controller, piece);
    expect(exchange.hasEnded).toBe(false);
    exchange.onResponseData(controller, piece);
    const result = await exchange.result;
    expect(aborted).toBe(1);
    expect(result.ok || result.problem).toMatchObject({
      code: 'too-large',
      transient: false,
      message: 'http://site.test/ came in more than 1,000,000 pieces of a few bytes each, so it was cut off.',
    });
  });
});
