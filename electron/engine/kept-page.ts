import { hash } from 'node:crypto';
import { constants, gunzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { KeptPage } from './ports/ledger.ts';

/** The fastest level: it costs a quarter of gzip's time for about the same size. */
const params = { [constants.ZSTD_c_compressionLevel]: 1 };
/** Bytes of output asked for at once: nearly every page fits. */
const chunkSize = 64 * 1024;

/** A page as it came. */
interface CameAs {
  body: Uint8Array;
  /** The same, packed. */
  gzip?: Uint8Array;
}

/**
 * Packs a page to be kept. Plain data that can go to another thread without being copied.
 *
 * @param encoding the name of the encoding it came in
 * @param came the page as it came, where that is at hand: what is text in UTF-8 and packed already is kept as it is
 */
export function keepPage(html: string, encoding: string, came?: CameAs): KeptPage {
  const utf8 = came === undefined ? undefined : utf8Of(came.body, html, encoding);
  const text = utf8 ?? Buffer.from(html, 'utf8');
  const [sha256, length] = [new Uint8Array(hash('sha256', text, 'buffer')), text.byteLength];
  if (came?.gzip !== undefined && utf8 === came.body) {
    return { encoding, sha256, codec: 'gzip', length, body: came.gzip };
  }
  // Told the size beforehand, zstd sets up tables for that and not for the largest: a third less work.
  const body = new Uint8Array(zstdCompressSync(text, { params, chunkSize, pledgedSrcSize: length }));
  return { encoding, sha256, codec: 'zstd', length, body };
}

/** @returns the text; null when the bytes are damaged */
export function unpackPage({ sha256, codec, length, body }: Omit<KeptPage, 'encoding'>): string | null {
  try {
    // A damaged body must not unpack into more memory than the page had.
    const limit = { maxOutputLength: Math.max(1, length) };
    const text = codec === 'zstd' ? zstdDecompressSync(body, limit) : gunzipSync(body, limit);
    return hash('sha256', text, 'buffer').equals(sha256) ? text.toString('utf8') : null;
  } catch {
    return null;
  }
}

/** The body as it came, where that is the text in UTF-8 already; undefined where it has to be encoded again. */
function utf8Of(body: Uint8Array, html: string, encoding: string): Uint8Array | undefined {
  // U+FFFD stands for bytes that were no UTF-8: then the text is not what the bytes say.
  if (encoding.toLowerCase() !== 'utf-8' || html.includes('\ufffd')) return undefined;
  const marked = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  return marked ? body.subarray(3) : body;
}
