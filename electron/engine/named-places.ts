import { isTag, isText, type Element } from 'domhandler';
import { counted } from '../../shared/counted.ts';
import { queryValue, withQueryValue } from '../../shared/spider/next-query.ts';
import type { NextQuery } from '../../shared/spider/schema.ts';
import type { CompiledJsonPath } from '../extract/json-path/select.ts';
import type { JsonPage } from '../extract/page.ts';
import type { CompiledSelector, Match } from '../extract/select.ts';
import { SelectorCostError } from '../extract/select.ts';
import type { PageTree } from '../extract/tree.ts';
import type { JsonValue } from '../extract/types.ts';
import { PatternCostError } from '../patterns/compile.ts';
import {
  defaultMaxLinks,
  targetsFrom,
  tooManyLinks,
  type AnchorScan,
  type LinkOptions,
  type Place,
} from './links.ts';

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
export interface JsonPlaces {
  path: CompiledJsonPath;
  /** How the URL of the next page comes from them; null: they are links themselves. */
  query: NextQuery | null;
}

/** Finds the links of a JSON page: the texts that the paths select, and those in lists that they select, or what they say of the next page. */
export function scanJson(
  page: JsonPage,
  pageUrl: string,
  places: readonly JsonPlaces[],
  options: LinkOptions = {},
): AnchorScan {
  const found = new FoundPlaces(places.length, options.maxLinks);
  for (const [index, { path, query }] of places.entries()) {
    found.guarded(`The places ${path.source}`, () => {
      const values = path.select(page.value).flatMap(({ value }) => (Array.isArray(value) ? value : [value]));
      const present = values.filter((value) => !isAbsent(value));
      if (query?.add !== null && query?.add !== undefined) {
        const next = present.length === 0 ? null : addedTo(pageUrl, query, query.add);
        if (typeof next === 'string') found.add(next, null, index);
        else if (next !== null) found.problems.push(next.problem);
        return;
      }
      const links = present.flatMap((value) => linkOf(value, query, pageUrl) ?? []);
      for (const link of links) found.add(link, null, index);
      const others = present.length - links.length;
      if (others > 0) {
        const what = query === null ? 'text, so not a link' : 'text or a number';
        found.problems.push(
          `${path.source} names ${counted(others, 'value')} that ${others === 1 ? 'is' : 'are'} not ${what}.`,
        );
      }
    });
  }
  return found.scan(pageUrl, options);
}

/** The link that a value is, or makes; null: it is none. */
function linkOf(value: JsonValue, query: NextQuery | null, pageUrl: string): string | null {
  if (query === null) return typeof value === 'string' ? value : null;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).trim();
  return text === '' ? '' : withQueryValue(pageUrl, query.name, text);
}

/** The page's own URL with a number that is higher; null: the highest is reached. */
function addedTo(
  pageUrl: string,
  { name, from, to }: NextQuery,
  add: number,
): string | { problem: string } | null {
  const written = queryValue(pageUrl, name);
  const own = written === null || written === '' ? (from ?? 0) : Number(written);
  if (!Number.isSafeInteger(own)) {
    return {
      problem: `"${name}" in the URL of the page is not a whole number, so it says nothing of the next page.`,
    };
  }
  const next = own + add;
  return typeof to === 'number' && next > to ? null : withQueryValue(pageUrl, name, String(next));
}

/** null and false stand for "no next page". */
const isAbsent = (value: JsonValue): boolean => value === null || value === false;

/** The links that selectors have named, by what is written. */
class FoundPlaces {
  readonly problems: string[] = [];
  readonly #places = new Map<string, { place: Place; inside: boolean[] }>();
  readonly #count: number;
  readonly #maxLinks: number;
  #capped = false;

  constructor(selectors: number, maxLinks = defaultMaxLinks) {
    this.#count = selectors;
    this.#maxLinks = maxLinks;
  }

  add(written: string, element: Element | null, selector: number): void {
    const href = written.trim();
    if (href === '') return;
    const known = this.#places.get(href);
    if (known !== undefined) {
      known.inside[selector] = true;
      return;
    }
    if (this.#places.size >= this.#maxLinks) {
      this.#capped = true;
      return;
    }
    const inside = Array.from({ length: this.#count }, (_, index) => index === selector);
    this.#places.set(href, { place: { element, inside, order: this.#places.size }, inside });
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
    const anchors = [...this.#places].map(([href, { place }]) => ({
      href,
      target: site === null ? resolve(href) : site.target(href),
      places: [place],
    }));
    return { anchors, site, problems: this.problems };
  }
}
