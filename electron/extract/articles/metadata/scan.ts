import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { normalizeSpace, trimmedLength } from '../../text.ts';
import type { PageTree } from '../../tree.ts';
import { isInline, textContent, unseenTags, walk } from '../../walk.ts';
import { firstInside, startOfText } from './short-walk.ts';

/** A place in the page. */
export interface Spot {
  element: Element;
  /** Characters of text before it. */
  offset: number;
  /** The nearest ancestor whose name marks it as comments or as a part about other pages; null: none. */
  aside: Element | null;
}

/** A run of text between two block boundaries, on one line. */
export interface Line extends Spot {
  text: string;
}

/** A visible img element. */
export interface Picture extends Spot {
  address: string;
}

/** All input of the metadata readers, collected in one walk over the page. */
export interface PageScan {
  /** The meta elements in document order: lower-case name, property or itemprop, and content. */
  metas: readonly (readonly [string, string])[];
  /** link elements with lower-case rel, and href. */
  links: readonly (readonly [string, string])[];
  /** Attributes of the html element. */
  html: Readonly<Record<string, string>>;
  baseHref: string | null;
  /** The text of the first title element outside of SVG. */
  title: string;
  headings: readonly Line[];
  /** time elements, and elements such as abbr with a date in an attribute. */
  times: readonly Spot[];
  /** Elements with itemprop or property (microdata, RDFa), except meta. */
  properties: readonly Spot[];
  /** Elements whose class, id or data attributes indicate an author. */
  authors: readonly Spot[];
  /** Elements whose class or id indicates a date. */
  dates: readonly Spot[];
  /** Links to pages of authors: rel=author, or a URL like /author/name. */
  authorLinks: readonly Spot[];
  /** Short lines of text. */
  lines: readonly Line[];
  pictures: readonly Picture[];
  /** Sources of the JSON-LD scripts. */
  jsonLd: readonly string[];
  /** Sources of scripts with other JSON. */
  json: readonly string[];
  /** Characters of text in parts that are named as asides. */
  asideLengths: ReadonlyMap<Element, number>;
  /** Number of lines as long as a sentence of prose. */
  proseLines: number;
  /** Characters of all text. */
  length: number;
}

/** Maximum length of a short line, such as a byline; longer lines are prose. */
const maxLine = 400;
const maxLines = 20_000;
const maxSpots = 200;
/** Maximum length of a name or title in metadata. */
const maxValue = 10_000;
/** Length of the kept beginning of long prose: for "Rome, 5 March 2024 (agency) – …", and as a sample of the language. */
const proseStart = 160;

const asideWords: ReadonlySet<string> = new Set([
  'related',
  'recommended',
  'recommend',
  'recommendation',
  'recommendations',
  'popular',
  'trending',
  'sidebar',
  'comment',
  'comments',
  'commentlist',
  'disqus',
  'replies',
  'respond',
  'teaser',
  'teasers',
  'footer',
  'outbrain',
  'taboola',
  'nav',
  'navbar',
  'navigation',
  'menu',
  'mostread',
  'readmore',
  'readnext',
  'newsletter',
  'carousel',
  'slider',
  'ticker',
  'masthead',
  'topbar',
  'cookie',
  'cookies',
  'calendar',
  'reviews',
  'testimonial',
  'testimonials',
  'archive',
  'archives',
]);
/** A quick check: a word can only be in a name that contains its letters. */
const asideLetters = new RegExp([...asideWords].join('|'), 'i');
const asideTags: ReadonlySet<string> = new Set(['aside', 'footer', 'nav', 'dialog', 'form']);
const asideRoles: ReadonlySet<string> = new Set([
  'navigation',
  'complementary',
  'contentinfo',
  'banner',
  'search',
  'dialog',
]);

const authorName =
  /author|autor|auteur|byline|writer|redakteur|verfasser|contributor|journalist|created-?by|posted-?by|submitted/i;
const authorHint = new RegExp(authorName.source + '|user-?name|postuser', 'i');
const dateHint =
  /date|time(?!line)|publi|posted|datum|fecha|created|dateline|veroeff|erschien|stamp|meta(?!l)|byline|submitted|info\b|pubd/i;
const authorAddress =
  /\/(?:authors?|autore?n?s?|auteurs?|redakteure?|redaktion|by|writers?|contributors?|journalists?|people|person|profiles?|users?|members?|staff|columnists?|team)\/[^/?#]+\/?(?:[?#].*)?$/i;
const metaKeys = ['name', 'property', 'itemprop', 'http-equiv'];

/** Splits the class names and the id into words: "article__share-bar" gives article, share and bar. */
function wordsOf(names: string): string[] {
  return names
    .slice(0, 1000)
    .split(/\s+/)
    .filter((name) => !/[:[\]]|^(?:has|no|with|category|tag|is|without|hide|show)-/.test(name))
    .join(' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}

const isJsonLd = (type: string): boolean => /ld\+json/i.test(type);

/** Whether class or id mark an element as a part about other pages. The tag alone does not: an aside may be a byline. */
export function isNamedAside({ attribs }: Pick<Element, 'attribs'>): boolean {
  const names = `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`;
  return asideLetters.test(names) && wordsOf(names).some((word) => asideWords.has(word));
}

/** What the class, id and data attributes of an element indicate. */
interface Named {
  aside: boolean;
  author: boolean;
  date: boolean;
}
const unnamed: Named = { aside: false, author: false, date: false };

/** Returns the text of a heading without its buttons. */
function headingText(heading: Element): string {
  const text = startOfText(heading, 1000);
  const button = firstInside(
    heading,
    ({ name, attribs }) => name === 'button' || attribs['role'] === 'button',
  );
  const label = button === null ? '' : startOfText(button, 200);
  return label !== '' && label.length < text.length ? text.replace(label, '').trim() : text;
}

class Scanner {
  readonly metas: [string, string][] = [];
  readonly links: [string, string][] = [];
  readonly headings: Line[] = [];
  readonly times: Spot[] = [];
  readonly properties: Spot[] = [];
  readonly authors: Spot[] = [];
  readonly dates: Spot[] = [];
  readonly authorLinks: Spot[] = [];
  readonly lines: Line[] = [];
  readonly pictures: Picture[] = [];
  readonly jsonLd: string[] = [];
  readonly json: string[] = [];
  html: Record<string, string> = {};
  baseHref: string | null = null;
  title: string | null = null;
  offset = 0;
  proseLines = 0;
  readonly asideLengths = new Map<Element, number>();
  readonly #asides: Element[] = [];
  readonly #starts: number[] = [];
  readonly #blocks: Element[] = [];
  readonly #known = new Map<string, Named>();
  #text = '';
  #lineOffset = 0;

  enter(node: AnyNode): boolean {
    if (isText(node)) {
      const length = trimmedLength(node.data);
      if (length > 0 && this.#text === '') this.#lineOffset = this.offset;
      this.offset += length;
      if (this.#text.length < maxLine * 4) this.#text += node.data;
      return true;
    }
    if (!isTag(node)) return 'children' in node;
    const { name } = node;
    if (name === 'script') this.#script(node);
    else if (name === 'title' && this.title === null) this.title = normalizeSpace(startOfText(node, 1000));
    if (unseenTags.has(name) && name !== 'head' && name !== 'noscript') return false;
    if (name === 'meta') this.#meta(node);
    else if (name === 'link') this.#link(node);
    else if (name === 'base') this.baseHref ??= node.attribs['href'] ?? null;
    else if (name === 'html') this.html = node.attribs;
    else if (name === 'style' || name === 'title') return false;
    if (!isInline(node)) {
      this.#flush();
      this.#blocks.push(node);
    }
    if (this.#isAside(node)) {
      this.#asides.push(node);
      this.#starts.push(this.offset);
    }
    this.#note(node);
    return true;
  }

  leave(node: AnyNode): void {
    if (!isTag(node)) return;
    if (!isInline(node)) {
      this.#flush();
      this.#blocks.pop();
    }
    if (this.#asides.at(-1) === node) {
      this.#asides.pop();
      this.asideLengths.set(node, this.offset - (this.#starts.pop() ?? 0));
    }
  }

  #spot(element: Element): Spot {
    return { element, offset: this.offset, aside: this.#asides.at(-1) ?? null };
  }

  #flush(): void {
    const raw = this.#text;
    this.#text = '';
    if (raw === '' || this.lines.length >= maxLines) return;
    const text = normalizeSpace(raw.length > maxLine * 2 ? raw.slice(0, maxLine * 2) : raw);
    const element = this.#blocks.at(-1);
    if (text === '' || element === undefined) return;
    if (text.length >= proseStart) this.proseLines += 1;
    const short = text.length > maxLine ? text.slice(0, proseStart) : text;
    this.lines.push({ element, offset: this.#lineOffset, aside: this.#asides.at(-1) ?? null, text: short });
  }

  #script(element: Element): void {
    const type = element.attribs['type'] ?? '';
    if (isJsonLd(type)) this.jsonLd.push(textContent(element));
    else if (/json/i.test(type) || element.attribs['id'] === '__NEXT_DATA__') {
      if (this.json.length < 50) this.json.push(textContent(element));
    }
  }

  #meta({ attribs }: Element): void {
    const value = normalizeSpace((attribs['content'] ?? attribs['value'] ?? '').slice(0, maxValue));
    if (value === '') return;
    for (const key of metaKeys) {
      for (const name of (attribs[key] ?? '').trim().toLowerCase().split(/\s+/)) {
        if (name !== '') this.metas.push([name, value]);
      }
    }
  }

  #link({ attribs }: Element): void {
    const { rel, href } = attribs;
    if (rel !== undefined && href !== undefined) this.links.push([rel.trim().toLowerCase(), href.trim()]);
  }

  #isAside(element: Element): boolean {
    const { name, attribs } = element;
    if (name === 'html' || name === 'body' || name === 'main') return false;
    if (asideTags.has(name)) return true;
    const { role } = attribs;
    return (role !== undefined && asideRoles.has(role)) || this.#named(element).aside;
  }

  /** Returns what the names of an element indicate. Cached by name, because pages repeat their names. */
  #named({ attribs }: Element): Named {
    const { class: classes, id, 'data-testid': test, 'data-component': component } = attribs;
    if (classes === undefined && id === undefined && test === undefined && component === undefined)
      return unnamed;
    const isClassed = (id ?? test ?? component) === undefined && classes !== undefined;
    const names = isClassed ? classes : `${classes ?? ''} ${id ?? ''} ${test ?? ''} ${component ?? ''}`;
    const known = this.#known.get(names);
    if (known !== undefined) return known;
    const hints = names.slice(0, 600);
    const named: Named = {
      aside: isNamedAside({ attribs }),
      author: authorHint.test(hints),
      date: dateHint.test(hints),
    };
    this.#known.set(names, named);
    return named;
  }

  #note(element: Element): void {
    const { name, attribs } = element;
    const add = (spots: Spot[]): void => {
      if (spots.length < maxSpots) spots.push(this.#spot(element));
    };
    if (/^h[1-3]$/.test(name) && this.headings.length < 200)
      this.headings.push({ ...this.#spot(element), text: headingText(element) });
    const { itemprop, property, rel, href, datetime, title } = attribs;
    if (name === 'time' || datetime !== undefined || (name === 'abbr' && title !== undefined))
      add(this.times);
    else if (attribs['data-utime'] !== undefined || attribs['data-timestamp'] !== undefined) add(this.times);
    if (name !== 'meta' && (itemprop !== undefined || property !== undefined)) add(this.properties);
    if (name === 'a' && href !== undefined && (/\bauthor\b/i.test(rel ?? '') || authorAddress.test(href)))
      add(this.authorLinks);
    if (name === 'img') this.#picture(element);
    if (name === 'body' || name === 'html' || name === 'img') return;
    const named = this.#named(element);
    if (named.author) add(this.authors);
    if (named.date) add(this.dates);
  }

  #picture(element: Element): void {
    const { attribs } = element;
    const address = attribs['src'] ?? attribs['data-src'] ?? attribs['data-original'] ?? '';
    if (address !== '' && this.pictures.length < maxSpots)
      this.pictures.push({ ...this.#spot(element), address });
  }
}

/** Walks a page once and collects the input of the metadata readers. Linear in the size of the page. */
export function scanPage(page: PageTree): PageScan {
  const scanner = new Scanner();
  walk(page.document, {
    enter: (node) => scanner.enter(node),
    leave: (node) => scanner.leave(node),
  });
  const { title, offset, ...rest } = scanner;
  return { ...rest, title: title ?? '', length: offset };
}
