import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import type { PageElement, SelectorSuggestion } from '../../../../shared/contract/types.ts';
import { createSelectorMaker } from '../../../extract/analyze/selector-for-node.ts';
import { selectorFor } from '../../../extract/select.ts';
import { visibleText } from '../../../extract/walk.ts';
import { HostError } from '../../errors.ts';
import type { OpenPage } from './open-page.ts';
import { JsonPlace, type Place } from './places.ts';
import { placesWithin } from './selector-report.ts';

/** Attributes that are likely wanted of an element, most likely first. */
const wantedAttributes = [
  'href',
  'src',
  'datetime',
  'content',
  'data-src',
  'alt',
  'title',
  'value',
  'data-price',
];
const maxSuggestions = 12;
const maxAncestors = 100;
const textLength = 500;
const valueLength = 200;

/** Describes an element by its number. @throws HostError `unknown-element` */
export function describeElement(page: OpenPage, number: number): PageElement {
  const element = page.elements[number];
  if (element === undefined) {
    throw new HostError('unknown-element', 'There is no such element on this page.', 'Pick it again.');
  }
  const ancestors: PageElement['ancestors'] = [];
  for (
    let node: AnyNode | null = element;
    node !== null && ancestors.length < maxAncestors;
    node = node.parent
  ) {
    const place = isTag(node) ? page.numberOf(node) : null;
    if (isTag(node) && place !== null) ancestors.push({ element: place, label: labelOf(node) });
  }
  return {
    element: number,
    tag: element.name,
    attributes: Object.entries(element.attribs)
      .slice(0, 50)
      .map(([name, value]) => ({ name, value: value.slice(0, valueLength) })),
    text: visibleText(element, textLength),
    ancestors: ancestors.reverse(),
  };
}

function labelOf({ name, attribs }: Element): string {
  const id = attribs['id'];
  const [word] = (attribs['class'] ?? '').split(/\s+/).filter((part) => part !== '');
  return `${name}${id === undefined || id === '' ? '' : `#${id}`}${word === undefined ? '' : `.${word}`}`.slice(
    0,
    80,
  );
}

/** Suggests selectors for an element alone and for its group of similar elements. Each was verified on the page. */
export function suggestSelectors(
  page: OpenPage,
  number: number,
  within: string | null,
): SelectorSuggestion[] {
  const element = page.elements[number];
  if (element === undefined) return [];
  const items = within === null ? null : (placesWithin(page, within) ?? []).filter(isNode);
  const item = items === null ? null : outerOf(element, new Set(items));
  const suggestions =
    item === null ? onPage(page, number, element) : inItem(page, element, item, items ?? []);
  const seen = new Set<string>();
  return suggestions
    .filter(({ selector, matches }) => matches > 0 && !seen.has(selector) && seen.add(selector))
    .slice(0, maxSuggestions);
}

const isXml = ({ content }: OpenPage): boolean => content.kind === 'xml';

function onPage(page: OpenPage, number: number, element: Element): SelectorSuggestion[] {
  const { document } = page.tree;
  const alone = page.maker.unique(element);
  const alike = alikeOf(page, number, element);
  const group = alike.length > 1 ? groupOf(page, alike) : null;
  const endings = endingsOf(element, isXml(page));
  const single = endings.map(({ ending, kind, why }) => tried([document], alone + ending, kind, why));
  const [text] = endings;
  const list =
    group === null
      ? []
      : [
          tried([document], group + (text?.ending ?? ''), 'list', `all ${alike.length} like it`),
          tried([document], group, 'list', `all ${alike.length} like it, as elements`),
        ];
  return [...single, ...list];
}

/** Maximum levels up to a common container of a group. */
const maxLevels = 3;

/** A selector for exactly these elements, by their own features, else by their container. */
function groupOf(page: OpenPage, alike: readonly Element[]): string | null {
  const own = page.maker.group(alike);
  const [first] = alike;
  if (own !== null || first === undefined) return own;
  let outer: readonly Element[] = alike;
  let path = first.name;
  for (let level = 0; level < maxLevels; level += 1) {
    outer = parentsOf(outer);
    const [holder] = outer;
    if (holder === undefined || outer.some(({ name }) => name !== holder.name)) return null;
    const around = page.maker.group(outer);
    const whole = around === null ? null : `${around} > ${path}`;
    if (whole !== null && select(page.tree.document, whole).length === alike.length) return whole;
    path = `${holder.name} > ${path}`;
  }
  return null;
}

function parentsOf(elements: readonly Element[]): Element[] {
  const parents = elements.map(({ parent }) => parent);
  return [...new Set(parents.filter((parent): parent is Element => parent !== null && isTag(parent)))];
}

/** A selector relative to an item of a nested list, which matches in every item. */
function inItem(
  page: OpenPage,
  element: Element,
  item: AnyNode,
  items: readonly AnyNode[],
): SelectorSuggestion[] {
  const inner = createSelectorMaker(item).unique(element);
  return endingsOf(element, isXml(page)).map(({ ending, kind, why }) => {
    const suggestion = tried(items, inner + ending, kind, why);
    const filled = items.filter((one) => countIn(one, inner + ending) > 0).length;
    return { ...suggestion, why: `${why}; in ${filled} of ${items.length} items` };
  });
}

interface Ending {
  ending: string;
  kind: SelectorSuggestion['kind'];
  why: string;
}

/** Possible values of an element, the most likely first. @param isXml names mean nothing there, and every attribute may be wanted */
function endingsOf(element: Element, isXml: boolean): Ending[] {
  const hasText = element.children.some((child) => isText(child) && child.data.trim() !== '');
  const names = isXml ? Object.keys(element.attribs).filter((name) => !name.includes(':')) : wantedAttributes;
  const attributes = names
    .filter((name) => (element.attribs[name] ?? '').trim() !== '')
    .map((name): Ending => ({ ending: `::attr(${name})`, kind: 'attribute', why: `its ${name}` }));
  const text: Ending = { ending: '::text', kind: 'text', why: 'its text' };
  const markup: Ending = { ending: '', kind: 'markup', why: 'the element with everything in it' };
  const isEmpty = !isXml && ['img', 'meta', 'source', 'input', 'link'].includes(element.name);
  if (isEmpty) return [...attributes, markup];
  return hasText ? [text, ...attributes, markup] : [...attributes, markup, text];
}

/** Elements with the same name, classes and depth; none if there are too many for a list. */
function alikeOf(page: OpenPage, number: number, element: Element): Element[] {
  const depth = page.depths[number];
  const classes = element.attribs['class'] ?? '';
  const alike: Element[] = [];
  for (const [other, candidate] of page.elements.entries()) {
    if (candidate.name !== element.name || page.depths[other] !== depth) continue;
    if ((candidate.attribs['class'] ?? '') === classes) alike.push(candidate);
    if (alike.length > 5000) return [];
  }
  return alike;
}

function tried(
  contexts: readonly AnyNode[],
  selector: string,
  kind: SelectorSuggestion['kind'],
  why: string,
): SelectorSuggestion {
  let matches = 0;
  let value: string | null = null;
  for (const context of contexts) {
    const found = select(context, selector);
    matches += found.length;
    value ??= found[0]?.value ?? null;
  }
  return { language: 'css', selector, matches, value: value?.slice(0, valueLength) ?? null, kind, why };
}

function select(context: AnyNode, selector: string) {
  const read = selectorFor('css', selector);
  try {
    return read.ok ? read.selector.select(context) : [];
  } catch {
    return [];
  }
}

const countIn = (context: AnyNode, selector: string): number => select(context, selector).length;

const isNode = (place: Place): place is AnyNode => !(place instanceof JsonPlace);

/** The nearest of the given ancestors of an element. */
function outerOf(element: Element, nodes: ReadonlySet<AnyNode>): AnyNode | null {
  for (let node: AnyNode | null = element; node !== null; node = node.parent)
    if (nodes.has(node)) return node;
  return null;
}
