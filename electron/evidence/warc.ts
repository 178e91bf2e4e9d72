import { hash } from 'node:crypto';

/** A record of a WARC file (ISO 28500:2017, WARC 1.1). */
export interface WarcRecord {
  type: 'warcinfo' | 'response' | 'request' | 'resource' | 'metadata';
  /** When its content was received or made; ISO 8601 in UTC. */
  date: string;
  /** The URL; null for `warcinfo`, which has none. */
  uri: string | null;
  contentType: string;
  block: Uint8Array;
  /** The body of a response; null: the record has no payload of its own. */
  payload: Uint8Array | null;
  /** Further fields, for example `WARC-Concurrent-To`. */
  fields?: readonly (readonly [name: string, value: string])[];
}

const crlf = '\r\n';

/** Name of a record: made of its content, so that the same content has the same name. */
export function recordId({ type, date, uri, block }: Omit<WarcRecord, 'payload' | 'contentType'>): string {
  const digest = hash('sha256', Buffer.concat([Buffer.from(`${type} ${date} ${uri ?? ''} `), block]), 'hex');
  // Version 8 of RFC 9562, section 5.8: a UUID whose bits are the maker's own.
  const bits = `${digest.slice(0, 12)}8${digest.slice(13, 16)}8${digest.slice(17, 32)}`;
  return `<urn:uuid:${bits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5')}>`;
}

/** Writes records one after the other, uncompressed. */
export function writeWarc(records: readonly WarcRecord[]): Uint8Array {
  return Buffer.concat(records.flatMap((record) => [headOf(record), record.block, Buffer.from(crlf + crlf)]));
}

function headOf(record: WarcRecord): Buffer {
  const { type, date, uri, contentType, block, payload, fields = [] } = record;
  const lines = [
    'WARC/1.1',
    `WARC-Type: ${type}`,
    `WARC-Record-ID: ${recordId(record)}`,
    `WARC-Date: ${date}`,
    ...(uri === null ? [] : [`WARC-Target-URI: ${uri}`]),
    ...fields.map(([name, value]) => `${name}: ${oneLine(value)}`),
    `WARC-Block-Digest: ${digestOf(block)}`,
    ...(payload === null ? [] : [`WARC-Payload-Digest: ${digestOf(payload)}`]),
    `Content-Type: ${contentType}`,
    `Content-Length: ${block.byteLength}`,
  ];
  return Buffer.from(lines.join(crlf) + crlf + crlf);
}

const oneLine = (text: string): string => text.replace(/[\r\n]+/gu, ' ');

/** A digest as WARC files have it: the algorithm and the value in base 32 (RFC 4648, section 6). */
const digestOf = (bytes: Uint8Array): string => `sha256:${base32(hash('sha256', bytes, 'buffer'))}`;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32(bytes: Uint8Array): string {
  let text = '';
  let [bits, held] = [0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += letters[(held >> bits) & 31] ?? '';
    }
    held &= (1 << bits) - 1;
  }
  if (bits > 0) text += letters[(held << (5 - bits)) & 31] ?? '';
  return text.padEnd(Math.ceil(text.length / 8) * 8, '=');
}

/** Fields of `warcinfo` and `metadata` records (`application/warc-fields`). */
export const warcFields = (fields: readonly (readonly [name: string, value: string])[]): Uint8Array =>
  Buffer.from(fields.map(([name, value]) => `${name}: ${oneLine(value)}${crlf}`).join(''));

/** An HTTP message: the start line, the headers and the body. */
export function httpMessage(
  startLine: string,
  headers: readonly { name: string; value: string }[],
  body: Uint8Array = new Uint8Array(0),
): Uint8Array {
  const lines = [oneLine(startLine), ...headers.map(({ name, value }) => `${name}: ${oneLine(value)}`)];
  // Headers were read as Latin-1, so they are written so: each byte as it was received.
  return Buffer.concat([Buffer.from(lines.join(crlf) + crlf + crlf, 'latin1'), body]);
}
