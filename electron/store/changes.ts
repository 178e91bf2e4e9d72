import type { StoreContext } from './database/context.ts';
import type { ChangeQueries, Changes, KnownChanges, SpiderStamp } from './change-queries.ts';
import { createRunReader } from './runs/run-rows.ts';

/** Runs whose states are returned: as many as a list shows at once, and more. */
const maxStates = 300;

export function createChanges(context: StoreContext): ChangeQueries {
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
    `SELECT id, state || coalesce(requested, '') AS state FROM runs ORDER BY id DESC LIMIT ${maxStates}`,
  );
  const runs = db
    .prepare<[{ ids: string; after: number }], number>(
      `SELECT id FROM runs WHERE state IN ('queued', 'running', 'pausing') OR id > @after
        OR id IN (SELECT CAST(value AS INTEGER) FROM json_each(@ids)) ORDER BY id`,
    )
    .pluck();

  const atOnce = db.transaction(({ runs: ids, after }: KnownChanges): Omit<Changes, 'version'> => ({
    runs: runs
      .all({ ids: JSON.stringify(ids), after: Number(after) })
      .map((id) => reader.require(String(id))),
    newestRun: String(newest.get() ?? 0),
    states: states.all().map(({ id, state }) => ({ id: String(id), state })),
    spiders: spiders.all(),
    projects: projects.all(),
  }));

  return {
    since: connection.query((known: KnownChanges) => {
      // Grows whenever another connection, of this process or another one, has written.
      const version = Number(db.pragma('data_version', { simple: true }));
      return version === known.version ? null : { version, ...atOnce(known) };
    }),
  };
}
