import type { QueueEntry } from '../../../shared/contract/types.ts';
import type { DataContext } from './data-context.ts';
import { queueEntry, requireEntry } from './queue.ts';

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
};
