import { keyOf, type SpiderKey } from './document.ts';

const pages = new Map<string, string>();

/** The saved page that is looked at while a spider is written; null: none is. */
export const pageAtHand = (key: SpiderKey): string | null => pages.get(keyOf(key)) ?? null;

/** Says which saved page is looked at; null: none is any more. */
export function setPageAtHand(key: SpiderKey, page: string | null): void {
  if (page === null) pages.delete(keyOf(key));
  else pages.set(keyOf(key), page);
}
