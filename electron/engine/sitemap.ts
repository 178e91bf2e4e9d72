import { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { SitemapScanner, type SitemapEntry } from './sitemap-scanner.ts';

export type { SitemapEntry };

/** Limits of the protocol (sitemaps.org, "Sitemap file location and size"). Larger files are truncated. */
export const sitemapLimits = { bytes: 50 * 1024 * 1024, entries: 50_000 };

/** Result of reading a sitemap. */
export interface SitemapReport {
  /** Number of page URLs. */
  pages: number;
  /** Number of further sitemaps. */
  sitemaps: number;
  /** What is wrong with the file, as a phrase that follows its URL: "is cut off in the middle". Null if nothing is. */
  problem: string | null;
}

/** Number of entries per call: enough for a transaction, but few enough not to block other work. */
const batchSize = 500;
/** Number of bytes parsed before other work may run. */
const pieceSize = 64 * 1024;

/**
 * Reads a sitemap: XML (including indexes, news, images, namespaces), RSS, Atom, or one URL per line; plain or gzip, in any
 * encoding that a byte order mark or the XML declaration names. Never rejects because of the file: readable entries are reported,
 * and the result states what is wrong.
 * @param take called with at most 500 entries, in order; the next ones wait for it
 * @param wasCut whether the file was truncated after the body, so that its last line is unknown
 */
export async function readSitemap(
  body: Uint8Array,
  take: (entries: SitemapEntry[]) => Promise<void>,
  limits = sitemapLimits,
  wasCut = false,
): Promise<SitemapReport> {
  const report: SitemapReport = { pages: 0, sitemaps: 0, problem: null };
  const found: SitemapEntry[] = [];
  let reader: TextReader | null = null;
  let bytes = 0;

  const handOver = async (atLeast: number): Promise<void> => {
    while (found.length >= atLeast) {
      const room = limits.entries - report.pages - report.sitemaps;
      const entries = found.splice(0, Math.min(batchSize, room));
      if (entries.length === 0 && found.length > 0) {
        report.problem ??= `holds more than ${limits.entries.toLocaleString('en')} URLs; the rest was not read`;
      }
      if (entries.length === 0) return;
      for (const { kind } of entries) report[kind === 'page' ? 'pages' : 'sitemaps'] += 1;
      await take(entries);
    }
  };

  try {
    for await (const piece of unpacked(body)) {
      const allowed = piece.subarray(0, limits.bytes - bytes);
      bytes += allowed.length;
      reader ??= createTextReader(allowed, (entry) => found.push(entry));
      reader.push(allowed);
      await handOver(batchSize);
      if (allowed.length < piece.length) {
        report.problem ??= `is larger than ${limits.bytes / 1024 / 1024} MiB; the rest was not read`;
      }
      if (report.problem !== null) break;
    }
    if (wasCut) report.problem ??= 'is cut off in the middle';
    else report.problem ??= reader === null ? 'is empty' : reader.end();
  } catch (error) {
    if (!isUnpackingError(error)) throw error;
    report.problem = 'cannot be unpacked to its end';
  }
  await handOver(1);
  return report;
}

const isUnpackingError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^(?:Z_|ERR_BUFFER_TOO_LARGE)/.test(error.code);

/** Yields the bytes in chunks, decompressed if they are gzip (recognized by content). */
function unpacked(body: Uint8Array): AsyncIterable<Uint8Array> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return piecesOf(body);
  const gunzip = createGunzip({ chunkSize: pieceSize });
  Readable.from(piecesOf(body), { objectMode: false }).pipe(gunzip);
  return gunzip;
}

async function* piecesOf(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += pieceSize) yield body.subarray(at, at + pieceSize);
}

interface TextReader {
  push(piece: Uint8Array): void;
  /** Ends the file. @returns what is wrong with it, or null */
  end(): string | null;
}

/** @param start the first bytes, which determine the encoding and kind of the file */
function createTextReader(start: Uint8Array, take: (entry: SitemapEntry) => void): TextReader {
  const decoder = decoderFor(start);
  const beginning = decoderFor(start).decode(start, { stream: true }).trimStart();
  return beginning.startsWith('<') ? new XmlReader(decoder, take) : new LineReader(decoder, take);
}

/** Determines the encoding: by byte order mark, else the XML declaration, else UTF-8, which the protocol requires. */
function decoderFor(start: Uint8Array): TextDecoder {
  const mark = [...start.subarray(0, 2)].join(' ');
  if (mark === '255 254' || mark === '60 0') return new TextDecoder('utf-16le');
  if (mark === '254 255' || mark === '0 60') return new TextDecoder('utf-16be');
  const declaration = Buffer.from(start.subarray(0, 200)).toString('latin1');
  const name = /^[^<]*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(declaration)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(name.toLowerCase().startsWith('utf-16') ? 'utf-8' : name);
  } catch {
    return new TextDecoder('utf-8');
  }
}

const known = new Set(['urlset', 'sitemapindex', 'rss', 'rdf', 'feed']);

class XmlReader implements TextReader {
  readonly #decoder: TextDecoder;
  readonly #scanner: SitemapScanner;
  #entries = 0;

  constructor(decoder: TextDecoder, take: (entry: SitemapEntry) => void) {
    this.#decoder = decoder;
    this.#scanner = new SitemapScanner((entry) => {
      this.#entries += 1;
      take(entry);
    });
  }

  push(piece: Uint8Array): void {
    this.#scanner.push(this.#decoder.decode(piece, { stream: true }));
  }

  end(): string | null {
    const { root, complete } = this.#scanner;
    if (root === 'html') return 'is an HTML page and not a sitemap';
    if (root === null || (this.#entries === 0 && !known.has(root))) return 'is not a sitemap';
    if (!complete) return 'is cut off in the middle';
    return this.#entries === 0 ? 'holds no URLs' : null;
  }
}

/** Reads one URL per line, the protocol's text format. */
class LineReader implements TextReader {
  readonly #decoder: TextDecoder;
  readonly #take: (entry: SitemapEntry) => void;
  #rest = '';
  #entries = 0;

  constructor(decoder: TextDecoder, take: (entry: SitemapEntry) => void) {
    this.#decoder = decoder;
    this.#take = take;
  }

  push(piece: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.decode(piece, { stream: true })).split(/\r\n|[\r\n]/);
    const rest = lines.pop() ?? '';
    // An endless line is not a URL.
    this.#rest = rest.length > pieceSize ? rest.slice(0, pieceSize) : rest;
    for (const line of lines) this.#line(line);
  }

  end(): string | null {
    this.#line(this.#rest);
    return this.#entries === 0 ? 'is not a sitemap' : null;
  }

  #line(line: string): void {
    const url = line.trim();
    if (!/^https?:\/\//i.test(url) || /\s/.test(url)) return;
    this.#entries += 1;
    this.#take({ kind: 'page', url });
  }
}
