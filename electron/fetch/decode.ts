// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient declaration has no other way into every program
/// <reference path="./html-encoding-sniffer.d.ts" />
import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import htmlEncodingSniffer from 'html-encoding-sniffer';
import { MIMEType } from 'whatwg-mimetype';
import type { PageKind } from '../../shared/page-kind.ts';

/**
 * How far `<meta charset>` is searched for, in bytes. The standard's prescan reads 1024, but a browser's parser obeys later
 * declarations too; this covers heads with long inline styles and scripts.
 */
const prescanBytes = 64 * 1024;

const decoders = new Map<string, TextDecoder>();

/**
 * Decodes a page. The encoding is the first of: byte order mark, charset of the Content-Type header, `<meta>` of HTML or the XML
 * declaration, UTF-8 if the bytes are valid UTF-8, windows-1252. As in a browser, a declared encoding applies even if bytes
 * contradict it (they become U+FFFD), and an unknown label counts as none. Never throws.
 * @returns the text without its byte order mark, and the WHATWG name of the encoding
 */
export function decodePage(
  body: Uint8Array,
  contentType: string | null,
  kind: PageKind,
): { text: string; encoding: string } {
  const encoding = encodingOf(body, contentType, kind);
  if (encoding === 'replacement') return { text: body.byteLength === 0 ? '' : '\u{FFFD}', encoding };
  let decoder = decoders.get(encoding);
  if (decoder === undefined) {
    decoder = new TextDecoder(encoding);
    decoders.set(encoding, decoder);
  }
  return { text: decoder.decode(body), encoding };
}

function encodingOf(body: Uint8Array, contentType: string | null, kind: PageKind): string {
  const type = parseContentType(contentType);
  const label = type?.parameters.get('charset') ?? charsetIn(contentType);
  const declared = label === undefined ? {} : { transportLayerEncodingLabel: label };
  const found =
    kind !== 'html' || type?.essence === 'application/xhtml+xml'
      ? htmlEncodingSniffer(body, { ...declared, xml: true, defaultEncoding: null })
      : htmlEncodingSniffer(body, { ...declared, maxPrescanBytes: prescanBytes, defaultEncoding: null });
  return found ?? (isUtf8(body) ? 'UTF-8' : 'windows-1252');
}

/** The last header: pages of a site have the same one, and each is parsed twice. */
let lastHeader: { text: string; type: MIMEType | null } | null = null;

/** Parses a Content-Type header; null if it is missing or malformed. */
export function parseContentType(contentType: string | null): MIMEType | null {
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
