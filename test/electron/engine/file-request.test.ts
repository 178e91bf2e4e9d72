import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chunkBytes, FileReceiver } from '../../../electron/engine/file-request.ts';
import type { FetchedPage } from '../../../electron/fetch/types.ts';

const url = 'https://img.example/a.png';
const png = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');
const headers = { 'content-type': 'image/png; charset=x' };

const page = (body: Uint8Array, more: Partial<FetchedPage> = {}): FetchedPage => ({
  url,
  finalUrl: url,
  hops: [],
  status: 200,
  headers,
  body,
  durationMs: 1,
  ...more,
});

const noChunks = (): Promise<boolean> => Promise.reject(new Error('A short file has no chunks.'));
const any = { maxBytes: 1e9, types: null };

describe('a response to the request for a file', () => {
  it('is kept as it is, with the hash and the type of its content', () => {
    const receiver = new FileReceiver({ maxBytes: png.length, types: ['image/*'] }, noChunks);
    expect(receiver.read(page(png))).toMatchObject({
      rest: png,
      bytes: png.length,
      chunks: 0,
      type: 'image/png',
    });
  });

  it.each([
    [
      'larger than allowed',
      page(png),
      { maxBytes: 5, types: null },
      'The file is larger than 5 bytes (FILES_MAXSIZE, DOWNLOAD_MAXSIZE).',
    ],
    [
      'given up before its body',
      page(new Uint8Array(), { wasCut: true }),
      { maxBytes: 5, types: ['text/html'] },
      'The file is larger than 5 bytes (FILES_MAXSIZE, DOWNLOAD_MAXSIZE).',
    ],
    [
      'cut at the limit of all answers',
      page(png, { wasCut: true }),
      { maxBytes: 500, types: ['image/*'] },
      'The file is larger than 500 bytes (FILES_MAXSIZE, DOWNLOAD_MAXSIZE).',
    ],
    ['empty', page(new Uint8Array()), { maxBytes: 5, types: ['image/*'] }, 'The file is empty.'],
    [
      'of another type',
      page(png),
      { maxBytes: 99, types: ['application/pdf', 'image/jpeg'] },
      'The file is image/png, which FILES_TYPES does not name.',
    ],
    [
      'a page that is called a picture',
      page(Buffer.from('<html><script>')),
      { maxBytes: 99, types: ['image/*'] },
      'The file is text/html, which FILES_TYPES does not name. The server calls it image/png.',
    ],
  ])('is refused with the reason where it is %s', (_what, response, settings, reason) => {
    expect(new FileReceiver(settings, noChunks).read(response)).toBe(reason);
  });

  it('is read up to one byte more than a file may have, and not at all if it is announced as longer', () => {
    const { part } = new FileReceiver({ maxBytes: 1000, types: null }, noChunks);
    expect(part).toMatchObject({ cutAt: 1001, onlyWhole: true });
  });
});

/** A long content without a pattern that chunks share. */
const long = (bytes: number): Buffer => {
  const content = Buffer.alloc(bytes);
  for (let at = 0; at + 4 <= bytes; at += 4) content.writeUInt32LE(at, at);
  png.copy(content);
  return content;
};

/** Hands a body over as a response does, in pieces that lie in memory which is used again. @returns whether all of it was wanted */
async function handOver(receiver: FileReceiver, body: Buffer, pieceBytes: number): Promise<boolean> {
  const first = body.subarray(0, chunkBytes + 7);
  const sink = receiver.part.long?.open(first, headers) ?? null;
  if (sink === null) return false;
  const memory = Buffer.alloc(pieceBytes);
  for (const part of [first, body.subarray(first.length)]) {
    for (let at = 0; at < part.length; at += pieceBytes) {
      const piece = memory.subarray(0, Math.min(pieceBytes, part.length - at));
      part.copy(piece, 0, at);
      if ((await sink.write(piece)) === false) return false;
    }
  }
  return true;
}

/** Keeps chunks as a ledger does: the first one begins anew. */
function keeper() {
  let kept: Buffer[] = [];
  return {
    chunks: () => kept,
    keep: async (position: number, chunk: Uint8Array): Promise<boolean> => {
      await Promise.resolve();
      if (position === 0) kept = [];
      expect(position).toBe(kept.length);
      kept.push(Buffer.from(chunk));
      return true;
    },
  };
}

describe('a long file', () => {
  it.each([
    ['a byte more than a chunk', chunkBytes + 8, 65_536],
    ['whole chunks', 3 * chunkBytes, 65_536],
    ['pieces that are longer than a chunk', 5 * chunkBytes + 5, 3 * chunkBytes],
    ['small pieces', 2 * chunkBytes + 99, 1009],
  ])('is handed on in chunks and a rest: %s', async (_what, bytes, pieceBytes) => {
    const body = long(bytes);
    const { keep, chunks } = keeper();
    const receiver = new FileReceiver(any, keep);
    expect(await handOver(receiver, body, pieceBytes)).toBe(true);
    const file = receiver.read(page(body.subarray(0, 2000), { sunkBytes: bytes }));
    if (typeof file === 'string') throw new Error(file);
    expect(file).toMatchObject({ bytes, chunks: chunks().length, type: 'image/png' });
    expect(Buffer.from(file.sha256)).toEqual(createHash('sha256').update(body).digest());
    expect(Buffer.concat([...chunks(), file.rest]).equals(body)).toBe(true);
    expect(file.rest.byteLength).toBeGreaterThan(0);
    expect(chunks().every(({ length }) => length === chunkBytes)).toBe(true);
  });

  it('begins anew where its request is sent again', async () => {
    const { keep, chunks } = keeper();
    const receiver = new FileReceiver(any, keep);
    await handOver(receiver, long(4 * chunkBytes), 65_536);
    const body = long(2 * chunkBytes + 3);
    await handOver(receiver, body, 65_536);
    const file = receiver.read(page(body.subarray(0, 2000), { sunkBytes: body.length }));
    if (typeof file === 'string') throw new Error(file);
    expect(Buffer.concat([...chunks(), file.rest]).equals(body)).toBe(true);
  });

  it('is not read on where its first bytes show a type that is not kept', async () => {
    const receiver = new FileReceiver({ maxBytes: 1e9, types: ['application/pdf'] }, noChunks);
    expect(await handOver(receiver, long(2 * chunkBytes), 65_536)).toBe(false);
    expect(receiver.read(page(long(2000), { wasCut: true }))).toBe(
      'The file is image/png, which FILES_TYPES does not name.',
    );
  });

  it('ends with what storing it has thrown, and is lost where another process has its request', async () => {
    const failing = new FileReceiver(any, () => Promise.reject(new Error('The disk is full.')));
    expect(await handOver(failing, long(3 * chunkBytes), 65_536)).toBe(false);
    expect(() => failing.read(page(png, { wasCut: true }))).toThrow('The disk is full.');
    const taken = new FileReceiver(any, () => Promise.resolve(false));
    expect(await handOver(taken, long(3 * chunkBytes), 65_536)).toBe(false);
    expect(taken.isLost).toBe(true);
  });
});
