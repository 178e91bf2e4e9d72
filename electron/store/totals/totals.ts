import type { StoreContext } from '../database/context.ts';
import type { TotalQueries, Totals } from './total-queries.ts';

type Counted = { state: string; count: number };

/** Implements `TotalQueries` on SQLite. */
export function createTotals({ connection, now }: StoreContext): TotalQueries {
  const { db } = connection;
  const runs = db.prepare<[], Counted>('SELECT state, count(*) AS count FROM runs GROUP BY state');
  // Triggers keep the counts of each run and origin, so no request is read.
  const work = db.prepare<[], Totals['requests'] & { items: number }>(
    `SELECT coalesce(sum(queued), 0) AS queued, coalesce(sum(active), 0) AS active, coalesce(sum(done), 0) AS done,
      coalesce(sum(failed), 0) AS failed, coalesce(sum(skipped), 0) AS skipped, coalesce(sum(items), 0) AS items
    FROM origins WHERE run_id IN (SELECT id FROM runs)`,
  );
  const queue = db.prepare<[], Counted>(
    'SELECT state, count(*) AS count FROM queue_entries WHERE cleared_at IS NULL GROUP BY state',
  );
  const oldest = db
    .prepare<[number], number | null>(
      "SELECT min(added_at) FROM queue_entries WHERE state = 'pending' AND due_at <= ?",
    )
    .pluck();
  const deliveries = db.prepare<[], { waiting: number; failed: number; oldest: number | null }>(
    `SELECT count(*) FILTER (WHERE state IN ('pending', 'sending')) AS waiting, count(*) FILTER (WHERE state = 'failed') AS failed,
      min(created_at) FILTER (WHERE state IN ('pending', 'sending')) AS oldest FROM webhook_deliveries`,
  );

  return {
    read: connection.query(() => {
      const at = now();
      const age = (since: number | null): number | null => (since === null ? null : Math.max(0, at - since));
      const { items = 0, ...requests } = work.get() ?? {};
      const sent = deliveries.get();
      return {
        runs: byState(runs.all()),
        requests: { queued: 0, active: 0, done: 0, failed: 0, skipped: 0, ...requests },
        items,
        queue: byState(queue.all()),
        oldestPendingMs: age(oldest.get(at) ?? null),
        deliveries: {
          waiting: sent?.waiting ?? 0,
          failed: sent?.failed ?? 0,
          oldestWaitingMs: age(sent?.oldest ?? null),
        },
      };
    }),
  };
}

const byState = (counted: readonly Counted[]): Record<string, number> =>
  Object.fromEntries(counted.map(({ state, count }) => [state, count]));
