import { isTag, isText, type Element } from 'domhandler';
import { cssString, escapeIdentifier, meaningfulClasses } from '../../extract/analyze/names.ts';
import { trimmedLength } from '../../extract/text.ts';
import { elementsBelow } from '../../extract/walk.ts';
import { prepareSelect } from '../../extract/select-matches.ts';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { valueAt, type Part, type Slot } from './slots.ts';

/** The elements of a record by their simple selectors, in document order. */
type Scope = ReadonlyMap<string, readonly Element[]>;

/** Attributes that name what an element holds. */
const naming = ['itemprop', 'data-testid', 'data-test', 'data-qa', 'rel'];
const maxTried = 60;
const maxPaths = 3;
const maxClimb = 4;

/** Simple selectors of an element: most telling first. */
function simpleOf(element: Element): readonly string[] {
  const { name, attribs } = element;
  const bare = bareSelectors(name, attribs['class'] ?? '');
  let named: string[] | null = null;
  for (const attribute of naming) {
    const value = attribs[attribute];
    if (value === undefined || value === '' || value.length > 60 || /\d{3,}/.test(value)) continue;
    named ??= [];
    named.push(`${escapeIdentifier(name)}[${attribute}=${cssString(value)}]`);
  }
  return named === null ? bare : [...named, ...bare];
}

/** Simple selectors by the classes and the name of elements. Few different ones stand on the pages of a site: they are written once. */
function bareSelectors(name: string, value: string): readonly string[] {
  const ofName = bare.get(name) ?? new Map<string, readonly string[]>();
  const known = ofName.get(value);
  if (known !== undefined) return known;
  const tag = escapeIdentifier(name);
  const words = meaningfulClasses(value).slice(0, 12).map(escapeIdentifier);
  const selectors = [...words.map((word) => `.${word}`), ...words.map((word) => `${tag}.${word}`), tag];
  if (ofName.size >= maxKnown || bare.size >= maxKnown) bare.clear();
  bare.set(name, ofName.set(value, selectors));
  return selectors;
}

const bare = new Map<string, Map<string, readonly string[]>>();
const maxKnown = 5000;

/** Writes selectors for the places of records, each relative to the head of its record and tried on all of them. */
export interface SlotSelectors {
  /** The field of a place; null: no selector gives its nodes and no others. */
  fieldOf(slot: Slot): FieldExtract | null;
}

/** @param heads first element of each record, in the order of the cells */
export function createSlotSelectors(heads: readonly Element[]): SlotSelectors {
  const scopes = heads.map(scopeOf);
  const cssOf = (slot: Slot): string | null => {
    for (const candidate of candidatesFor(slot, heads)) {
      if (givesExactly(candidate, scopes, heads, slot)) return candidate.text;
    }
    return null;
  };
  const pathOf = (slot: Slot): string | null => {
    const tried = new Set<string | null>();
    for (const [at, cells] of slot.cells.entries()) {
      for (const cell of cells) {
        const path = pathFrom(cell, heads[at] ?? null, slot.base);
        if (tried.has(path)) continue;
        if (tried.size === maxPaths) return null;
        tried.add(path);
        const xpath = path === null ? null : `${path}${ending(slot.part)}`;
        if (xpath !== null && selectsExactly(xpath, heads, slot)) return xpath;
      }
    }
    return null;
  };
  return {
    fieldOf(slot) {
      const many = slot.isList ? { get_all: true } : {};
      const whole = slot.part === 'whole' ? { to_text: true } : {};
      if (slot.base === '' && slot.part !== 'behind') {
        const css = cssOf(slot);
        if (css === '' && slot.part === 'whole') return { xpath: '.', ...whole };
        if (css !== null) return { css: `${css}${cssEnding(slot.part)}`, ...many, ...whole };
      }
      if (slot.isList) return null;
      const xpath = pathOf(slot);
      return xpath === null ? null : { xpath, ...whole };
    },
  };
}

function scopeOf(head: Element): Scope {
  const scope = new Map<string, Element[]>();
  for (const element of elementsBelow(head)) {
    for (const simple of simpleOf(element)) {
      const known = scope.get(simple);
      if (known === undefined) scope.set(simple, [element]);
      else known.push(element);
    }
  }
  return scope;
}

/** A selector of one or two steps; "" for the head itself. */
interface Candidate {
  text: string;
  last: string;
  /** The place that the element has to have among those of its name; null: any. */
  place: number | null;
  /** Simple selector that an element around it has; null: any. */
  above: { simple: string; isParent: boolean } | null;
}

/** The selectors that are tried for a slot, the most telling first. */
function* candidatesFor({ cells }: Slot, heads: readonly Element[]): Generator<Candidate> {
  const at = cells.findIndex((list) => list.length > 0);
  const first = cells[at]?.[0];
  const head = heads[at];
  if (first === undefined || head === undefined) return;
  if (first === head) {
    yield { text: '', last: '', place: null, above: null };
    return;
  }
  // Cells of a table are told by their place: which of them begin with a text changes from row to row.
  const isCell = /^t[dh]$/.test(first.name);
  let tried = 0;
  for (const { last, above } of byNames(first, head, sharedBy(cells, first))) {
    tried += 1;
    if (tried > maxTried) break;
    if (isCell && last === first.name) continue;
    const outer = above === null ? '' : `${above.simple} ${above.isParent ? '> ' : ''}`;
    yield { text: `${outer}${last}`, last, place: null, above };
  }
  yield* byPlace(first, head);
}

/** The simple selectors of an element that all elements of a slot have. */
function sharedBy(cells: Slot['cells'], first: Element): readonly string[] {
  const all = new Set<readonly string[]>();
  for (const list of cells) for (const cell of list) all.add(simpleOf(cell));
  const own = simpleOf(first);
  all.delete(own);
  return all.size === 0 ? own : own.filter((simple) => [...all].every((other) => other.includes(simple)));
}

/** An element by its name, then with what is around it. */
function* byNames(
  element: Element,
  head: Element,
  shared: readonly string[],
): Generator<Pick<Candidate, 'last' | 'above'>> {
  for (const last of shared) yield { last, above: null };
  let holder = element.parent;
  for (let climb = 0; climb < maxClimb && holder !== null && isTag(holder) && holder !== head; climb += 1) {
    for (const simple of simpleOf(holder)) {
      for (const last of shared) yield { last, above: { simple, isParent: climb === 0 } };
    }
    holder = holder.parent;
  }
}

/** Selectors by the place of an element among those of its name. */
function* byPlace(element: Element, head: Element): Generator<Candidate> {
  const place = placeAmong(element);
  const last = escapeIdentifier(element.name);
  const text = `${last}:nth-of-type(${place})`;
  yield { text, last, place, above: null };
  const { parent } = element;
  if (parent === null || !isTag(parent) || parent === head) return;
  for (const simple of simpleOf(parent)) {
    yield { text: `${simple} > ${text}`, last, place, above: { simple, isParent: true } };
  }
}

function givesExactly(
  { last, place, above }: Candidate,
  scopes: readonly Scope[],
  heads: readonly Element[],
  slot: Slot,
): boolean {
  return slot.cells.every((wanted, at) => {
    const scope = scopes[at];
    const head = heads[at];
    if (scope === undefined || head === undefined) return false;
    if (last === '') return wanted[0] === undefined || wanted[0] === head;
    let count = 0;
    for (const element of scope.get(last) ?? []) {
      if (place !== null && placeAmong(element) !== place) continue;
      if (!isBelow(element, above, scope, head) || !gives(element, slot.part)) continue;
      if (slot.part === 'text' && !beginsWithText(element)) return false;
      // Outside of a list a run takes the first.
      if ((slot.isList || count === 0) && element !== wanted[count]) return false;
      count += 1;
    }
    return slot.isList ? count === wanted.length : count > 0 || wanted[0] === undefined;
  });
}

/** Whether a selector with this ending finds anything at an element, blank text too. */
function gives(element: Element, part: Part): boolean {
  if (part === 'text') return element.children.some(isText);
  return part === 'whole' || valueAt(element, part) !== null;
}

function beginsWithText({ children }: Element): boolean {
  const first = children.find(isText);
  return first !== undefined && trimmedLength(first.data) > 0;
}

function placeAmong(element: Element): number {
  let place = 1;
  for (let node = element.prev; node !== null; node = node.prev)
    if (isTag(node) && node.name === element.name) place += 1;
  return place;
}

function isBelow(element: Element, above: Candidate['above'], scope: Scope, head: Element): boolean {
  if (above === null) return true;
  const holders = scope.get(above.simple) ?? [];
  if (above.isParent) return holders.some((holder) => holder === element.parent);
  for (let holder = element.parent; holder !== null && holder !== head; holder = holder.parent) {
    if (isTag(holder) && holders.includes(holder)) return true;
  }
  return false;
}

const cssEnding = (part: Part): string =>
  part === 'text' ? '::text' : typeof part === 'string' ? '' : `::attr(${part.attribute})`;

function ending(part: Part): string {
  if (part === 'text') return '/text()[normalize-space()]';
  if (part === 'behind') return '/following-sibling::node()[1][self::text()]';
  return typeof part === 'string' ? '' : `/@${part.attribute}`;
}

/** The path from a head, or from a sibling behind it, down to an element; null: it is not below. */
function pathFrom(element: Element, head: Element | null, base: string): string | null {
  const steps: string[] = [];
  let current: Element = element;
  const isTop = (node: Element): boolean => (base === '' ? node === head : node.parent === head?.parent);
  while (!isTop(current)) {
    steps.unshift(`${current.name}[${placeAmong(current)}]`);
    const { parent } = current;
    if (parent === null || !isTag(parent)) return null;
    current = parent;
  }
  return [base === '' ? '.' : base, ...steps].join('/');
}

function selectsExactly(xpath: string, heads: readonly Element[], slot: Slot): boolean {
  const select = prepareSelect('xpath', xpath);
  return slot.cells.every(([wanted], at) => {
    const head = heads[at];
    const found = head === undefined ? null : select(head);
    if (found?.ok !== true) return false;
    const value = found.matches[0];
    if (wanted === undefined || value === undefined) return (wanted === undefined) === (value === undefined);
    const given =
      value.kind === 'text' ? (slot.part === 'behind' ? value.node?.prev : value.node?.parent) : value.node;
    return given === wanted;
  });
}
