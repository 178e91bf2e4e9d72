import type { Element } from 'domhandler';
import { detach } from '../text.ts';
import { startOfText } from './metadata/short-walk.ts';
import { unspaced } from './news/stop-words.ts';
import type { Line } from './metadata/scan.ts';
import { isSiteName, keyOf, speaksOfSite, wordsOf, type SiteNames } from './metadata/site-name.ts';

/** Sources of the title. */
export interface TitleSources {
  /** Titles in metadata, most reliable first: headline of JSON-LD, og:title, twitter:title, … */
  given: readonly string[];
  /** The text of the title element; may be empty. */
  document: string;
  /** The h1, h2 and h3 elements in document order. */
  headings: readonly Line[];
  site: SiteNames;
  /** Whether the page is an article. On other pages, the heading may be a slogan. */
  isArticle: boolean;
}

/** The chosen title. */
export interface ChosenTitle {
  title: string | null;
  /** The heading with the title; null: none. */
  heading: Element | null;
}

/** Separators between the title and the name of the site: " | ", " - ", " – ", " — ", " :: ", " » ", " · ". */
const separator = /\s+(?:[|\-–—»«·•/~<>]+|::)\s+|\s*[|»｜]\s*|\s*_(?=\p{Lo})|-(?=\p{Lo}{2,8}$)/u;
const edges = /^[\s|\-–—»«·•/:_｜]+|[\s|\-–—»«·•/:_｜]+$/gu;

/** Removes the name of the site from a title; if the name is unknown, removes a short last part. */
function withoutSiteName(title: string, site: SiteNames): string {
  let rest = title.trim();
  let named = false;
  for (let round = 0; round < 3; round += 1) {
    const parts = rest.split(separator).filter((part) => part.trim() !== '');
    const [first, last] = [parts[0] ?? '', parts.at(-1) ?? ''];
    if (parts.length < 2) break;
    if (speaksOfSite(last, site)) rest = cutEnd(rest, last);
    else if (isSiteName(first, site))
      rest = rest.slice(rest.indexOf(first) + first.length).replaceAll(edges, '');
    else break;
    named = true;
  }
  const parts = rest.split(separator);
  const last = parts.at(-1) ?? '';
  return parts.length > 1 && isShortEnd(last, rest, named ? 2 : 4) ? cutEnd(rest, last) : rest;
}

/** Whether the last part of a title is so short that it can only be the name of the site or a section. */
function isShortEnd(last: string, title: string, maxWords: number): boolean {
  if (unspaced.test(title)) return last.length <= 8 && title.length - last.length >= 8;
  const words = (text: string): number => text.split(/\s+/).length;
  return (
    words(last) <= maxWords && words(title) - words(last) >= 3 && title.length - last.length > last.length
  );
}

function cutEnd(title: string, part: string): string {
  return title.slice(0, title.lastIndexOf(part)).replaceAll(edges, '');
}

/** A text that headings are compared with. */
interface Other {
  words: ReadonlySet<string>;
  key: string;
}

/** Number of characters of a text that are compared. */
const compared = 500;

const otherOf = (text: string): Other => ({
  words: new Set(wordsOf(text.slice(0, compared))),
  key: keyOf(text.slice(0, compared)),
});

/** Similarity of a heading and a text: the mean of the shares of their words that the other contains. */
function likeness(heading: ReadonlySet<string>, { words }: Other): number {
  if (heading.size === 0 || words.size === 0) return 0;
  const shared = [...heading].filter((word) => words.has(word)).length;
  return (shared / heading.size + shared / words.size) / 2;
}

interface Rated {
  line: Line;
  text: string;
  score: number;
}

/** Headings of dialogs, menus and lists, which are never the title. */
const functional =
  /^(?:menu|navigation|main navigation|search|home|comments?|related .*|newsletter|login|log in|sign (?:in|up).*|cart|share|cookies?|privacy|(?:we value )?your privacy.*|kommentare|suche|accueil|inicio|startseite|\d+)$/i;

function rate(line: Line, others: readonly Other[], site: SiteNames): Rated {
  const text = line.text.replaceAll(/\s*[¶#§]$/gu, '').trim();
  const { words, key } = otherOf(text);
  const level = Number(line.element.name.slice(1));
  const like = Math.max(...others.map((other) => likeness(words, other)), 0);
  const within = key.length >= 8 && others.some((other) => other.key.includes(key));
  let score = like + (within ? 0.5 : 0) + (level === 1 ? 0.6 : 0);
  if (line.aside !== null) score -= 0.35;
  if (words.size < 2 && key.length < 12) score -= 0.3;
  if (/headline|title|name/.test(line.element.attribs['itemprop'] ?? '')) score += 0.3;
  if (isSiteName(text, site) || functional.test(text) || text.length > 400 || key === '') score = -1;
  return { line, text, score };
}

/** Returns the headline of an h1 that also contains a kicker in a separate element. */
function withoutKicker({ line, text }: Rated, given: readonly string[]): string {
  const key = keyOf(text);
  for (const child of line.element.children) {
    if (!('children' in child) || !('attribs' in child)) continue;
    const part = startOfText(child, 1000);
    const partKey = keyOf(part);
    if (partKey.length < 12 || partKey === key) continue;
    if (given.some((other) => keyOf(other) === partKey)) return part;
  }
  return text;
}

/** Minimum score of a heading to be the title. */
function enough({ line }: Rated, isNamed: boolean, isArticle: boolean): number {
  if (!isNamed) return 0.2;
  if (line.element.name !== 'h1') return 1.2;
  return isArticle ? 0.6 : 1;
}

/**
 * Returns the visible title of a page: the heading that agrees best with the metadata, with a preference for h1. If no heading
 * fits, the title in the metadata, or else the title element, both without the name of the site.
 */
export function chooseTitle(sources: TitleSources): ChosenTitle {
  const { given, document, headings, site } = sources;
  const others = [...given, document].map(otherOf);
  const rated = headings.map((line) => rate(line, others, site));
  const best = rated.reduce<Rated | null>(
    (top, one) => (top === null || one.score > top.score ? one : top),
    null,
  );
  const named = [...given, document].filter((text) => text !== '');
  if (best !== null && best.score >= enough(best, named.length > 0, sources.isArticle)) {
    return { title: detach(withoutKicker(best, given)), heading: best.line.element };
  }
  const candidates = named.map((text) => withoutSiteName(text, site));
  const title = candidates.find((text) => text.length >= 5) ?? candidates.find((text) => text !== '') ?? null;
  if (title !== null)
    return { title: detach(title), heading: best !== null && best.score > 0.5 ? best.line.element : null };
  const shown = headings.find(({ text }) => text !== '');
  return { title: shown === undefined ? null : detach(shown.text), heading: shown?.element ?? null };
}
