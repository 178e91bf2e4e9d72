import { create } from 'zustand';
import type { QueueEntry } from '../../../shared/contract/types.ts';
import { invalidate } from '../../state/query.ts';

interface QueueState {
  /** Grows with every change of the queue. */
  version: number;
  /** The dialog that adds crawls from a file is open. */
  addingFile: boolean;
  /** The entries whose priority is being changed; null: the dialog is closed. */
  priorityOf: readonly QueueEntry[] | null;
}

/** State of the queue that outlives its screen. */
export const useQueue = create<QueueState>(() => ({ version: 0, addingFile: false, priorityOf: null }));

/** Reads again what is shown of the queue. */
export function queueChanged(): void {
  useQueue.setState(({ version }) => ({ version: version + 1 }));
  invalidate((name) => name.startsWith('queue.'));
}

/** Opens or closes the dialog that adds crawls from a file. */
export const showAddFile = (addingFile: boolean) => useQueue.setState({ addingFile });

/** Opens the dialog that changes the priority of entries; null closes it. */
export const showPriority = (priorityOf: readonly QueueEntry[] | null) => useQueue.setState({ priorityOf });
