import { hasEnded, queueStates, type QueueState } from '../../../shared/queue-states.ts';
import type { StoreContext } from '../database/context.ts';
import { isHere } from '../database/owner.ts';
import { isoTime, isoTimeOrNull } from '../database/rows.ts';
import { createRunChanges } from '../runs/run-changes.ts';
import { createRunReader } from '../runs/run-rows.ts';
import { isUnderway } from '../runs/run-states.ts';
import { createRunTransitions } from '../runs/run-transitions.ts';
import type { SpiderRows } from '../spiders/spider-rows.ts';
import { createQueueOrder } from './queue-order.ts';
import type {
  NewQueueEntry,
  QueueChange,
  QueueList,
  QueueQueries,
  QueueRow,
  QueueStatus,
  WorkerKind,
} from './queue-queries.ts';
import { optionsText, type QueueRows, type StoredEntry } from './queue-rows.ts';

/** Why an entry was cancelled that a newer one takes the place of. */
const replacedReason = 'A newer entry took its place.';

export function createQueue(context: StoreContext, rows: QueueRows, spiders: SpiderRows): QueueQueries {
  return { ...adding(context, rows, spiders), ...reading(context, rows), ...changing(context, rows) };
}

function adding(
  { connection, now }: StoreContext,
  rows: QueueRows,
  spiders: SpiderRows,
): Pick<QueueQueries, 'add'> {
  const { db } = connection;
  const same = db.prepare<[{ spider: number; options: string }], { id: number; state: QueueState }>(
    `SELECT id, state FROM queue_entries WHERE spider_id = @spider AND state IN ('pending', 'running') AND options_json = @options
      ORDER BY id DESC`,
  );
  const cancel = db.prepare<[{ id: number; reason: string; now: number }]>(
    "UPDATE queue_entries SET state = 'cancelled', reason = @reason, ended_at = @now WHERE id = @id AND state = 'pending'",
  );

  function add({ duplicates, options, priority, ...of }: NewQueueEntry, batch: string | null): QueueRow {
    const spider = spiders.requireId(of);
    const there = duplicates === 'allow' ? [] : same.all({ spider, options: optionsText(options) });
    const [newest] = there;
    if (duplicates === 'skip' && newest !== undefined) return rows.require(String(newest.id));
    for (const { id } of there.filter(({ state }) => state === 'pending')) {
      cancel.run({ id, reason: replacedReason, now: now() });
      rows.changed(id);
    }
    return rows.require(rows.insert({ spider, priority, options, batch, scheduled: null }));
  }

  return {
    add: connection.change((entries: readonly NewQueueEntry[], batch: string | null) =>
      entries.map((entry) => add(entry, batch)),
    ),
  };
}

function reading(
  { connection, now, owners }: StoreContext,
  rows: QueueRows,
): Pick<QueueQueries, 'list' | 'get' | 'status'> {
  const { db } = connection;
  interface Filter {
    project: string | null;
    spider: string | null;
    states: string | null;
    batch: string | null;
    run: string | null;
    entries: string | null;
    cleared: 0 | 1;
  }
  const fits = `
    (@project IS NULL OR coalesce(projects.name, entries.project) = @project)
      AND (@spider IS NULL OR coalesce(spiders.name, entries.spider) = @spider)
      AND (@states IS NULL OR entries.state IN (SELECT value FROM json_each(@states)))
      AND (@batch IS NULL OR entries.batch = @batch)
      AND (@run IS NULL OR entries.run_id = (SELECT id FROM runs WHERE id = CAST(@run AS INTEGER)))
      AND (@entries IS NULL OR entries.id IN (SELECT CAST(value AS INTEGER) FROM json_each(@entries)))`;
  const live = `entries.state IN ('running', 'pending') AND ${fits}`;
  const ended = `entries.ended_at IS NOT NULL AND (@cleared = 1 OR entries.cleared_at IS NULL) AND ${fits}`;
  const page = 'LIMIT @limit OFFSET @offset';
  const countOf = (condition: string) =>
    db
      .prepare<[Filter], number>(
        `SELECT count(*) FROM queue_entries AS entries LEFT JOIN spiders ON spiders.id = entries.spider_id
          LEFT JOIN projects ON projects.id = spiders.project_id WHERE ${condition}`,
      )
      .pluck();
  const liveCount = countOf(live);
  const endedCount = countOf(ended);
  const pageOf = (condition: string, order: string) =>
    db.prepare<[Filter & { limit: number; offset: number }], StoredEntry>(
      `${rows.select} WHERE ${condition} ORDER BY ${order} ${page}`,
    );
  const livePage = pageOf(
    live,
    `entries.state DESC, CASE entries.state WHEN 'running' THEN entries.started_at END, entries.priority DESC, entries.position, entries.id`,
  );
  const endedPage = pageOf(ended, 'entries.ended_at DESC, entries.id DESC');
  const counts = db.prepare<[], { state: QueueState; count: number }>(
    'SELECT state, count(*) AS count FROM queue_entries GROUP BY state',
  );
  const settings = db.prepare<[], { concurrency: number; held: 0 | 1 }>(
    'SELECT concurrency, held FROM queue_settings',
  );
  const workers = db.prepare<
    [],
    { lock: string; pid: number; kind: WorkerKind; concurrency: number; started_at: number }
  >('SELECT * FROM queue_workers ORDER BY started_at, lock');
  const nextDue = db
    .prepare<[number], number | null>(
      "SELECT min(due_at) FROM queue_entries WHERE state = 'pending' AND due_at > ?",
    )
    .pluck();

  function list({ offset = 0, limit, ...query }: QueueList = {}): { entries: QueueRow[]; total: number } {
    const filter: Filter = {
      project: query.project ?? null,
      spider: query.spider ?? null,
      states: query.states === undefined ? null : JSON.stringify(query.states),
      batch: query.batch ?? null,
      run: query.run ?? null,
      entries: query.entries === undefined ? null : JSON.stringify(query.entries),
      cleared: query.cleared === true ? 1 : 0,
    };
    const [first, second] = [liveCount.get(filter) ?? 0, endedCount.get(filter) ?? 0];
    const most = limit ?? first + second;
    const begun = livePage.all({ ...filter, limit: most, offset });
    const rest = { limit: most - begun.length, offset: Math.max(0, offset - first) };
    const over = rest.limit === 0 ? [] : endedPage.all({ ...filter, ...rest });
    return { entries: [...begun, ...over].map((stored) => rows.toRow(stored)), total: first + second };
  }

  function status(): QueueStatus {
    const { concurrency, held } = settings.get() ?? { concurrency: 1, held: 0 };
    const found = new Map(counts.all().map(({ state, count }) => [state, count]));
    const [pending, running, completed, failed, cancelled, dead] = queueStates.map(
      (state) => found.get(state) ?? 0,
    );
    return {
      counts: {
        pending: pending ?? 0,
        running: running ?? 0,
        completed: completed ?? 0,
        failed: failed ?? 0,
        cancelled: cancelled ?? 0,
        dead: dead ?? 0,
        all: [...found.values()].reduce((sum, count) => sum + count, 0),
      },
      concurrency,
      held: held === 1,
      workers: workers
        .all()
        .filter(({ lock, pid, started_at }) => owners.isAlive({ lock, pid }, started_at))
        .map(({ lock, started_at, kind, pid, concurrency: most }) => ({
          kind,
          pid,
          concurrency: most,
          startedAt: isoTime(started_at),
          here: isHere({ lock, pid }),
        })),
      nextDueAt: isoTimeOrNull(nextDue.get(now()) ?? null),
    };
  }

  return {
    list: connection.query(list),
    get: connection.query((id: string) => rows.require(id)),
    status: connection.query(status),
  };
}

function changing(
  context: StoreContext,
  rows: QueueRows,
): Pick<QueueQueries, 'move' | 'setPriority' | 'retry' | 'cancel' | 'clear' | 'configure'> {
  const { connection, now } = context;
  const { db } = connection;
  const order = createQueueOrder(context);
  const retry = db.prepare<[{ id: number; now: number }]>(
    `UPDATE queue_entries SET state = 'pending', attempts = 0, losses = 0, asked = NULL, reason = NULL, due_at = @now, ended_at = NULL,
      cleared_at = NULL, position = (SELECT max(position) + 1 FROM queue_entries),
      run_id = (SELECT id FROM runs WHERE id = run_id AND state NOT IN ('completed', 'stopped', 'failed'))
    WHERE id = @id`,
  );
  const cancel = db.prepare<[{ id: number; reason: string; now: number }]>(
    `UPDATE queue_entries SET state = 'cancelled', reason = @reason, ended_at = @now, owner_pid = NULL, owner_lock = NULL
      WHERE id = @id`,
  );
  const clear = db.prepare<[{ now: number; project: string | null }]>(
    `UPDATE queue_entries SET cleared_at = @now WHERE ended_at IS NOT NULL AND cleared_at IS NULL
      AND (@project IS NULL OR @project = coalesce(
        (SELECT projects.name FROM projects JOIN spiders ON spiders.project_id = projects.id WHERE spiders.id = spider_id), project))`,
  );
  const configure = db.prepare<[{ concurrency: number | null; held: 0 | 1 | null }]>(
    'UPDATE queue_settings SET concurrency = coalesce(@concurrency, concurrency), held = coalesce(@held, held)',
  );

  const reader = createRunReader(context);
  const transitions = createRunTransitions(context, reader);
  const changes = createRunChanges(context);
  const askToStop = db.prepare<[number]>("UPDATE all_runs SET requested = 'stop' WHERE id = ?");

  /** Ends the run of an entry that was being carried out. */
  function stopRun(id: string, reason: string): void {
    const run = reader.require(id);
    if (run.state === 'queued') transitions.move(id, 'stopped', { reason, cause: 'stopped' });
    if (!isUnderway(run.state) || run.requested === 'stop') return;
    askToStop.run(Number(id));
    changes.write(reader.require(id), 'asked');
  }

  /** Changes an entry if its present state allows it. */
  const changeIf = <A extends unknown[]>(
    allowed: (entry: QueueRow) => boolean,
    change: (id: number, entry: QueueRow, ...args: A) => void,
  ): ((id: string, ...args: A) => Promise<QueueChange>) =>
    connection.change((id: string, ...args: A): QueueChange => {
      const entry = rows.require(id);
      if (!allowed(entry)) return { kind: 'refused', entry };
      const row = Number(entry.id);
      change(row, entry, ...args);
      return { kind: 'changed', entry: rows.changed(row) };
    });
  const isPending = ({ state }: QueueRow): boolean => state === 'pending';
  const canRetry = ({ state, spiderExists }: QueueRow): boolean =>
    hasEnded(state) && state !== 'completed' && spiderExists;

  return {
    move: changeIf(isPending, (id, _entry, to) => order.move(id, to)),
    setPriority: changeIf(isPending, (id, _entry, priority: number) => order.setPriority(id, priority)),
    retry: changeIf(canRetry, (id) => void retry.run({ id, now: now() })),
    cancel: changeIf(
      ({ state }) => !hasEnded(state),
      (id, { state, run }, reason: string) => {
        cancel.run({ id, reason, now: now() });
        if (state === 'running' && run !== null) stopRun(run, reason);
      },
    ),
    clear: connection.change((project: string | null) => clear.run({ now: now(), project }).changes),
    configure: connection.change(({ concurrency, held }: { concurrency?: number; held?: boolean }) => {
      configure.run({ concurrency: concurrency ?? null, held: held === undefined ? null : held ? 1 : 0 });
    }),
  };
}
