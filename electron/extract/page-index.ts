import type { Document } from 'domhandler';
import { ElementIndex } from './element-index.ts';
import { PageDocument } from './html/page-document.ts';

/** Returns the element index of a page, built on first use; the tree must not change afterwards. Null for other documents. */
export function indexOfPage(document: Document): ElementIndex | null {
  if (!(document instanceof PageDocument)) return null;
  document.index ??= new ElementIndex(document);
  return document.index;
}
