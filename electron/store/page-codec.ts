import { createHash } from 'node:crypto';
import { constants, gunzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** A page as it is stored. */
export interface PackedPage {
  /** SHA-256 of the text in UTF-8: the same page is stored once. */
  sha256: Buffer;
  codec: 'zstd' | 'gzip';
  /** Bytes of the text in UTF-8. */
  length: number;
  body: Buffer;
}

/** The fastest level: it costs a quarter of gzip's time for about the same size. */
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export function packPage(html: string): PackedPage {
  const text = Buffer.from(html, 'utf8');
  return {
    sha256: createHash('sha256').update(text).digest(),
    codec: 'zstd',
    length: text.length,
    body: zstdCompressSync(text, options),
  };
}

/** @returns the text; null when the bytes are damaged */
export function unpackPage({ sha256, codec, length, body }: PackedPage): string | null {
  try {
    // A damaged body must not unpack into more memory than the page had.
    const limit = { maxOutputLength: Math.max(1, length) };
    const text = codec === 'zstd' ? zstdDecompressSync(body, limit) : gunzipSync(body, limit);
    return createHash('sha256').update(text).digest().equals(sha256) ? text.toString('utf8') : null;
  } catch {
    return null;
  }
}
