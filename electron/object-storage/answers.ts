import { createHash } from 'node:crypto';
import type { StoredPart } from './storage.ts';

/** Etag of an object that was put together, as most servers make it: the MD5 of the MD5s of its parts. */
export function etagOfParts(parts: readonly Pick<StoredPart, 'etag'>[]): string {
  const hash = createHash('md5');
  for (const { etag } of parts) hash.update(Buffer.from(etag, 'hex'));
  return `${hash.digest('hex')}-${parts.length}`;
}

/** An etag without its quotation marks. */
export const bareEtag = (etag: string): string => etag.replace(/^W\//, '').replaceAll('"', '');

/** A time in milliseconds since 1970; 0: it is none. */
export function timeOf(text: string): number {
  const time = Date.parse(text);
  return Number.isNaN(time) ? 0 : time;
}
