import type { DataHandlers } from './data-context.ts';
import { HostError } from '../errors.ts';
import { requireSpider } from './stored-spiders.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { requirePage, requireRequest } from './require.ts';
import { deleteTarget } from './trash.ts';
import { savedPage } from './rows.ts';
import { publishPages } from './page-owner.ts';
import { requireDraft } from './require-draft.ts';
import { pageTitle } from './page-title.ts';
import { isPlain } from '../../../shared/request-message.ts';
import { actedOn, listingAt, type ActedOn } from '../../engine/acted-on.ts';
import { readSettings } from '../../../shared/spider/settings.ts';
import type { Settings } from '../../../shared/spider/settings-schema.ts';
import { spiderOfRun } from './run-spider.ts';
import { compressPage } from '../../engine/stored-page.ts';
import type { StoredPage } from '../../store/pages/page-queries.ts';
import type { SavedPageRow } from '../../store/pages/saved-page-queries.ts';
import type { RequestRow } from '../../store/requests/request-queries.ts';

/** The stored page of a request. @throws HostError `unknown-request`, `no-stored-page` */
export async function storedPage(
  workspace: Workspace,
  id: string,
): Promise<{ request: RequestRow; page: StoredPage }> {
  const request = await requireRequest(workspace, id);
  const page = await workspace.queries.pages.ofRequest(id);
  if (page !== null) return { request, page };
  throw new HostError(
    'no-stored-page',
    'No page was stored for this request.',
    'Pages are stored when they could be read as HTML, XML or JSON.',
  );
}

/** Saves the page that a run has stored for a request, unless it is saved. @throws HostError `unknown-request`, `no-stored-page` */
export async function addPageOfRun(
  workspace: Workspace,
  id: string,
): Promise<{ page: SavedPageRow; isNew: boolean }> {
  const { request, page } = await storedPage(workspace, id);
  const { run, spider: made } = await spiderOfRun(workspace.queries, request.run);
  const { project, spider } = run;
  const { url, html, encoding, kind, fetchedAt } = page;
  const message = request.method === undefined ? null : await workspace.queries.requests.message(id);
  return workspace.queries.savedPages.addOfRun(project, spider, {
    title: pageTitle(kind === 'json' ? '' : html, url),
    url,
    source: 'run',
    run: request.run,
    fetchedAt,
    page: compressPage(html, encoding, kind),
    ...(message === null || isPlain(message) ? {} : { request: { url: request.url, message } }),
    acted: actedInRun(made?.settings, { url, requested: request.url }),
  });
}

/** What a run did on a page in the browser; null: nothing, or it read the page without one. */
function actedInRun(
  settings: Settings | null | undefined,
  page: { url: string; requested: string },
): ActedOn | null {
  const read = readSettings(settings);
  const isShown = read.extractorOrder?.[0] === 'browser' || listingAt(read, page.requested) !== null;
  return isShown ? actedOn(read, page) : null;
}

/** Normalizes an http(s) URL. @throws HostError `bad-url` */
export function webUrl(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
  throw new HostError(
    'bad-url',
    `"${text.slice(0, 200)}" is no http or https URL.`,
    'Write it with its scheme, for example https://example.org/page.',
  );
}

/** Handlers of the calls about saved pages that need only the database. */
export const pageHandlers: DataHandlers<'pages'> = {
  'pages.list': async ({ project, spider }, { workspace }) => {
    await requireSpider(workspace, project, spider);
    return (await workspace.queries.savedPages.list(project, spider)).map(savedPage);
  },
  'pages.listOfDraft': async ({ project, draft }, { workspace }) => {
    await requireDraft(workspace, project, draft);
    return (await workspace.queries.savedPages.ofDraft(project, draft)).map(savedPage);
  },
  'pages.addFromRun': async ({ request: id }, context) => {
    const { page, isNew } = await addPageOfRun(context.workspace, id);
    if (isNew) publishPages(context, page);
    return savedPage(page);
  },
  'pages.update': async ({ page, title, url }, context) => {
    const { workspace } = context;
    await requirePage(workspace, page);
    const changed = await workspace.queries.savedPages.update(page, {
      ...(title === undefined ? {} : { title }),
      ...(url === undefined ? {} : { url: url === null ? null : webUrl(url) }),
    });
    publishPages(context, changed);
    return savedPage(changed);
  },
  'pages.delete': async ({ page, forGood }, context) => {
    const row = await requirePage(context.workspace, page);
    // Drafts do not go to the trash, and neither does what they have.
    if (row.draft !== null)
      return { deleted: await context.workspace.queries.savedPages.removeOfDraft(page), trash: null };
    const { trash } = await deleteTarget(context, { kind: 'page', page }, { forGood });
    publishPages(context, row);
    return { deleted: true, trash };
  },
  'pages.source': async ({ page, offset, length }, { workspace }) => {
    await requirePage(workspace, page);
    const html = await workspace.queries.savedPages.html(page);
    return { text: html.slice(offset, offset + length), total: html.length };
  },
};
