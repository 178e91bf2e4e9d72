import type { HealPage } from '../../../authoring/repair/places.ts';
import { PageContext } from '../../../extract/page-context.ts';
import { parsePageAs } from '../../../extract/page.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** A request of a run whose page is stored. */
export interface PageOfRun {
  readonly request: string;
  /** As it was requested. */
  readonly url: string;
}

/** Requests of a callback that are looked through, and characters of all pages that are open at once. */
const limits = { requests: 2000, characters: 60_000_000 };

/** The requests of a run that a callback took, in the order of admission; without a callback, all that are done. */
export async function pagesOfRun(
  { queries }: Workspace,
  run: string,
  callback?: string,
): Promise<PageOfRun[]> {
  const view = { run, ...(callback === undefined ? {} : { callback }), states: ['done'] as const };
  const { rows } = await queries.requests.slice(view, 0, limits.requests);
  return rows.filter(({ hasPage }) => hasPage).map(({ id, url }) => ({ request: id, url }));
}

/** Opens stored pages, by request. Those that cannot be read are left out, and those beyond the limit on their size. */
export async function readPages(
  { queries }: Workspace,
  pages: readonly PageOfRun[],
): Promise<Map<string, HealPage>> {
  const opened = new Map<string, HealPage>();
  let characters = 0;
  for (const { request } of pages) {
    if (opened.has(request)) continue;
    const stored = await queries.pages.ofRequest(request);
    if (stored === null) continue;
    characters += stored.html.length;
    if (characters > limits.characters) break;
    const { kind, html, url, fetchedAt } = stored;
    const read = parsePageAs(kind, html);
    if (!read.ok) continue;
    const context = new PageContext(read.page, { url, fetchedAt: Date.parse(fetchedAt) });
    opened.set(request, { url, page: read.page, context });
  }
  return opened;
}
