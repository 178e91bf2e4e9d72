import {
  brotliDecompressSync,
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
import type { Transform } from 'node:stream';
import { bombProblem, codeOf, decodingProblem, tooLargeProblem } from './problem.ts';
import type { FetchLimits, FetchProblem } from './types.ts';

/** Takes the pieces of one response body and answers, once, with the whole decoded body or with why there is none. */
export interface BodyReader {
  /** False: send no more until `onDrain`. */
  write(chunk: Buffer): boolean;
  /** No more pieces will come. */
  end(): void;
  /** Nobody wants the answer any more. */
  destroy(): void;
}

export interface BodyReaderOptions {
  url: URL;
  /** Value of Content-Encoding; empty when there is none. */
  encoding: string;
  limits: FetchLimits;
  onBody: (body: Uint8Array) => void;
  onProblem: (problem: FetchProblem) => void;
  onDrain: () => void;
}

/** Up to here a compressed body is unpacked in one synchronous call, several times faster than a stream. Bytes. */
const smallBytes = 32 * 1024;
/** A body below this decoded size is no bomb, whatever its ratio: blank pages compress well. Bytes. */
const harmlessBytes = 1024 * 1024;
const chunkSize = 64 * 1024;
/** More layers of compression than this are not unpacked. */
const maxLayers = 3;

type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';
type Unpack = (body: Uint8Array, options: { maxOutputLength: number; chunkSize: number }) => Buffer;

/** Codings that exist but that Node cannot undo. Any other unknown name is a mistake of the server and changes nothing. */
const unsupported = new Set(['compress', 'x-compress', 'dcb', 'dcz', 'sdch', 'pack200-gzip', 'exi']);

/** Chooses the reader for a Content-Encoding. */
export function createBodyReader(options: BodyReaderOptions): BodyReader {
  const { encoding, url } = options;
  if (encoding === '') return new PlainBody(options);
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const layers = names.flatMap((name) => codingOf(name) ?? []);
  if (layers.length > maxLayers || names.some((name) => unsupported.has(name))) {
    queueMicrotask(() => options.onProblem(decodingProblem(url, encoding, false)));
    return { write: () => true, end: () => undefined, destroy: () => undefined };
  }
  // The last coding was applied last, so it is undone first (RFC 9110, section 8.4).
  return layers.length === 0 ? new PlainBody(options) : new CompressedBody(options, layers.reverse());
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

class PlainBody implements BodyReader {
  readonly #options: BodyReaderOptions;
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(options: BodyReaderOptions) {
    this.#options = options;
  }

  write(chunk: Buffer): boolean {
    const { limits, url, onProblem } = this.#options;
    this.#length += chunk.length;
    if (this.#length > limits.maxBytes) {
      this.#chunks = [];
      onProblem(tooLargeProblem(url, limits.maxBytes));
      return true;
    }
    this.#chunks.push(chunk);
    return true;
  }

  end(): void {
    this.#options.onBody(joined(this.#chunks, this.#length));
  }

  destroy(): void {
    this.#chunks = [];
  }
}

/** Collects what is small and unpacks it at once; passes what is larger through a chain of streams with back-pressure. */
class CompressedBody implements BodyReader {
  readonly #options: BodyReaderOptions;
  readonly #layers: readonly Coding[];
  #held: Buffer[] = [];
  #heldBytes = 0;
  #streams: Transform[] = [];
  #unpacked: Buffer[] = [];
  #unpackedBytes = 0;
  #over = false;

  constructor(options: BodyReaderOptions, layers: readonly Coding[]) {
    this.#options = options;
    this.#layers = layers;
  }

  write(chunk: Buffer): boolean {
    const [first] = this.#streams;
    if (first !== undefined) return this.#over || first.write(chunk);
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    return this.#heldBytes <= smallBytes || this.#startStreams();
  }

  end(): void {
    const [first] = this.#streams;
    if (first === undefined) this.#unpackAtOnce();
    else first.end();
  }

  destroy(): void {
    this.#over = true;
    this.#held = [];
    this.#unpacked = [];
    for (const stream of this.#streams) stream.destroy();
  }

  #unpackAtOnce(): void {
    const packed = joined(this.#held, this.#heldBytes);
    const { limits, url, encoding, onBody, onProblem } = this.#options;
    if (packed.byteLength === 0) return onBody(packed);
    const bombBytes = Math.max(harmlessBytes, limits.maxRatio * packed.byteLength);
    const maxOutputLength = Math.min(limits.maxBytes, bombBytes);
    let body: Uint8Array = packed;
    try {
      for (const layer of this.#layers) body = unpackerFor(layer, body)(body, { maxOutputLength, chunkSize });
    } catch (error) {
      if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') {
        const bomb = bombBytes < limits.maxBytes;
        return onProblem(bomb ? bombProblem(url, limits.maxRatio) : tooLargeProblem(url, limits.maxBytes));
      }
      return onProblem(decodingProblem(url, encoding, codeOf(error) === 'Z_BUF_ERROR'));
    }
    onBody(owned(body));
  }

  #startStreams(): boolean {
    const packed = joined(this.#held, this.#heldBytes);
    this.#held = [];
    this.#streams = this.#layers.map((layer, index) => streamFor(layer, index === 0 ? packed : null));
    const last = this.#streams.reduce((from, to) => from.pipe(to));
    for (const stream of this.#streams) stream.on('error', (error) => this.#onError(error));
    last.on('data', (chunk: Buffer) => this.#onUnpacked(chunk));
    last.on('end', () => this.#finish());
    const [first] = this.#streams;
    first?.on('drain', this.#options.onDrain);
    return first?.write(packed) ?? true;
  }

  #onUnpacked(chunk: Buffer): void {
    if (this.#over) return;
    const { limits, url, onProblem } = this.#options;
    this.#unpacked.push(chunk);
    this.#unpackedBytes += chunk.length;
    const bomb = this.#unpackedBytes > Math.max(harmlessBytes, limits.maxRatio * this.#consumed());
    if (!bomb && this.#unpackedBytes <= limits.maxBytes) return;
    this.destroy();
    onProblem(bomb ? bombProblem(url, limits.maxRatio) : tooLargeProblem(url, limits.maxBytes));
  }

  /** Bytes of the response that the first layer has worked through. */
  #consumed(): number {
    const [first] = this.#streams;
    return first !== undefined && 'bytesWritten' in first ? Number(first.bytesWritten) : 0;
  }

  #onError(error: unknown): void {
    if (this.#over) return;
    this.destroy();
    const { url, encoding, onProblem } = this.#options;
    onProblem(decodingProblem(url, encoding, codeOf(error) === 'Z_BUF_ERROR'));
  }

  #finish(): void {
    if (this.#over) return;
    const body = joined(this.#unpacked, this.#unpackedBytes);
    this.destroy();
    this.#options.onBody(body);
  }
}

function unpackerFor(coding: Coding, body: Uint8Array): Unpack {
  switch (coding) {
    case 'gzip':
      return gunzipSync;
    case 'deflate':
      return hasZlibHeader(body) ? inflateSync : inflateRawSync;
    case 'br':
      return brotliDecompressSync;
    case 'zstd':
      return zstdDecompressSync;
    default:
      return coding satisfies never;
  }
}

/** @param start the first bytes of the body, or null where they are not known */
function streamFor(coding: Coding, start: Uint8Array | null): Transform {
  switch (coding) {
    case 'gzip':
      return createGunzip({ chunkSize });
    case 'deflate':
      return start === null || hasZlibHeader(start)
        ? createInflate({ chunkSize })
        : createInflateRaw({ chunkSize });
    case 'br':
      return createBrotliDecompress({ chunkSize });
    case 'zstd':
      return createZstdDecompress({ chunkSize });
    default:
      return coding satisfies never;
  }
}

/** "deflate" means zlib (RFC 1950, section 2.2), but servers that send bare deflate are as old as the name. */
function hasZlibHeader(body: Uint8Array): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

/** The pieces in one array that owns its memory, so that it can be transferred to another thread. */
function joined(chunks: readonly Buffer[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

function owned(body: Uint8Array): Uint8Array {
  return body.byteLength === body.buffer.byteLength && body.constructor === Uint8Array
    ? body
    : new Uint8Array(body);
}
