import type { QueueEntry } from '../../../shared/contract/types.ts';
import type { DataContext } from './data-context.ts';
import { publishedEntry, publishQueue, queueEntry, requireEntry } from './queue.ts';
import type { QueueRow, WorkerKind } from '../../store/queue/queue-queries.ts';
import type { EntryLease } from '../../store/queue/entry-lease.ts';
import type {
  EndedAttempt,
  Looking,
  QueueClaim,
  QueueOutlook,
} from '../../store/queue/queue-work-queries.ts';

/** Entries by their ids, or those of a batch. */
export interface QueueSelection {
  entries?: string[];
  batch?: string;
}

/** Work about the queue for the host itself; no client can call it. */
export const queueInternalHandlers = {
  /** How many of some entries have not ended. @throws HostError `unknown-entry` */
  queueUnended: async (selection: QueueSelection, { workspace }: DataContext): Promise<number> => {
    for (const id of selection.entries ?? []) await requireEntry(workspace, id);
    const states = ['pending', 'running'] as const;
    return (await workspace.queries.queue.list({ ...selection, states, limit: 1 })).total;
  },
  /** Some entries, cleared ones included, in the order in which they were queued. */
  queueSelected: async (selection: QueueSelection, { workspace }: DataContext): Promise<QueueEntry[]> => {
    const { entries } = await workspace.queries.queue.list({ ...selection, cleared: true });
    return entries.map(queueEntry).toSorted((a, b) => Number(a.id) - Number(b.id));
  },
  queueRegister: async (
    worker: { kind: WorkerKind; concurrency: number },
    { workspace, publish }: DataContext,
  ): Promise<{ kind: 'registered'; lock: string } | { kind: 'refused'; pid: number }> => {
    const made = await workspace.queries.queueWork.register(worker);
    publishQueue(publish, null);
    return made;
  },
  queueLeave: async (options: { ifDone: boolean }, { workspace, publish }: DataContext): Promise<boolean> => {
    const hasLeft = await workspace.queries.queueWork.leave(options);
    if (hasLeft) publishQueue(publish, null);
    return hasLeft;
  },
  queueOutlook: (looking: Looking, { workspace }: DataContext): Promise<QueueOutlook> =>
    workspace.queries.queueWork.outlook(looking),
  queueClaim: async (
    { batch }: { batch: string | null },
    { workspace: { queries }, publish }: DataContext,
  ): Promise<QueueClaim | null> => {
    const claim = await queries.queueWork.claim(batch);
    if (claim !== null) publishedEntry(publish, await queries.queue.get(claim.lease.entry));
    return claim;
  },
  queueBeat: (_: null, { workspace }: DataContext): Promise<string[]> => workspace.queries.queueWork.beat(),
  queueEnd: async (
    { lease, ended }: { lease: EntryLease; ended: EndedAttempt },
    { workspace, publish }: DataContext,
  ): Promise<QueueEntry | null> => {
    const row = await workspace.queries.queueWork.end(lease, ended);
    return row === null ? null : publishedEntry(publish, row);
  },
  queueTakeBack: async (_: null, { workspace, publish }: DataContext): Promise<QueueEntry[]> => {
    const rows: QueueRow[] = await workspace.queries.queueWork.takeBack();
    return rows.map((row) => publishedEntry(publish, row));
  },
};
