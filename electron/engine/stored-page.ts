import { hash } from 'node:crypto';
import { constants, gunzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { PageKind } from '../../shared/page-kind.ts';
import type { CompressedPage, CompressedText } from './ports/ledger.ts';
import { releaseBuffer } from './transfer.ts';

/** The fastest level, which takes a quarter of gzip's time for about the same size. */
const params = { [constants.ZSTD_c_compressionLevel]: 1 };
/** Size of the output buffer in bytes: nearly every page fits. */
const chunkSize = 64 * 1024;
/** Largest output buffer of a text that is decompressed, in bytes. */
const largestChunk = 4 * 1024 * 1024;

/** A page as received. */
interface CameAs {
  body: Uint8Array;
  /** The same body in gzip. */
  gzip?: Uint8Array;
}

/**
 * Compresses a page for the store. Returns plain data that can be transferred to another thread.
 *
 * @param encoding name of the encoding that the page was received in
 * @param kind how the page is read
 * @param came the page as received, if available: a gzip body in UTF-8 is stored unchanged
 */
export function compressPage(
  html: string,
  encoding: string,
  kind: PageKind = 'html',
  came?: CameAs,
): CompressedPage {
  const utf8 = came === undefined ? undefined : utf8Of(came.body, html, encoding);
  const text = utf8 ?? Buffer.from(html, 'utf8');
  const [sha256, length] = [new Uint8Array(hash('sha256', text, 'buffer')), text.byteLength];
  if (came?.gzip !== undefined && utf8 === came.body) {
    return { encoding, kind, sha256, codec: 'gzip', length, body: came.gzip };
  }
  // If the size is known, zstd allocates tables for it and not for the maximum: a third less work.
  const body = new Uint8Array(zstdCompressSync(text, { params, chunkSize, pledgedSrcSize: length }));
  return { encoding, kind, sha256, codec: 'zstd', length, body };
}

/**
 * Decompresses a stored page.
 * @param proof how damage is found: by the hash, which nothing escapes, or for pages in gzip by its checksum of 32 bits, which takes
 *   less time
 * @returns the text; null if the bytes are damaged
 */
export function decompressPage(
  { sha256, codec, length, body }: CompressedText,
  proof: 'hash' | 'checksum' = 'hash',
): string | null {
  try {
    // A damaged body must not decompress to more than the size of the page.
    const limit = { maxOutputLength: Math.max(1, length), chunkSize: chunkFor(length) };
    const text = codec === 'zstd' ? zstdDecompressSync(body, limit) : gunzipSync(body, limit);
    const isWhole =
      codec === 'gzip' && proof === 'checksum'
        ? text.byteLength === length
        : hash('sha256', text, 'buffer').equals(sha256);
    const html = isWhole ? text.toString('utf8') : null;
    releaseBuffer(text);
    return html;
  } catch {
    return null;
  }
}

/** Size of the output buffer: the text as a whole, so that nothing is put together, up to a limit. Bytes. */
const chunkFor = (length: number): number => Math.min(Math.max(64, length + 1), largestChunk);

/** Returns the body as received if it is the text in UTF-8 already; undefined if it must be encoded again. */
function utf8Of(body: Uint8Array, html: string, encoding: string): Uint8Array | undefined {
  // U+FFFD may stand for invalid UTF-8, so that text and bytes differ.
  if (encoding.toLowerCase() !== 'utf-8' || html.includes('\ufffd')) return undefined;
  const marked = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  return marked ? body.subarray(3) : body;
}
