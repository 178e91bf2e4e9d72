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

/** The codings that are undone here. */
export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

const chunkSize = 64 * 1024;
/** More layers of compression than this are not unpacked. */
const maxLayers = 3;
/** RFC 9659, section 3: no zstd body may need a window of more than 8 MB. Without it, one could ask for 128 MB. */
const zstdParams = { [constants.ZSTD_d_windowLogMax]: 23 };

/** Codings that exist but that Node cannot undo. Any other unknown name is a mistake of the server and changes nothing. */
const unsupported = new Set(['compress', 'x-compress', 'dcb', 'dcz', 'sdch', 'pack200-gzip', 'exi']);

/**
 * What is to be undone for a Content-Encoding, in the order in which it is: the last coding was applied last, so it is
 * undone first (RFC 9110, section 8.4). Null when it cannot be.
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
 * Unpacks a whole body.
 * @throws what zlib does; `ERR_BUFFER_TOO_LARGE` beyond `maxOutputLength`
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
 * Bytes to ask for, so that most bodies are unpacked into one piece of memory of their size: gzip ends with the size of
 * what it holds (RFC 1952, section 2.3.1). One more, for zlib asks for another piece when the first is full.
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
    // An empty frame fits where there is no room left, but zlib takes no limit of 0.
    const options = { maxOutputLength: Math.max(1, room), chunkSize, params: zstdParams };
    const part = zstdDecompressSync(frame, options);
    room -= part.length;
    if (room < 0) throw Object.assign(new RangeError('too large'), { code: 'ERR_BUFFER_TOO_LARGE' });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Streams that unpack one layer, to be joined one behind the other.
 * @param start the first bytes of the body, or null where they are not known
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

/** "deflate" means zlib (RFC 1950, section 2.2), but servers that send bare deflate are as old as the name. */
function hasZlibHeader(body: Uint8Array): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
