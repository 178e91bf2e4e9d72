import { isTag, type AnyNode, type Element } from 'domhandler';
import type { CallArgs } from '../../../../shared/contract/index.ts';
import type { DescribedElement } from '../../../authoring/repair/likeness.ts';
import { matchElements } from '../../../authoring/repair/match-elements.ts';
import { elementsBelow, visibleText } from '../../../extract/walk.ts';
import type { OpenPage } from './open-page.ts';
import { JsonPlace, selectAt } from './places.ts';
import { placesWithin } from './selector-report.ts';

/** The most elements of a page that are looked through. */
const maxElements = 20_000;
const textLength = 300;
/** The most steps of a path, from its end. */
const maxSteps = 30;

/** What a selector is written for. */
export type Sought = Pick<CallArgs<'tester.relocate'>, 'language' | 'selector' | 'within'>;

/** Where an element is on two pages. */
export interface Relocated {
  /** Number of the element on the page where the selector matches nothing. */
  readonly element: number;
  /** Number of the one that the selector takes on the other page. */
  readonly was: number;
  /** The text of that one. */
  readonly value: string;
}

/**
 * Finds the element of a page that is likest to the first one that a selector takes on another page of the spider.
 * @returns null: the selector takes nothing there, or nothing is like it here
 */
export function relocate(page: OpenPage, other: OpenPage, sought: Sought): Relocated | null {
  const old = firstTaken(other, sought);
  const was = other.numberOf(old);
  if (old === null || was === null) return null;
  const inside = sought.within ?? null;
  const around = inside === null ? page.elements : elementsWithin(page, inside);
  const fresh = around.slice(0, maxElements);
  const [match] = matchElements([describer()(old)], fresh.map(describer()));
  const found = match?.chosen ?? null;
  const element = found === null ? null : page.numberOf(fresh[found] ?? null);
  return element === null ? null : { element, was, value: visibleText(old, textLength).trim() };
}

function firstTaken(page: OpenPage, { language, selector, within }: Sought): Element | null {
  for (const place of placesWithin(page, within ?? null) ?? []) {
    const [match] = place instanceof JsonPlace ? [] : selectAt(page, place, language, selector);
    if (match !== undefined && 'node' in match) return elementOf(match.node);
  }
  return null;
}

const elementOf = (node: AnyNode | null): Element | null => {
  const near = node === null || isTag(node) ? node : node.parent;
  return near !== null && isTag(near) ? near : null;
};

/** The elements in the rows or items that a selector takes, each once. */
function elementsWithin(page: OpenPage, within: string): Element[] {
  const places = placesWithin(page, within) ?? [];
  return [...new Set(places.flatMap((place) => (place instanceof JsonPlace ? [] : elementsBelow(place))))];
}

/** What describes the elements of a page for the comparison. Each text and each place is read once. */
function describer(): (element: Element) => DescribedElement {
  const steps = new Map<Element, string>();
  const texts = new Map<AnyNode, string>();
  const textOf = (node: AnyNode): string => {
    const text = texts.get(node) ?? visibleText(node, textLength);
    texts.set(node, text);
    return text;
  };
  /** The name of an element, with its place among its namesakes where that is not the first. */
  const stepOf = (element: Element): string => {
    const places = new Map<string, number>();
    for (const each of steps.has(element) ? [] : (element.parent?.children ?? [])) {
      if (!isTag(each)) continue;
      const place = (places.get(each.name) ?? 0) + 1;
      places.set(each.name, place);
      steps.set(each, place === 1 ? each.name : `${each.name}[${place}]`);
    }
    return steps.get(element) ?? element.name;
  };
  const pathOf = (element: Element): string[] => {
    const path: string[] = [];
    for (let each: Element | null = element; each !== null && path.length < maxSteps;) {
      path.push(stepOf(each));
      each = elementOf(each.parent);
    }
    return path.reverse();
  };
  return (element) => ({
    name: element.name,
    text: textOf(element),
    attributes: element.attribs,
    path: pathOf(element),
    near: element.parent === null ? '' : textOf(element.parent),
  });
}
