import type { RequestState } from '../../../../electron/engine/ports/ledger.ts';
import type { TotalQueries } from '../../../../electron/store/totals/total-queries.ts';
import type { WebhookQueries } from '../../../../electron/store/webhooks/webhook-queries.ts';
import type { Tables } from './memory-tables.ts';

function countBy<K extends string>(values: readonly K[]): Partial<Record<K, number>> {
  const counts: Partial<Record<K, number>> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

export function totalsOf(
  tables: Tables,
  webhooks: Pick<WebhookQueries, 'list' | 'deliveries'>,
): TotalQueries {
  return {
    async read() {
      const runs = [...tables.projects.values()].flatMap(({ spiders }) =>
        [...spiders.values()].flatMap((spider) => spider.runs),
      );
      const rows = runs.flatMap(({ requests }) => requests.map(({ row }) => row));
      const none: Record<RequestState, number> = { queued: 0, active: 0, done: 0, failed: 0, skipped: 0 };
      const entries = tables.queue.entries.map(({ row }) => row);
      const ready = entries.filter(
        ({ state, dueAt }) => state === 'pending' && (dueAt === null || Date.parse(dueAt) <= tables.now),
      );
      const hooks = await webhooks.list();
      const sent = await Promise.all(
        hooks.map(({ id }) => webhooks.deliveries({ webhook: id, before: null, limit: 1000 })),
      );
      const waiting = sent.flat().filter(({ state }) => state === 'pending' || state === 'sending');
      const oldest = (times: readonly string[]): number | null =>
        times.length === 0 ? null : tables.now - Math.min(...times.map((time) => Date.parse(time)));
      return {
        runs: countBy(runs.map(({ row }) => row.state)),
        requests: { ...none, ...countBy(rows.map(({ state }) => state)) },
        items: rows.reduce((sum, { items }) => sum + items, 0),
        queue: countBy(entries.map(({ state }) => state)),
        oldestPendingMs: oldest(ready.map(({ addedAt }) => addedAt)),
        deliveries: {
          waiting: waiting.length,
          failed: sent.flat().filter(({ state }) => state === 'failed').length,
          oldestWaitingMs: oldest(waiting.map(({ createdAt }) => createdAt)),
        },
      };
    },
  };
}
