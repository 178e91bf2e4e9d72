import {
  isDocument,
  isTag,
  isText,
  type AnyNode,
  type ChildNode,
  type Document,
  type Element,
  type ParentNode,
} from 'domhandler';
import type { RequestMessage } from '../../shared/request-message.ts';
import { indexOfPage } from '../extract/page-index.ts';
import type { CompiledSelector } from '../extract/select.ts';
import { SelectorCostError } from '../extract/select.ts';
import type { PageTree } from '../extract/tree.ts';
import { canonicalizeUrl } from './canonical.ts';
import { ignoredExtension } from './link-extensions.ts';
import type { KnownLinks, LinkProblem, LinkTarget, SiteLinks } from './known-links.ts';
import { createResolver } from './resolve.ts';

/**
 * A link of a page. Links are found as by Scrapy 2.8's LxmlLinkExtractor with its defaults: tags `a` and `area`, attribute
 * `href`, `<base href>` applied, white space trimmed, `rel=nofollow` recorded but not obeyed, ignored file extensions dropped.
 * URLs are resolved as in browsers; decision 0060 lists the differences to Scrapy.
 */
export interface FoundLink {
  /** Absolute http(s) URL. */
  url: string;
  /** Text of the link as written, up to a maximum length. */
  text: string;
  nofollow: boolean;
}

/** Options of `extractLinks`. */
export interface LinkOptions {
  /** Only links inside the nodes that any of these selectors selects. Empty: the whole page. */
  regions?: readonly CompiledSelector[];
  /** Maximum number of different `href` values; further ones are reported and dropped. */
  maxLinks?: number;
  /** Maximum length of a URL in characters; longer ones are dropped. Scrapy's URLLENGTH_LIMIT. */
  maxUrlLength?: number;
  /** Names of the elements whose `href` is a link; null: those of `defaultTags`. */
  tags?: ReadonlySet<string> | null;
  /** Links known from earlier pages, with the same `maxUrlLength`. Links that are already requested are left out. */
  known?: KnownLinks;
}

/** The elements whose `href` is a link unless a rule names others. */
export const defaultTags: ReadonlySet<string> = new Set(['a', 'area']);

/** Default maximum number of different links of a page. */
export const defaultMaxLinks = 100_000;
/** Default maximum length of a URL: Scrapy's URLLENGTH_LIMIT. */
export const defaultMaxUrlLength = 2083;

/** Maximum length of a link's text, and of nodes visited for it: nested links must not multiply the work. */
const maxText = 500;
const maxTextNodes = 500;

/** The regions that contain an anchor: one flag per selector. Shared between anchors. */
export type Inside = readonly boolean[];

/** An occurrence of an anchor in a page. */
export interface Place {
  /** The element with the link; null for a value of a JSON page. */
  element: Element | null;
  /** Which of the scanned regions, or of the named places, hold it. */
  inside: Inside;
  /** Position among the links of the page. */
  order: number;
}

/** All occurrences of one `href` value in a page. */
export interface Anchor {
  /** As written, for messages. */
  href: string;
  target: LinkTarget;
  /** Occurrences in document order, one for each combination of regions. */
  places: readonly Place[];
  /** What its request says besides its URL; left out: it is a plain GET. */
  message?: RequestMessage;
}

/** The anchors of a page. */
export interface AnchorScan {
  /** Anchors, without those known to be requested as far as a quick check shows. */
  anchors: Anchor[];
  /** Known links of the page's origin; null if there is no cache. */
  site: SiteLinks | null;
  /** Problems in one sentence each: links beyond the maximum, regions that could not be searched. */
  problems: string[];
}

/** Returns the links of a page in document order, each once. Duplicates are recognized by canonical URL and fragment. */
export function extractLinks(page: PageTree, pageUrl: string, options: LinkOptions = {}): FoundLink[] {
  const regions = options.regions ?? [];
  const places: { url: string; place: Place }[] = [];
  for (const { target, places: all } of scanAnchors(page, pageUrl, regions, options).anchors) {
    const { url } = target;
    const place = placeInside(all, regions.length === 0 ? null : allOf(regions));
    if (url !== null && place !== null) places.push({ url, place });
  }
  if (regions.length > 0) places.sort((a, b) => a.place.order - b.place.order);
  const links = new Map<string, FoundLink>();
  for (const { url, place } of places) {
    const key = canonicalizeUrl(url, { keepFragment: true });
    if (!links.has(key)) links.set(key, linkAt(url, place));
  }
  return [...links.values()];
}

const allOf = (regions: readonly CompiledSelector[]): number[] => regions.map((_, index) => index);

/**
 * Returns the first place inside one of the regions.
 * @param regions null: the whole page
 * @param tags names of the elements that count; null: all that were scanned
 */
export function placeInside(
  places: readonly Place[],
  regions: readonly number[] | null,
  tags: ReadonlySet<string> | null = null,
): Place | null {
  if (regions === null && tags === null) return places[0] ?? null;
  return (
    places.find(
      ({ inside, element }) =>
        (regions === null || regions.some((region) => inside[region])) &&
        (tags === null || (element !== null && tags.has(element.name))),
    ) ?? null
  );
}

/** Returns a link with its text and rel, which are read only for links that a rule claims. */
export function linkAt(url: string, { element }: Place): FoundLink {
  if (element === null) return { url, text: '', nofollow: false };
  return { url, text: textOf(element), nofollow: hasNofollow(element.attribs['rel']) };
}

/**
 * Finds the anchors of a page in one walk, whatever the number of rules.
 * @param regions all selectors to which rules are restricted; `Inside` has a flag for each
 */
export function scanAnchors(
  page: PageTree,
  pageUrl: string,
  regions: readonly CompiledSelector[],
  options: Omit<LinkOptions, 'regions'> = {},
): AnchorScan {
  const maxLinks = options.maxLinks ?? defaultMaxLinks;
  const tags = options.tags ?? null;
  const { marks, problems } = markRegions(page.document, regions);
  const listed = regions.length === 0 && tags === null ? listedLinks(page.document) : null;
  const limits = { maxLinks, tags: tags ?? defaultTags };
  const walked = listed === null ? walk(page.document, marks, regions.length, limits) : null;
  const base = baseUrl(listed === null ? (walked?.base ?? null) : listed.base, pageUrl);
  const resolve = targetsFrom(base, options.maxUrlLength);
  const site = options.known?.on(base, resolve) ?? null;
  const { found, capped } = walked ?? visitAll(listed?.elements ?? [], limits, site);
  if (capped) {
    problems.push(tooManyLinks(maxLinks));
  }
  const anchors: Anchor[] = [];
  for (const [href, places] of found) {
    anchors.push({ href, target: site === null ? resolve(href) : site.target(href), places });
  }
  return { anchors, site, problems };
}

/** Returns a function that resolves links as written. @param base absolute URL */
export function targetsFrom(base: string, maxUrlLength = defaultMaxUrlLength): (href: string) => LinkTarget {
  const resolver = createResolver(base);
  return (href) => {
    const resolved = resolver.resolve(href);
    const problem = resolved.ok ? linkProblem(resolved.url, maxUrlLength) : resolved.problem;
    const url = resolved.ok && problem === null ? resolved.url : null;
    return { url, problem, facts: null };
  };
}

/** Returns why a crawl does not request an absolute URL, independent of the rules; null if it may. */
export function linkProblem(url: string, maxUrlLength = defaultMaxUrlLength): LinkProblem | null {
  if (url.length > maxUrlLength) return 'too-long';
  return ignoredExtension(url) === null ? null : 'extension';
}

/** The problem of a page with too many links. */
export const tooManyLinks = (maxLinks: number): string =>
  `The page holds more than ${maxLinks.toLocaleString('en')} different links; the rest was not read.`;

function baseUrl(href: string | null, pageUrl: string): string {
  if (href === null) return pageUrl;
  const resolved = createResolver(pageUrl).resolve(href);
  return resolved.ok ? resolved.url : pageUrl;
}

/** The selectors whose regions begin at a node. */
type Marks = Map<AnyNode, number[]>;

function markRegions(
  document: Document,
  regions: readonly CompiledSelector[],
): { marks: Marks; problems: string[] } {
  const marks: Marks = new Map();
  const problems: string[] = [];
  regions.forEach((region, index) => {
    try {
      for (const { kind, node } of region.select(document)) {
        // An attribute stands for its element, so that "//nav//a/@href" works. Text contains no links.
        if (node === null || !(kind === 'element' || kind === 'attribute' || kind === 'document')) continue;
        const known = marks.get(node);
        if (known === undefined) marks.set(node, [index]);
        else if (known.at(-1) !== index) known.push(index);
      }
    } catch (error) {
      if (!(error instanceof SelectorCostError)) throw error;
      problems.push(`The region ${region.source} was not searched for links: ${error.message}`);
    }
  });
  return { marks, problems };
}

interface Walk {
  /** Places by `href` as written, in document order. */
  found: Map<string, Place[]>;
  /** Value of the first `<base href>`. */
  base: string | null;
  /** Number of links so far, including repeated ones. */
  count: number;
  capped: boolean;
}

/**
 * Returns the links of a page from the index of its elements. Returns null for pages with regions, image maps or templates, whose
 * contents are not in the index.
 */
function listedLinks(document: Document): { elements: readonly Element[]; base: string | null } | null {
  const index = indexOfPage(document);
  if (index === null || index.named('area').length > 0 || index.named('template').length > 0) return null;
  const base = index.named('base').find(({ attribs }) => attribs['href'] !== undefined);
  return { elements: index.named('a'), base: base?.attribs['href'] ?? null };
}

/** What a walk collects: links of elements with these names, up to a number of different ones. */
interface WalkLimits {
  maxLinks: number;
  tags: ReadonlySet<string>;
}

function visitAll(elements: readonly Element[], limits: WalkLimits, site: SiteLinks | null): Walk {
  const result: Walk = { found: new Map(), base: null, count: 0, capped: false };
  for (const element of elements) {
    const href = element.attribs['href'];
    if (href !== undefined && site?.isRequested(href) !== true) visit(element, result, nowhere, limits);
  }
  return result;
}

/** Walks the tree with an explicit stack, because pages nest to any depth. Only elements can be links or regions. */
function walk(document: Document, marks: Marks, regionCount: number, limits: WalkLimits): Walk {
  const result: Walk = { found: new Map(), base: null, count: 0, capped: false };
  const inside = new RegionCounter(regionCount);
  const open: { parent: ParentNode; index: number }[] = [];
  let parent: ParentNode = document;
  let index = 0;
  if (marks.size > 0) inside.enter(marks.get(document));
  for (;;) {
    const node: ChildNode | undefined = parent.children[index++];
    if (node === undefined) {
      if (marks.size > 0) inside.leave(marks.get(parent));
      const outer = open.pop();
      if (outer === undefined) return result;
      ({ parent, index } = outer);
    } else if (isTag(node)) {
      if (marks.size > 0) inside.enter(marks.get(node));
      visit(node, result, inside, limits);
      open.push({ parent, index });
      parent = node;
      index = 0;
    } else if (isDocument(node)) {
      // The contents of a template.
      open.push({ parent, index });
      parent = node;
      index = 0;
    }
  }
}

const firstChild = (node: AnyNode): ChildNode | null =>
  'children' in node ? (node.children[0] ?? null) : null;

function visit(element: Element, result: Walk, inside: RegionCounter, { maxLinks, tags }: WalkLimits): void {
  const { name } = element;
  if (!tags.has(name)) {
    if (name === 'base' && result.base === null) result.base = element.attribs['href'] ?? null;
    return;
  }
  const href = element.attribs['href'];
  if (href === undefined) return;
  const flags = inside.flags();
  const order = result.count++;
  const places = result.found.get(href);
  if (places === undefined) {
    if (result.found.size >= maxLinks) result.capped = true;
    else result.found.set(href, [{ element, inside: flags, order }]);
  } else if (!places.some((place) => place.inside === flags && place.element?.name === name)) {
    places.push({ element, inside: flags, order });
  }
}

/**
 * Counts the regions that contain the current node. Equal combinations share one object, so they are cheap to compare and store.
 */
class RegionCounter {
  readonly #depths: number[];
  readonly #combinations = new Map<string, Inside>();
  #flags: Inside | null = null;

  constructor(regionCount: number) {
    this.#depths = Array.from({ length: regionCount }, () => 0);
  }

  enter(regions: readonly number[] | undefined): void {
    if (regions !== undefined) this.#move(regions, 1);
  }

  leave(regions: readonly number[] | undefined): void {
    if (regions !== undefined) this.#move(regions, -1);
  }

  flags(): Inside {
    if (this.#flags === null) {
      const key = this.#depths.map((depth) => (depth > 0 ? '1' : '0')).join('');
      this.#flags = this.#combinations.get(key) ?? this.#depths.map((depth) => depth > 0);
      this.#combinations.set(key, this.#flags);
    }
    return this.#flags;
  }

  #move(regions: readonly number[], by: 1 | -1): void {
    for (const region of regions) this.#depths[region] = (this.#depths[region] ?? 0) + by;
    this.#flags = null;
  }
}

/** For pages without regions. */
const nowhere = new RegionCounter(0);

/** Returns the string value of the element as in XPath, up to a maximum length. */
function textOf(element: Element): string {
  let text = '';
  let node: AnyNode | null = firstChild(element);
  for (let visited = 0; node !== null && visited < maxTextNodes && text.length < maxText; visited++) {
    if (isText(node)) text += node.data;
    let next: AnyNode | null = firstChild(node);
    while (next === null && node !== null && node !== element) {
      next = node.next;
      node = node.parent;
    }
    node = next;
  }
  return text.slice(0, maxText);
}

function hasNofollow(rel: string | undefined): boolean {
  return (
    rel !== undefined &&
    rel
      .toLowerCase()
      .split(/[\s,]+/)
      .includes('nofollow')
  );
}
