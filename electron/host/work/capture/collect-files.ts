import type { FetchedPage, FetchResult } from '../../../fetch/types.ts';

/** Limits for the files that belong to one page: style sheets, or pictures. */
export interface FileLimits {
  files: number;
  /** Bytes of one file, and of all. */
  bytes: number;
  allBytes: number;
  /** Time for all files, in milliseconds. */
  timeMs: number;
  /** Concurrent requests. */
  atOnce: number;
}

/** Fetches one file. Never rejects. */
export type GetFile = (url: string, signal: AbortSignal) => Promise<FetchResult>;

/** Why a file could not be loaded, in one sentence. */
export interface MissingFile {
  problem: string;
  /** Whether it was not requested because its address is private. */
  blocked: boolean;
}

/** What became of one file: what was read from it, or why it is missing. */
export type FileOutcome<T> = ({ ok: true; value: T } | ({ ok: false } & MissingFile)) & { url: string };

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;

/**
 * Fetches the files of a page within limits. Failures are outcomes, never thrown. The outcomes have the order in which the files were
 * asked for, whatever the order of their arrival.
 * @param read what to make of an answer, or why it is of no use
 */
export class FileCollector<T> {
  readonly #limits: FileLimits;
  readonly #get: GetFile;
  readonly #ending: AbortSignal;
  readonly #read: (page: FetchedPage) => { ok: true; value: T } | { ok: false; problem: string };
  readonly #outcomes = new Map<string, FileOutcome<T>>();
  #bytes = 0;

  constructor({
    limits,
    get,
    signal,
    read,
  }: {
    limits: FileLimits;
    get: GetFile;
    signal: AbortSignal;
    read: (page: FetchedPage) => { ok: true; value: T } | { ok: false; problem: string };
  }) {
    this.#limits = limits;
    this.#get = get;
    this.#read = read;
    this.#ending = AbortSignal.any([signal, AbortSignal.timeout(limits.timeMs)]);
  }

  /** The outcomes so far. */
  get outcomes(): FileOutcome<T>[] {
    return [...this.#outcomes.values()];
  }

  /** Fetches more files, as far as the limits go. URLs that were asked for before are left out. */
  async collect(urls: readonly string[]): Promise<void> {
    const { files, atOnce } = this.#limits;
    const fresh = [...new Set(urls)].filter((url) => !this.#outcomes.has(url));
    const waiting = fresh.slice(0, files - this.#outcomes.size);
    for (const url of waiting) this.#fail(url, this.#late());
    const next = waiting.values();
    const worker = async (): Promise<void> => {
      for (const url of next) await this.#one(url);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  async #one(url: string): Promise<void> {
    const { bytes, allBytes } = this.#limits;
    if (this.#ending.aborted) return;
    const result = await this.#get(url, this.#ending);
    if (!result.ok) {
      const { code, message } = result.problem;
      return this.#fail(url, code === 'aborted' ? this.#late() : message, code === 'blocked-address');
    }
    const { status, body } = result.page;
    if (status >= 400) return this.#fail(url, `The site answered with status ${status}.`);
    const read = this.#read(result.page);
    if (!read.ok) return this.#fail(url, read.problem);
    if (body.byteLength > bytes) return this.#fail(url, `It is larger than ${megabytes(bytes)}.`);
    if (this.#bytes + body.byteLength > allBytes)
      return this.#fail(url, `All together are larger than ${megabytes(allBytes)}.`);
    this.#bytes += body.byteLength;
    this.#outcomes.set(url, { url, ...read });
  }

  #fail(url: string, problem: string, blocked = false): void {
    this.#outcomes.set(url, { url, ok: false, problem, blocked });
  }

  #late(): string {
    return `It was not there within ${this.#limits.timeMs / 1000} seconds.`;
  }
}
