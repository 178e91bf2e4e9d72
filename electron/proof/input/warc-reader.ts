import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ProofPage } from '../types.ts';
import { decodedBody, headerOf, type HeaderPairs } from './stored-body.ts';
import { maxPageBytes, maxPages, ProofInputError, type PageSource } from './source.ts';

const hint = 'Give a WARC file (ISO 28500) whose response records hold the pages, plain or with gzip.';

/** Most bytes of the header of a record, and of the HTTP header in it. */
const maxHeader = 256 * 1024;

interface StoredResponse {
  readonly page: ProofPage;
  readonly headers: HeaderPairs;
  /** Place and size of the HTTP body in the file, in bytes. */
  readonly offset: number;
  readonly length: number;
}

/** Opens a WARC file, plain or with gzip members. Its responses are the pages; of two of one URL the last counts. @throws ProofInputError */
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

async function readIndex(handle: FileHandle, what: string): Promise<Map<string, StoredResponse>> {
  const { size } = await handle.stat();
  const responses = new Map<string, StoredResponse>();
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
    const stored = await responseAt(handle, { headers, offset: head.end, length });
    if (stored !== null) {
      responses.delete(stored.page.url);
      responses.set(stored.page.url, stored);
    }
    if (responses.size > maxPages)
      throw new ProofInputError(`${what} has more than ${maxPages} pages.`, 'Leave some out.');
    offset = head.end + length;
    // Two line ends follow each record.
    while (offset < size) {
      const [byte] = await readAt(handle, offset, 1);
      if (byte !== 0x0d && byte !== 0x0a) break;
      offset += 1;
    }
  }
  return responses;
}

/** The page of a response record; null: it is another record, or holds no page of the web. */
async function responseAt(
  handle: FileHandle,
  { headers, offset, length }: { headers: HeaderPairs; offset: number; length: number },
): Promise<StoredResponse | null> {
  const url = (headerOf(headers, 'warc-target-uri') ?? '').replace(/^<|>$/g, '');
  if (headerOf(headers, 'warc-type') !== 'response' || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    return null;
  const head = await readHead(handle, offset);
  if (head === null || head.end > offset + length) return null;
  const [status = '', ...lines] = head.lines;
  const code = Number(/^HTTP\/[\d.]+ (\d{3})/.exec(status)?.[1]);
  const own = pairsOf(lines);
  const bodyLength = offset + length - head.end;
  // What is no page is not worth an error: archives hold pictures and redirects too.
  if (!Number.isInteger(code) || bodyLength > maxPageBytes || (code >= 300 && code < 400)) return null;
  const contentType = headerOf(own, 'content-type');
  if (contentType !== null && !/html|xml|json|text\/plain/i.test(contentType)) return null;
  const page: ProofPage = {
    file: null,
    url,
    requested: null,
    group: headerOf(headers, 'warc-group'),
    status: code,
    contentType,
    fetchedAt: Date.parse(headerOf(headers, 'warc-date') ?? '') || 0,
    rendered: false,
  };
  return { page, headers: own, offset: head.end, length: bodyLength };
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
        lines: bytes.subarray(0, at).toString('utf8').split(/\r?\n/),
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
