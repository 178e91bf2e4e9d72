import { entriesOf, isObject } from '../../../shared/spider/plain.ts';
import type { Notes } from '../report.ts';
import { numberOf, textsOf } from '../values.ts';

/** A selector of a sitemap. */
export interface Selector {
  id: string;
  type: string;
  css: string;
  multiple: boolean;
  regex: string;
  delay: number;
  parents: string[];
  place: string;
  /** The selector as it is written, for what only some types have. */
  given: Readonly<Record<string, unknown>>;
}

/** The start page, as a parent. */
export const rootId = '_root';

/** Reads the selectors of a sitemap. */
export function readSelectors(value: unknown, notes: Notes): Selector[] {
  const selectors: Selector[] = [];
  for (const [index, given] of entriesOf(value).entries()) {
    const place = `selectors[${index}]`;
    if (!isObject(given) || typeof given.id !== 'string' || typeof given.type !== 'string') {
      notes.lost(place, 'A selector has an id and a type.');
      continue;
    }
    const id = given.id;
    if (selectors.some((other) => other.id === id)) {
      notes.lost(`${place} "${id}"`, 'Another selector has this id.');
      continue;
    }
    const parents = textsOf(given.parentSelectors);
    selectors.push({
      id,
      type: given.type,
      css: typeof given.selector === 'string' ? given.selector.trim() : '',
      multiple: given.multiple === true || given.multiple === 1,
      regex: typeof given.regex === 'string' ? given.regex : '',
      delay: numberOf(given.delay) ?? 0,
      parents: parents.length === 0 ? [rootId] : parents,
      place: `${place} "${id}"`,
      given,
    });
  }
  return selectors;
}

/** Types that lead to other pages. */
export const isLink = ({ type }: Selector): boolean =>
  ['SelectorLink', 'SelectorPopupLink', 'SelectorPagination', 'SelectorSitemapXmlLink'].includes(type);

/** Types that choose elements, within which others select. */
export const isElement = ({ type }: Selector): boolean =>
  ['SelectorElement', 'SelectorElementClick', 'SelectorElementScroll'].includes(type);
