import { TextDecoder } from 'node:util';
import type { PageKind } from '../../shared/page-kind.ts';
import { parseContentType } from './decode.ts';

/** Bytes that are examined to recognize HTML: the resource header of WHATWG MIME Sniffing. */
const sniffBytes = 1445;

/** The HTML signatures of WHATWG MIME Sniffing, "identifying a resource with an unknown MIME type". */
const htmlSignature =
  /^[\t\n\f\r ]*<(?:!doctype html|!--|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >]/i;

/** A complete document: a doctype or an html element, after comments and an XML declaration. */
const htmlDocument = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*){0,8}<(?:!doctype\s+html|html)[\s>]/i;

/** The start of a document that is XML whatever its type says: its declaration, or the root element of a feed or sitemap. */
const xmlDocument = /^\s*<(?:\?xml\s|(?:rss|feed|rdf:RDF|urlset|sitemapindex)[\s>])/;

/** The start of an object or list, or of a prefix against inclusion as a script. */
const jsonStart = /^\s*(?:[[{]|\)\]\}'|while\s*\(1\);|for\s*\(;;\);)/;

/**
 * How a page is read, by its Content-Type and its first bytes; null: not at all, or only if `mayBeJson`. What `isHtml` accepts is HTML.
 * JSON and XML types are JSON and XML, with `+json` and `+xml`. A missing or unspecific type and text/plain are XML if the first bytes
 * say so.
 */
export function pageKindOf(contentType: string | null, body: Uint8Array): PageKind | null {
  if (isHtml(contentType, body)) return 'html';
  const essence = parseContentType(contentType)?.essence ?? '';
  if (/^(?:application|text)\/(?:x-)?json$|\+json$/.test(essence)) return 'json';
  if (/^(?:application|text)\/xml$|\+xml$/.test(essence)) return 'xml';
  return isUnspecific(essence) && xmlDocument.test(firstText(body)) ? 'xml' : null;
}

/** The start of a script that may be JSON in the call of a function, as scripts of other origins are answered. */
const callStart = /^\s*(?:\/\*|typeof\s|[A-Za-z_$][\w.$]*\s*\(\s*[[{])/;

/**
 * Whether a body without a specific type, or a script, begins like JSON, so that it is JSON if it can be parsed. A script may be the
 * call of a function with it.
 */
export function mayBeJson(contentType: string | null, body: Uint8Array): boolean {
  const essence = parseContentType(contentType)?.essence ?? '';
  const isScript = /^(?:application|text)\/(?:x-)?(?:java|ecma)script$/.test(essence);
  if (!isScript && !isUnspecific(essence)) return false;
  const start = firstText(body);
  return jsonStart.test(start) || (isScript && callStart.test(start));
}

const unspecificTypes = new Set([
  '',
  '*/*',
  'unknown/unknown',
  'application/unknown',
  'application/octet-stream',
  'binary/octet-stream',
]);

const isUnspecific = (essence: string): boolean => essence === 'text/plain' || unspecificTypes.has(essence);

/**
 * Whether a page is read as HTML. HTML and XHTML types are. A missing or unspecific type (octet-stream, unknown), text/plain and
 * XML are if the first bytes look like an HTML document. Other types are not.
 */
export function isHtml(contentType: string | null, body: Uint8Array): boolean {
  const type = parseContentType(contentType)?.essence ?? '';
  switch (type) {
    case 'text/html':
    case 'application/xhtml+xml':
      return true;
    case '':
    case '*/*':
    case 'unknown/unknown':
    case 'application/unknown':
    case 'application/octet-stream':
    case 'binary/octet-stream':
      return htmlSignature.test(firstText(body)) || htmlDocument.test(firstText(body));
    case 'text/plain':
    case 'text/xml':
    case 'application/xml':
      return htmlDocument.test(firstText(body));
    default:
      return false;
  }
}

/** Returns the start of a body as text in which ASCII tags can be recognized. */
function firstText(body: Uint8Array): string {
  const head = body.subarray(0, sniffBytes);
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(head);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(head);
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  return text.startsWith('\u{EF}\u{BB}\u{BF}') ? text.slice(3) : text;
}
