import type { AnyNode, Element } from 'domhandler';
import { rankSelectors } from '../../authoring/selectors/rank.ts';
import type { Part } from '../../authoring/selectors/ending.ts';
import { isStableId } from '../../extract/analyze/names.ts';
import { selectMatches } from '../../extract/select-matches.ts';
import type { PageTree } from '../../extract/tree.ts';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { fragility, shorterSelectors } from './shorter.ts';
import { firstElement, survivalOf, type TriedSelector, type Trials } from './survival.ts';

/** A field whose selector is tried. */
export interface TriedField {
  readonly pointer: string;
  readonly definition: FieldExtract;
  /** The selector of the rows; null: there are none. */
  readonly rows: string | null;
}

/** What trials have shown of the selector of a field. */
export interface SelectorFacts {
  readonly pointer: string;
  readonly selector: string;
  readonly own: Trials;
  /** A selector that takes the same on all pages that it was tried on, and its trials; null: none is known. */
  readonly other: ({ readonly selector: string } & Trials) | null;
  /** What it depends on that changes easily, as a predicate; null: nothing. */
  readonly fragility: string | null;
  /** A part of it that takes the same on all pages; null: none does. */
  readonly shorter: string | null;
}

/** Pages on which the selectors of a field are tried: copies of a page are made for each. */
const maxPages = 2;
/** Elements of all copies: about two seconds of work. */
const maxElements = 2_000_000;
/** Changes that are made to a page. */
const copies = 8;
/** Rows of a page in which shorter selectors are compared. */
const maxRows = 20;

interface Known {
  readonly source: string;
  readonly rows: string | null;
  pages: number;
  own: Trials;
  other: (TriedSelector & Trials) | null;
  /** On how many pages the other selector was compared. */
  confirmed: number;
  shorter: readonly string[];
}

/** Tries the selectors of a spider on page after page: what survives changes, and what could be shorter. */
export class SelectorTrials {
  readonly #known = new Map<string, Known>();
  readonly #seed: string;
  #left = maxElements;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** @param scopes the page, or its rows */
  see(
    page: PageTree,
    fields: readonly TriedField[],
    { scopes, size }: { scopes: readonly AnyNode[]; size: number },
  ): void {
    for (const field of fields) {
      const selector = selectorOf(field);
      if (selector === null) continue;
      const known = this.#known.get(field.pointer) ?? beginning(selector);
      this.#known.set(field.pointer, known);
      known.shorter = known.shorter.filter((each) => areSame(scopes.slice(0, maxRows), selector, each));
      const own = firstElement(page.document, selector);
      if (own === null) continue;
      if (known.other !== null)
        confirm(known, firstElement(page.document, known.other)?.element === own.element);
      if (known.pages >= maxPages || this.#left < size * copies) continue;
      this.#left -= size * copies;
      known.pages += 1;
      this.#stress(page, known, { selector, ...own }, field);
    }
  }

  #stress(
    page: PageTree,
    known: Known,
    { selector, element, row }: { selector: TriedSelector; element: Element; row: Element | null },
    { pointer, definition }: TriedField,
  ): void {
    if (known.pages === 1)
      known.other = betterFor(page, selector, { element, row, part: partOf(definition) });
    const tried = known.other === null ? [selector] : [selector, known.other];
    const [own, other] = survivalOf(page, element, tried, `${this.#seed} ${pointer} ${known.pages}`);
    known.own = sum(known.own, own);
    if (known.other !== null) known.other = { ...known.other, ...sum(known.other, other) };
  }

  /** What was shown so far. */
  get facts(): SelectorFacts[] {
    return [...this.#known].map(([pointer, { source, own, other, confirmed, shorter }]) => ({
      pointer,
      selector: source,
      own,
      other:
        other === null || confirmed === 0
          ? null
          : { selector: other.selector, tried: other.tried, survived: other.survived },
      fragility: fragility(source, isStableId),
      shorter: shorter.at(-1) ?? null,
    }));
  }
}

const none: Trials = { tried: 0, survived: 0 };

function sum(a: Trials, b: Trials | undefined): Trials {
  return { tried: a.tried + (b?.tried ?? 0), survived: a.survived + (b?.survived ?? 0) };
}

function selectorOf({ definition, rows }: TriedField): TriedSelector | null {
  const { css, xpath, type } = definition;
  if (type === 'nested_list') return null;
  if (typeof css === 'string') return { language: 'css', selector: css, rows };
  return typeof xpath === 'string' ? { language: 'xpath', selector: xpath, rows } : null;
}

const beginning = ({ language, selector, rows }: TriedSelector): Known => ({
  source: selector,
  rows,
  pages: 0,
  own: none,
  other: null,
  confirmed: 0,
  shorter: language === 'css' ? shorterSelectors(selector) : [],
});

function confirm(known: Known, isSame: boolean): void {
  if (isSame) known.confirmed += 1;
  else known.other = null;
}

/** What is taken of an element: its text, its markup, or an attribute. */
function partOf({ css, xpath }: FieldExtract): Part {
  const attribute = /::attr\(([^)]+)\)\s*$/.exec(css ?? '')?.[1] ?? /\/@([\w:-]+)\s*$/.exec(xpath ?? '')?.[1];
  return attribute === undefined ? 'text' : { attribute: attribute.trim().replaceAll(/["']/g, '') };
}

/** The single selector that lasts longest by the rules of authoring, where it is another. */
function betterFor(
  page: PageTree,
  { selector, rows }: TriedSelector,
  { element, row, part }: { element: Element; row: Element | null; part: Part },
): Known['other'] {
  const ranked = rankSelectors([{ page, within: row, node: { element, part } }], { isForOthers: true });
  // Several selectors in one last longer, and nobody writes them by hand.
  const best = ranked.find(({ node }) => node !== null);
  if (best === undefined || best.selector === selector) return null;
  return { language: best.language, selector: best.selector, rows, ...none };
}

/** Whether a shorter selector takes the same nodes in the same order. */
function areSame(
  scopes: readonly AnyNode[],
  { language, selector }: TriedSelector,
  shorter: string,
): boolean {
  return scopes.every((scope) => {
    const [own, other] = [selectMatches(scope, language, selector), selectMatches(scope, language, shorter)];
    if (!own.ok || !other.ok || own.matches.length !== other.matches.length) return false;
    return own.matches.every((match, at) => match.node === other.matches[at]?.node);
  });
}
