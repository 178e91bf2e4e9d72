import type { Transform } from 'node:stream';
import { codingsOf, unpack, unpackingStreams, type Coding } from './codings.ts';
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
  /** A body that is longer (decoded bytes) is handed over up to here; null: it is a problem beyond `limits.maxBytes`. */
  cutAt: number | null;
  /**
   * @param wasCut there was more of it, and nobody need send it
   * @param gzip the body as it came, where that was gzip and nothing else
   */
  onBody: (body: Uint8Array, wasCut: boolean, gzip: Uint8Array | null) => void;
  onProblem: (problem: FetchProblem) => void;
  onDrain: () => void;
}

/** Up to here a compressed body is unpacked in one synchronous call, several times faster than a stream. Bytes. */
const smallBytes = 32 * 1024;
/** A body below this decoded size is no bomb, whatever its ratio: blank pages compress well. Bytes. */
const harmlessBytes = 1024 * 1024;

/** Chooses the reader for a Content-Encoding. */
export function createBodyReader(options: BodyReaderOptions): BodyReader {
  const { encoding, url } = options;
  const layers = codingsOf(encoding);
  if (layers === null) {
    queueMicrotask(() => options.onProblem(decodingProblem(url, encoding, false)));
    return { write: () => true, end: () => undefined, destroy: () => undefined };
  }
  return layers.length === 0 ? new PlainBody(options) : new CompressedBody(options, layers);
}

class PlainBody implements BodyReader {
  readonly #options: BodyReaderOptions;
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(options: BodyReaderOptions) {
    this.#options = options;
  }

  write(chunk: Buffer): boolean {
    const { limits, url, cutAt, onProblem, onBody } = this.#options;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (cutAt !== null && this.#length > cutAt) {
      onBody(joined(this.#chunks, cutAt), true, null);
      this.#chunks = [];
    } else if (cutAt === null && this.#length > limits.maxBytes) {
      this.#chunks = [];
      onProblem(tooLargeProblem(url, limits.maxBytes));
    }
    return true;
  }

  end(): void {
    this.#options.onBody(joined(this.#chunks, this.#length), false, null);
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
    return this.#fitsAtOnce() || this.#startStreams();
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

  /** The synchronous call gives all or nothing, so it is of no use where a part will do. Two bytes tell the kind of deflate. */
  #fitsAtOnce(): boolean {
    return this.#heldBytes <= (this.#options.cutAt === null ? smallBytes : 1);
  }

  #unpackAtOnce(): void {
    const packed = joined(this.#held, this.#heldBytes);
    const { limits, url, encoding, onBody, onProblem } = this.#options;
    if (packed.byteLength === 0) return onBody(packed, false, null);
    const bombBytes = Math.max(harmlessBytes, limits.maxRatio * packed.byteLength);
    const maxOutputLength = Math.min(limits.maxBytes, bombBytes);
    let body: Uint8Array = packed;
    try {
      for (const layer of this.#layers) body = unpack(layer, body, maxOutputLength);
    } catch (error) {
      if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') {
        const bomb = bombBytes < limits.maxBytes;
        return onProblem(bomb ? bombProblem(url, limits.maxRatio) : tooLargeProblem(url, limits.maxBytes));
      }
      return onProblem(decodingProblem(url, encoding, codeOf(error) === 'Z_BUF_ERROR'));
    }
    const isGzip = this.#layers.length === 1 && this.#layers[0] === 'gzip';
    onBody(owned(body), false, isGzip ? packed : null);
  }

  #startStreams(): boolean {
    const packed = joined(this.#held, this.#heldBytes);
    this.#held = [];
    this.#streams = this.#layers.flatMap((layer, index) =>
      unpackingStreams(layer, index === 0 ? packed : null),
    );
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
    const { limits, url, cutAt, onProblem, onBody } = this.#options;
    this.#unpacked.push(chunk);
    this.#unpackedBytes += chunk.length;
    if (cutAt !== null) {
      // What is cut is no bomb: it unpacks to no more than was asked for.
      if (this.#unpackedBytes <= cutAt) return;
      const body = joined(this.#unpacked, cutAt);
      this.destroy();
      onBody(body, true, null);
      return;
    }
    const bomb = this.#unpackedBytes > Math.max(harmlessBytes, limits.maxRatio * this.#consumed());
    if (!bomb && this.#unpackedBytes <= limits.maxBytes) return;
    this.destroy();
    onProblem(bomb ? bombProblem(url, limits.maxRatio) : tooLargeProblem(url, limits.maxBytes));
  }

  /** Bytes of the response that the first layer has worked through. */
  #consumed(): number {
    const first = this.#streams.find((stream) => 'bytesWritten' in stream);
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
    this.#options.onBody(body, false, null);
  }
}

/** The first `length` bytes of the pieces in one array that owns its memory, so that it can be transferred to another thread. */
function joined(chunks: readonly Buffer[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    const room = length - offset;
    whole.set(chunk.length <= room ? chunk : chunk.subarray(0, room), offset);
    offset += chunk.length;
  }
  return whole;
}

/** The bytes as an array that has its memory to itself: what has next to no room besides is no part of a pool. */
function owned({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  return buffer.byteLength - byteLength <= 1 ? bytes : new Uint8Array(bytes);
}
