import type { Transform } from 'node:stream';
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';
import { splitZstdFrames, ZstdFrames } from './zstd-frames.ts';

/** The content codings that are supported. */
export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

const chunkSize = 64 * 1024;
/** Maximum number of layers of compression. */
const maxLayers = 3;
/** RFC 9659, section 3: a zstd body must not need a window of more than 8 MB. Without the limit, it could demand 128 MB. */
const zstdParams = { [constants.ZSTD_d_windowLogMax]: 23 };

/** Registered codings that Node cannot decode. Other unknown names are mistakes of the server and are ignored. */
const unsupported = new Set(['compress', 'x-compress', 'dcb', 'dcz', 'sdch', 'pack200-gzip', 'exi']);

/**
 * Returns the codings of a Content-Encoding in the order in which to decode them: the last coding was applied last (RFC 9110,
 * section 8.4). null if one is not supported.
 */
export function codingsOf(encoding: string): Coding[] | null {
  if (encoding === '') return [];
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const layers = names.flatMap((name) => codingOf(name) ?? []);
  if (layers.length > maxLayers || names.some((name) => unsupported.has(name))) return null;
  return layers.reverse();
}

function codingOf(name: string): Coding | null {
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return 'gzip';
    case 'deflate':
    case 'br':
    case 'zstd':
      return name;
    default:
      return null;
  }
}

/**
 * Decompresses a whole body.
 * @throws the error of zlib, `ERR_BUFFER_TOO_LARGE` beyond `maxOutputLength`
 */
export function unpack(coding: Coding, body: Uint8Array, maxOutputLength: number): Uint8Array {
  const options = { maxOutputLength, chunkSize };
  switch (coding) {
    case 'gzip':
      return gunzipSync(body, { maxOutputLength, chunkSize: roomFor(body, maxOutputLength) });
    case 'deflate':
      return hasZlibHeader(body) ? inflateSync(body, options) : inflateRawSync(body, options);
    case 'br':
      return brotliDecompressSync(body, options);
    case 'zstd':
      return unpackZstd(body, maxOutputLength);
    default:
      return coding satisfies never;
  }
}

/**
 * Returns the buffer size with which most bodies are decompressed into one piece of memory: gzip ends with the size of its
 * content (RFC 1952, section 2.3.1). One byte more, because zlib allocates another buffer when the first is full.
 */
function roomFor(gzip: Uint8Array, most: number): number {
  const { buffer, byteOffset, byteLength } = gzip;
  if (byteLength < 18) return chunkSize;
  const size = new DataView(buffer, byteOffset + byteLength - 4, 4).getUint32(0, true);
  return size > 4 * 1024 && size < most && size < 1024 * byteLength ? size + 1 : chunkSize;
}

function unpackZstd(body: Uint8Array, maxOutputLength: number): Uint8Array {
  const frames = new ZstdFrames().split(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  if (frames.length < 2) {
    return zstdDecompressSync(body, { maxOutputLength, chunkSize, params: zstdParams });
  }
  const parts: Buffer[] = [];
  let room = maxOutputLength;
  for (const frame of frames) {
    // An empty frame fits even if no room is left, but zlib rejects a limit of 0.
    const options = { maxOutputLength: Math.max(1, room), chunkSize, params: zstdParams };
    const part = zstdDecompressSync(frame, options);
    room -= part.length;
    if (room < 0) throw Object.assign(new RangeError('too large'), { code: 'ERR_BUFFER_TOO_LARGE' });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Returns the streams that decompress one layer, to be connected in order.
 * @param start the first bytes of the body, or null if unknown
 */
export function unpackingStreams(coding: Coding, start: Uint8Array | null): Transform[] {
  switch (coding) {
    case 'gzip':
      return [createGunzip({ chunkSize })];
    case 'deflate': {
      const isZlib = start === null || hasZlibHeader(start);
      return [isZlib ? createInflate({ chunkSize }) : createInflateRaw({ chunkSize })];
    }
    case 'br':
      return [createBrotliDecompress({ chunkSize })];
    case 'zstd':
      return [splitZstdFrames(), createZstdDecompress({ chunkSize, params: zstdParams })];
    default:
      return coding satisfies never;
  }
}

/** "deflate" means the zlib format (RFC 1950, section 2.2), but some servers send a raw deflate stream. */
function hasZlibHeader(body: Uint8Array): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
