import { isTag, isText, type Element } from 'domhandler';
import type { PageTree } from '../extract/tree.ts';
import { unseenTags, walk } from '../extract/walk.ts';

/** By what a page is known again without being kept: 32 bits of its text, and of the set of its links. Plain data. */
export interface Likeness {
  text: number;
  /** null: it has no links. */
  links: number | null;
}

/** Characters of an address, and of the text of its link, that are compared. */
const longestHref = 2048;
/** Numbers up to this length count something, as in "Page 17"; longer ones are ids. */
const longestCount = 6;

/**
 * The likeness of a page. What merely repeats an address is no text of its own: a word that stands in the page's own
 * address, and a link whose text is a part of its address. Else every page of `/u/k3j9x2` that says "k3j9x2" would be unlike all
 * others. Short numbers stay, because they tell the pages of a list apart.
 *
 * @param url of the page
 */
export function likenessOf({ document }: PageTree, url: string): Likeness {
  const own = new Set<number>();
  eachWord(url.slice(url.indexOf('//') + 2), (hash, isCount) => {
    if (!isCount) own.add(hash);
  });
  const links = new Set<number>();
  let text = hashStart;
  /** The address of the link that is being read, and its text so far. */
  let href: string | null = null;
  let linkText = '';
  const add = (hash: number): void => {
    if (!own.has(hash)) text = mixed(text, hash);
  };
  walk(document, {
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

/** Whether the text of a link only says its address, or a part of it. */
function spells(text: string, href: string): boolean {
  const said = text.trim();
  if (said.length > longestHref || /^\d{1,6}$/.test(said)) return false;
  return href.slice(0, longestHref).toLowerCase().includes(said.toLowerCase());
}

/** Calls with a hash of each word of a text, whatever the case of its letters, and whether it is but a short number. */
function eachWord(text: string, take: (hash: number, isCount: boolean) => void): void {
  let hash = hashStart;
  let length = 0;
  let digits = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 0x20;
    const isDigit = code >= 0x30 && code <= 0x39;
    const lower = code | 0x20;
    // Beyond ASCII everything is a letter, but for the spaces and marks that are usual between words.
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

/** FNV-1a with 32 bits. */
const hashStart = 0x811c9dc5 | 0;
const prime = 0x01000193;
const mixed = (hash: number, next: number): number =>
  Math.imul(Math.imul(hash ^ next, prime) ^ (next >>> 15), prime);

/** Of an address as it is written, without its fragment and white space around it. */
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
