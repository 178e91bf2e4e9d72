import { downloadsFiles } from '../../../../shared/spider/downloads.ts';
import { rowsTravel } from '../../../engine/follow-rows.ts';
import type { FleetWork } from '../../../fleet/share/fleet-work.ts';
import type { HostClass } from '../../../store/fleet/claim-rows.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { countedLedger, type WorkCounts } from './counted-ledger.ts';
import { carryOut } from '../crawl/carry-out.ts';
import { itemLimitOf } from '../crawl/item-limit.ts';
import { longestDelayMs } from '../crawl/longest-delay.ts';
import { recordFailure } from '../crawl/run-end.ts';
import type { PlannedRun } from '../crawl/run-plan.ts';
import type { ExecutionOptions, RunOutcome } from '../crawl/run-session.ts';

/**
 * Whether several workers can carry a run out together. Rows that lead to pages, files, pages that earlier runs have extracted, and
 * items that are told apart by their key need one writer: such a run has one worker.
 */
export function canBeShared({ spider, settings }: Pick<PlannedRun, 'spider' | 'settings'>): boolean {
  const drops = spider.expect?.duplicates === 'drop';
  return !rowsTravel(spider) && !downloadsFiles(spider) && !settings.incremental && !drops;
}

/** What the hosts of a run need of a worker. */
export const classOf = ({ browser }: Pick<PlannedRun, 'browser'>): HostClass =>
  browser.when === null ? 'http' : 'browser';

/**
 * Takes part in a run, until it has ended or this worker is to leave it.
 * @param counts what is counted of it; left out: nothing is
 * @returns how it has ended; null: another worker records that, or goes on with the run
 */
export async function takePart(
  workspace: Workspace,
  work: FleetWork,
  planned: PlannedRun,
  execution: ExecutionOptions,
  counts?: WorkCounts,
): Promise<RunOutcome | null> {
  const { id, settings, options } = planned;
  const joined = work.join(id, {
    class: classOf(planned),
    limits: { items: itemLimitOf(options.limit, settings), pages: settings.pageLimit },
    delayMs: longestDelayMs(settings),
    summary: () => workspace.crawlPorts(id).control.summary(),
  });
  const { share, slots, ports: given } = joined;
  const ports = counts === undefined ? given : { ...given, ledger: countedLedger(given.ledger, counts) };
  try {
    const { spentMs } = await ports.control.begin();
    return await carryOut(workspace.dataDir, { ports, share, slots, spentMs }, planned, execution);
  } catch (error) {
    throw await recordFailure(workspace.dataDir, id, ports.control, error);
  } finally {
    await joined.close();
  }
}
