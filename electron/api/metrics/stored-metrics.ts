import { queueStates } from '../../../shared/queue-states.ts';
import { runStates } from '../../../shared/contract/calls/common.ts';
import type { Totals } from '../../host/serving/callers.ts';
import { single, type Metric, type Sample } from './metric.ts';

/** Metrics of what is kept. They fall where runs are deleted, so they are gauges. */
export function storedMetrics({
  runs,
  requests,
  items,
  queue,
  oldestPendingMs,
  deliveries,
}: Totals): Metric[] {
  const byState = (
    counts: Readonly<Record<string, number | undefined>>,
    states: readonly string[],
  ): Sample[] => states.map((state) => ({ labels: { state }, value: counts[state] ?? 0 }));
  const seconds = (ms: number | null): number => (ms ?? 0) / 1000;
  return [
    {
      name: 'spider_studio_runs',
      type: 'gauge',
      help: 'Runs that are kept.',
      samples: byState(runs, runStates),
    },
    {
      name: 'spider_studio_requests',
      type: 'gauge',
      help: 'Requests of the runs that are kept.',
      samples: byState(requests, Object.keys(requests)),
    },
    single('gauge', 'spider_studio_items', 'Items of the runs that are kept.', items),
    {
      name: 'spider_studio_queue_entries',
      type: 'gauge',
      help: 'Entries of the queue that were not cleared.',
      samples: byState(queue, queueStates),
    },
    single(
      'gauge',
      'spider_studio_queue_oldest_seconds',
      'How long the oldest entry that could begin has waited; 0: there is none.',
      seconds(oldestPendingMs),
    ),
    {
      name: 'spider_studio_webhook_deliveries',
      type: 'gauge',
      help: 'Deliveries to webhooks that have not arrived: waiting for an attempt, or given up.',
      samples: [
        { labels: { state: 'waiting' }, value: deliveries.waiting },
        { labels: { state: 'failed' }, value: deliveries.failed },
      ],
    },
    single(
      'gauge',
      'spider_studio_webhook_oldest_seconds',
      'How old the oldest delivery that waits is; 0: there is none.',
      seconds(deliveries.oldestWaitingMs),
    ),
  ];
}
