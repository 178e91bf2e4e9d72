import type { CrawlPorts } from '../../engine/ports/crawl-ports.ts';
import type { RunControl, RunSummary } from '../../engine/ports/run-control.ts';
import type { HttpCacheRepository } from '../http-cache/http-cache.ts';
import { keepLogSynced } from '../database/wal-fsync.ts';
import type { StoreContext } from '../database/context.ts';
import { createEvents } from '../events/events.ts';
import { openLedger, type LedgerOptions } from '../ledger/ledger.ts';
import type { RouteRepository } from './routes.ts';
import { rowId } from '../database/rows.ts';
import { createRunLease, type RunLease } from './run-lease.ts';
import { createRunReader } from './run-rows.ts';
import type { Runs } from './runs.ts';
import { createRunStatistics } from './statistics.ts';

/** The ports of one session of a run, which share its lease. */
export function openCrawlPorts(
  context: StoreContext,
  { runs, routes, answers }: { runs: Runs; routes: RouteRepository; answers: HttpCacheRepository },
  run: string,
  options: LedgerOptions = {},
): CrawlPorts {
  const { connection } = context;
  const lease = createRunLease(context, rowId(run, 'run'));
  let endSync = (): void => undefined;
  const control = openRunControl(context, runs, run, lease);
  return {
    ledger: openLedger(context, run, { ...options, lease }),
    control: {
      ...control,
      async begin() {
        const begun = await control.begin();
        endSync = keepLogSynced(connection.path);
        return begun;
      },
    },
    routes: {
      load: () => connection.enqueue(() => routes.of(run), { readsOnly: true }),
      keep: (state) =>
        connection.enqueue(() => {
          if (lease.isHeld()) routes.keepWithin(run, state);
        }),
    },
    cache: answers.ofRun(run),
    close: () => endSync(),
  };
}

function openRunControl(context: StoreContext, runs: Runs, run: string, lease: RunLease): RunControl {
  const { connection } = context;
  const reader = createRunReader(context);
  const summaryOf = createSummary(context);
  /** @returns whether the work was done: not under a lost lease */
  const whileHeld = (work: () => void): Promise<boolean> =>
    connection.enqueue(() => {
      if (!lease.isHeld()) return false;
      work();
      return true;
    });

  function pause(reason: string): void {
    if (reader.require(run).state === 'running') runs.setStateWithin(run, 'pausing', reason);
  }

  return {
    begin: () =>
      connection.enqueue(() => {
        const { activeMs } = runs.startWithin(run).run;
        lease.take();
        return { spentMs: activeMs };
      }),
    requested: () =>
      connection.enqueue(() => (lease.isHeld() ? runs.requested(run) : 'replaced'), { readsOnly: true }),
    beat: () => whileHeld(() => runs.beatWithin(run)),
    waiting: (reason) =>
      whileHeld(() => (reason === null ? runs.goOnWithin(run) : runs.waitWithin(run, reason))),
    pausing: (reason) => whileHeld(() => pause(reason)),
    end: (state, reason) =>
      whileHeld(() => {
        if (state === 'paused') pause(reason);
        runs.setStateWithin(run, state, reason);
      }),
    progress: () => connection.enqueue(() => reader.counters(rowId(run, 'run')), { readsOnly: true }),
    summary: () => connection.enqueue(() => summaryOf(run), { readsOnly: true }),
  };
}

function createSummary(context: StoreContext): (run: string) => RunSummary {
  const reader = createRunReader(context);
  const statistics = createRunStatistics(context);
  const events = createEvents(context);
  return (run) => {
    const { statuses, reasons, answeredBy, extractionRequests, failedExtractions, itemsWithValues } =
      statistics.of(rowId(run, 'run'));
    const good = statuses.filter(({ status }) => status !== null && status >= 200 && status < 300);
    const first = (kind: string): string | null =>
      events.list(run, { kinds: [kind], limit: 1 })[0]?.message ?? null;
    // What was skipped because it is known is no reason for anything to be missing.
    const counting = answeredBy.memory > 0 ? reasons.filter(({ state }) => state === 'failed') : reasons;
    return {
      counters: reader.counters(rowId(run, 'run')),
      pagesFetched: good.reduce((sum, { count }) => sum + count, answeredBy.storedPage),
      extractionRequests,
      failedExtractions,
      extractedBefore: answeredBy.memory,
      itemsWithValues,
      commonReason: counting[0]?.reason ?? null,
      unreadSitemap: first('sitemap-unread'),
      scriptMade: first('needs-browser'),
    };
  };
}
