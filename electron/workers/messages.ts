/**
 * Start data of a thread. Both sides belong to one program, so data that arrives has the type `never` and is used as the type
 * that was sent.
 */
export interface WorkerStart {
  data: unknown;
  /** See `Marks`. */
  marks: SharedArrayBuffer;
}

/**
 * Indexes of job ids in shared memory, as 32-bit numbers that both sides can read while their event loops are blocked: the last
 * cancelled job and the last ended job.
 */
export const Marks = { cancelled: 0, ended: 1, count: 2 } as const;

/** A message to a thread. */
export type Order<T = unknown> =
  | { kind: 'job'; id: number; name: string; args: T }
  /** Cancels a job. */
  | { kind: 'cancel'; id: number };

/** A message from a thread. */
export type Report<T = unknown> =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; value: T }
  /** `error` is plain data that the thread made from what its job threw. */
  | { kind: 'failed'; id: number; error: T }
  /** A note of a running job, or of the thread if `id` is null. */
  | { kind: 'note'; id: number | null; note: T };
