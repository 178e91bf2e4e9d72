// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient declaration has no other way into every program
/// <reference path="./html-encoding-sniffer.d.ts" />
import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import htmlEncodingSniffer from 'html-encoding-sniffer';
import { MIMEType } from 'whatwg-mimetype';

/**
 * How far `<meta charset>` is looked for. The standard's prescan reads 1024 bytes, but a browser's parser still obeys
 * a declaration that comes later; this covers heads with long inline styles and scripts.
 */
const prescanBytes = 64 * 1024;

/** Bytes that are looked at to tell HTML from other things: the WHATWG MIME Sniffing resource header, 1445. */
const sniffBytes = 1445;

/** WHATWG MIME Sniffing, "identifying a resource with an unknown MIME type": the signatures of HTML. */
const htmlSignature =
  /^[\t\n\f\r ]*<(?:!doctype html|!--|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >]/i;

/** A whole document and nothing less: a doctype or an html element, after comments and an XML declaration. */
const htmlDocument = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*){0,8}<(?:!doctype\s+html|html)[\s>]/i;

const decoders = new Map<string, TextDecoder>();

/**
 * Turns the bytes of a page into text. The encoding is, in this order: byte order mark, charset of the Content-Type
 * header, `<meta>` or XML declaration, UTF-8 when the bytes are valid UTF-8, windows-1252. A declared encoding is
 * believed even where bytes contradict it (they become U+FFFD), as in a browser; an unknown label counts as none.
 * Never throws.
 * @returns the text without its byte order mark, and the encoding's WHATWG name
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
 * Whether a page is to be read as HTML. HTML and XHTML types: yes. No type, or one that says nothing
 * (octet-stream, unknown), and text/plain or XML: when the first bytes look like an HTML document. Anything else: no.
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

/** The header that was read last: one page of a site comes with the same as the next, and each is asked about twice. */
let lastHeader: { text: string; type: MIMEType | null } | null = null;

/** A Content-Type header; null when there is none, or none that can be read. */
function parseContentType(contentType: string | null): MIMEType | null {
  if (contentType === null) return null;
  if (lastHeader?.text !== contentType)
    lastHeader = { text: contentType, type: readContentType(contentType) };
  return lastHeader.type;
}

/** A Content-Type header; of several, joined by commas, the last readable one. */
function readContentType(contentType: string): MIMEType | null {
  const whole = MIMEType.parse(contentType);
  if (whole !== null || !contentType.includes(',')) return whole;
  for (const part of contentType.split(',').reverse()) {
    const type = MIMEType.parse(part);
    if (type !== null) return type;
  }
  return null;
}

/** The charset of a header whose type cannot be read ("; charset=utf-8"). */
function charsetIn(contentType: string | null): string | undefined {
  return /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType ?? '')?.[1];
}

/** The beginning of a body as text, good enough to recognise ASCII tags in. */
function firstText(body: Uint8Array): string {
  const head = body.subarray(0, sniffBytes);
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(head);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(head);
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  return text.startsWith('\u{EF}\u{BB}\u{BF}') ? text.slice(3) : text;
}
