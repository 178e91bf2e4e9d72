/** Start data of a thread. Both sides are of one program: what arrives is read as `never`, and so as what was sent. */
export interface WorkerStart {
  data: unknown;
  /** See `Marks`. */
  marks: SharedArrayBuffer;
}

/**
 * Ids of jobs, in 32-bit numbers that both sides can read while their event loops stand still: the job that was cancelled last,
 * and the one that ended last.
 */
export const Marks = { cancelled: 0, ended: 1, count: 2 } as const;

/** A message to a thread. */
export type Order<T = unknown> =
  | { kind: 'job'; id: number; name: string; args: T }
  /** The job is cancelled. */
  | { kind: 'cancel'; id: number };

/** A message from a thread. */
export type Report<T = unknown> =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; value: T }
  /** `error` is plain data, made by the thread from what its job threw. */
  | { kind: 'failed'; id: number; error: T }
  /** A note of a running job; of the thread as a whole if `id` is null. */
  | { kind: 'note'; id: number | null; note: T };
