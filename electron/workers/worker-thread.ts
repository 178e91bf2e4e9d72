import { Worker } from 'node:worker_threads';
import { JobError } from './job-error.ts';
import { Marks, type Order, type Report, type WorkerStart } from './messages.ts';

export interface ThreadOptions {
  /** The entry file of the thread; it calls `serveJobs`. */
  entry: URL;
  /** Start data, passed to the entry file. */
  data: unknown;
  /** Memory of the heap in megabytes: of all, and of the part for what is new. Left out: as much as V8 gives. */
  heapMb?: { old: number; young: number };
  /** Whether it may be ended while it starts: not where it loads native code, which may end the whole process then. */
  endsAnyTime?: boolean;
}

/** Limit for the start of a thread. Milliseconds; from sources, on a busy machine, it takes some seconds. */
const startMs = 60_000;

/** Callbacks for the owner of a thread. A lost thread is reported once, with the reason; nothing is reported after that. */
export interface ThreadEvents {
  report(report: Report<never>): void;
  lost(error: JobError): void;
}

/** The life of one worker thread: starts, takes orders, is lost or ended. */
export class WorkerThread {
  readonly #worker: Worker;
  readonly #endsAnyTime: boolean;
  readonly #marks = new SharedArrayBuffer(Marks.count * Int32Array.BYTES_PER_ELEMENT);
  readonly #started = Promise.withResolvers<void>();
  readonly #startTimer: NodeJS.Timeout;
  #isOver = false;

  constructor({ entry, data, heapMb, endsAnyTime = false }: ThreadOptions, events: ThreadEvents) {
    this.#endsAnyTime = endsAnyTime;
    this.#worker = new Worker(entry, {
      workerData: { data, marks: this.#marks } satisfies WorkerStart,
      ...(heapMb === undefined
        ? {}
        : { resourceLimits: { maxOldGenerationSizeMb: heapMb.old, maxYoungGenerationSizeMb: heapMb.young } }),
    });
    const lose = (error: JobError): void => {
      this.#hasStarted();
      if (this.#isOver) return;
      void this.end();
      events.lost(error);
    };
    this.#startTimer = setTimeout(
      () => lose(new JobError('no-start', 'The thread did not start in time.')),
      startMs,
    );
    this.#worker.on('message', (report: Report<never>) => {
      if (report.kind === 'ready') this.#hasStarted();
      if (!this.#isOver) events.report(report);
    });
    this.#worker.on('error', (cause: Error) => {
      const isMemory = 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
      lose(new JobError(isMemory ? 'out-of-memory' : 'crashed', cause.message, { cause }));
    });
    this.#worker.on('exit', () => lose(new JobError('crashed', 'The thread ended unexpectedly.')));
  }

  send(order: Order, transfer: readonly ArrayBuffer[] = []): void {
    if (order.kind === 'cancel') Atomics.store(new Int32Array(this.#marks), Marks.cancelled, order.id);
    this.#worker.postMessage(order, transfer);
  }

  /** Waits until a job has ended, and blocks this thread; the other one needs nothing of it. @param until by `performance.now()` */
  blockUntilEnded(id: number, until: number): void {
    const marks = new Int32Array(this.#marks);
    for (;;) {
      const ended = Atomics.load(marks, Marks.ended);
      const left = until - performance.now();
      if (ended === id || left <= 0) return;
      Atomics.wait(marks, Marks.ended, ended, left);
    }
  }

  /** Ends the thread and resolves when it is gone. No callback is called any more. */
  async end(): Promise<void> {
    this.#isOver = true;
    if (!this.#endsAnyTime) await this.#started.promise;
    clearTimeout(this.#startTimer);
    await this.#worker.terminate();
  }

  /** It has begun to do its work, or will not any more. */
  #hasStarted(): void {
    clearTimeout(this.#startTimer);
    this.#started.resolve();
  }
}
