import type { FetchedPage, ResponseHead } from '../fetch/types.ts';
import { renderedHeader } from './rendered-page.ts';

/** What stands for the value of a header that is not kept. */
const removedValue = '[removed]';

/** Headers that may carry credentials or tie a response to one session; `proxy-*` beside them. */
const secretNames = new Set([
  'set-cookie',
  'set-cookie2',
  'cookie',
  'authorization',
  'authentication-info',
  'x-api-key',
  'x-auth-token',
  'x-csrf-token',
  'x-xsrf-token',
]);

/**
 * Returns the head of a response as the ledger keeps it: names in the order and spelling received, and their values, except for
 * those of headers that may carry credentials. The headers of a page whose head is not known, as from the HTTP cache or a browser,
 * have lower-case names.
 */
export function keptHead({ head, headers }: Pick<FetchedPage, 'head' | 'headers'>): ResponseHead {
  const { statusLine, fields } = head ?? { statusLine: null, fields: Object.entries(headers).flat() };
  const kept: string[] = [];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [name = '', value = ''] = [fields[i], fields[i + 1]];
    const known = name.toLowerCase();
    if (known !== renderedHeader) kept.push(name, isSecret(known) ? removedValue : value);
  }
  return { statusLine, fields: kept };
}

const isSecret = (name: string): boolean => secretNames.has(name) || name.startsWith('proxy-');
