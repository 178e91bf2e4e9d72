import type { Element } from 'domhandler';
import type { CallArgs } from '../../../../shared/contract/index.ts';
import { describer, elementOf } from '../../../authoring/repair/describe-elements.ts';
import { matchElements } from '../../../authoring/repair/match-elements.ts';
import { elementsBelow, visibleText } from '../../../extract/walk.ts';
import type { OpenPage } from './open-page.ts';
import { JsonPlace, selectAt } from './places.ts';
import { placesWithin } from './selector-report.ts';

/** The most elements of a page that are looked through. */
const maxElements = 20_000;
const textLength = 300;

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

/** The elements in the rows or items that a selector takes, each once. */
function elementsWithin(page: OpenPage, within: string): Element[] {
  const places = placesWithin(page, within) ?? [];
  return [...new Set(places.flatMap((place) => (place instanceof JsonPlace ? [] : elementsBelow(place))))];
}
