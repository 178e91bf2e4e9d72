import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import type { SelectorSuggestion } from '../../../../shared/contract/types.ts';
import type { Part } from '../../../authoring/selectors/ending.ts';
import { rankBehindRow } from '../../../authoring/selectors/behind-row.ts';
import { rankGroups, type RankedGroup } from '../../../authoring/selectors/group.ts';
import {
  rankSelectors,
  type Example,
  type Place as Scope,
  type RankedSelector,
} from '../../../authoring/selectors/rank.ts';
import { selectorFor, type Match } from '../../../extract/select.ts';
import { cellBeside } from './cell-beside.ts';
import type { OpenPage } from './open-page.ts';
import { JsonPlace, type Place } from './places.ts';
import { questionFor, type Compared, type OtherPage } from './question.ts';
import { placesWithin } from './selector-report.ts';

/** What selectors are wanted for. */
export type Wanted = Pick<CallArgs<'tester.suggest'>, 'elements' | 'not' | 'within'>;

/** Selectors, and what to ask about them. */
export type Suggested = Pick<CallValue<'tester.suggest'>, 'suggestions' | 'question'>;

/** Attributes that are likely wanted of an element, most likely first. */
const wantedAttributes = ['href', 'src', 'datetime', 'content', 'alt', 'title', 'value'];
/** Selectors for the likeliest part of an element, and for each other part. */
const perMainPart = 6;
const perOtherPart = 1;
const maxSuggestions = 16;
const valueLength = 200;
/** Rows of a page, and of each other page, that selectors are compared on. */
const maxRows = 20;
const maxRowsElsewhere = 4;

/** A part of an element that may be wanted. */
interface Offer {
  readonly part: Part;
  readonly kind: SelectorSuggestion['kind'];
  readonly why: string;
}

/** The nodes that selectors of a page are evaluated at: the page, or its rows. */
interface Surface {
  readonly page: OpenPage;
  readonly roots: readonly AnyNode[];
  /** null: the page. */
  readonly rows: readonly Element[] | null;
}

/**
 * Suggests selectors for an element, or for several and all like them, each tried on the page. They are compared on the other
 * pages; where they disagree, there is a question.
 */
export function suggestSelectors(page: OpenPage, wanted: Wanted, others: readonly OtherPage[]): Suggested {
  const surface = surfaceOf(page, wanted.within ?? null);
  const picked = elementsAt(page, wanted.elements);
  const [first] = picked;
  if (first === undefined) return { suggestions: [], question: null };
  if (rootAround(surface, first) === null)
    return { suggestions: unique(behindRows(surface, first)), question: null };
  const excluded = elementsAt(page, wanted.not ?? []);
  const groups = Map.groupBy(picked, (each) => rootAround(surface, each));
  const isList = [...groups.values()].some((each) => each.length > 1);
  const suggestions = isList
    ? listOf(surface, picked, excluded, perMainPart)
    : single(surface, picked, excluded, others, wanted.within ?? null);
  const distinct = unique(suggestions.map(({ suggestion }) => suggestion));
  const compared = suggestions.filter(({ suggestion }) => distinct.includes(suggestion));
  return { suggestions: distinct, question: isList ? null : questionFor(distinct, compared, others) };
}

function unique(suggestions: readonly SelectorSuggestion[]): SelectorSuggestion[] {
  const seen = new Set<string>();
  return suggestions
    .filter(({ selector, matches }) => matches > 0 && !seen.has(selector) && seen.add(selector))
    .slice(0, maxSuggestions);
}

function single(
  surface: Surface,
  picked: readonly Element[],
  excluded: readonly Element[],
  others: readonly OtherPage[],
  within: string | null,
): Compared[] {
  const [first] = picked;
  if (first === undefined) return [];
  const comparable = others.map(({ id, page }) => ({ id, surface: surfaceOf(page, within) }));
  const found: Compared[] = [];
  for (const [rank, offer] of offersOf(first, isXml(surface.page)).entries()) {
    const examples = examplesOf(surface, picked, offer.part);
    const known = others.flatMap((each) => ({ each, at: surfaceOf(each.page, within) }));
    const options = {
      counterExamples: [
        ...examplesOf(surface, excluded, offer.part),
        ...known.flatMap(({ each, at }) => examplesOf(at, elementsAt(each.page, each.not), offer.part)),
      ],
      unlabelled: [
        ...placesOf(surface, maxRows),
        ...comparable.flatMap(({ surface: at }) => placesOf(at, at.rows === null ? 1 : maxRowsElsewhere)),
      ],
      most: rank === 0 ? perMainPart : perOtherPart,
    };
    const elsewhere = known.flatMap(({ each, at }) =>
      examplesOf(at, elementsAt(each.page, each.elements), offer.part),
    );
    for (const ranked of rankSelectors([...examples, ...elsewhere], options)) {
      found.push(compare(surface, ranked, offer, { isMain: rank === 0, comparable }));
    }
    if (rank === 0) found.push(...besideOf(surface, first, comparable));
  }
  found.push(...listOf(surface, [first], excluded, 1).filter(({ likes }) => likes > 1));
  return found;
}

/** Parts of an element that lies behind the first element of a row and before the next row; none if it lies elsewhere. */
function behindRows(surface: Surface, element: Element): SelectorSuggestion[] {
  const { rows, page } = surface;
  if (rows === null) return [];
  return offersOf(element, isXml(page)).flatMap((offer, rank) =>
    rankBehindRow(page.tree, rows, element, offer.part, rank === 0 ? perMainPart : perOtherPart).map(
      (ranked) => compare(surface, ranked, offer, { isMain: rank === 0, comparable: [] }).suggestion,
    ),
  );
}

/** The cell beside an element that is its label. */
function besideOf(surface: Surface, label: Element, comparable: Comparable): Compared[] {
  const cell = cellBeside(label);
  if (cell === null) return [];
  const offer: Offer = { part: 'text', kind: 'text', why: 'the value beside this label' };
  const examples = examplesOf(surface, [cell], 'text');
  const ranked = rankSelectors(examples, { unlabelled: placesOf(surface, maxRows), most: perMainPart });
  const byLabel = ranked.find(({ family }) => family === 'label') ?? ranked[0];
  return byLabel === undefined ? [] : [compare(surface, byLabel, offer, { isMain: false, comparable })];
}

type Comparable = readonly { readonly id: string; readonly surface: Surface }[];

function compare(
  surface: Surface,
  ranked: RankedSelector,
  { kind, why }: Offer,
  { isMain, comparable }: { isMain: boolean; comparable: Comparable },
): Compared {
  const here = tried(surface.roots, ranked);
  const chosen = new Map<string, Element | null>();
  const pages = comparable.map(({ id, surface: at }) => {
    const there = tried(at.roots, ranked);
    const [match] = there.first;
    chosen.set(id, match === undefined ? null : elementOf(match));
    return { page: id, matches: there.matches, value: there.value, differs: false };
  });
  const filled = surface.roots.filter((root) => select(root, ranked).length > 0).length;
  const inRows = surface.rows === null ? '' : `; in ${filled} of ${surface.rows.length} items`;
  return {
    suggestion: {
      language: ranked.language,
      selector: ranked.selector,
      matches: here.matches,
      value: here.value,
      kind,
      why: `${why}, ${ranked.why}${inRows}`,
      family: ranked.family,
      survival: ranked.survival,
      pages,
    },
    isMain,
    chosen,
    likes: ranked.matches,
  };
}

function elementOf({ node }: Match): Element | null {
  if (node === null || isTag(node)) return node;
  return node.parent !== null && isTag(node.parent) ? node.parent : null;
}

/** Selectors for all elements like some, in the row or page that the first lies in. */
function listOf(
  surface: Surface,
  picked: readonly Element[],
  excluded: readonly Element[],
  most: number,
): Compared[] {
  const [first] = picked;
  const root = first === undefined ? null : rootAround(surface, first);
  if (first === undefined || root === null) return [];
  const examples = picked.filter((each) => rootAround(surface, each) === root);
  const offers = offersOf(first, isXml(surface.page));
  const parts = offers.filter((each, rank) => rank === 0 || each.part === 'markup').slice(0, 2);
  return parts.flatMap((offer, rank) =>
    rankGroups(root, examples, { excluded, part: offer.part, most: rank === 0 ? most : 1 }).map((group) =>
      listed(surface, group, offer.part === 'markup' ? ', as elements' : ''),
    ),
  );
}

function listed(surface: Surface, group: RankedGroup, as: string): Compared {
  const { matches, value } = tried(surface.roots, group);
  const { language, selector, family, survival, why } = group;
  return {
    suggestion: {
      language,
      selector,
      matches,
      value,
      kind: 'list',
      why: `all ${group.elements.length} like it, ${why}${as}`,
      family,
      survival,
      pages: [],
    },
    isMain: false,
    chosen: new Map(),
    likes: group.elements.length,
  };
}

function surfaceOf(page: OpenPage, within: string | null): Surface {
  if (within === null) return { page, roots: [page.tree.document], rows: null };
  const rows = (placesWithin(page, within) ?? []).filter(isElement);
  return { page, roots: rows, rows };
}

const isElement = (place: Place): place is Element => !(place instanceof JsonPlace) && isTag(place);

/** The page or row that an element lies in; null: it lies outside the rows. */
function rootAround({ page, rows }: Surface, element: Element): AnyNode | null {
  if (rows === null) return page.tree.document;
  const all = new Set<AnyNode>(rows);
  for (let node: AnyNode | null = element; node !== null; node = node.parent) if (all.has(node)) return node;
  return null;
}

const elementsAt = (page: OpenPage, numbers: readonly number[]): Element[] =>
  numbers.flatMap((number) => page.elements[number] ?? []);

function examplesOf(surface: Surface, elements: readonly Element[], part: Part): Example[] {
  return elements.flatMap((element): Example[] => {
    const root = rootAround(surface, element);
    if (root === null) return [];
    return [{ page: surface.page.tree, within: isTag(root) ? root : null, node: { element, part } }];
  });
}

const placesOf = ({ page, rows }: Surface, most: number): Scope[] =>
  rows === null
    ? [{ page: page.tree, within: null }]
    : rows.slice(0, most).map((within) => ({ page: page.tree, within }));

const isXml = ({ content }: OpenPage): boolean => content.kind === 'xml';

/** Parts of an element that may be wanted, the likeliest first. @param isXml names mean nothing there */
function offersOf(element: Element, isXml: boolean): Offer[] {
  const attributes = attributesOf(element, isXml).map((name): Offer => ({
    part: { attribute: name },
    kind: 'attribute',
    why: `its ${name}`,
  }));
  const text: Offer = { part: 'text', kind: 'text', why: 'its text' };
  const markup: Offer = { part: 'markup', kind: 'markup', why: 'the element with everything in it' };
  const isEmpty = !isXml && ['img', 'meta', 'source', 'input', 'link'].includes(element.name);
  if (isEmpty) return [...attributes, markup];
  const hasText = element.children.some((child) => isText(child) && child.data.trim() !== '');
  return hasText ? [text, ...attributes, markup] : [...attributes, markup, text];
}

function attributesOf({ attribs }: Element, isXml: boolean): string[] {
  const names = Object.keys(attribs).filter(
    (name) => !name.includes(':') && (attribs[name] ?? '').trim() !== '',
  );
  if (isXml) return names;
  const known = wantedAttributes.filter((name) => names.includes(name));
  return [...known, ...names.filter((name) => name.startsWith('data-'))];
}

interface Tried {
  readonly matches: number;
  readonly value: string | null;
  readonly first: readonly Match[];
}

function tried(roots: readonly AnyNode[], { language, selector }: Selecting): Tried {
  let matches = 0;
  let first: Match | null = null;
  for (const root of roots) {
    const found = select(root, { language, selector });
    matches += found.length;
    first ??= found[0] ?? null;
  }
  const value = first === null ? null : first.value.slice(0, valueLength);
  return { matches, value, first: first === null ? [] : [first] };
}

type Selecting = Pick<RankedSelector, 'language' | 'selector'>;

function select(root: AnyNode, { language, selector }: Selecting): Match[] {
  const read = selectorFor(language, selector);
  try {
    return read.ok ? read.selector.select(root) : [];
  } catch {
    return [];
  }
}
