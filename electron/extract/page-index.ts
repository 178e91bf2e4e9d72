import type { Document } from 'domhandler';
import { ElementIndex } from './element-index.ts';
import { PageDocument } from './html/page-document.ts';

/** The index of a page, made when it is first asked for. The tree must not change after that. Null for other documents. */
export function indexOfPage(document: Document): ElementIndex | null {
  if (!(document instanceof PageDocument)) return null;
  document.index ??= new ElementIndex(document);
  return document.index;
}
