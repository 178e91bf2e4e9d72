/** What a thread is started with. Both sides are of one program: what arrives is read as `never`, and so as what was sent. */
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

/** What a thread is told. */
export type Order<T = unknown> =
  | { kind: 'job'; id: number; name: string; args: T }
  /** Nobody waits for the job any more. */
  | { kind: 'cancel'; id: number };

/** What a thread says. */
export type Report<T = unknown> =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; value: T }
  /** `error` is plain data: what the thread makes of what its job threw. */
  | { kind: 'failed'; id: number; error: T }
  /** Something about a job on its way; about the thread as a whole when `id` is null. */
  | { kind: 'note'; id: number | null; note: T };
