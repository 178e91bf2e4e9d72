import { PageContext } from '../../../../electron/extract/page-context.ts';
import { parsePage, type PageTree } from '../../../../electron/extract/tree.ts';

/** A page with its context, at an address of a shop. */
export function pageOf(
  html: string,
  url = 'https://shop.example/lamps/brass',
): { page: PageTree; context: PageContext } {
  const page = parsePage(html);
  return { page, context: new PageContext(page, { url, fetchedAt: Date.UTC(2026, 4, 20) }) };
}
