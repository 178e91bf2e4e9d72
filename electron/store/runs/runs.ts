import type { StoreContext } from '../database/context.ts';
import { rowId } from '../database/rows.ts';
import { notFound } from '../errors.ts';
import { createReceipts } from './receipts.ts';
import { createExpectationRows } from './run-expectations.ts';
import { createRoutes } from './routes.ts';
import { createRunOverview } from './run-overview.ts';
import type { NewRun, RunKind, RunList, RunQueries } from './run-queries.ts';
import { createRunRemoval } from './run-removal.ts';
import { createRunReader, type RunReader } from './run-rows.ts';
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
  const newestWithItems = db
    .prepare<[string, string], number>(
      `SELECT runs.id FROM runs JOIN spiders ON spiders.id = runs.spider_id
        JOIN projects ON projects.id = spiders.project_id
      WHERE projects.name = ? AND spiders.name = ? AND EXISTS (SELECT 1 FROM items WHERE run_id = runs.id)
      ORDER BY runs.id DESC LIMIT 1`,
    )
    .pluck();
  return {
    list: connection.query((query: RunList = {}) => reader.list(query)),
    get: connection.query((id: string) => reader.require(id)),
    latest: connection.query(
      (project: string, spider: string) => reader.list({ project, spider, limit: 1 })[0] ?? null,
    ),
    latestWithItems: connection.query((project: string, spider: string) => {
      const id = newestWithItems.get(project, spider);
      return id === undefined ? null : reader.require(String(id));
    }),
  };
}

function counting(
  context: StoreContext,
  reader: RunReader,
): Pick<RunQueries, 'overview' | 'receipt' | 'series' | 'tiers' | 'expectations'> {
  const { connection } = context;
  const overview = createRunOverview(context);
  const receipts = createReceipts(context);
  const series = createRunSeries(context);
  const routes = createRoutes(context);
  const expectations = createExpectationRows(context);
  return {
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
  };
}

function changing(
  context: StoreContext,
  reader: RunReader,
): Pick<RunQueries, 'create' | 'pause' | 'stop' | 'cutOff' | 'delete'> {
  const { connection, now, owners } = context;
  const { db } = connection;
  const insert = db.prepare<
    [
      {
        version: number;
        kind: RunKind;
        options: string;
        app: string;
        pid: number | null;
        lock: string | null;
        now: number;
      },
    ],
    { id: number }
  >(
    `INSERT INTO runs (spider_id, version_id, state, kind, options, app_version, owner_pid, owner_lock, created_at)
      SELECT spider_id, id, 'queued', @kind, @options, @app, @pid, @lock, @now
      FROM spider_versions WHERE id = @version RETURNING id`,
  );
  const ask = db.prepare<['pause' | 'stop', number]>('UPDATE runs SET requested = ? WHERE id = ?');
  const transitions = createRunTransitions(context, reader);
  const removal = createRunRemoval(context, reader);

  return {
    create: connection.change(({ versionId, kind, options, appVersion, owner }: NewRun) => {
      const by = owner === undefined ? owners.self() : owner;
      const row = insert.get({
        version: rowId(versionId, 'spider version'),
        kind,
        options: JSON.stringify(options),
        app: appVersion,
        pid: by?.pid ?? null,
        lock: by?.lock ?? null,
        now: now(),
      });
      if (row === undefined) throw notFound(`spider version "${versionId}"`);
      return reader.require(String(row.id));
    }),
    pause: connection.change((id: string) => {
      const { state, requested } = reader.require(id);
      if (isUnderway(state) && requested !== 'stop') ask.run('pause', Number(id));
      return reader.require(id);
    }),
    stop: connection.change((id: string, reason: string) => {
      const run = reader.require(id);
      if (isUnderway(run.state)) ask.run('stop', Number(id));
      else if (!isCarriedOut(run) && !isEnded(run.state)) transitions.move(id, 'stopped', reason);
      return reader.require(id);
    }),
    cutOff: connection.change((id: string, reason: string) => {
      transitions.cutOff(id, reason);
      return reader.require(id);
    }),
    delete: connection.change((id: string) => removal.removeWithin(Number(reader.require(id).id))),
  };
}
