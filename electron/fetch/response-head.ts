import type { ResponseHead } from './types.ts';

/** Header names and values, alternating, as undici and `node:http2` give them. */
export type RawHeaders = Buffer[] | string[] | Record<string, string | string[] | undefined> | null;

/**
 * Reads the head of a response.
 * @param reason reason phrase of HTTP/1.1, empty where the server sent none; undefined over HTTP/2
 * @param raw names and values; an object, which undici makes only for responses that it has made up, has no order to keep
 */
export function readHead(
  status: number,
  reason: string | undefined,
  raw: RawHeaders | undefined,
): ResponseHead {
  const statusLine = reason === undefined ? `HTTP/2 ${status}` : `HTTP/1.1 ${status} ${reason}`.trimEnd();
  const fields: string[] = [];
  if (!Array.isArray(raw)) return { statusLine, fields };
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = textOf(raw[i]);
    if (!name.startsWith(':')) fields.push(name, textOf(raw[i + 1]));
  }
  return { statusLine, fields };
}

/** Bytes beyond ASCII are kept as Latin-1, as RFC 9110 (section 5.5) treats them. */
const textOf = (part: Buffer | string | undefined): string =>
  typeof part === 'string' ? part : (part?.toString('latin1') ?? '');
