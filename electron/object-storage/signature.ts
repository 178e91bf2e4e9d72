import { createHash, createHmac } from 'node:crypto';
import type { StorageCredentials } from './storage.ts';

/** A request that is to be signed. */
export interface UnsignedRequest {
  method: string;
  /** Encoded by `encodedPath`. */
  path: string;
  query: readonly (readonly [name: string, value: string])[];
  /** Lower-case names; `host` is one of them. All of them are signed. */
  headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hexadecimal. */
  bodyHash: string;
}

/** SHA-256 of a body in hexadecimal. */
export const hashOf = (body: Uint8Array | string): string => createHash('sha256').update(body).digest('hex');

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Encodes all but the unreserved characters (RFC 3986), which `encodeURIComponent` does not quite. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Encodes a path, whose slashes stay. */
export const encodedPath = (path: string): string => path.split('/').map(encoded).join('/');

/** The query as it is sent and signed: by name, and by value where names are equal. */
export function encodedQuery(query: UnsignedRequest['query']): string {
  return query
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
}

/**
 * Signs a request by AWS Signature Version 4.
 * @param at in milliseconds since 1970
 * @returns the headers to send, which are those of the request and the signature
 */
export function signed(
  { method, path, query, headers, bodyHash }: UnsignedRequest,
  { accessKeyId, secretAccessKey, sessionToken }: StorageCredentials,
  region: string,
  at: number,
): Record<string, string> {
  const time = new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const all: Record<string, string> = {
    ...headers,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(all).sort();
  const signedNames = names.join(';');
  const fields = names
    .map((name) => `${name}:${(all[name] ?? '').trim().replaceAll(/\s+/g, ' ')}\n`)
    .join('');
  const canonical = [method, path, encodedQuery(query), fields, signedNames, bodyHash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, hashOf(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), region), 's3'), 'aws4_request');
  const signature = hmac(key, text).toString('hex');
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signedNames}, Signature=${signature}`,
  };
}
