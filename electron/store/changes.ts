import type { StoreContext } from './database/context.ts';
import type { ChangeQueries, Changes, KnownChanges } from './change-queries.ts';
import { createOutboxReader } from './outbox/outbox.ts';
import { createRunReader } from './runs/run-rows.ts';

/** Most changes that are returned at once; who is further behind reads everything anew. */
export const maxChanges = 500;

export function createChanges(context: StoreContext): ChangeQueries {
  const { connection } = context;
  const { db } = connection;
  const reader = createRunReader(context);
  const outbox = createOutboxReader(context);
  const runs = db
    .prepare<[{ ids: string }], number>(
      `SELECT id FROM runs WHERE state IN ('queued', 'running', 'pausing')
        OR id IN (SELECT CAST(value AS INTEGER) FROM json_each(@ids)) ORDER BY id`,
    )
    .pluck();

  const atOnce = db.transaction((known: KnownChanges): Omit<Changes, 'version'> => {
    const newest = outbox.newest();
    const isBehind = known.position !== null && newest - known.position > maxChanges;
    const from = known.position === null || isBehind ? newest : known.position;
    const { entries } = outbox.after(from, maxChanges);
    const changed = entries.flatMap(({ change }) => (change.kind === 'run' ? [change.subject] : []));
    const ids = JSON.stringify([...known.runs, ...changed]);
    return {
      position: newest,
      entries,
      isBehind,
      runs: runs.all({ ids }).map((id) => reader.require(String(id))),
    };
  });

  return {
    since: connection.query((known: KnownChanges) => {
      // Grows whenever another connection, of this process or another one, has written.
      const version = connection.version();
      if (version === known.version) return null;
      const changes = atOnce(known);
      return { version, ...changes, runs: changes.runs.map((run) => reader.settled(run) ?? run) };
    }),
  };
}
