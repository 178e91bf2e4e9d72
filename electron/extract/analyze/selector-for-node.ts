import { isTag, type AnyNode, type Element } from 'domhandler';
import { walk } from '../walk.ts';
import { cssString, escapeIdentifier, isStableId, meaningfulClasses } from './names.ts';

/** Attributes that identify an element and have short, stable values. */
const namingAttributes = [
  'itemprop',
  'data-testid',
  'data-test',
  'data-qa',
  'property',
  'name',
  'rel',
  'role',
  'pubdate',
];

/** Maximum number of classes per element, far more than pages have; selectors must not use classes beyond it. */
const maxClasses = 200;

/** Maximum number of ancestors that a selector considers. */
const maxClimb = 40;

/** Simple selectors of one element ("h1", "#main", "p.intro"), most specific first. */
function simpleSelectors(element: Element): string[] {
  const { name, attribs } = element;
  const selectors: string[] = [];
  const tag = escapeIdentifier(name);
  if (attribs['id'] !== undefined && isStableId(attribs['id']))
    selectors.push(`#${escapeIdentifier(attribs['id'])}`);
  if (/^(?:h1|main|article|title|address)$/.test(name)) selectors.push(tag);
  for (const attribute of namingAttributes) {
    const value = attribs[attribute];
    if (value === undefined || value.length > 60) continue;
    selectors.push(value === '' ? `${tag}[${attribute}]` : `${tag}[${attribute}=${cssString(value)}]`);
  }
  const classes = meaningfulClasses(attribs['class'] ?? '')
    .slice(0, maxClasses)
    .map(escapeIdentifier);
  for (const name of classes) selectors.push(`.${name}`);
  for (const name of classes) selectors.push(`${tag}.${name}`);
  if (attribs['datetime'] !== undefined) selectors.push(`${tag}[datetime]`);
  selectors.push(tag);
  return [...new Set(selectors)];
}

/** Creates short selectors for elements below a root. Counts the matches of each simple selector once per root. */
export interface SelectorMaker {
  /** Returns a selector that matches only this element below the root. */
  unique(element: Element): string;
  /** Returns a selector that matches exactly these elements below the root; null if only a list of selectors would. */
  group(elements: readonly Element[]): string | null;
}

/** Creates a `SelectorMaker` for the elements below `root`. */
export function createSelectorMaker(root: AnyNode): SelectorMaker {
  const matches = new Map<string, Element[]>();
  const simpleOf = new Map<Element, string[]>();
  /** Position of an element in document order, and that of the last element inside it. */
  const spans = new Map<AnyNode, { start: number; end: number }>();
  walk(root, {
    enter(node) {
      if (node === root || !isTag(node)) return;
      spans.set(node, { start: spans.size, end: spans.size });
      const simple = simpleSelectors(node);
      simpleOf.set(node, simple);
      for (const selector of simple) {
        const known = matches.get(selector);
        if (known === undefined) matches.set(selector, [node]);
        else known.push(node);
      }
    },
    leave(node) {
      const span = spans.get(node);
      if (span !== undefined) span.end = spans.size - 1;
    },
  });
  const isInside = (element: Element, ancestor: Element): boolean => {
    const inner = spans.get(element);
    const outer = spans.get(ancestor);
    return (
      inner !== undefined && outer !== undefined && inner.start > outer.start && inner.start <= outer.end
    );
  };
  const known = new Map<Element, string>();

  const parentWithin = (element: Element): Element | null =>
    element.parent !== null && element.parent !== root && isTag(element.parent) ? element.parent : null;

  /** Whether a simple selector below the ancestor matches the wanted elements and no others. */
  const onlyBelow = (
    simple: string,
    ancestor: Element,
    direct: boolean,
    wanted: ReadonlySet<Element>,
  ): boolean => {
    const all = matches.get(simple) ?? [];
    if (all.length > 5000) return false;
    const below = all.filter((element) =>
      direct ? element.parent === ancestor : isInside(element, ancestor),
    );
    return below.length === wanted.size && below.every((element) => wanted.has(element));
  };

  /** Tries simple selectors alone, then below ancestors with a unique simple selector. */
  const short = (
    candidates: readonly string[],
    first: Element,
    wanted: ReadonlySet<Element>,
  ): string | null => {
    for (const selector of candidates) {
      const all = matches.get(selector) ?? [];
      if (all.length === wanted.size && all.every((element) => wanted.has(element))) return selector;
    }
    let ancestor = parentWithin(first);
    for (let climb = 0; ancestor !== null && climb < maxClimb; climb += 1) {
      const anchor = (simpleOf.get(ancestor) ?? []).find((selector) => matches.get(selector)?.length === 1);
      if (anchor !== undefined && ancestor.name !== 'html' && ancestor.name !== 'body') {
        const holder = ancestor;
        for (const simple of candidates) {
          if (onlyBelow(simple, holder, false, wanted)) return `${anchor} ${simple}`;
          if (onlyBelow(simple, holder, true, wanted)) return `${anchor} > ${simple}`;
        }
      }
      ancestor = parentWithin(ancestor);
    }
    return null;
  };

  /** Returns a path from the nearest ancestor with a short selector, with `:nth-of-type` among similar siblings. */
  const path = (element: Element): string => {
    const steps: string[] = [];
    let current: Element | null = element;
    while (current !== null) {
      const here: Element = current;
      const unique =
        here === element
          ? undefined
          : (known.get(here) ?? short(simpleOf.get(here) ?? [], here, new Set([here])) ?? undefined);
      if (unique !== undefined) return `${unique} > ${steps.join(' > ')}`;
      const alike: Element[] = (here.parent?.children ?? []).filter(
        (sibling): sibling is Element => isTag(sibling) && sibling.name === here.name,
      );
      const tag = escapeIdentifier(here.name);
      steps.unshift(alike.length > 1 ? `${tag}:nth-of-type(${alike.indexOf(here) + 1})` : tag);
      current = steps.length > maxClimb ? null : parentWithin(here);
    }
    return steps.join(' > ');
  };

  return {
    unique(element) {
      const cached = known.get(element);
      if (cached !== undefined) return cached;
      const selector = short(simpleOf.get(element) ?? [], element, new Set([element])) ?? path(element);
      known.set(element, selector);
      return selector;
    },
    group(elements) {
      const [first] = elements;
      if (first === undefined) return null;
      const shared = (simpleOf.get(first) ?? []).filter((selector) => {
        const all = new Set(matches.get(selector));
        return elements.every((element) => all.has(element));
      });
      // Items need a class: on the next page, other elements may have the same tag.
      const isBare = (selector: string): number => (/^[a-z][\w-]*$/.test(selector) ? 1 : 0);
      return short(
        shared.sort((a, b) => isBare(a) - isBare(b)),
        first,
        new Set(elements),
      );
    },
  };
}
