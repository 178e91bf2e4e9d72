import type { QueueState } from '../../../shared/queue-states.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import type { RunOptions } from '../runs/run-queries.ts';

/** What carries entries out; see `queue.status` in the contract. */
export type WorkerKind = 'daemon' | 'worker' | 'window' | 'command';

/** An entry of the queue as it stands. Times are ISO 8601. */
export interface QueueRow {
  id: string;
  /** Present names; of a deleted spider, its last ones. */
  project: string;
  spider: string;
  spiderExists: boolean;
  state: QueueState;
  priority: number;
  attempts: number;
  maxAttempts: number;
  reason: string | null;
  /** Its last run; of a pending entry: the run that the next attempt resumes, or null. */
  run: string | null;
  source: 'person' | 'schedule';
  /** Null: none, or it was removed. */
  schedule: string | null;
  scheduledFor: string | null;
  batch: string | null;
  options: RunOptions;
  /** When a pending entry is tried again; null: as soon as possible. */
  dueAt: string | null;
  addedAt: string;
  startedAt: string | null;
  endedAt: string | null;
  worker: { pid: number; kind: WorkerKind } | null;
}

/** What to do where the spider is pending or running with the same options already. */
export type Duplicates = 'allow' | 'skip' | 'replace';

/** What is queued. */
export interface NewQueueEntry extends SpiderName {
  /** See `mostPriority`. */
  priority: number;
  options: RunOptions;
  duplicates: Duplicates;
}

/** Which entries are listed. */
export interface QueueList {
  project?: string;
  spider?: string;
  states?: readonly QueueState[];
  batch?: string;
  run?: string;
  /** Only these. */
  entries?: readonly string[];
  /** Whether cleared entries are included. */
  cleared?: boolean;
  offset?: number;
  /** Most rows; all when left out. */
  limit?: number;
}

/** A process that carries entries out. */
export interface QueueWorkerRow {
  kind: WorkerKind;
  pid: number;
  /** How many entries it carries out at once at most. */
  concurrency: number;
  startedAt: string;
  /** Whether it is a thread of this process. */
  here: boolean;
}

export interface QueueStatus {
  counts: Record<QueueState, number> & { all: number };
  /** How many entries run at once, over all processes. */
  concurrency: number;
  held: boolean;
  /** Those that are alive, the oldest first. */
  workers: QueueWorkerRow[];
  /** When the next entry that waits for a retry is due. */
  nextDueAt: string | null;
}

/** Where an entry is moved to. */
export type QueuePlace = 'first' | 'last' | { before: string };

/**
 * `refused`: its state does not allow it. The row is the entry as it stands afterwards.
 */
export type QueueChange = { kind: 'changed' | 'refused'; entry: QueueRow };

/**
 * The queue of crawls. Entries are never deleted, so the numbers of all states add up to all that was ever queued. Each method is one
 * transaction. Methods that take the id of an entry throw StoreError `not-found` where there is none.
 */
export interface QueueQueries {
  /**
   * Queues entries in this order, all or none. @param batch name of the batch, or null
   * @returns for each the new entry, or the one that is there already
   * @throws StoreError `not-found` for an unknown spider
   */
  add(entries: readonly NewQueueEntry[], batch: string | null): Promise<QueueRow[]>;
  /** Those that run, then pending ones in their order, then ended ones, newest first. */
  list(query?: QueueList): Promise<{ entries: QueueRow[]; total: number }>;
  get(id: string): Promise<QueueRow>;
  status(): Promise<QueueStatus>;
  /** Only a pending entry. It takes the priority that the place needs. */
  move(id: string, to: QueuePlace): Promise<QueueChange>;
  /** Only a pending entry. It comes last among those of its priority. */
  setPriority(id: string, priority: number): Promise<QueueChange>;
  /** Puts an entry that failed, was cancelled or is dead back, with all attempts; refused where its spider is gone. */
  retry(id: string): Promise<QueueChange>;
  /** Cancels a pending or running entry, and asks its run to stop. */
  cancel(id: string, reason: string): Promise<QueueChange>;
  /** Hides ended entries, of one project or of all (null). @returns how many */
  clear(project: string | null): Promise<number>;
  configure(settings: { concurrency?: number; held?: boolean }): Promise<void>;
}
