import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ProofPage } from '../types.ts';
import { decodedBody, headerOf, type HeaderPairs } from './stored-body.ts';
import { maxPageBytes, maxPages, ProofInputError, type PageSource } from './source.ts';

const hint =
  'Give a WARC file (ISO 28500) whose response or resource records hold the pages, plain or with gzip.';

/** Most bytes of the header of a record, and of the HTTP header in it. */
const maxHeader = 256 * 1024;

interface StoredResponse {
  readonly page: ProofPage;
  readonly headers: HeaderPairs;
  /** Place and size of the HTTP body in the file, in bytes. */
  readonly offset: number;
  readonly length: number;
}

/**
 * Opens a WARC file, plain or with gzip members. Its responses are the pages; of two of one URL the last counts. A revisit has the
 * content of an earlier record; a resource is a page where there is no response of its URL. @throws ProofInputError
 */
export async function openWarc(file: string): Promise<PageSource> {
  const plain = await unpacked(file);
  const handle = await open(plain.file, 'r');
  const close = async (): Promise<void> => {
    await handle.close();
    await plain.remove();
  };
  try {
    const responses = await readIndex(handle, `"${file}"`);
    if (responses.size === 0) throw new ProofInputError(`"${file}" has no response with a page.`, hint);
    return {
      kind: 'files',
      args: {},
      pages: [...responses.values()].map(({ page }) => page),
      async body(page) {
        const stored = responses.get(page.url);
        if (stored === undefined) return new Uint8Array();
        const bytes = await readAt(handle, stored.offset, stored.length);
        const chunked = /\bchunked\b/i.test(headerOf(stored.headers, 'transfer-encoding') ?? '');
        return decodedBody(chunked ? joinChunks(bytes) : bytes, stored.headers, `The page ${page.url}`);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A file without gzip, so that records can be read where they lie. */
async function unpacked(file: string): Promise<{ file: string; remove: () => Promise<void> }> {
  const handle = await open(file, 'r');
  const start = await readAt(handle, 0, 2);
  await handle.close();
  if (start[0] !== 0x1f || start[1] !== 0x8b) return { file, remove: () => Promise.resolve() };
  const folder = await mkdtemp(join(tmpdir(), 'spider-studio-warc-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const target = join(folder, 'records.warc');
  try {
    await pipeline(createReadStream(file), createGunzip(), createWriteStream(target));
  } catch (error) {
    await remove();
    const why = error instanceof Error ? error.message : String(error);
    throw new ProofInputError(`"${file}" cannot be unpacked: ${why}.`, hint);
  }
  return { file: target, remove };
}

async function readIndex(handle: FileHandle, what: string): Promise<ReadonlyMap<string, StoredResponse>> {
  const { size } = await handle.stat();
  const index = new WarcIndex(handle);
  for (let offset = 0; offset < size;) {
    const head = await readHead(handle, offset);
    if (head === null) {
      if ((await readAt(handle, offset, 16)).every((byte) => byte === 0x0a || byte === 0x0d)) break;
      throw new ProofInputError(
        offset === 0 ? `${what} is no WARC file.` : `${what} has no record at byte ${offset}.`,
        hint,
      );
    }
    const [version = '', ...lines] = head.lines;
    if (!/^WARC\/\d/.test(version))
      throw new ProofInputError(`${what} is no WARC file: byte ${offset} begins no record.`, hint);
    const headers = pairsOf(lines);
    const length = Number(headerOf(headers, 'content-length') ?? Number.NaN);
    if (!Number.isSafeInteger(length) || length < 0)
      throw new ProofInputError(`${what}: the record at byte ${offset} has no Content-Length.`, hint);
    await index.add({ headers, offset: head.end, length });
    if (index.pages.size > maxPages)
      throw new ProofInputError(`${what} has more than ${maxPages} pages.`, 'Leave some out.');
    offset = head.end + length;
    // Two line ends follow each record.
    while (offset < size) {
      const [byte] = await readAt(handle, offset, 1);
      if (byte !== 0x0d && byte !== 0x0a) break;
      offset += 1;
    }
  }
  return index.pages;
}

/** A record: its own headers, and the place of its block in the file. */
interface WarcRecord {
  readonly headers: HeaderPairs;
  readonly offset: number;
  readonly length: number;
}

/** The pages of a file, found record by record. */
class WarcIndex {
  readonly #handle: FileHandle;
  readonly #pages = new Map<string, StoredResponse>();
  /** Pages by what revisits name them by: the id of the record, the digest of the payload, the URL. */
  readonly #named = new Map<string, StoredResponse>();

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** By URL; of two of one URL the last. */
  get pages(): ReadonlyMap<string, StoredResponse> {
    return this.#pages;
  }

  /** Adds the page of a record, if it holds one. */
  async add(record: WarcRecord): Promise<void> {
    const url = (headerOf(record.headers, 'warc-target-uri') ?? '').replace(/^<|>$/g, '');
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return;
    const type = headerOf(record.headers, 'warc-type');
    if (type === 'response') this.#keep(record, await responseAt(this.#handle, url, record));
    else if (type === 'revisit') this.#keep(record, await this.#revisited(url, record));
    // A page whose response is there is known better by that.
    else if (type === 'resource' && !this.#pages.has(url)) this.#keep(record, resourceAt(url, record));
  }

  #keep({ headers }: WarcRecord, stored: StoredResponse | null): void {
    if (stored === null) return;
    const { url } = stored.page;
    this.#pages.delete(url);
    this.#pages.set(url, stored);
    for (const name of [...namesOf(headers, ['warc-record-id', 'warc-payload-digest']), url])
      this.#named.set(name, stored);
  }

  /** A page that had the content of an earlier record again, which is not repeated. */
  async #revisited(url: string, { headers, offset, length }: WarcRecord): Promise<StoredResponse | null> {
    const names = namesOf(headers, ['warc-refers-to', 'warc-payload-digest', 'warc-refers-to-target-uri']);
    const same = names.map((name) => this.#named.get(name)).find((each) => each !== undefined);
    if (same === undefined) return null;
    const http = await httpAt(this.#handle, offset, length);
    // The server has said that nothing has changed, or the record has no headers.
    const isSame = http === null || http.status === 304;
    const status = isSame ? same.page.status : http.status;
    return { ...same, page: { ...same.page, url, status, fetchedAt: timeOf(headers) } };
  }
}

/** The values of some headers, without the brackets around ids and, by some programs, around URLs. */
const namesOf = (headers: HeaderPairs, names: readonly string[]): string[] =>
  names.flatMap((name) => headerOf(headers, name) ?? []).map((value) => value.replaceAll(/^<|>$/g, ''));

const timeOf = (headers: HeaderPairs): number => Date.parse(headerOf(headers, 'warc-date') ?? '') || 0;

const isPage = (contentType: string | null): boolean =>
  contentType === null || /html|xml|json|text\/plain/i.test(contentType);

/** The page of a response record; null: it holds no page of the web. */
async function responseAt(
  handle: FileHandle,
  url: string,
  { headers, offset, length }: WarcRecord,
): Promise<StoredResponse | null> {
  const http = await httpAt(handle, offset, length);
  if (http === null) return null;
  const { status, headers: own, body } = http;
  const bodyLength = offset + length - body;
  const contentType = headerOf(own, 'content-type');
  // What is no page is not worth an error: archives hold pictures and redirects too.
  if (bodyLength > maxPageBytes || (status >= 300 && status < 400) || !isPage(contentType)) return null;
  return {
    page: pageOf(url, headers, { status, contentType }),
    headers: own,
    offset: body,
    length: bodyLength,
  };
}

/** The page of a resource record, which has no response; null: it is none. */
function resourceAt(url: string, { headers, offset, length }: WarcRecord): StoredResponse | null {
  const contentType = headerOf(headers, 'content-type');
  if (contentType === null || !isPage(contentType) || length > maxPageBytes) return null;
  return { page: pageOf(url, headers, { status: 200, contentType }), headers: [], offset, length };
}

const pageOf = (
  url: string,
  headers: HeaderPairs,
  { status, contentType }: Pick<ProofPage, 'status' | 'contentType'>,
): ProofPage => ({
  file: null,
  url,
  requested: null,
  group: headerOf(headers, 'warc-group'),
  status,
  contentType,
  fetchedAt: timeOf(headers),
  rendered: false,
});

/** The head of an HTTP response and where its body begins, after responses that only announce it (1xx). Null: there is none. */
async function httpAt(
  handle: FileHandle,
  offset: number,
  length: number,
): Promise<{ status: number; headers: HeaderPairs; body: number } | null> {
  for (let at = offset; ;) {
    const head = await readHead(handle, at);
    if (head === null || head.end > offset + length) return null;
    const [line = '', ...lines] = head.lines;
    const status = Number(/^HTTP\/[\d.]+ (\d{3})/.exec(line)?.[1]);
    if (!Number.isInteger(status)) return null;
    if (status >= 200) return { status, headers: pairsOf(lines), body: head.end };
    at = head.end;
  }
}

/** Lines up to the first empty one, and where they end. Null: there is no empty line. */
async function readHead(
  handle: FileHandle,
  offset: number,
): Promise<{ lines: string[]; end: number } | null> {
  for (let size = 4096; size <= maxHeader; size *= 8) {
    const bytes = Buffer.from(await readAt(handle, offset, size));
    const crlf = bytes.indexOf('\r\n\r\n');
    const lf = bytes.indexOf('\n\n');
    const isCrlf = crlf !== -1 && (lf === -1 || crlf < lf);
    const at = isCrlf ? crlf : lf;
    if (at !== -1) {
      return {
        lines: bytes
          .subarray(0, at)
          .toString('utf8')
          .replaceAll(/\r?\n[\t ]+/g, ' ')
          .split(/\r?\n/),
        end: offset + at + (isCrlf ? 4 : 2),
      };
    }
    if (bytes.length < size) return null;
  }
  return null;
}

const pairsOf = (lines: readonly string[]): HeaderPairs =>
  lines.flatMap((line): [string, string][] => {
    const at = line.indexOf(':');
    return at <= 0 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]];
  });

async function readAt(handle: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(bytes, read, length - read, offset + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}

/** The content of a body in chunks (RFC 9112, 7.1). What is no chunk ends it. */
function joinChunks(bytes: Uint8Array): Uint8Array {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Buffer[] = [];
  for (let at = 0; at < source.length;) {
    const end = source.indexOf('\r\n', at);
    const size = end === -1 ? Number.NaN : Number.parseInt(source.toString('latin1', at, end), 16);
    if (!(size > 0)) break;
    parts.push(source.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return parts.length === 0 ? bytes : Buffer.concat(parts);
}
