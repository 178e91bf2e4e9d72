import { fingerprintUrl } from '../../engine/fingerprint.ts';
import type { RememberedPage } from '../../store/history/queries.ts';
import { HostError } from '../errors.ts';
import { requireSpider } from './stored-spiders.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface SpiderMemory {
  /** How many pages full runs have read, and how many of them they have extracted. */
  count: number;
  extracted: number;
  /** When the page was read that was not read for the longest time; null: nothing is remembered. */
  since: string | null;
  /** How many of the pages fit what was asked for. */
  matching: number;
  /** Cached answers, and their bytes as stored. */
  cache: { answers: number; bytes: number };
  /** The pages read last, or the one that was asked for. */
  pages: RememberedPage[];
}

interface MemoryView {
  url: string | null;
  limit: number;
  offset?: number;
  text?: string;
}

/**
 * What full runs of a spider have left for the runs after them.
 * @param options.url only this page
 * @param options.text only pages that have this in their URL
 * @throws HostError `unknown-spider`; `not-remembered` for a URL that no full run has read
 */
export async function showMemory(
  workspace: Workspace,
  project: string,
  spider: string,
  { url, limit, offset = 0, text = '' }: MemoryView,
): Promise<SpiderMemory> {
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

interface Forgotten {
  /** How many pages and how many cached answers were forgotten. */
  pages: number;
  answers: number;
}

/** Forgets all pages of a spider, or one, and their cached answers. Runs and items stay. */
export async function resetMemory(
  workspace: Workspace,
  project: string,
  spider: string,
  url: string | null,
): Promise<Forgotten> {
  await requireSpider(workspace, project, spider);
  const fingerprint = url === null ? null : fingerprintUrl(url);
  return workspace.queries.history.forget({ project, spider }, fingerprint);
}
