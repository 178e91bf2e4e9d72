import { createHash, hash, type Hash } from 'node:crypto';
import type { FileSettings } from '../../shared/spider/settings.ts';
import type { BodyPart, BodySink, FetchedPage, LongBody } from '../fetch/types.ts';
import { typeOfFile } from './file-type.ts';
import type { ReceivedFile } from './ports/ledger.ts';

/** Size of the chunks in which a long file is stored. One up to this size is stored with its request. */
export const chunkBytes = 256 * 1024;

/**
 * Stores a chunk of the file that a request receives, after the chunks before it; the first one discards what was stored before.
 * @returns false: the request is no longer in the hands of this session
 */
export type KeepChunk = (position: number, chunk: Uint8Array) => Promise<boolean>;

/** Receives one file. Of a long one, no more than a chunk is in memory. */
export class FileReceiver {
  readonly #settings: FileSettings;
  readonly #keep: KeepChunk;
  #storing: Storing | null = null;

  constructor(settings: FileSettings, keep: KeepChunk) {
    this.#settings = settings;
    this.#keep = keep;
  }

  /** What is read of a response: one byte more than a file may have. */
  get part(): BodyPart {
    const long: LongBody = { from: chunkBytes, open: (first, headers) => this.#open(first, headers) };
    return { cutAt: this.#settings.maxBytes + 1, onlyWhole: true, long };
  }

  /** Whether the session has lost the request meanwhile. */
  get isLost(): boolean {
    return this.#storing?.isLost === true;
  }

  /** Reads a response. @returns a text: why it is not kept @throws what storing a chunk has thrown */
  read(page: FetchedPage): ReceivedFile | string {
    this.#storing?.throwIfFailed();
    const { body, headers, wasCut = false, sunkBytes = body.byteLength } = page;
    const { maxBytes } = this.#settings;
    const type = typeOfFile(body, saidType(headers));
    const refusal = body.byteLength === 0 ? null : this.#refusal(type, headers);
    // A body is cut where it is too long, or after its first bytes where these show a type that is not kept.
    if (sunkBytes > maxBytes || (wasCut && refusal === null))
      return `The file is larger than ${maxBytes} bytes (FILES_MAXSIZE, DOWNLOAD_MAXSIZE).`;
    if (sunkBytes === 0) return 'The file is empty.';
    if (refusal !== null) return refusal;
    if (this.#storing === null || page.sunkBytes === undefined)
      return { sha256: hash('sha256', body, 'buffer'), bytes: sunkBytes, chunks: 0, rest: body, type };
    return { ...this.#storing.end(), bytes: sunkBytes, type };
  }

  #open(first: Uint8Array, headers: FetchedPage['headers']): BodySink | null {
    this.#storing = null;
    if (this.#refusal(typeOfFile(first, saidType(headers)), headers) !== null) return null;
    this.#storing = new Storing(this.#keep);
    return this.#storing;
  }

  /** Why a file of a type is not kept; null: it is. */
  #refusal(type: string, headers: FetchedPage['headers']): string | null {
    const { types } = this.#settings;
    if (types === null || types.some((wanted) => fits(type, wanted))) return null;
    const said = saidType(headers);
    const lies = said === '' || said === type ? '' : ` The server calls it ${said}.`;
    return `The file is ${type}, which FILES_TYPES does not name.${lies}`;
  }
}

/** Hands a file on in chunks, and hashes it. */
class Storing implements BodySink {
  readonly #keep: KeepChunk;
  readonly #hash: Hash = createHash('sha256');
  /** What is not stored yet; the end of a file stays here. */
  readonly #chunk = new Uint8Array(chunkBytes);
  #used = 0;
  #chunks = 0;
  #failure: { error: unknown } | null = null;
  isLost = false;

  constructor(keep: KeepChunk) {
    this.#keep = keep;
  }

  write(piece: Uint8Array): Promise<boolean> | null {
    this.#hash.update(piece);
    const rest = this.#fill(piece);
    return rest.byteLength === 0 ? null : this.#store(rest);
  }

  throwIfFailed(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  end(): Pick<ReceivedFile, 'sha256' | 'chunks' | 'rest'> {
    return {
      sha256: this.#hash.digest(),
      chunks: this.#chunks,
      rest: this.#chunk.subarray(0, this.#used),
    };
  }

  /** Takes as much as there is room for. @returns what is left */
  #fill(piece: Uint8Array): Uint8Array {
    const taken = piece.subarray(0, chunkBytes - this.#used);
    this.#chunk.set(taken, this.#used);
    this.#used += taken.byteLength;
    return piece.subarray(taken.byteLength);
  }

  /** Stores the chunk, which is full, and more until the rest fits into the next. */
  async #store(piece: Uint8Array): Promise<boolean> {
    let rest = piece;
    try {
      while (rest.byteLength > 0) {
        if (!(await this.#keep(this.#chunks, this.#chunk))) {
          this.isLost = true;
          return false;
        }
        this.#chunks += 1;
        this.#used = 0;
        rest = this.#fill(rest);
      }
      return true;
    } catch (error) {
      this.#failure = { error };
      return false;
    }
  }
}

const saidType = (headers: FetchedPage['headers']): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const fits = (type: string, wanted: string): boolean =>
  wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
