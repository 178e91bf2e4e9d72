import { isTag, isText, type Element } from 'domhandler';
import type { Page } from '../extract/page.ts';
import { unseenTags, walk } from '../extract/walk.ts';

/** A digest by which similar pages are recognized: 32 bits of the page's text, and of its set of links. Plain data. */
export interface Likeness {
  text: number;
  /** null if the page has no links. */
  links: number | null;
}

/** Maximum length of a URL, and of the text of its link, that are compared. */
const longestHref = 2048;
/** Numbers up to this length count something, as in "Page 17"; longer ones are ids. */
const longestCount = 6;

/**
 * Returns the likeness of a page. Text that only repeats a URL is ignored: a word that occurs in the page's own URL, and a link
 * whose text is part of its URL. Otherwise every page `/u/k3j9x2` that contains "k3j9x2" would be unlike all others. Short
 * numbers count, because they distinguish the pages of a list. Of JSON the whole text counts, and it has no links.
 * @param url of the page
 */
export function likenessOf(page: Page, url: string): Likeness {
  const own = new Set<number>();
  eachWord(url.slice(url.indexOf('//') + 2), (hash, isCount) => {
    if (!isCount) own.add(hash);
  });
  const links = new Set<number>();
  let text = hashStart;
  /** The `href` of the link being read, and its text so far. */
  let href: string | null = null;
  let linkText = '';
  const add = (hash: number): void => {
    if (!own.has(hash)) text = mixed(text, hash);
  };
  if (page.kind === 'json') {
    eachWord(JSON.stringify(page.value), add);
    return { text: text >>> 0, links: null };
  }
  walk(page.document, {
    enter(node) {
      if (isText(node)) {
        if (href === null) eachWord(node.data, add);
        else if (linkText.length <= longestHref) linkText += node.data;
        return true;
      }
      if (!isTag(node)) return true;
      if (unseenTags.has(node.name) && node.name !== 'noscript') return false;
      const target = isLink(node) ? node.attribs['href'] : undefined;
      if (target === undefined) return true;
      href = target;
      links.add(hashOf(target));
      return true;
    },
    leave(node) {
      if (href === null || !isTag(node) || !isLink(node)) return;
      if (!spells(linkText, href)) eachWord(linkText, add);
      href = null;
      linkText = '';
    },
  });
  let sum = 0;
  for (const link of links) sum = (sum + link) >>> 0;
  return { text: text >>> 0, links: links.size === 0 ? null : mixed(sum, links.size) >>> 0 };
}

const isLink = ({ name }: Element): boolean => name === 'a' || name === 'area';

/** Whether the text of a link only repeats its URL, or part of it. */
function spells(text: string, href: string): boolean {
  const said = text.trim();
  if (said.length > longestHref || /^\d{1,6}$/.test(said)) return false;
  return href.slice(0, longestHref).toLowerCase().includes(said.toLowerCase());
}

/** Calls `take` with a case-insensitive hash of each word, and whether the word is a short number. */
function eachWord(text: string, take: (hash: number, isCount: boolean) => void): void {
  let hash = hashStart;
  let length = 0;
  let digits = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 0x20;
    const isDigit = code >= 0x30 && code <= 0x39;
    const lower = code | 0x20;
    // Beyond ASCII, all characters count as letters except common spaces and punctuation.
    if (
      isDigit ||
      (lower >= 0x61 && lower <= 0x7a && code < 0x80) ||
      (code > 0xbf && (code < 0x2000 || code > 0x206f))
    ) {
      hash = Math.imul(hash ^ (isDigit || code >= 0x80 ? code : lower), prime);
      length += 1;
      if (isDigit) digits += 1;
    } else if (length > 0) {
      take(hash, digits === length && length <= longestCount);
      hash = hashStart;
      length = 0;
      digits = 0;
    }
  }
}

/** 32-bit FNV-1a. */
const hashStart = 0x811c9dc5 | 0;
const prime = 0x01000193;
const mixed = (hash: number, next: number): number =>
  Math.imul(Math.imul(hash ^ next, prime) ^ (next >>> 15), prime);

/** Hashes a URL as written, without its fragment and surrounding white space. */
function hashOf(target: string): number {
  let hash = hashStart;
  const trimmed = target.trim();
  for (let at = 0; at < trimmed.length; at += 1) {
    const code = trimmed.charCodeAt(at);
    if (code === 0x23) break;
    hash = Math.imul(hash ^ code, prime);
  }
  return hash >>> 0;
}
