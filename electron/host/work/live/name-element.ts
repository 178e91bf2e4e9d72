import { isTag, type AnyNode, type Element } from 'domhandler';
import { uniqueSelector } from '../../../authoring/selectors/unique.ts';
import { markAttribute, type SeenTarget } from '../../../browser/live/seen.ts';
import { selectorFor } from '../../../extract/select.ts';
import { parsePage } from '../../../extract/tree.ts';
import { findBelow } from '../../../extract/walk.ts';

/**
 * A CSS selector that finds the element and no other on the page where it was used.
 * @param known selectors of earlier actions: the first that finds the element before all others is taken
 * @returns what the page says of it where it is in a shadow tree, or the page is too large
 */
export function nameElement({ html, rough }: SeenTarget, known: readonly string[]): string {
  if (html === null) return rough;
  const { document } = parsePage(html);
  const element = findBelow(document, ({ attribs }) => attribs[markAttribute] !== undefined);
  if (element === null) return rough;
  delete element.attribs[markAttribute];
  return (
    known.find((selector) => firstMatch(document, selector) === element) ??
    uniqueSelector(document, element) ??
    rough
  );
}

function firstMatch(root: AnyNode, selector: string): Element | null {
  const read = selectorFor('css', selector);
  if (!read.ok) return null;
  const [found] = read.selector.select(root);
  const node = found?.node ?? null;
  return node !== null && isTag(node) ? node : null;
}
