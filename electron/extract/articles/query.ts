import { load } from 'cheerio/slim';
import type { Element } from 'domhandler';
import type { PageTree } from '../tree.ts';
import { elementsBelow } from '../walk.ts';

/** Finds elements by CSS selector, in document order, at most `limit` of them. */
export type Query = (selector: string, limit?: number) => Element[];

function isElement(node: object): node is Element {
  return 'attribs' in node;
}

/**
 * Queries on a page through cheerio, over its tree as it is. The elements are listed once and then filtered: cheerio's own
 * search takes time that grows with the square of the depth, 1.5 s a selector on a page nested 100,000 deep.
 */
export function createQuery(page: PageTree): Query {
  const elements = load(page.document)(elementsBelow(page.document));
  return (selector, limit = Number.POSITIVE_INFINITY) => {
    const found: object[] = elements.filter(selector).toArray();
    return found.filter(isElement).slice(0, limit);
  };
}
