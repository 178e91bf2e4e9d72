import type { Transform } from 'node:stream';
import { codingsOf, unpack, unpackingStreams, type Coding } from './codings.ts';
import { GatheredBody } from './gathered-body.ts';
import { Pieces } from './pieces.ts';
import { codeOf } from './error-code.ts';
import { bombProblem, decodingProblem, tooLargeProblem } from './problem.ts';
import type { FetchLimits, FetchProblem, LongBody } from './types.ts';

/** Receives the chunks of one response body and reports, once, the decoded body or a problem. */
export interface BodyReader {
  /** Adds a chunk. @returns false: send no more until `onDrain` */
  write(chunk: Buffer): boolean;
  /** Marks the end of the body. */
  end(): void;
  /** Discards the body; nothing is reported. */
  destroy(): void;
}

/** What has become of a body. */
export interface DecodedBody {
  /** See `FetchedPage`. */
  body: Uint8Array;
  /** The body was longer and was truncated. */
  wasCut: boolean;
  /** The encoded body, if gzip was its only encoding and it was decompressed at once; else null. */
  gzip: Uint8Array | null;
  /** Size of a body that was handed to a sink; null: `body` is all of it. */
  sunkBytes: number | null;
}

/** Options of a body reader. */
export interface BodyReaderOptions {
  url: URL;
  /** Value of Content-Encoding; empty if there is none. */
  encoding: string;
  limits: FetchLimits;
  /** A body that is longer (decoded bytes) is handed over up to here; null: it is a problem beyond `limits.maxBytes`. */
  cutAt: number | null;
  /** See `BodyPart`; null: the body is gathered in memory. */
  long: LongBody | null;
  /** The headers of the response, as in `FetchedPage`. */
  headers: Readonly<Record<string, string>>;
  /** Called with the decoded body. */
  onBody: (body: DecodedBody) => void;
  onProblem: (problem: FetchProblem) => void;
  onDrain: () => void;
}

/**
 * Compressed bodies up to this size are decompressed in one synchronous call, which is several times faster than a stream. Bytes.
 */
const smallBytes = 32 * 1024;
/** Size of the writes to a stream, each of which costs an iteration of the event loop. Bytes. */
const portionBytes = 16 * 1024;
/** Decoded size below which a body is never a decompression bomb: blank pages compress well. Bytes. */
const harmlessBytes = 1024 * 1024;

/** Returns the reader for a Content-Encoding. */
export function createBodyReader(options: BodyReaderOptions): BodyReader {
  const { encoding, url } = options;
  const layers = codingsOf(encoding);
  if (layers === null) {
    queueMicrotask(() => options.onProblem(decodingProblem(url, encoding, false)));
    return { write: () => true, end: () => undefined, destroy: () => undefined };
  }
  return layers.length === 0 ? new PlainBody(options) : new CompressedBody(options, layers);
}

/** Gathers the decoded body, and reports it where it is cut. */
function gather(options: BodyReaderOptions, onDrain: () => void, onCut: () => void): GatheredBody {
  const { cutAt, long, headers, onBody } = options;
  return new GatheredBody({
    cutAt,
    long,
    headers,
    onDrain,
    onCut: (body) => {
      onCut();
      onBody({ body, wasCut: true, gzip: null, sunkBytes: null });
    },
  });
}

const whole =
  ({ onBody }: BodyReaderOptions) =>
  (body: Uint8Array, sunkBytes: number | null): void =>
    onBody({ body, wasCut: false, gzip: null, sunkBytes });

class PlainBody implements BodyReader {
  readonly #options: BodyReaderOptions;
  readonly #gathered: GatheredBody;

  constructor(options: BodyReaderOptions) {
    this.#options = options;
    this.#gathered = gather(options, options.onDrain, () => undefined);
  }

  write(chunk: Buffer): boolean {
    const { limits, url, cutAt, onProblem } = this.#options;
    const mayGoOn = this.#gathered.add(chunk);
    if (cutAt === null && this.#gathered.length > limits.maxBytes) {
      this.#gathered.clear();
      onProblem(tooLargeProblem(url, limits.maxBytes));
    }
    return mayGoOn;
  }

  end(): void {
    this.#gathered.end(whole(this.#options));
  }

  destroy(): void {
    this.#gathered.clear();
  }
}

/** Decompresses small bodies at once, and larger ones through a chain of streams with back-pressure. */
class CompressedBody implements BodyReader {
  readonly #options: BodyReaderOptions;
  readonly #layers: readonly Coding[];
  /** Chunks that were received but not written to the streams. */
  readonly #packed = new Pieces();
  #packedBytes = 0;
  #streams: Transform[] = [];
  /** Whether the streams accept no more data for now. */
  #isFull = false;
  #hasAllCome = false;
  readonly #unpacked: GatheredBody;
  #over = false;

  constructor(options: BodyReaderOptions, layers: readonly Coding[]) {
    this.#options = options;
    this.#layers = layers;
    const onDrain = (): void => void this.#streams.at(-1)?.resume();
    this.#unpacked = gather(options, onDrain, () => this.destroy());
  }

  write(chunk: Buffer): boolean {
    if (this.#over) return true;
    this.#packed.add(chunk);
    this.#packedBytes += chunk.length;
    const { limits, url, onProblem } = this.#options;
    if (this.#packedBytes > limits.maxBytes) {
      this.destroy();
      onProblem(tooLargeProblem(url, limits.maxBytes));
    } else if (this.#streams.length > 0) this.#feed();
    else if (!this.#fitsAtOnce()) this.#startStreams();
    return !this.#isFull;
  }

  end(): void {
    this.#hasAllCome = true;
    if (this.#streams.length === 0) this.#unpackAtOnce();
    else this.#feed();
  }

  destroy(): void {
    this.#over = true;
    this.#packed.clear();
    this.#unpacked.clear();
    for (const stream of this.#streams) stream.destroy();
  }

  /**
   * Whether the synchronous call can be used: it returns the whole body or nothing, so not if a part is enough. The kind of
   * deflate needs two bytes.
   */
  #fitsAtOnce(): boolean {
    return this.#packedBytes <= (this.#options.cutAt === null ? smallBytes : 1);
  }

  #unpackAtOnce(): void {
    const packed = this.#packed.joined();
    const { limits, url, encoding, onBody, onProblem } = this.#options;
    if (packed.byteLength === 0) return onBody({ body: packed, wasCut: false, gzip: null, sunkBytes: null });
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
    onBody({ body: owned(body), wasCut: false, gzip: isGzip ? packed : null, sunkBytes: null });
  }

  #startStreams(): void {
    const start = this.#packed.joined();
    this.#streams = this.#layers.flatMap((layer, index) =>
      unpackingStreams(layer, index === 0 ? start : null),
    );
    const last = this.#streams.reduce((from, to) => from.pipe(to));
    for (const stream of this.#streams) stream.on('error', (error) => this.#onError(error));
    last.on('data', (chunk: Buffer) => {
      if (!this.#onUnpacked(chunk)) last.pause();
    });
    last.on('end', () => this.#finish());
    this.#streams[0]?.on('drain', () => {
      this.#isFull = false;
      this.#feed();
      if (!this.#isFull) this.#options.onDrain();
    });
    this.#feed();
  }

  /** Writes the buffered bytes to the streams, in portions. */
  #feed(): void {
    const [first] = this.#streams;
    if (first === undefined || this.#over || this.#isFull) return;
    if (this.#packed.length >= portionBytes || (this.#hasAllCome && this.#packed.length > 0)) {
      const portion = this.#packed.joined();
      this.#packed.clear();
      this.#isFull = !first.write(portion);
    }
    if (this.#hasAllCome && this.#packed.length === 0) first.end();
  }

  /** @returns whether more may come at once */
  #onUnpacked(chunk: Buffer): boolean {
    if (this.#over) return true;
    const { limits, url, cutAt, onProblem } = this.#options;
    const mayGoOn = this.#unpacked.add(chunk);
    // A truncated body is no bomb: no more is decompressed than was requested.
    if (cutAt !== null) return mayGoOn;
    const bomb = this.#unpacked.length > Math.max(harmlessBytes, limits.maxRatio * this.#consumed());
    if (!bomb && this.#unpacked.length <= limits.maxBytes) return mayGoOn;
    this.destroy();
    onProblem(bomb ? bombProblem(url, limits.maxRatio) : tooLargeProblem(url, limits.maxBytes));
    return true;
  }

  /** Bytes of the response that the first layer has consumed. */
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
    this.#unpacked.end((body, sunkBytes) => {
      this.destroy();
      whole(this.#options)(body, sunkBytes);
    });
  }
}

/** Returns the bytes as an array that owns its memory. An array that fills nearly all of its buffer does not come from a pool. */
function owned({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  return buffer.byteLength - byteLength <= 1 ? bytes : new Uint8Array(bytes);
}
