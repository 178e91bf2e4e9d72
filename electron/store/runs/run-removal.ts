import type { StoreContext } from '../database/context.ts';
import { requireIdle, type RunReader } from './run-rows.ts';

/** What the deletion of a run took along. */
export interface RemovedCounts {
  requests: number;
  items: number;
  events: number;
}

/**
 * Makes the function that deletes a run with all that belongs to it, and stored pages that no other run needs.
 * To be called within a transaction. It throws StoreError `conflict` while a living process carries the run out.
 */
export function createRunRemoval(
  { connection }: StoreContext,
  reader: RunReader,
): (id: string) => RemovedCounts {
  const { db } = connection;
  const remove = (sql: string) => db.prepare<[number]>(sql);
  // Pages first, while the requests still say which ones; origins before requests, so that no trigger has work.
  const pages = db.prepare<[{ run: number }]>(
    `DELETE FROM pages WHERE id IN (SELECT page_id FROM requests WHERE run_id = @run AND page_id IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM requests WHERE page_id = pages.id AND run_id <> @run)`,
  );
  const origins = remove('DELETE FROM origins WHERE run_id = ?');
  const items = remove('DELETE FROM items WHERE run_id = ?');
  const events = remove('DELETE FROM events WHERE run_id = ?');
  const aliases = remove('DELETE FROM aliases WHERE run_id = ?');
  const requests = remove('DELETE FROM requests WHERE run_id = ?');
  const runs = remove('DELETE FROM runs WHERE id = ?');

  return (id) => {
    const run = reader.require(id);
    requireIdle(run, 'deleted');
    const row = Number(run.id);
    pages.run({ run: row });
    origins.run(row);
    const counts = {
      items: items.run(row).changes,
      events: events.run(row).changes,
      requests: requests.run(row).changes,
    };
    aliases.run(row);
    runs.run(row);
    return counts;
  };
}
