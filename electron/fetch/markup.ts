/** A page split into code and visible text, which is enough to classify it without building its tree. */
export interface Markup {
  /** Tags with their attributes, and the contents of scripts. */
  code: string;
  /** Contents of inline scripts. */
  inline: string;
  /** Visible text, with white space collapsed. */
  text: string;
  title: string;
  /** Number of scripts and style sheets that the page loads. */
  loads: number;
}

/** Elements whose content is not visible text; no name is longer than these. */
const silent = new Set(['script', 'style', 'noscript', 'template', 'svg', 'title']);
const longestName = 8;
const silentLetters = new Set([...silent].map((name) => name.charCodeAt(0)));

/**
 * Whether a page has more than `most` visible characters other than white space. Reads no further than needed, usually only the
 * start. Agrees with the text of `cutMarkup`; true for the start of a page implies true for the page.
 */
export function hasMoreText(html: string, most: number): boolean {
  let seen = 0;
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const end = open === -1 ? html.length : open;
    for (let index = at; index < end; index += 1) if (!isSpace(html.charCodeAt(index))) seen += 1;
    if (seen > most) return true;
    if (open === -1) return false;
    if (html.startsWith('<!--', open)) {
      const close = html.indexOf('-->', open + 4);
      if (close === -1) return false;
      at = close + 3;
      continue;
    }
    const close = html.indexOf('>', open);
    if (close === -1) return false;
    at = close + 1;
    if (!beginsSilent(html.charCodeAt(open + 1))) continue;
    const name = tagName(html.slice(open, open + longestName + 2));
    if (!silent.has(name)) continue;
    at = closingTag(html, name, at);
    if (at === -1) return false;
  }
  return false;
}

/** Whether a byte is white space as matched by \s. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0;
}

/** Whether a silent element begins with this letter, in either case, to skip most tags quickly. */
function beginsSilent(code: number): boolean {
  return silentLetters.has(code | 0x20);
}

/** Returns the tag name at the start of a piece, in lower case; empty if there is none. */
function tagName(piece: string): string {
  return /^<([a-z][a-z0-9]*)/i.exec(piece)?.[1]?.toLowerCase() ?? '';
}

/** Returns the position of an element's closing tag; -1 if there is none. */
function closingTag(html: string, name: string, from: number): number {
  for (let at = html.indexOf('</', from); at !== -1; at = html.indexOf('</', at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at;
  }
  return -1;
}

/** Splits a page in one pass, however malformed. */
export function cutMarkup(html: string): Markup {
  const code: string[] = [];
  const inline: string[] = [];
  const text: string[] = [];
  let title = '';
  let loads = 0;
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) {
      text.push(html.slice(at));
      break;
    }
    text.push(html.slice(at, open));
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4);
      if (end === -1) break;
      at = end + 3;
      continue;
    }
    const close = html.indexOf('>', open);
    if (close === -1) break;
    const tag = html.slice(open, close + 1);
    code.push(tag);
    at = close + 1;
    const name = tagName(tag);
    if (/^<(?:script\b[^>]*\ssrc|link\b[^>]*(?:stylesheet|modulepreload))\b/i.test(tag)) loads += 1;
    if (!silent.has(name)) continue;
    const end = closingTag(html, name, at);
    const content = html.slice(at, end === -1 ? html.length : end);
    if (name === 'script') {
      code.push(content);
      inline.push(content);
    } else if (name === 'title' && title === '') title = content.replaceAll(/\s+/g, ' ').trim();
    if (end === -1) break;
    at = end;
  }
  const seen = text.join(' ').replaceAll(/\s+/g, ' ').trim();
  return { code: code.join('\n'), inline: inline.join('\n'), text: seen, title, loads };
}
