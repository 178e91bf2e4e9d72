// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient declaration has no other way into every program
/// <reference path="./html-encoding-sniffer.d.ts" />
import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import htmlEncodingSniffer from 'html-encoding-sniffer';
import { MIMEType } from 'whatwg-mimetype';

/**
 * How far `<meta charset>` is searched for, in bytes. The standard's prescan reads 1024, but a browser's parser obeys later
 * declarations too; this covers heads with long inline styles and scripts.
 */
const prescanBytes = 64 * 1024;

/** Bytes that are examined to recognize HTML: the resource header of WHATWG MIME Sniffing. */
const sniffBytes = 1445;

/** The HTML signatures of WHATWG MIME Sniffing, "identifying a resource with an unknown MIME type". */
const htmlSignature =
  /^[\t\n\f\r ]*<(?:!doctype html|!--|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >]/i;

/** A complete document: a doctype or an html element, after comments and an XML declaration. */
const htmlDocument = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*){0,8}<(?:!doctype\s+html|html)[\s>]/i;

const decoders = new Map<string, TextDecoder>();

/**
 * Decodes a page. The encoding is the first of: byte order mark, charset of the Content-Type header, `<meta>` or XML declaration,
 * UTF-8 if the bytes are valid UTF-8, windows-1252. As in a browser, a declared encoding applies even if bytes contradict it
 * (they become U+FFFD), and an unknown label counts as none. Never throws.
 * @returns the text without its byte order mark, and the WHATWG name of the encoding
 */
export function decodeHtml(body: Uint8Array, contentType: string | null): { html: string; encoding: string } {
  const encoding = encodingOf(body, contentType);
  if (encoding === 'replacement') return { html: body.byteLength === 0 ? '' : '\u{FFFD}', encoding };
  let decoder = decoders.get(encoding);
  if (decoder === undefined) {
    decoder = new TextDecoder(encoding);
    decoders.set(encoding, decoder);
  }
  return { html: decoder.decode(body), encoding };
}

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

function encodingOf(body: Uint8Array, contentType: string | null): string {
  const type = parseContentType(contentType);
  const label = type?.parameters.get('charset') ?? charsetIn(contentType);
  const declared = label === undefined ? {} : { transportLayerEncodingLabel: label };
  const found =
    type?.essence === 'application/xhtml+xml'
      ? htmlEncodingSniffer(body, { ...declared, xml: true, defaultEncoding: null })
      : htmlEncodingSniffer(body, { ...declared, maxPrescanBytes: prescanBytes, defaultEncoding: null });
  return found ?? (isUtf8(body) ? 'UTF-8' : 'windows-1252');
}

/** The last header: pages of a site have the same one, and each is parsed twice. */
let lastHeader: { text: string; type: MIMEType | null } | null = null;

/** Parses a Content-Type header; null if it is missing or malformed. */
function parseContentType(contentType: string | null): MIMEType | null {
  if (contentType === null) return null;
  if (lastHeader?.text !== contentType)
    lastHeader = { text: contentType, type: readContentType(contentType) };
  return lastHeader.type;
}

/** Parses a Content-Type header; of several values joined by commas, the last valid one counts. */
function readContentType(contentType: string): MIMEType | null {
  const whole = MIMEType.parse(contentType);
  if (whole !== null || !contentType.includes(',')) return whole;
  for (const part of contentType.split(',').reverse()) {
    const type = MIMEType.parse(part);
    if (type !== null) return type;
  }
  return null;
}

/** Returns the charset of a header without a valid type ("; charset=utf-8"). */
function charsetIn(contentType: string | null): string | undefined {
  return /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType ?? '')?.[1];
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
