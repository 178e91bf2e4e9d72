import type { StoreContext } from './database/context.ts';
import { createRunReader, type RunRow } from './runs/run-rows.ts';

/** A spider as far as it tells whether something has changed. */
export interface SpiderStamp {
  project: string;
  spider: string;
  version: number;
}

/** Runs whose states are told: as many as a list shows at once, and more. */
const statesTold = 300;

export interface ChangesReader {
  /** Grows whenever another connection, of this process or another one, has written. */
  version(): number;
  spiders(): SpiderStamp[];
  projects(): string[];
  /** Runs that are under way or about to be, those of the given ids, and those with greater ids than `after`. */
  runs(ids: readonly string[], after: string): RunRow[];
  /** The states of the newest runs as they are written, by id. */
  states(): { id: string; state: string }[];
  /** The greatest id of a run; "0" without runs. */
  newestRun(): string;
}

/** Reads what tells that somebody else has changed something: the command line, another window, a crawl. */
export function createChanges(context: StoreContext): ChangesReader {
  const { connection } = context;
  const { db } = connection;
  const reader = createRunReader(context);
  const spiders = db.prepare<[], SpiderStamp>(
    `SELECT projects.name AS project, spiders.name AS spider,
      (SELECT max(number) FROM spider_versions WHERE spider_id = spiders.id) AS version
    FROM spiders JOIN projects ON projects.id = spiders.project_id`,
  );
  const projects = db.prepare<[], string>('SELECT name FROM projects ORDER BY name').pluck();
  const newest = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM runs').pluck();
  const states = db.prepare<[], { id: number; state: string }>(
    `SELECT id, state || coalesce(requested, '') AS state FROM runs ORDER BY id DESC LIMIT ${statesTold}`,
  );
  const runs = db
    .prepare<[{ ids: string; after: number }], number>(
      `SELECT id FROM runs WHERE state IN ('queued', 'running', 'pausing') OR id > @after
        OR id IN (SELECT CAST(value AS INTEGER) FROM json_each(@ids)) ORDER BY id`,
    )
    .pluck();
  return {
    version: connection.reading(() => Number(db.pragma('data_version', { simple: true }))),
    spiders: connection.reading(() => spiders.all()),
    projects: connection.reading(() => projects.all()),
    runs: connection.reading((ids: readonly string[], after: string) =>
      runs.all({ ids: JSON.stringify(ids), after: Number(after) }).map((id) => reader.require(String(id))),
    ),
    states: connection.reading(() => states.all().map(({ id, state }) => ({ id: String(id), state }))),
    newestRun: connection.reading(() => String(newest.get() ?? 0)),
  };
}
