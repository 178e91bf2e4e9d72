import type { Hop, RequestMessage } from './types.ts';

/** Redirects whose body is not read, see RFC 9110, section 15.4. */
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Returns the target of a redirect as sent by the server; null if the response is no redirect. */
export function redirectLocation(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | null {
  if (!redirectStatuses.has(status)) return null;
  const { location } = headers;
  return (Array.isArray(location) ? location[0] : location) ?? null;
}

/** Decodes a Location header: bytes beyond ASCII are UTF-8 in practice, but undici decodes them as Latin-1. */
export function readLocation(location: string): string {
  const text = location.trim();
  if (!/[\u{80}-\u{FF}]/u.test(text)) return text;
  const utf8 = Buffer.from(text, 'latin1').toString('utf8');
  return utf8.includes('\u{FFFD}') ? text : utf8;
}

/**
 * Whether a redirect is followed with GET: after 303, and after 301 and 302 to a POST, as browsers do (Fetch standard, HTTP-redirect
 * fetch, step 12). A meta refresh, which has a successful status, always leads to a GET.
 */
export function becomesGet(status: number, method: string): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  if (status === 301 || status === 302) return method === 'POST';
  return status === 303 || status < 300;
}

/** Returns what a request says after redirects; undefined: it has become a plain GET. */
export function messageAfter(
  message: RequestMessage | undefined,
  hops: readonly Pick<Hop, 'status'>[],
): RequestMessage | undefined {
  const { method = 'GET' } = message ?? {};
  return hops.some(({ status }) => becomesGet(status, method)) ? undefined : message;
}
