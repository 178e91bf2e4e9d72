import { decodePage } from './decode.ts';
import { isHtml } from './page-kind.ts';

/** A meta refresh that leads to another page. */
export interface MetaRefresh {
  /** Where it leads: an http(s) URL without its fragment. */
  url: string;
  /** The delay that the page asks for, in seconds. */
  seconds: number;
}

/** How far into a page a meta refresh is looked for, in bytes: as far as Scrapy's MetaRefreshMiddleware looks. */
const lookedAt = 4096;

/** A refresh with this delay in seconds, or a longer one, is no redirect: METAREFRESH_MAXDELAY of Scrapy. */
const tooLong = 100;

/** Elements whose content is text and never markup, and those whose content applies only without scripts. */
const opaque = new Set([
  'iframe',
  'noembed',
  'noframes',
  'noscript',
  'script',
  'style',
  'template',
  'textarea',
  'title',
  'xmp',
]);

const tag = /<(\/?[a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/iy;
/** A tag with a stray quote ends at the first ">". */
const brokenTag = /<(\/?[a-z][^\s/>]*)([^>]*)>/iy;

/**
 * Returns the page to which the meta refresh of a page leads; null if there is none with a delay below 100 seconds that names
 * another page. Looks at the beginning of the body only.
 *
 * @param page the body as decompressed, its Content-Type header, and the URL from which it came
 */
export function metaRefreshOf(page: {
  body: Uint8Array;
  contentType: string | null;
  url: string;
}): MetaRefresh | null {
  const { contentType, url } = page;
  const body = page.body.subarray(0, lookedAt);
  if (!mayHoldRefresh(body) || !isHtml(contentType, body)) return null;
  let base = url;
  const contents: string[] = [];
  for (const { name, attributes } of openTags(decodePage(body, contentType, 'html').text)) {
    if (name === 'base') base = baseFrom(attributes, url) ?? base;
    else if (name === 'meta' && attributes.get('http-equiv')?.trim().toLowerCase() === 'refresh') {
      contents.push(attributes.get('content') ?? '');
    }
  }
  for (const content of contents) {
    const refresh = readContent(content, base, url);
    if (refresh !== null) return refresh;
  }
  return null;
}

/** Whether the bytes hold the word at all: a quick look that spares most pages the rest. UTF-16 is not looked into. */
function mayHoldRefresh(body: Uint8Array): boolean {
  const isUtf16 = body[0] === 0xfe || body[0] === 0xff;
  return (
    isUtf16 || /refresh/i.test(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1'))
  );
}

interface OpenTag {
  name: string;
  attributes: ReadonlyMap<string, string>;
}

/** Yields the tags named meta and base that count: not those in comments, scripts and the like. */
function* openTags(html: string): Generator<OpenTag> {
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      // "<!-->" is a whole comment.
      const end = html.indexOf('-->', at + 2);
      if (end === -1) return;
      at = end + 3;
      continue;
    }
    tag.lastIndex = at;
    brokenTag.lastIndex = at;
    const match = tag.exec(html) ?? brokenTag.exec(html);
    if (match === null) {
      at += 1;
      continue;
    }
    const [whole, written = '', rest = ''] = match;
    at += whole.length;
    const name = written.toLowerCase();
    if (name === 'meta' || name === 'base') yield { name, attributes: readAttributes(rest) };
    if (!opaque.has(name)) continue;
    const end = html.toLowerCase().indexOf(`</${name}`, at);
    if (end === -1) return;
    at = end;
  }
}

/** Reads attributes by their names in lower case. The first of a name counts. */
function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(
    /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g,
  )) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, unescaped(double ?? single ?? bare ?? ''));
  }
  return attributes;
}

const entities: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

/** Replaces the character references that URLs are written with. */
function unescaped(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|apos|gt|lt|quot));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

function baseFrom(attributes: ReadonlyMap<string, string>, url: string): string | null {
  const href = attributes.get('href');
  return href === undefined ? null : (URL.parse(href.trim(), url)?.href ?? null);
}

/** Reads the content of a refresh, `5; url=/next`, as browsers do: "url=" and quotes are optional. */
function readContent(content: string, base: string, own: string): MetaRefresh | null {
  const match = /^\s*(\d+|(?=\.))[\d.]*(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(.*)$/is.exec(content);
  if (match === null) return null;
  const [, delay = '', rest = ''] = match;
  const quoted = /^(["'])(.*?)(?:\1|$)/s.exec(rest);
  const written = (quoted?.[2] ?? rest).trim();
  const seconds = Number(delay);
  const target = written === '' ? null : URL.parse(written, base);
  if (target === null || seconds >= tooLong) return null;
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return null;
  target.hash = '';
  const from = new URL(own);
  from.hash = '';
  return target.href === from.href ? null : { url: target.href, seconds };
}
