/** An entry of a sitemap. */
export interface SitemapEntry {
  /** `page`: URL of a page; `sitemap`: URL of another sitemap. */
  kind: 'page' | 'sitemap';
  /** As written, with entities decoded and surrounding white space removed; never empty. */
  url: string;
}

/** Maximum length of a URL: the protocol allows 2,048 characters. */
const maxText = 8192;
/** Maximum length of a tag or comment. Longer markup is taken for text that contains a "<". */
const maxMarkup = 256 * 1024;
const maxDepth = 64;

/** Elements that contain the URL of an entry, by parent and element name. Includes RSS and Atom. */
const places: Record<string, { element: string; kind: SitemapEntry['kind'] }> = {
  url: { element: 'loc', kind: 'page' },
  sitemap: { element: 'loc', kind: 'sitemap' },
  item: { element: 'link', kind: 'page' },
  entry: { element: 'link', kind: 'page' },
};

/**
 * Parses sitemaps incrementally, supporting only the parts of XML that sitemaps need. Document types are ignored, so entities
 * cannot expand. Malformed files are read as far as possible, because half a sitemap is better than none.
 */
export class SitemapScanner {
  /** Name of the root element without its prefix, in lower case; null before it was found. */
  root: string | null = null;
  /** Whether the root element was closed. */
  complete = false;
  readonly #take: (entry: SitemapEntry) => void;
  /** Names of the open elements, outermost first. */
  readonly #open: string[] = [];
  #buffer = '';
  /** Text of the open element that contains a URL, else null. */
  #text: string | null = null;

  constructor(take: (entry: SitemapEntry) => void) {
    this.#take = take;
  }

  /** Adds a piece of the document, split anywhere. */
  push(piece: string): void {
    this.#buffer += piece;
    let at = 0;
    for (;;) {
      const start = this.#buffer.indexOf('<', at);
      if (start === -1) {
        // An entity may be split between pieces; unneeded text is not kept.
        const rest = this.#text === null ? '' : this.#buffer.slice(at);
        this.#buffer = rest.length > maxText ? '' : rest;
        return;
      }
      const end = this.#endOfMarkup(start);
      if (end === null && this.#buffer.length - start <= maxMarkup) {
        this.#buffer = this.#buffer.slice(at);
        return;
      }
      this.#addText(decodeEntities(this.#buffer.slice(at, start)));
      at = end ?? start + 1;
      if (end !== null) this.#markup(this.#buffer.slice(start, end));
    }
  }

  /** Returns the position after the markup that starts here; null if the buffer ends before it. */
  #endOfMarkup(start: number): number | null {
    const after = (text: string, from: number): number | null => {
      const found = this.#buffer.indexOf(text, from);
      return found === -1 ? null : found + text.length;
    };
    if (this.#startsWith('<!--', start)) return after('-->', start + 4);
    if (this.#startsWith('<![CDATA[', start)) return after(']]>', start + 9);
    if (this.#startsWith('<?', start)) return after('?>', start + 2);
    // Too short to distinguish a comment or a CDATA section from a document type.
    if (this.#buffer.length - start < 9 && '<![CDATA['.startsWith(this.#buffer.slice(start))) return null;
    if (this.#startsWith('<!', start)) return this.#endOfDoctype(start);
    return this.#endOfTag(start);
  }

  #startsWith(text: string, at: number): boolean {
    return this.#buffer.startsWith(text, at);
  }

  /** A document type may contain declarations in brackets, which contain ">". */
  #endOfDoctype(start: number): number | null {
    const plain = this.#buffer.indexOf('>', start);
    const bracket = this.#buffer.indexOf('[', start);
    if (plain === -1 || bracket === -1 || plain < bracket) return plain === -1 ? null : plain + 1;
    const closed = this.#buffer.indexOf(']', bracket);
    const end = closed === -1 ? -1 : this.#buffer.indexOf('>', closed);
    return end === -1 ? null : end + 1;
  }

  /** A ">" inside a quoted attribute does not end a tag; a "<" does, because a ">" or a quote is missing. */
  #endOfTag(start: number): number | null {
    const found = /^<[^<>"']*(?:"[^"<]*"[^<>"']*|'[^'<]*'[^<>"']*)*>/.exec(
      this.#buffer.slice(start, start + maxMarkup),
    );
    if (found !== null) return start + found[0].length;
    const end = this.#buffer.indexOf('>', start);
    const next = this.#buffer.indexOf('<', start + 1);
    if (next !== -1 && (end === -1 || next < end)) return next;
    return end === -1 ? null : end + 1;
  }

  #markup(markup: string): void {
    if (markup.startsWith('<![CDATA[')) this.#addText(markup.slice(9, -3));
    else if (markup.startsWith('</')) this.#close(localName(markup.slice(2)));
    else if (/^<[\p{L}_]/u.test(markup)) this.#openTag(markup);
  }

  #openTag(tag: string): void {
    const name = localName(tag.slice(1));
    this.root ??= name;
    const parent = this.#open.at(-1);
    const place = parent === undefined ? undefined : places[parent];
    this.#text = null;
    if (tag.endsWith('/>')) {
      if (place?.element === name && parent === 'entry') this.#takeUrl('page', hrefOf(tag));
      return;
    }
    if (place?.element === name) {
      if (parent === 'entry') this.#takeUrl('page', hrefOf(tag));
      else this.#text = '';
    }
    if (this.#open.length < maxDepth) this.#open.push(name);
  }

  #close(name: string): void {
    const text = this.#text;
    this.#text = null;
    const at = this.#open.lastIndexOf(name);
    if (at === -1) return;
    const parent = this.#open[at - 1];
    const place = parent === undefined ? undefined : places[parent];
    if (text !== null && place?.element === name && at === this.#open.length - 1) {
      this.#takeUrl(place.kind, text);
    }
    // Unclosed elements inside are closed with it.
    this.#open.length = at;
    if (at === 0 && name === this.root) this.complete = true;
  }

  #addText(text: string): void {
    if (this.#text === null) return;
    if (this.#text.length + text.length <= maxText) this.#text += text;
  }

  #takeUrl(kind: SitemapEntry['kind'], text: string | null): void {
    const url = text?.trim() ?? '';
    if (url !== '') this.#take({ kind, url });
  }
}

/** Returns the name of a tag without its prefix, in lower case. */
function localName(text: string): string {
  const name = /^[^\s/>]*/.exec(text)?.[0] ?? '';
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}

/** Returns the href of an Atom link to the page itself. */
function hrefOf(tag: string): string | null {
  const attribute = (name: string): string | null => {
    const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag);
    return found === null ? null : decodeEntities(found[1] ?? found[2] ?? '');
  };
  return (attribute('rel') ?? 'alternate') === 'alternate' ? attribute('href') : null;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes XML's five entities and character references; anything else, such as a lone "&", is kept. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi,
    (whole, decimal, hex, name: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
        ? String.fromCodePoint(code)
        : whole;
    },
  );
}
