import type { RunOutcome } from '../../../shared/contract/types.ts';
import { readSettings } from '../../../shared/spider/settings.ts';
import { startRequestsOf } from '../../../shared/spider/start-requests.ts';
import type { RunRow } from '../../store/runs/run-queries.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { spiderOfRun } from './run-spider.ts';

/** The login that a run waits for, and where to log in again; null: it waits for none. */
export async function expiredLoginOf(
  { queries }: Pick<Workspace, 'queries'>,
  { id, state, cause }: Pick<RunRow, 'id' | 'state' | 'cause'>,
): Promise<RunOutcome['expiredLogin']> {
  if (state !== 'paused' || cause !== 'login-expired') return null;
  const { spider } = await spiderOfRun(queries, id);
  if (spider === null) return null;
  const { session } = readSettings(spider.settings);
  const [start = `https://${spider.allowed_domains[0] ?? ''}/`] = [
    ...spider.start_urls,
    ...startRequestsOf(spider).map(({ url }) => url),
  ];
  return session === null ? null : { name: session.name, url: start };
}
