import { isTag, isText, type Element } from 'domhandler';
import type { PageTree } from '../../extract/tree.ts';
import { elementsBelow, unseenTags, visibleText, walk } from '../../extract/walk.ts';
import { detach, normalizeSpace, shorten } from '../../extract/text.ts';
import { uniqueSelector } from '../selectors/unique.ts';

/** An element or attribute that contains the searched text. */
export interface FoundText {
  /** Matches only this element; ends with `::attr(name)` for an attribute. */
  selector: string;
  /** Name of the element. */
  tag: string;
  /** Name of the attribute that contains the text; null: the text of the element does. */
  attribute: string | null;
  /** The whole text of the element or attribute. */
  text: string;
}

const maxFound = 20;
const searchedAttributes = [
  'content',
  'datetime',
  'value',
  'alt',
  'title',
  'href',
  'src',
  'data-value',
  'data-price',
  'aria-label',
];

/** The elements whose own text contains the searched text. */
function directHolders(page: PageTree, wanted: string): Set<Element> {
  const holders = new Set<Element>();
  walk(page.document, {
    enter(node) {
      if (isTag(node) && node.name !== 'head' && unseenTags.has(node.name)) return false;
      if (
        isText(node) &&
        node.parent !== null &&
        isTag(node.parent) &&
        normalizeSpace(node.data).toLowerCase().includes(wanted)
      ) {
        holders.add(node.parent);
      }
      return true;
    },
  });
  return holders;
}

/** The smallest elements that contain a text which spans several elements ("Price: <b>19.99</b>"). */
function spanningHolders(page: PageTree, wanted: string): Set<Element> {
  const holders = new Set<Element>();
  const holds = (element: Element): boolean => visibleText(element).toLowerCase().includes(wanted);
  let level = page.document.children.filter((child) => isTag(child)).filter(holds);
  for (let depth = 0; level.length > 0 && depth < 200; depth += 1) {
    const next: Element[] = [];
    for (const element of level) {
      const inner = element.children.filter((child) => isTag(child)).filter(holds);
      if (inner.length === 0) holders.add(element);
      next.push(...inner);
    }
    level = next;
  }
  return holders;
}

/**
 * Finds the elements and attributes that contain a text, ignoring white space and case, with a selector for each. Elements
 * come first, and shorter texts before longer ones, because they are more exact. At most 20 results.
 */
export function findText(page: PageTree, text: string): FoundText[] {
  const wanted = normalizeSpace(text).toLowerCase();
  if (wanted === '') return [];
  const selectorOf = (element: Element): string | null => uniqueSelector(page.document, element);
  const direct = directHolders(page, wanted);
  const holders = direct.size > 0 ? direct : spanningHolders(page, wanted);
  const elements = [...holders]
    .map((element) => ({ element, text: visibleText(element) }))
    .sort((a, b) => a.text.length - b.text.length)
    .slice(0, maxFound)
    .flatMap(({ element, text: whole }): FoundText[] => {
      const selector = selectorOf(element);
      return selector === null ? [] : [{ selector, tag: element.name, attribute: null, text: detach(whole) }];
    });
  const attributes: FoundText[] = [];
  for (const element of elementsBelow(page.document)) {
    if (elements.length + attributes.length >= maxFound) break;
    for (const attribute of searchedAttributes) {
      const value = element.attribs[attribute];
      if (value === undefined || !normalizeSpace(value).toLowerCase().includes(wanted)) continue;
      const selector = selectorOf(element);
      if (selector !== null) {
        attributes.push({
          selector: `${selector}::attr(${attribute})`,
          tag: element.name,
          attribute,
          text: shorten(value, 500),
        });
      }
      break;
    }
  }
  return [...elements, ...attributes];
}
