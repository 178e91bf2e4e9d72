import type { QueueState } from '../../../shared/queue-states.ts';
import type { RequestState } from '../../engine/ports/ledger.ts';
import type { RunState } from '../runs/run-states.ts';

/** How much there is of everything that is kept, without what is in the trash. */
export interface Totals {
  runs: Partial<Record<RunState, number>>;
  /** Of all runs. */
  requests: Record<RequestState, number>;
  items: number;
  /** Entries that were not cleared. */
  queue: Partial<Record<QueueState, number>>;
  /** How long the oldest entry that could begin has waited, in milliseconds; null: there is none. */
  oldestPendingMs: number | null;
  deliveries: {
    waiting: number;
    /** Given up. */
    failed: number;
    /** How old the oldest one that has not arrived is, in milliseconds; null: there is none. */
    oldestWaitingMs: number | null;
  };
}

/** Counts over all aggregates. */
export interface TotalQueries {
  read(): Promise<Totals>;
}
