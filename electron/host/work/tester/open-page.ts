import type { PageKind } from '../../../../shared/page-kind.ts';
import { isTag, type AnyNode, type Element } from 'domhandler';
import { PageContext, type PageFacts } from '../../../extract/page-context.ts';
import type { CallbackResult } from '../../../extract/types.ts';
import { parsePageAs, type Page } from '../../../extract/page.ts';
import { parsePage, type PageTree } from '../../../extract/tree.ts';
import { elementsBelow } from '../../../extract/walk.ts';
import type { FieldReport, MatchedNodes, SelectorMatch } from '../../../../shared/contract/types.ts';
import { parseList, splitPages, type PageText } from '../../../engine/list-pages.ts';
import { JsonNodes } from './json-nodes.ts';
import { JsonPlace, JsonPlaceMatch, type PageMatch, type Place } from './places.ts';

/** Report of a callback's fields on a page. */
export interface CallbackReport {
  fields: FieldReport[];
  problems: CallbackResult['problems'];
}

/** Maximum cached field reports: a few callbacks, and intermediate edits. */
const maxReports = 100;
/** Maximum numbers of matched elements returned for outlines. */
const maxOutlined = 2000;
const valueLength = 2000;
const textLength = 500;

/** What is known of a page besides its text. */
export interface OpenedPage extends PageFacts {
  rendered?: boolean;
  /** Left out: HTML. */
  kind?: PageKind;
  /** Number of its first element; left out: 0. */
  first?: number;
}

/**
 * A parsed page with cached reports. Its elements, or the values of a JSON page, are numbered in document order, from 0.
 */
export class OpenPage {
  /** What fields and links are taken from; an empty page if it is unreadable. */
  readonly content: Page;
  /**
   * Why it cannot be read, in one sentence; null: it can. A run keeps pages of JSON and XML unread where it takes nothing from them.
   */
  readonly unreadable: string | null;
  /** Its tree; of a JSON page an empty one. */
  readonly tree: PageTree;
  readonly context: PageContext;
  /** Its URL; null: unknown. */
  readonly url: string | null;
  /** Whether a browser has rendered it. */
  readonly rendered: boolean;
  /** Length of its text in UTF-16 units. */
  readonly length: number;
  /** The pages of a list, as texts; null: it is none. */
  readonly list: readonly PageText[] | null;
  readonly #first: number;
  #parts: readonly OpenPage[] | null = null;
  #elements: Element[] | null = null;
  #numbers: Map<AnyNode, number> | null = null;
  #depths: Uint32Array | null = null;
  #json: JsonNodes | null = null;
  readonly #reports = new Map<string, CallbackReport>();

  constructor(html: string, { url, fetchedAt, rendered = false, kind = 'html', first = 0 }: OpenedPage) {
    this.list = kind === 'html' ? splitPages(html) : null;
    this.#first = first;
    const read =
      this.list === null ? parsePageAs(kind, html) : ({ ok: true, page: parseList(this.list) } as const);
    this.content = read.ok ? read.page : parsePage('');
    this.unreadable = read.ok ? null : `The page ${read.problem}, so nothing can be extracted.`;
    this.tree = this.content.kind === 'json' ? parsePage('') : this.content;
    this.context = new PageContext(this.content, { url, fetchedAt });
    this.url = url;
    this.rendered = rendered;
    this.length = html.length;
  }

  get elements(): readonly Element[] {
    this.#elements ??= elementsBelow(this.tree.document);
    return this.#elements;
  }

  /**
   * The pages that a run reads one by one: those of a list, or the page itself. Their elements have the numbers that they have in the
   * list.
   */
  get parts(): readonly OpenPage[] {
    if (this.list === null) return [this];
    let first = 0;
    this.#parts ??= this.list.map(({ url, html }) => {
      const part = new OpenPage(html, { url, fetchedAt: this.context.fetchedAt, rendered: true, first });
      first += part.elements.length;
      return part;
    });
    return this.#parts;
  }

  /** The page that gives the item of a callback without rows: of a list the first. */
  get front(): OpenPage {
    return this.parts[0] ?? this;
  }

  /** Number of an element, or of the element that contains a node; null for the document. */
  numberOf(node: AnyNode | null): number | null {
    this.#numbers ??= new Map(this.elements.map((element, index) => [element, this.#first + index]));
    const element = node === null || isTag(node) ? node : node.parent;
    return element === null ? null : (this.#numbers.get(element) ?? null);
  }

  /** The values of a JSON page; of another page only null. */
  get json(): JsonNodes {
    this.#json ??= new JsonNodes(this.content.kind === 'json' ? this.content.value : null);
    return this.#json;
  }

  /** Number of a place; null: it has none. */
  numberOfPlace(place: Place | null): number | null {
    return place instanceof JsonPlace ? place.number : this.numberOf(place);
  }

  #numberOfMatch(match: PageMatch): number | null {
    return match instanceof JsonPlaceMatch ? match.place.number : this.numberOf(match.node);
  }

  /** Depth of each element, by its number. */
  get depths(): Uint32Array {
    if (this.#depths !== null) return this.#depths;
    const depths = new Uint32Array(this.elements.length);
    for (const [number, { parent }] of this.elements.entries()) {
      const outer = this.numberOf(parent);
      depths[number] = outer === null ? 0 : (depths[outer - this.#first] ?? 0) + 1;
    }
    this.#depths = depths;
    return depths;
  }

  /** A cached report, or a new one. Reports stay valid because the page never changes. */
  reported(key: string, report: () => CallbackReport): CallbackReport {
    const known = this.#reports.get(key) ?? report();
    this.#reports.delete(key);
    this.#reports.set(key, known);
    const [oldest] = this.#reports.keys();
    if (this.#reports.size > maxReports && oldest !== undefined) this.#reports.delete(oldest);
    return known;
  }

  /** Numbers of matched elements or values, in document order, without duplicates. */
  nodesOf(matches: readonly PageMatch[]): MatchedNodes {
    const numbers = new Set<number>();
    let cut = false;
    for (const match of matches) {
      const number = this.#numberOfMatch(match);
      if (number === null || numbers.has(number)) continue;
      if (numbers.size >= maxOutlined) {
        cut = true;
        break;
      }
      numbers.add(number);
    }
    return { total: matches.length, elements: [...numbers].sort((a, b) => a - b), cut };
  }

  /** The first matches, cut to the limits of a report. */
  samplesOf(matches: readonly PageMatch[], most: number): SelectorMatch[] {
    return matches.slice(0, most).map((match) => ({
      kind: match.kind,
      element: this.#numberOfMatch(match),
      path: match instanceof JsonPlaceMatch ? match.path : null,
      value: beginning(match.value, valueLength),
      text: beginning(match.text, textLength),
    }));
  }
}

function beginning(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
