/** A page cut into what is code and what a reader sees: enough to tell what kind of page it is, without building its tree. */
export interface Markup {
  /** Tags with their attributes, and the contents of scripts. */
  code: string;
  /** Contents of scripts that stand in the page itself. */
  inline: string;
  /** What a reader sees, white space made single. */
  text: string;
  title: string;
  /** How many scripts and style sheets the page loads. */
  loads: number;
}

/** Elements whose contents are no text of the page; their names are no longer than these. */
const silent = new Set(['script', 'style', 'noscript', 'template', 'svg', 'title']);
const longestName = 8;
const silentLetters = new Set([...silent].map((name) => name.charCodeAt(0)));

/**
 * Whether a reader sees more than so many characters, white space not counted. Looks no further than it has to: of a usual
 * page, at its beginning. What it says of a page holds for the text that `cutMarkup` finds; where it says so of a beginning, it
 * holds for the whole.
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

/** All that \s means among the characters of one byte. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0;
}

/** Whether one of the silent elements begins with this letter, in either case: most tags need no closer look. */
function beginsSilent(code: number): boolean {
  return silentLetters.has(code | 0x20);
}

/** Name of the tag that a piece begins with, in lower case; empty where it begins with none. */
function tagName(piece: string): string {
  return /^<([a-z][a-z0-9]*)/i.exec(piece)?.[1]?.toLowerCase() ?? '';
}

/** Where an element's closing tag begins, -1 where there is none. */
function closingTag(html: string, name: string, from: number): number {
  for (let at = html.indexOf('</', from); at !== -1; at = html.indexOf('</', at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at;
  }
  return -1;
}

/** Cuts a page up in one pass, however broken it is. */
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
