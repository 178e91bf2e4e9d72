import type { StoreContext } from '../database/context.ts';
import { createRunChanges } from './run-changes.ts';
import type { RemovedCounts } from './run-queries.ts';
import { requireIdle, type RunReader } from './run-rows.ts';

/** Deletes runs as part of something larger, within its transaction. */
export interface RunRemoval {
  removeWithin(id: number): RemovedCounts;
}

/**
 * Deletes runs with all that belongs to them, and stored pages that no other run needs. It throws StoreError `conflict`
 * while a living process carries the run out.
 */
export function createRunRemoval(context: StoreContext, reader: RunReader): RunRemoval {
  const { db } = context.connection;
  const changes = createRunChanges(context);
  const remove = (sql: string) => db.prepare<[number]>(sql);
  // Pages first, while the requests still say which ones; origins before requests, so that no trigger has work.
  const pages = db.prepare<[{ run: number }]>(
    `DELETE FROM pages WHERE id IN (SELECT page_id FROM requests WHERE run_id = @run AND page_id IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM requests WHERE page_id = pages.id AND run_id <> @run)`,
  );
  const origins = remove('DELETE FROM origins WHERE run_id = ?');
  const items = remove('DELETE FROM items WHERE run_id = ?');
  const events = remove('DELETE FROM events WHERE run_id = ?');
  const rows = remove('DELETE FROM rows WHERE run_id = ?');
  const ownItems = remove('DELETE FROM own_items WHERE run_id = ?');
  const heads = remove('DELETE FROM response_heads WHERE run_id = ?');
  const aliases = remove('DELETE FROM aliases WHERE run_id = ?');
  const itemKeys = remove('DELETE FROM item_keys WHERE run_id = ?');
  const requests = remove('DELETE FROM requests WHERE run_id = ?');
  const runs = remove('DELETE FROM all_runs WHERE id = ?');

  return {
    removeWithin(id) {
      const run = reader.require(String(id));
      requireIdle(run, 'deleted');
      pages.run({ run: id });
      origins.run(id);
      const counts = {
        items: items.run(id).changes,
        events: events.run(id).changes,
        requests: requests.run(id).changes,
      };
      rows.run(id);
      ownItems.run(id);
      aliases.run(id);
      itemKeys.run(id);
      heads.run(id);
      runs.run(id);
      changes.write(run, 'deleted');
      return counts;
    },
  };
}
