import { isPlain, type RequestMessage } from '../../shared/request-message.ts';
import { fingerprintOfMessage, fingerprintResolved } from './fingerprint.ts';

/**
 * Returns what stands for a page in the keys of its items: its URL, and for a request that is no plain GET also its method and
 * fingerprint, because other requests have the same URL.
 * @param url of the page, or of its request
 */
export function addressOf(url: string, message: RequestMessage | null | undefined): string {
  if (message === null || message === undefined || isPlain(message)) return url;
  return `${url} ${message.method ?? 'GET'} ${fingerprintOfMessage(fingerprintResolved(url), message)}`;
}

/** The key of a row of a page. @param position from 0 */
export const rowKey = (address: string, position: number): string => `${address}#${position + 1}`;

/** The address in the key of a row; null: it is the key of another item, or none. */
export function addressOfRow(key: string | undefined): string | null {
  return key === undefined ? null : (/^(.*)#\d+$/s.exec(key)?.[1] ?? null);
}
