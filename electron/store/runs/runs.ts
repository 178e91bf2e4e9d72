import type { StoreContext } from '../database/context.ts';
import { rowId } from '../database/rows.ts';
import { notFound, StoreError } from '../errors.ts';
import { createRunChanges } from './run-changes.ts';
import { currentRunSql } from './current-sql.ts';
import { createEntryFence } from '../queue/entry-fence.ts';
import { createExclusionRows } from './run-exclusions.ts';
import { createReceipts } from './receipts.ts';
import { createExpectationRows } from './run-expectations.ts';
import { createRoutes } from './routes.ts';
import { createRunOverview } from './run-overview.ts';
import type { NewRun, RunKind, RunList, RunQueries, RunRow } from './run-queries.ts';
import { createRunReader, requireIdle, type RunReader } from './run-rows.ts';
import { createRunSeries } from './run-series.ts';
import { isCarriedOut, isEnded, isUnderway } from './run-states.ts';
import { createRunTransitions } from './run-transitions.ts';

export function createRuns(context: StoreContext): RunQueries {
  const reader = createRunReader(context);
  return { ...reading(context, reader), ...counting(context, reader), ...changing(context, reader) };
}

function reading(
  { connection }: StoreContext,
  reader: RunReader,
): Pick<RunQueries, 'list' | 'get' | 'latest' | 'latestWithItems'> {
  const { db } = connection;
  const newest = (condition: string) =>
    db
      .prepare<[string, string], number>(
        `SELECT runs.id FROM runs JOIN spiders ON spiders.id = runs.spider_id
          JOIN projects ON projects.id = spiders.project_id
        WHERE projects.name = ? AND spiders.name = ? AND ${currentRunSql} AND ${condition}
        ORDER BY coalesce(source_id, runs.id) DESC LIMIT 1`,
      )
      .pluck();
  const ofAll = newest('true');
  const ofThoseWithItems = newest('EXISTS (SELECT 1 FROM items WHERE run_id = runs.id)');
  const find = (among: typeof ofAll, project: string, spider: string): RunRow | null => {
    const id = among.get(project, spider);
    return id === undefined ? null : reader.require(String(id));
  };
  return {
    list: connection.query((query: RunList = {}) => reader.list(query)),
    get: connection.query((id: string) => reader.require(id)),
    latest: connection.query((project: string, spider: string) => find(ofAll, project, spider)),
    latestWithItems: connection.query((project: string, spider: string) =>
      find(ofThoseWithItems, project, spider),
    ),
  };
}

function counting(
  context: StoreContext,
  reader: RunReader,
): Pick<
  RunQueries,
  'hasPages' | 'overview' | 'receipt' | 'series' | 'tiers' | 'expectations' | 'exclusions'
> {
  const { connection } = context;
  const overview = createRunOverview(context);
  const receipts = createReceipts(context);
  const series = createRunSeries(context);
  const routes = createRoutes(context);
  const expectations = createExpectationRows(context);
  const exclusions = createExclusionRows(context);
  const aPage = connection.db
    .prepare<[number], number>(
      'SELECT 1 FROM requests WHERE run_id = ? AND finished_at IS NOT NULL AND page_id IS NOT NULL LIMIT 1',
    )
    .pluck();
  return {
    hasPages: connection.query((id: string) => aPage.get(Number(reader.require(id).id)) !== undefined),
    overview: connection.query((id: string) => {
      const { failedExtractions: _failedExtractions, ...counted } = overview(Number(reader.require(id).id));
      return counted;
    }),
    receipt: connection.query((id: string) => receipts(Number(reader.require(id).id))),
    series: connection.query((id: string, buckets: number) => {
      const run = reader.require(id);
      const startedAt = run.startedAt === null ? null : Date.parse(run.startedAt);
      return series(Number(run.id), buckets, { startedAt, underWay: isCarriedOut(run) });
    }),
    tiers: connection.query((id: string) => routes.of(Number(reader.require(id).id))?.counts ?? null),
    expectations: connection.query((id: string) => {
      const kept = expectations.of(Number(reader.require(id).id));
      return kept === null ? null : { ...kept.report, dropped: kept.dropped };
    }),
    exclusions: connection.query((id: string) => exclusions.of(Number(reader.require(id).id))),
  };
}

function changing(
  context: StoreContext,
  reader: RunReader,
): Pick<RunQueries, 'create' | 'pause' | 'stop' | 'cutOff' | 'noteInterrupted' | 'accept' | 'exclude'> {
  const { connection, now, owners } = context;
  const { db } = connection;
  const insert = db.prepare<
    [
      {
        version: number;
        kind: RunKind;
        source: number | null;
        options: string;
        app: string;
        pid: number | null;
        lock: string | null;
        now: number;
      },
    ],
    { id: number }
  >(
    `INSERT INTO all_runs (spider_id, version_id, state, kind, source_id, options, app_version, owner_pid, owner_lock, created_at)
      SELECT spiders.id, v.id, 'queued', @kind, @source, @options, @app, @pid, @lock, @now
      FROM spider_versions AS v JOIN spiders ON spiders.id = v.spider_id WHERE v.id = @version RETURNING id`,
  );
  const ask = db.prepare<['pause' | 'stop', number]>('UPDATE all_runs SET requested = ? WHERE id = ?');
  const carriedOut = db
    .prepare<[], number>("SELECT id FROM runs WHERE state IN ('queued', 'running', 'pausing') ORDER BY id")
    .pluck();
  const withdraw = db.prepare<[number]>('UPDATE all_runs SET accepted_at = NULL WHERE source_id = ?');
  const accept = db.prepare<[number, number]>('UPDATE all_runs SET accepted_at = ? WHERE id = ?');
  const transitions = createRunTransitions(context, reader);
  const changes = createRunChanges(context);
  const fence = createEntryFence(context);
  const exclusions = createExclusionRows(context);
  const tellEntry = db.prepare<['pause' | 'stop', number]>(
    "UPDATE queue_entries SET asked = ? WHERE run_id = ? AND state = 'running'",
  );

  /** Asks whoever carries a run out, and records for a queue entry of it that a person has asked. */
  function request(id: string, what: 'pause' | 'stop'): void {
    ask.run(what, Number(id));
    tellEntry.run(what, Number(id));
  }

  /** Reads a run after a change of it, which is recorded. */
  function changed(id: string, what: 'created' | 'asked' | 'accepted'): RunRow {
    const run = reader.require(id);
    changes.write(run, what);
    return run;
  }

  return {
    create: connection.change(
      ({ versionId, kind, source, options, appVersion, owner, entry = null }: NewRun) => {
        if (source !== undefined) requireIdle(reader.require(source), 'extracted again');
        const by = owner === undefined ? owners.self() : owner;
        const row = insert.get({
          version: rowId(versionId, 'spider version'),
          kind,
          source: source === undefined ? null : rowId(source, 'run'),
          options: JSON.stringify(options),
          app: appVersion,
          pid: by?.pid ?? null,
          lock: by?.lock ?? null,
          now: now(),
        });
        if (row === undefined) throw notFound(`spider version "${versionId}"`);
        if (entry !== null) fence.link(entry, row.id);
        return changed(String(row.id), 'created');
      },
    ),
    pause: connection.change((id: string) => {
      const run = reader.require(id);
      if (!isUnderway(run.state) || run.requested !== null) return run;
      request(id, 'pause');
      return changed(id, 'asked');
    }),
    stop: connection.change((id: string, reason: string) => {
      const run = reader.require(id);
      if (isUnderway(run.state)) {
        if (run.requested === 'stop') return run;
        request(id, 'stop');
        return changed(id, 'asked');
      }
      if (!isCarriedOut(run) && !isEnded(run.state))
        transitions.move(id, 'stopped', { reason, cause: 'stopped' });
      return reader.require(id);
    }),
    exclude: connection.change((id: string, pattern: string, asked?: string) =>
      exclusions.add(reader.require(id), pattern, asked ?? null),
    ),
    cutOff: connection.change((id: string, reason: string) => {
      transitions.cutOff(id, reason);
      return reader.require(id);
    }),
    noteInterrupted: connection.change(() => {
      const runs = carriedOut.all().map((id) => reader.require(String(id)));
      const gone = runs.filter(({ state }) => state === 'interrupted');
      for (const run of gone) transitions.interrupt(run, null);
      return gone.length;
    }),
    accept: connection.change((id: string) => {
      const run = reader.require(id);
      requireAcceptable(run);
      if (run.acceptedAt !== null) return run;
      withdraw.run(Number(run.source));
      accept.run(now(), Number(id));
      return changed(id, 'accepted');
    }),
  };
}

function requireAcceptable({ id, kind, state }: RunRow): void {
  if (kind === 'reextract' && state === 'completed') return;
  throw new StoreError(
    'conflict',
    kind === 'reextract'
      ? `Run ${id} is ${state}; only a completed one can be accepted.`
      : `Run ${id} is a crawl; only runs that extracted again from its pages are accepted.`,
    kind === 'reextract' ? 'Resume it first, or delete it.' : 'Name one of those.',
  );
}
