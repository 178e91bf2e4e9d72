import type { ProvenancePage } from '../../shared/contract/types.ts';
import { httpMessage, recordId, warcFields, type WarcRecord } from './warc.ts';

/** A stored page with its text. */
export interface EvidencePage {
  page: ProvenancePage;
  /** The text as it is stored; null: no page is stored. */
  text: string | null;
}

/** The answer to a conditional request: its headers are its own, and the page is of an earlier answer. */
const notModified = 304;

type Header = { name: string; value: string };

/** Headers that describe the bytes as they were sent, not the text that is stored. They are kept under another name. */
const aboutTransfer = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'content-type']);
const originalPrefix = 'X-Orig-';

const types = { html: 'text/html', xml: 'application/xml', json: 'application/json' };

/** The records of a page: its request, its response, and what is known besides. Nothing where no page is stored. */
export function pageRecords({ page, text }: EvidencePage): WarcRecord[] {
  if (text === null || page.fetchedAt === null) return [];
  const at = { date: page.fetchedAt, uri: page.url };
  const body = Buffer.from(text, 'utf8');
  const main = bodyRecord(page, body, at);
  const concurrent = [['WARC-Concurrent-To', recordId(main)]] as const;
  const records = [main];
  if (main.type === 'response') records.push({ ...requestRecord(page, at), fields: concurrent });
  const metadata = {
    ...at,
    type: 'metadata' as const,
    contentType: 'application/warc-fields',
    block: warcFields(factsOf(page)),
    payload: null,
    fields: [['WARC-Refers-To', recordId(main)]] as const,
  };
  return [...records, metadata];
}

/** The response with the body as it is stored; the body alone where the headers are not its own. */
function bodyRecord(page: ProvenancePage, body: Uint8Array, at: { date: string; uri: string }): WarcRecord {
  const { headers, kind, status } = page;
  const type = types[kind ?? 'html'];
  if (headers === null || status === null || status === notModified) {
    return { ...at, type: 'resource', contentType: `${type}; charset=utf-8`, block: body, payload: body };
  }
  const original = headers.map((header) =>
    aboutTransfer.has(header.name.toLowerCase())
      ? { name: `${originalPrefix}${header.name}`, value: header.value }
      : header,
  );
  const said: Header[] = [
    { name: 'Content-Type', value: `${mediaType(headers) ?? type}; charset=utf-8` },
    { name: 'Content-Length', value: String(body.byteLength) },
  ];
  return {
    ...at,
    type: 'response',
    contentType: 'application/http;msgtype=response',
    block: httpMessage(statusLine(page, status), [...original, ...said], body),
    payload: body,
    ...(protocolOf(page) === null ? {} : { fields: [['WARC-Protocol', protocolOf(page) ?? '']] as const }),
  };
}

/** The media type that the server said, without its parameters. */
function mediaType(headers: readonly Header[]): string | null {
  const said = headers
    .find(({ name }) => name.toLowerCase() === 'content-type')
    ?.value.split(';', 1)[0]
    ?.trim();
  return said === undefined || said === '' ? null : said;
}

/** The status line in the form of HTTP/1.1, which is the one that WARC files have. */
function statusLine({ statusLine: line }: ProvenancePage, status: number): string {
  return line === null || line.startsWith('HTTP/2') ? `HTTP/1.1 ${status}` : line;
}

function protocolOf({ statusLine: line }: ProvenancePage): string | null {
  if (line === null) return null;
  return line.startsWith('HTTP/2') ? 'h2' : 'http/1.1';
}

/** The request as far as it is known: headers that were sent are not stored. */
function requestRecord({ url }: ProvenancePage, at: { date: string; uri: string }): WarcRecord {
  const { host, pathname, search } = new URL(url);
  const block = httpMessage(`GET ${pathname}${search} HTTP/1.1`, [{ name: 'Host', value: host }]);
  return { ...at, type: 'request', contentType: 'application/http;msgtype=request', block, payload: null };
}

/** What is known besides, in the fields that WARC names and in our own. */
function factsOf(page: ProvenancePage): [string, string][] {
  const {
    foundOn,
    durationMs,
    redirects,
    asked,
    encoding,
    answeredBy,
    status,
    statusLine: line,
    sha256,
  } = page;
  return [
    ...(foundOn === null ? [] : [['via', foundOn] as [string, string]]),
    ...(durationMs === null ? [] : [['fetchTimeMs', String(Math.round(durationMs))] as [string, string]]),
    ['requested-uri', asked],
    ...redirects.map(({ url, status: how }): [string, string] => ['redirected', `${how} ${url}`]),
    ['status', line ?? String(status ?? 'not known')],
    ['answered-by', answeredBy ?? 'not known'],
    ['received-encoding', encoding ?? 'not known'],
    ['stored-text-sha256', sha256 ?? 'not known'],
    ['rendered-by-browser', page.rendered ? 'yes' : 'no'],
    ['body', 'the decoded text as stored, in UTF-8; not the bytes as sent'],
  ];
}
