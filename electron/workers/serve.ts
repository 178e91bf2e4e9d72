import { parentPort, workerData } from 'node:worker_threads';
import { Marks, type Order, type Report, type WorkerStart } from './messages.ts';

/** Result of a job. Buffers in `transfer` are moved to the other thread, not copied. */
export interface JobResult {
  value: unknown;
  transfer?: readonly ArrayBuffer[];
}

/** A running job, as passed to its handler. */
export interface Job {
  /** Aborted when the job is cancelled, as soon as this thread's event loop runs. */
  readonly signal: AbortSignal;
  /** The same for handlers that block the event loop. */
  readonly isCancelled: boolean;
  /** Sends a note to the caller while the job runs. */
  note(note: unknown): void;
}

/** Handler that carries out jobs by name. */
export type JobWork = (name: string, args: never, job: Job) => JobResult | Promise<JobResult>;

class RunningJob implements Job {
  readonly #id: number;
  readonly #marks: Int32Array;
  /** Created on demand: most jobs end before they could be cancelled. */
  #abort: AbortController | null = null;

  constructor(id: number, marks: Int32Array) {
    this.#id = id;
    this.#marks = marks;
  }

  get signal(): AbortSignal {
    return this.#controller().signal;
  }

  get isCancelled(): boolean {
    return Atomics.load(this.#marks, Marks.cancelled) === this.#id;
  }

  note(note: unknown): void {
    post({ kind: 'note', id: this.#id, note });
  }

  cancel(): void {
    this.#controller().abort();
  }

  #controller(): AbortController {
    return (this.#abort ??= new AbortController());
  }
}

/**
 * Serves the jobs of a pool. Called once by the entry file of a thread.
 * @param start receives the pool's data and returns the handler of its jobs; asynchronous jobs overlap only if the pool gives a
 * thread several at once
 * @param plain converts what a job threw to plain data; its message, unless the pool expects something else
 * (`PoolOptions.errorOf`)
 */
export function serveJobs(
  start: (data: never) => JobWork,
  plain: (error: unknown) => unknown = (error) => (error instanceof Error ? error.message : String(error)),
): void {
  const { data, marks: shared }: WorkerStart & { data: never } = workerData;
  const marks = new Int32Array(shared);
  const work = start(data);
  const running = new Map<number, RunningJob>();

  function end(id: number, report: Report, transfer?: readonly ArrayBuffer[]): void {
    running.delete(id);
    post(report, transfer);
    Atomics.store(marks, Marks.ended, id);
    Atomics.notify(marks, Marks.ended);
  }
  const succeed = (id: number, { value, transfer }: JobResult): void =>
    end(id, { kind: 'done', id, value }, transfer);
  const fail = (id: number, error: unknown): void => end(id, { kind: 'failed', id, error: plain(error) });

  parentPort?.on('message', (order: Order<never>) => {
    const { id } = order;
    if (order.kind === 'cancel') return running.get(id)?.cancel();
    const job = new RunningJob(id, marks);
    running.set(id, job);
    try {
      const result = work(order.name, order.args, job);
      if (!(result instanceof Promise)) return succeed(id, result);
      result.then((given) => succeed(id, given)).catch((error: unknown) => fail(id, error));
    } catch (error) {
      fail(id, error);
    }
  });
  post({ kind: 'ready' });
}

/** Sends a note to the pool that belongs to no job. May be called at any time. */
export function notePool(note: unknown): void {
  post({ kind: 'note', id: null, note });
}

function post(report: Report, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(report, transfer);
}
