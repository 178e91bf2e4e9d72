import { createHash } from 'node:crypto';

/** A record as a strict reader has it. */
export interface ReadRecord {
  fields: ReadonlyMap<string, string>;
  block: Buffer;
  /** Of an HTTP message: its start line, its headers in order, and its body. */
  http: { startLine: string; headers: [string, string][]; body: Buffer } | null;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, section 6, by bits as a text: slow, and made otherwise than in the writer. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/gu) ?? [];
  const text = groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
  return text.padEnd(Math.ceil(text.length / 8) * 8, '=');
}

const digest = (bytes: Uint8Array): string => `sha256:${base32(createHash('sha256').update(bytes).digest())}`;

/** Reads a WARC file as the standard has it. Throws where it is not followed: framing, required fields, names and digests. */
export function readWarc(bytes: Uint8Array): ReadRecord[] {
  const file = Buffer.from(bytes);
  const records: ReadRecord[] = [];
  const names = new Set<string>();
  let at = 0;
  while (at < file.length) {
    const end = file.indexOf('\r\n\r\n', at);
    if (end === -1) throw new Error('The head of a record has no end.');
    const [version, ...lines] = file.subarray(at, end).toString('utf8').split('\r\n');
    if (version !== 'WARC/1.1') throw new Error(`Not a record: ${version}`);
    const fields = new Map(lines.map((line): [string, string] => pairOf(line)));
    for (const name of ['WARC-Type', 'WARC-Record-ID', 'WARC-Date', 'Content-Length', 'Content-Type']) {
      if (!fields.has(name)) throw new Error(`A record has no ${name}.`);
    }
    const id = fields.get('WARC-Record-ID') ?? '';
    if (!/^<urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}>$/u.test(id))
      throw new Error(`Not a name: ${id}`);
    if (names.has(id)) throw new Error(`Two records are called ${id}.`);
    names.add(id);
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/u.test(fields.get('WARC-Date') ?? ''))
      throw new Error('Not a date.');
    const from = end + 4;
    const to = from + Number(fields.get('Content-Length'));
    const block = file.subarray(from, to);
    if (file.subarray(to, to + 4).toString() !== '\r\n\r\n')
      throw new Error('A record does not end as it should.');
    if (fields.get('WARC-Block-Digest') !== digest(block)) throw new Error('A digest is wrong.');
    const http = (fields.get('Content-Type') ?? '').startsWith('application/http') ? readHttp(block) : null;
    const payload = fields.get('WARC-Payload-Digest');
    if (payload !== undefined && payload !== digest(http?.body ?? block))
      throw new Error('A payload digest is wrong.');
    records.push({ fields, block, http });
    at = to + 4;
  }
  return records;
}

function readHttp(block: Buffer): NonNullable<ReadRecord['http']> {
  const end = block.indexOf('\r\n\r\n');
  if (end === -1) throw new Error('An HTTP message has no body.');
  const [startLine = '', ...lines] = block.subarray(0, end).toString('latin1').split('\r\n');
  const headers = lines.map(pairOf);
  const body = block.subarray(end + 4);
  const length = headers.find(([name]) => name === 'Content-Length')?.[1];
  if (length !== undefined && Number(length) !== body.length) throw new Error('A Content-Length is wrong.');
  return { startLine, headers, body };
}

function pairOf(line: string): [string, string] {
  const colon = line.indexOf(': ');
  if (colon <= 0) throw new Error(`Not a field: ${line}`);
  return [line.slice(0, colon), line.slice(colon + 2)];
}
