import { hash } from 'node:crypto';
import { canonicalizeUrl } from './canonical.ts';
import { resolveUrl } from './resolve.ts';

/**
 * The identity of a request: the first 64 bits of the SHA-1 of its canonical URL. Two among a million URLs share one
 * with a chance of about 1 in 37 million (n squared over 2 to the 65th).
 *
 * @param url an http(s) URL as a person or a page wrote it; it is first brought to the form in which it is sent, so
 *   that `http://example.org:80/a/../b` and `http://example.org/b` are one request
 * @returns 16 lower-case hexadecimal digits
 */
export function fingerprintUrl(url: string): string {
  const resolved = resolveUrl(url, null);
  return fingerprintResolved(resolved.ok ? resolved.url : url);
}

/** The same for a URL that `resolveUrl` has handed out, without reading it again. */
export function fingerprintResolved(url: string): string {
  return hash('sha1', canonicalizeUrl(url), 'hex').slice(0, 16);
}
