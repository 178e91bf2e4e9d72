import { PageContext, type PageFacts } from '../../../electron/extract/page-context.ts';
import type { Page } from '../../../electron/extract/page.ts';

/** A page without URL that was fetched on Thursday, 5 March 2026 at 12:00 in UTC. */
export const somePage: PageFacts = { url: null, fetchedAt: Date.UTC(2026, 2, 5, 12) };

/** The context of a page with these facts. @param tree left out: a page without elements */
export const contextOf = (
  page: Page = { kind: 'json', value: null },
  facts: Partial<PageFacts> = {},
): PageContext => new PageContext(page, { ...somePage, ...facts });
