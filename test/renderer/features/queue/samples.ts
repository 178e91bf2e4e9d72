import type { QueueEntry, QueueStatus } from '../../../../shared/contract/types.ts';

/** An entry of the queue as the host tells of it. */
export function entry(given: Partial<QueueEntry> = {}): QueueEntry {
  return {
    id: '1',
    project: 'default',
    spider: 'shop',
    spiderExists: true,
    state: 'pending',
    priority: 0,
    attempts: 0,
    maxAttempts: 3,
    reason: null,
    run: null,
    source: 'person',
    schedule: null,
    scheduledFor: null,
    batch: null,
    options: { limit: null, overrides: {}, args: {}, allowPrivate: false },
    dueAt: null,
    addedAt: '2026-11-21T07:00:00.000Z',
    startedAt: null,
    endedAt: null,
    worker: null,
    ...given,
  };
}

/** How the queue stands, with counts that add up by themselves. */
export function status(
  counts: Partial<QueueStatus['counts']> = {},
  given: Partial<Omit<QueueStatus, 'counts'>> = {},
): QueueStatus {
  const counted = { pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0, dead: 0, ...counts };
  const all = Object.values(counted).reduce((sum, number) => sum + number, 0);
  return {
    counts: { ...counted, all },
    concurrency: 2,
    held: false,
    workers: [worker('window', true)],
    nextDueAt: null,
    ...given,
  };
}

export const worker = (
  kind: QueueStatus['workers'][number]['kind'],
  here = false,
): QueueStatus['workers'][number] => ({
  kind,
  pid: 4711,
  concurrency: 2,
  startedAt: '2026-11-21T07:00:00.000Z',
  here,
});
