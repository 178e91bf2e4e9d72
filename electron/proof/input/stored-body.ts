import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { maxPageBytes, ProofInputError } from './source.ts';

/** Names in lower case with their values. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/** The value of the first header of a name; null: there is none. */
export const headerOf = (headers: HeaderPairs, name: string): string | null =>
  headers.find(([own]) => own === name)?.[1] ?? null;

/**
 * A body without its Content-Encoding. Stored bodies usually have none any more though their headers still name it, so what does not
 * begin as the coding says is left as it is; what is gzip is unpacked, whatever the headers say.
 * @throws ProofInputError for one that is damaged or too large
 */
export function decodedBody(bytes: Uint8Array, headers: HeaderPairs, what: string): Uint8Array {
  const limit = { maxOutputLength: maxPageBytes };
  const coding = (headerOf(headers, 'content-encoding') ?? '').trim().toLowerCase();
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes, limit);
    if (coding === 'zstd' && bytes[0] === 0x28 && bytes[1] === 0xb5) return zstdDecompressSync(bytes, limit);
    if (coding === 'deflate' && bytes[0] === 0x78) return inflateSync(bytes, limit);
    if (coding === 'br' && !looksLikeText(bytes)) return brotliDecompressSync(bytes, limit);
    return bytes;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ProofInputError(`${what} cannot be unpacked: ${why}.`, 'Save the page without compression.');
  }
}

/** Whether bytes begin with a text and not with a compressed stream. */
const looksLikeText = (bytes: Uint8Array): boolean =>
  /^[\s\uFEFF]*[<{[]/.test(new TextDecoder().decode(bytes.subarray(0, 64)));
