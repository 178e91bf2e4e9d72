import { hash } from 'node:crypto';
import { isPlain, type RequestMessage } from '../../shared/request-message.ts';
import { canonicalizeUrl } from './canonical.ts';
import { resolveUrl } from './resolve.ts';

/**
 * Returns the fingerprint of a request: the first 64 bits of the SHA-1 of its canonical URL. The chance that two of a million
 * URLs share one is about 1 in 37 million (n² / 2⁶⁵).
 * @param url an http(s) URL as a user or a page wrote it; it is resolved first, so that `http://example.org:80/a/../b` and
 * `http://example.org/b` are one request
 * @returns 16 lower-case hexadecimal digits
 */
export function fingerprintUrl(url: string): string {
  const resolved = resolveUrl(url, null);
  return fingerprintResolved(resolved.ok ? resolved.url : url);
}

/** Returns the fingerprint of a URL that `resolveUrl` returned, without resolving it again. */
export function fingerprintResolved(url: string): string {
  return hash('sha1', canonicalizeUrl(url), 'hex').slice(0, 16);
}

/**
 * Returns the fingerprint of a second request for a URL, with another callback: a row may lead to a page that a rule takes too.
 * @param fingerprint of the URL
 */
export function fingerprintWith(fingerprint: string, callback: string | null): string {
  return hash('sha1', `${fingerprint} ${callback ?? ''}`, 'hex').slice(0, 16);
}

/**
 * Returns the fingerprint of a request by what it sends: the method and the body tell requests for one URL apart, headers do not.
 * @param fingerprint of the URL; that of a plain GET
 */
export function fingerprintOfMessage(
  fingerprint: string,
  message: RequestMessage | null | undefined,
): string {
  if (message === null || message === undefined || isPlain(message)) return fingerprint;
  const { method = 'GET', body = '' } = message;
  return hash('sha1', `${fingerprint} ${method} ${body}`, 'hex').slice(0, 16);
}

/** Returns the fingerprint of the request for a file: a page of the same URL is another request. */
export const fingerprintFile = (url: string): string => fingerprintWith(fingerprintUrl(url), 'file:');

/** Returns the fingerprint of a request for a URL that says this. */
export const fingerprintRequest = (url: string, message: RequestMessage | null | undefined): string =>
  fingerprintOfMessage(fingerprintUrl(url), message);
