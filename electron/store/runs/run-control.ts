import { isLastingRefusal } from '../../engine/lasting-refusal.ts';
import type { CrawlPorts } from '../../engine/ports/crawl-ports.ts';
import type { GenerationPorts } from '../../engine/ports/generation.ts';
import type { MeasuredRun } from '../../engine/ports/measured-run.ts';
import type { RunControl, RunSummary } from '../../engine/ports/run-control.ts';
import { createSharedHosts } from '../hosts/shared-hosts.ts';
import { createHttpCache } from '../http-cache/http-cache.ts';
import type { StoreContext } from '../database/context.ts';
import { openGenerationLedger, type GenerationOptions } from '../ledger/generation-ledger.ts';
import { openLedger, type LedgerOptions } from '../ledger/ledger.ts';
import { createExclusionRows } from './run-exclusions.ts';
import { createExpectationRows } from './run-expectations.ts';
import { createRoutes } from './routes.ts';
import { rowId } from '../database/rows.ts';
import { notFound } from '../errors.ts';
import { createEntryFence } from '../queue/entry-fence.ts';
import type { EntryLease } from '../queue/entry-lease.ts';
import { createRunLease, type RunLease } from './run-lease.ts';
import { createRunClock } from './run-clock.ts';
import { createRunOverview } from './run-overview.ts';
import { createRunReader } from './run-rows.ts';
import { createRunTransitions } from './run-transitions.ts';
import { itemFilledSql } from '../items/filled-sql.ts';

/** Options of `openCrawlPorts`. */
export interface CrawlPortOptions extends LedgerOptions {
  /** The queue entry that the session is carried out for: it begins only while that is held. Left out or null: none. */
  entry?: EntryLease | null;
}

/** The ports of one session of a run, which share its lease. */
export function openCrawlPorts(
  context: StoreContext,
  run: string,
  { entry = null, ...options }: CrawlPortOptions = {},
): CrawlPorts {
  const { connection } = context;
  const id = rowId(run, 'run');
  const lease = createRunLease(context, id);
  const routes = createRoutes(context);
  const session = openSession(context, run, lease, entry);
  const { filePath } = connection;
  const hosts = filePath === null ? null : createSharedHosts(filePath, { owners: context.owners });
  return {
    control: session.control,
    hosts,
    close() {
      hosts?.leave();
      session.close();
    },
    ledger: openLedger(context, run, { ...options, lease }),
    routes: {
      load: () => connection.enqueue(() => routes.of(id), { readsOnly: true }),
      keep: (state) =>
        connection.enqueue(() => {
          if (lease.isHeld()) routes.keep(id, state);
        }),
    },
    cache: createHttpCache(context, id),
    measured: openMeasured(context, id, lease),
  };
}

/** The ports of one session of a generation. @throws StoreError `not-found` where the run is none */
export function openGenerationPorts(
  context: StoreContext,
  run: string,
  options: Omit<GenerationOptions, 'lease'>,
): GenerationPorts {
  const id = rowId(run, 'run');
  const lease = createRunLease(context, id);
  const { source } = context.connection.reading(() => createRunReader(context).require(run))();
  if (source === null) throw notFound(`generation "${run}"`);
  return {
    ...openSession(context, run, lease),
    ledger: openGenerationLedger(context, id, rowId(source, 'run'), { ...options, lease }),
    measured: openMeasured(context, id, lease),
  };
}

function openMeasured(context: StoreContext, id: number, lease: RunLease): MeasuredRun {
  const { connection } = context;
  const expectations = createExpectationRows(context);
  return {
    items: (after) =>
      connection.enqueue(
        () => {
          const { items, last } = expectations.items(id, after === null ? 0 : rowId(after, 'item'));
          return { items, last: last === null ? null : String(last) };
        },
        { readsOnly: true },
      ),
    load: () => connection.enqueue(() => expectations.of(id), { readsOnly: true }),
    keep: (state) =>
      connection.enqueue(() => {
        if (lease.isHeld()) expectations.keep(id, state);
      }),
  };
}

/** The control of a session; its writes are synced until it is closed. */
function openSession(
  context: StoreContext,
  run: string,
  lease: RunLease,
  entry: EntryLease | null = null,
): Pick<CrawlPorts, 'control' | 'close'> {
  let endSync = (): void => undefined;
  const control = openRunControl(context, run, lease, entry);
  return {
    control: {
      ...control,
      async begin() {
        const begun = await control.begin();
        endSync = context.connection.keepSafe();
        return begun;
      },
    },
    close: () => endSync(),
  };
}

function openRunControl(
  context: StoreContext,
  run: string,
  lease: RunLease,
  entry: EntryLease | null,
): RunControl {
  const { connection } = context;
  const id = rowId(run, 'run');
  const reader = createRunReader(context);
  const transitions = createRunTransitions(context, reader);
  const clock = createRunClock(context);
  const fence = createEntryFence(context);
  const requested = connection.db
    .prepare<[number], 'pause' | 'stop' | null>('SELECT requested FROM runs WHERE id = ?')
    .pluck();
  const exclusions = createExclusionRows(context);
  const summaryOf = createSummary(context);
  /** @returns whether the work was done: not under a lost lease */
  const whileHeld = (work: () => void): Promise<boolean> =>
    connection.enqueue(() => {
      if (!lease.isHeld()) return false;
      work();
      return true;
    });

  function pause(reason: string): void {
    if (reader.require(run).state === 'running') transitions.move(run, 'pausing', { reason, cause: null });
  }

  return {
    begin: () =>
      connection.enqueue(() => {
        if (entry !== null) fence.require(entry);
        transitions.start(run);
        lease.take();
        return { spentMs: reader.require(run).activeMs };
      }),
    requested: () =>
      connection.enqueue(() => (lease.isHeld() ? (requested.get(id) ?? null) : 'replaced'), {
        readsOnly: true,
      }),
    exclusions: () => connection.enqueue(() => exclusions.of(id), { readsOnly: true }),
    beat: () => whileHeld(() => clock.beat(id)),
    waiting: (reason) => whileHeld(() => (reason === null ? clock.goOn(id) : clock.wait(id, reason))),
    pausing: (reason) => whileHeld(() => pause(reason)),
    end: (state, reason, cause) =>
      whileHeld(() => {
        if (state === 'paused') pause(reason);
        transitions.move(run, state, { reason, cause });
      }),
    progress: () => connection.enqueue(() => reader.counters(id), { readsOnly: true }),
    summary: () => connection.enqueue(() => summaryOf(id), { readsOnly: true }),
  };
}

function createSummary(context: StoreContext): (run: number) => RunSummary {
  const { db, values } = context.connection;
  const reader = createRunReader(context);
  const overview = createRunOverview(context);
  const valued = db
    .prepare<[number], number>(`SELECT count(*) FROM items WHERE run_id = ? AND ${itemFilledSql(values)}`)
    .pluck();
  const message = db
    .prepare<[number, string], string>(
      'SELECT message FROM events WHERE run_id = ? AND kind = ? ORDER BY at DESC, id DESC LIMIT 1',
    )
    .pluck();
  const pagesWith = db
    .prepare<[number, string], number>('SELECT count(DISTINCT url) FROM events WHERE run_id = ? AND kind = ?')
    .pluck();
  function loginTaken(run: number): RunSummary['loginTaken'] {
    const last = message.get(run, 'login-taken');
    return last === undefined ? null : { pages: pagesWith.get(run, 'login-taken') ?? 0, message: last };
  }
  return (run) => {
    const { statuses, reasons, answeredBy, extractionRequests, failedExtractions } = overview(run);
    const good = statuses.filter(({ status }) => status !== null && status >= 200 && status < 300);
    // What was skipped because it is known is no reason for anything to be missing.
    const counting = answeredBy.memory > 0 ? reasons.filter(({ state }) => state === 'failed') : reasons;
    return {
      counters: reader.counters(run),
      pagesFetched: good.reduce((sum, { count }) => sum + count, answeredBy.storedPage),
      extractionRequests,
      failedExtractions,
      extractedBefore: answeredBy.memory,
      itemsWithValues: valued.get(run) ?? 0,
      commonReason: counting[0]?.reason ?? null,
      onlyRefused: answeredBy.memory === 0 && reasons.length > 0 && reasons.every(isLastingRefusal),
      unreadSitemap: message.get(run, 'sitemap-unread') ?? null,
      scriptMade: message.get(run, 'needs-browser') ?? null,
      noRows: message.get(run, 'no-rows') ?? null,
      loginWall: message.get(run, 'login-wall') ?? null,
      otherKind: message.get(run, 'other-kind') ?? null,
      loginTaken: loginTaken(run),
    };
  };
}
