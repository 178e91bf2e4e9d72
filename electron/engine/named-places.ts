import { isTag, isText, type Element } from 'domhandler';
import { counted } from '../../shared/counted.ts';
import { isPlain, type RequestMessage } from '../../shared/request-message.ts';
import type { NextQuery } from '../../shared/spider/schema.ts';
import type { CompiledJsonPath } from '../extract/json-path/select.ts';
import type { JsonPage } from '../extract/page.ts';
import type { CompiledSelector, Match } from '../extract/select.ts';
import { SelectorCostError } from '../extract/select.ts';
import type { PageTree } from '../extract/tree.ts';
import type { JsonValue } from '../extract/types.ts';
import { headerLinks } from '../../shared/link-header.ts';
import { PatternCostError } from '../patterns/compile.ts';
import {
  defaultMaxLinks,
  targetsFrom,
  tooManyLinks,
  type AnchorScan,
  type LinkOptions,
  type Place,
} from './links.ts';
import { pageWithSum, pageWithValue, type AskedPage } from './next-page.ts';
import { originOf } from './resolve.ts';

/**
 * The links of XML and JSON pages, which are only where a rule names their places. Each place is one flag of `inside`, as each
 * region of an HTML page is.
 */

/**
 * Finds the links of an XML page. The selectors of a rule name the elements or attributes: an attribute gives its value, an element
 * its `href` (as `link` of Atom has it), else its text (as `link` of RSS has it). An element with other elements in it is no place.
 */
export function scanXml(
  page: PageTree,
  pageUrl: string,
  selectors: readonly CompiledSelector[],
  options: LinkOptions = {},
): AnchorScan {
  const found = new FoundPlaces(selectors.length, options.maxLinks);
  for (const [index, selector] of selectors.entries()) {
    found.guarded(`The places ${selector.source}`, () => {
      for (const match of selector.select(page.document)) {
        const href = hrefOf(match);
        const element = elementOf(match);
        if (href !== null && element !== null) found.add(href, element, index);
      }
    });
  }
  const root = page.document.children.find(isTag);
  const base = root?.attribs['xml:base'];
  return found.scan(base === undefined ? pageUrl : (URL.parse(base, pageUrl)?.href ?? pageUrl), options);
}

function hrefOf({ kind, node, value }: Match): string | null {
  if (kind !== 'element') return kind === 'attribute' || kind === 'text' ? value : null;
  if (node === null || !isTag(node)) return null;
  const href = node.attribs['href'];
  if (href !== undefined) return href;
  return node.children.some(isTag) ? null : textIn(node);
}

const textIn = (element: Element): string =>
  element.children.map((child) => (isText(child) ? child.data : '')).join('');

function elementOf({ node }: Match): Element | null {
  if (node === null || isTag(node)) return node;
  return node.parent !== null && isTag(node.parent) ? node.parent : null;
}

/** Values of a JSON page from which links come. */
interface ValuePlaces {
  path: CompiledJsonPath;
  /** How the request for the next page comes from them; null: they are links themselves. */
  query: NextQuery | null;
}

/** Places of a JSON page from which links come: values in it, or the links of one relation in its Link header. */
export type JsonPlaces = ValuePlaces | { relation: string };

/** How a JSON page was asked for, and what its head says. */
export interface JsonAsked {
  /** What its request said besides its URL; left out: it was a plain GET. */
  message?: RequestMessage | undefined;
  /** Its Link header. */
  linkHeader?: string | undefined;
}

/** Finds the links of a JSON page: the texts that the paths select, and those in lists that they select, or what they say of the next page. */
export function scanJson(
  page: JsonPage,
  pageUrl: string,
  places: readonly JsonPlaces[],
  { message, linkHeader = '', ...options }: LinkOptions & JsonAsked = {},
): AnchorScan {
  const found = new FoundPlaces(places.length, options.maxLinks);
  const asked = { url: pageUrl, ...(message === undefined ? {} : { message }) };
  for (const [index, place] of places.entries()) {
    if ('relation' in place) {
      for (const { target, relations } of headerLinks(linkHeader))
        if (relations.includes(place.relation)) found.add(target, null, index, sameAsked(target, asked));
    } else {
      found.guarded(`The places ${place.path.source}`, () => addPlaces(found, index, place, { page, asked }));
    }
  }
  return found.scan(pageUrl, options);
}

/** What the request for the target of a Link header says: the same as that of its page, on the same site. */
function sameAsked(target: string, { url, message }: AskedPage): RequestMessage | undefined {
  const to = URL.parse(target, url);
  return to !== null && isPlain(message) && originOf(to.href) === originOf(url) ? message : undefined;
}

function addPlaces(
  found: FoundPlaces,
  index: number,
  { path, query }: ValuePlaces,
  { page, asked }: { page: JsonPage; asked: AskedPage },
): void {
  const values = path.select(page.value).flatMap(({ value }) => (Array.isArray(value) ? value : [value]));
  const present = values.filter((value) => !isAbsent(value));
  const isSum = query?.add !== null && query?.add !== undefined;
  const add = (next: ReturnType<typeof pageWithValue>): void => {
    if (next === null) return;
    if ('problem' in next) found.problems.push(next.problem);
    else found.add(next.url, null, index, next.message);
  };
  if (isSum) {
    if (present.length > 0) add(pageWithSum(asked, query, query.add ?? 0));
    return;
  }
  for (const value of present) {
    if (query !== null) add(pageWithValue(asked, query, value));
    else if (typeof value === 'string') found.add(value, null, index);
  }
  const others = present.filter(
    (value) => typeof value !== 'string' && (query === null || typeof value !== 'number'),
  ).length;
  if (others > 0) {
    const what = query === null ? 'text, so not a link' : 'text or a number';
    found.problems.push(
      `${path.source} names ${counted(others, 'value')} that ${others === 1 ? 'is' : 'are'} not ${what}.`,
    );
  }
}

/** null and false stand for "no next page". */
const isAbsent = (value: JsonValue): boolean => value === null || value === false;

/** A link that selectors have named. */
interface NamedPlace {
  href: string;
  /** What its request says besides its URL. */
  message: RequestMessage | undefined;
  place: Place;
  inside: boolean[];
}

/** The links that selectors have named, by what is written. */
class FoundPlaces {
  readonly problems: string[] = [];
  readonly #places = new Map<string, NamedPlace>();
  readonly #count: number;
  readonly #maxLinks: number;
  #capped = false;

  constructor(selectors: number, maxLinks = defaultMaxLinks) {
    this.#count = selectors;
    this.#maxLinks = maxLinks;
  }

  add(written: string, element: Element | null, selector: number, message?: RequestMessage): void {
    const href = written.trim();
    if (href === '') return;
    const key = message?.body === undefined ? href : `${href} ${message.body}`;
    const known = this.#places.get(key);
    if (known !== undefined) {
      known.inside[selector] = true;
      return;
    }
    if (this.#places.size >= this.#maxLinks) {
      this.#capped = true;
      return;
    }
    const inside = Array.from({ length: this.#count }, (_, index) => index === selector);
    const place = { element, inside, order: this.#places.size };
    this.#places.set(key, { href, message, place, inside });
  }

  /** Runs a selector; one that takes too long becomes a problem. */
  guarded(what: string, run: () => void): void {
    try {
      run();
    } catch (error) {
      if (!(error instanceof SelectorCostError || error instanceof PatternCostError)) throw error;
      this.problems.push(`${what} were not searched for links: ${error.message}`);
    }
  }

  scan(base: string, { maxUrlLength, known }: LinkOptions): AnchorScan {
    if (this.#capped) this.problems.push(tooManyLinks(this.#maxLinks));
    const resolve = targetsFrom(base, maxUrlLength);
    const site = known?.on(base, resolve) ?? null;
    const anchors = [...this.#places.values()].map(({ href, message, place }) => ({
      href,
      target: site === null ? resolve(href) : site.target(href),
      places: [place],
      ...(message === undefined ? {} : { message }),
    }));
    return { anchors, site, problems: this.problems };
  }
}
