import { memberOf } from '../../../../shared/spider/plain.ts';

/** The checksum that seals a certificate: the SHA-256 of its content. Null: the text has none. */
export function signatureOf(certificate: string): string | null {
  const value: unknown = JSON.parse(certificate);
  const signature = memberOf(value, 'signature');
  return typeof signature === 'string' ? signature : null;
}
