import type { CrawlHistory } from '../../../shared/contract/types.ts';
import { fingerprintUrl } from '../../engine/fingerprint.ts';
import type { HistoryPart } from '../../store/history/crawl-history-queries.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { requireSpider } from './stored-spiders.ts';

interface HistoryView extends Partial<HistoryPart> {
  url: string | null;
  limit: number;
}

/**
 * Returns the crawl history of a spider: the pages that full runs have read, the last ones first.
 * @param view.url only this page, in place of a part of all pages
 * @throws HostError `unknown-spider`; `not-remembered` for a URL that no full run has read
 */
export async function showHistory(
  workspace: Workspace,
  project: string,
  spider: string,
  { url, limit, offset = 0, text = '' }: HistoryView,
): Promise<CrawlHistory> {
  await requireSpider(workspace, project, spider);
  const { history } = workspace.queries;
  const of = { project, spider };
  const { pages: count, extracted, since, cache } = await history.summary(of);
  const whole = { count, extracted, since, cache };
  if (url === null) return { ...whole, ...(await history.list(of, { text, offset, limit })) };
  const page = await history.get(of, fingerprintUrl(url));
  if (page !== null) return { ...whole, matching: 1, pages: [page] };
  throw new HostError('not-remembered', `No full run of "${spider}" has read ${url}.`, {
    hint: null,
    action: { action: 'list-history', spider },
  });
}

/**
 * Clears the crawl history of a spider, or removes one page, with the cached responses. Runs and items stay.
 * @returns number of pages and of cached responses that were removed
 * @throws HostError `unknown-spider`
 */
export async function clearHistory(
  workspace: Workspace,
  project: string,
  spider: string,
  url: string | null,
): Promise<{ pages: number; answers: number }> {
  await requireSpider(workspace, project, spider);
  const fingerprint = url === null ? null : fingerprintUrl(url);
  return workspace.queries.history.clear({ project, spider }, fingerprint);
}
