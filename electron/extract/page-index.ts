import type { Document, Element } from 'domhandler';
import { ElementIndex } from './element-index.ts';
import { PageDocument } from './html/page-document.ts';
import { rootOf } from './xpath/nodes.ts';

/** Returns the element index of a page, built on first use; the tree must not change afterwards. Null for other documents. */
export function indexOfPage(document: Document): ElementIndex | null {
  if (!(document instanceof PageDocument)) return null;
  document.index ??= new ElementIndex(document);
  return document.index;
}

/** Returns the element index of the page of an element, if one was built. */
export function builtIndexOf(element: Element): ElementIndex | null {
  const root = rootOf(element);
  return root instanceof PageDocument ? root.index : null;
}
