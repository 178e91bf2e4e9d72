import { Worker } from 'node:worker_threads';
import { JobError } from './job-error.ts';
import { Marks, type Order, type Report, type WorkerStart } from './messages.ts';

/** How a worker thread is started. */
export interface ThreadOptions {
  /** The entry file of the thread; it calls `serveJobs`. */
  entry: URL;
  /** Start data, passed to the entry file. */
  data: unknown;
  /** Heap limits in megabytes, in all and for the young generation; V8's defaults if left out. */
  heapMb?: { old?: number; young: number };
  /**
   * Whether the thread may be terminated while it starts. Must be false if it loads native code: terminating it then may end the
   * process.
   */
  endsAnyTime?: boolean;
}

/** Limit for the start of a thread, in milliseconds; from sources on a busy machine it takes seconds. */
const startMs = 60_000;

/** Callbacks for the owner of a thread. A lost thread is reported once, with the reason; nothing is reported after that. */
export interface ThreadEvents {
  report(report: Report<never>): void;
  lost(error: JobError): void;
}

/** One worker thread: starts, accepts orders, and is lost or ended. */
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
        : {
            resourceLimits: {
              ...(heapMb.old === undefined ? {} : { maxOldGenerationSizeMb: heapMb.old }),
              maxYoungGenerationSizeMb: heapMb.young,
            },
          }),
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

  /** Blocks this thread until a job of the worker has ended. @param until deadline as of `performance.now()` */
  blockUntilEnded(id: number, until: number): void {
    const marks = new Int32Array(this.#marks);
    for (;;) {
      const ended = Atomics.load(marks, Marks.ended);
      const left = until - performance.now();
      if (ended === id || left <= 0) return;
      Atomics.wait(marks, Marks.ended, ended, left);
    }
  }

  /** Ends the thread and resolves when it is gone. No callback is called afterwards. */
  async end(): Promise<void> {
    this.#isOver = true;
    if (!this.#endsAnyTime) await this.#started.promise;
    clearTimeout(this.#startTimer);
    await this.#worker.terminate();
  }

  /** Called when the thread has started, or has failed to. */
  #hasStarted(): void {
    clearTimeout(this.#startTimer);
    this.#started.resolve();
  }
}
