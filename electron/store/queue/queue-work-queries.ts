import type { EntryLease } from './entry-lease.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import type { RunOptions } from '../runs/run-queries.ts';
import type { QueueRow, WorkerKind } from './queue-queries.ts';

/** An entry that a worker is to carry out. */
export interface QueueClaim extends SpiderName {
  lease: EntryLease;
  options: RunOptions;
  /** The run that is to be resumed; null: a new one is to be started. */
  run: string | null;
  /** Which attempt it is, from 1. */
  attempt: number;
  maxAttempts: number;
}

/** A worker as it looks at the queue. */
export interface Looking {
  /** As `register` gave it. */
  lock: string;
  /** Only the entries of this batch; null: all. */
  batch: string | null;
}

/** What a worker finds when it looks at the queue. */
export interface QueueOutlook {
  /** Whether it is a worker: one that did not answer for long is none any more, and has to register again. */
  isWorker: boolean;
  /** Whether `claim` may give an entry. */
  mayClaim: boolean;
  /** Other workers, and those of entries that run: there are none, all are there, or one is gone. */
  others: 'none' | 'there' | 'gone';
  /** Whether it is the one that does what only one process does, such as schedules. */
  leads: boolean;
  /** Whether nothing is left to do for it: nothing is pending or running, or nothing runs and the queue is held. */
  isDone: boolean;
  held: boolean;
  /** When the next entry that waits for a retry is due, in milliseconds since 1970; null: none waits. */
  nextDueAt: number | null;
}

/** How an attempt ended before or beside its run. */
export interface EndedAttempt {
  /** From 0 to 1. */
  jitter: number;
  /** Why there is no run, or none that could be begun; left out: its run says how it ended. */
  refused?: { reason: string; retry: boolean };
}

/**
 * What the processes do that carry out the queue. A worker is a connection with a lock, which the operating system releases when its
 * thread ends. Each method is one transaction.
 */
export interface QueueWorkQueries {
  /** Becomes a worker. @returns its lock; or the process of the daemon that there is already */
  register(worker: {
    kind: WorkerKind;
    concurrency: number;
  }): Promise<{ kind: 'registered'; lock: string } | { kind: 'refused'; pid: number }>;
  /**
   * Ceases to be a worker, and gives back what it still carries out. `ifDone`: only where nothing is left to do.
   * @returns whether it is none any more
   */
  leave(options: { ifDone: boolean }): Promise<boolean>;
  outlook(looking: Looking): Promise<QueueOutlook>;
  /**
   * Takes the next entry that is due and may be begun: the queue is not held, fewer entries run than may at once, and no daemon is there
   * to whom windows and commands leave it. An entry whose run somebody else carries out waits; one whose run has ended meanwhile ends.
   */
  claim(batch: string | null): Promise<QueueClaim | null>;
  /** Shows that this worker is alive; needed while there are others. @returns ids of the entries that it carries out */
  beat(): Promise<string[]>;
  /** Records how an attempt ended. @returns the entry; null: the lease was lost, or its run goes on */
  end(lease: EntryLease, ended: EndedAttempt): Promise<QueueRow | null>;
  /**
   * Ends the part of workers that are gone, and of those that have shown no sign of life while this connection has looked for
   * `leaseTermMs`: they are workers no longer, their entries are taken back, and the runs of these are cut off, so that they can
   * write nothing more. @returns those entries
   */
  takeBack(): Promise<QueueRow[]>;
}

/** How long a worker may show no sign of life, in milliseconds: six times the interval of its signs. */
export const leaseTermMs = 30_000;
/** How often a worker shows that it is alive, in milliseconds. */
export const workerBeatMs = 5000;
