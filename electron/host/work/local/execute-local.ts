import { systemClock } from '../../../engine/clock.ts';
import type { CrawlPorts } from '../../../engine/ports/crawl-ports.ts';
import { LeaseLostError } from '../../../engine/ports/lease.ts';
import { LocalRun } from '../../../fleet/local/local-run.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { logFault, logNote } from '../../log.ts';
import { carryOut } from '../crawl/carry-out.ts';
import { itemLimitOf } from '../crawl/item-limit.ts';
import { longestDelayMs } from '../crawl/longest-delay.ts';
import type { PlannedRun } from '../crawl/run-plan.ts';
import type { ExecutionOptions, RunOutcome } from '../crawl/run-session.ts';
import { startLocalWorkers } from './local-workers.ts';
import { whyAlone } from './why-alone.ts';

/** How long a host rests at least after its process has died, as nobody knows when it was contacted last, in milliseconds. */
const lossRestMs = 10_000;

/**
 * Carries a run out with further processes of this computer, if they can share it; else that is told.
 * @param session the ports of the run, which has begun
 * @param workers number of processes, this one included
 * @returns null: this process is to carry it out alone
 */
export async function executeTogether(
  workspace: Workspace,
  session: { ports: CrawlPorts; spentMs: number },
  planned: PlannedRun,
  execution: ExecutionOptions,
  workers: number,
): Promise<RunOutcome | null> {
  const alone = whyAlone(planned);
  if (alone === null) return executeLocal(workspace, session, planned, execution, workers);
  await session.ports.ledger.record([{ kind: 'workers', url: null, message: alone }]);
  execution.onNote?.(alone);
  return null;
}

/**
 * Carries a run out with further processes of this computer. This one has the run: its lease, its ledger and who owns which host. A
 * pause that is asked of it is asked of the run, so that all of them hear of it.
 */
async function executeLocal(
  workspace: Workspace,
  { ports, spentMs }: { ports: CrawlPorts; spentMs: number },
  planned: PlannedRun,
  execution: ExecutionOptions,
  count: number,
): Promise<RunOutcome> {
  const { dataDir, queries } = workspace;
  const { id, settings, options } = planned;
  const { ledger } = ports;
  const run = await LocalRun.open({
    ledger,
    clock: systemClock,
    limits: { items: itemLimitOf(options.limit, settings), pages: settings.pageLimit },
    spentMs,
    lossRestMs: Math.max(lossRestMs, longestDelayMs(settings)),
    onError: (error) => logFault(dataDir, `Run ${id}`, error),
  });
  const { share, ledger: ownLedger } = run.join();
  const tell = (message: string): void => {
    logNote(dataDir, `Run ${id}: ${message}`);
    // A ledger that cannot be written is told by the crawl.
    ledger.record([{ kind: 'workers', url: null, message }]).catch(() => undefined);
    execution.onNote?.(message);
  };
  const askPause = (): void => void queries.runs.pause(id).catch(() => undefined);
  const workers = startLocalWorkers(count - 1, {
    run,
    ports,
    part: { dataDir, run: id, proxyChannel: execution.proxyChannel ?? null },
    onLost: tell,
    onError: (error) => logFault(dataDir, `Run ${id}`, error),
  });
  let isOver = false;
  try {
    tell(await workers.ready());
    execution.pause.addEventListener('abort', askPause, { once: true });
    if (execution.pause.aborted) askPause();
    const session = { ports: { ...ports, ledger: ownLedger }, share, slots: null, spentMs };
    const own = await carryOut(dataDir, session, planned, execution);
    const outcome = own ?? (await workers.outcome());
    if (outcome === null) throw new LeaseLostError(id);
    isOver = true;
    return outcome;
  } catch (error) {
    // What they have in hand is queued again before the end is recorded.
    await workers.close(true);
    throw error;
  } finally {
    execution.pause.removeEventListener('abort', askPause);
    await workers.close(!isOver);
  }
}
