import { Worker } from 'node:worker_threads';
import { HostError } from '../errors.ts';
import { errorOf, type ThreadMessage, type ThreadOrder } from './messages.ts';

export interface ThreadOptions {
  /** The file that the thread runs; it calls `serveJobs`. */
  entry: URL;
  /** What the file finds as `workerData`. */
  data: unknown;
  /** Milliseconds that one job may take; then the thread is given up and a new one goes on with the next job. */
  timeLimitMs: number | null;
  /** Whether a job that is under way is given up, with its thread, when its caller has lost interest. */
  breakOnCancel: boolean;
  /** How long it may go on before that, in milliseconds, to end what it has begun; 300 unless given. */
  graceMs?: number;
  /** Memory of its heap, in megabytes. */
  heapMb: number;
  /** Hears what the thread tells beside its answers. */
  onNote?: (note: never) => void;
}

export interface JobOptions {
  /** Aborted: the job is not begun, or its answer not waited for. */
  signal?: AbortSignal | undefined;
}

interface Job {
  name: string;
  args: unknown;
  signal: AbortSignal | undefined;
  resolve: (value: never) => void;
  reject: (error: HostError) => void;
}

/** Memory for what is new in a thread, in megabytes: three times the 8 that are in use at once. */
const youngHeapMb = 24;
/** How long a thread may take to start before it is ended all the same. Milliseconds. */
const startMs = 20_000;

/**
 * Ends a thread, but not while it starts: the database driver aborts the whole process when its thread is ended while it
 * is being loaded. The first message of a thread says that it has started.
 */
async function endThread(worker: Worker, isReady: boolean): Promise<void> {
  if (!isReady) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, startMs);
      const done = (): void => {
        clearTimeout(timer);
        resolve();
      };
      worker.once('message', done).once('exit', done).once('error', done);
    });
  }
  await worker.terminate();
}

/** How long a cancelled job may go on before its thread is given up: most are over by then. Milliseconds. */
const usualGraceMs = 300;
/** Starts in a row that came to nothing, after which something is wrong with the thread itself. */
const mostFailedStarts = 3;

const cancelled = (): HostError => new HostError('cancelled', 'It was cancelled.');

/**
 * A worker thread that does one job after the other. A job that takes too long, or breaks its thread, costs that thread
 * and no other job: the next one gets a new thread.
 */
export class Thread {
  readonly #options: ThreadOptions;
  readonly #waiting: Job[] = [];
  #worker: Worker | null = null;
  /** The job under way, and what ends it. */
  #current: { job: Job; id: number; timers: NodeJS.Timeout[]; release: () => void } | null = null;
  #nextId = 1;
  #isReady = false;
  #failedStarts = 0;
  #closed = false;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** Starts the thread before there is work, so that the first job need not wait for it. */
  warmUp(): void {
    if (!this.#closed) this.#worker ??= this.#start();
  }

  /**
   * Does a job. What it gives is read as `never`, and so as what the caller knows it to be.
   * @throws HostError: what the job threw, `timed-out`, `cancelled`, or `closing`
   */
  run(name: string, args: unknown, { signal }: JobOptions = {}): Promise<never> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(closing());
      if (signal?.aborted === true) return reject(cancelled());
      this.#waiting.push({ name, args, signal, resolve, reject });
      this.#next();
    });
  }

  /** Gives up what is under way, or waits for it. */
  async close({ wait }: { wait: boolean }): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(closing());
    const { job } = this.#current ?? {};
    if (wait && job !== undefined) {
      await new Promise<void>((resolve) => {
        const { resolve: answer, reject } = job;
        job.resolve = (value) => {
          answer(value);
          resolve();
        };
        job.reject = (error) => {
          reject(error);
          resolve();
        };
      });
    }
    this.#finish((job) => job.reject(closing()));
    const worker = this.#worker;
    this.#worker = null;
    if (worker !== null) await endThread(worker, this.#isReady);
  }

  #next(): void {
    if (this.#current !== null) return;
    let job = this.#waiting.shift();
    while (job !== undefined && job.signal?.aborted === true) {
      job.reject(cancelled());
      job = this.#waiting.shift();
    }
    if (job === undefined) return;
    this.#begin(job);
  }

  #begin(job: Job): void {
    const id = this.#nextId++;
    const { breakOnCancel, graceMs = usualGraceMs } = this.#options;
    const timers: NodeJS.Timeout[] = [];
    const abort = (): void => {
      this.#tell({ kind: 'cancel', id });
      if (breakOnCancel) timers.push(setTimeout(() => this.#giveUp(cancelled()), graceMs));
    };
    job.signal?.addEventListener('abort', abort, { once: true });
    const release = (): void => job.signal?.removeEventListener('abort', abort);
    this.#current = { job, id, timers, release };
    if (this.#isReady) this.#startClock();
    this.#worker ??= this.#start();
    this.#tell({ kind: 'job', id, name: job.name, args: job.args });
  }

  #tell(order: ThreadOrder): void {
    this.#worker?.postMessage(order);
  }

  /** The time that a job may take, from when its thread is there to do it. */
  #startClock(): void {
    const { timeLimitMs } = this.#options;
    if (timeLimitMs === null || this.#current === null) return;
    const seconds = Math.max(1, Math.round(timeLimitMs / 1000));
    const error = new HostError(
      'timed-out',
      `It took longer than ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and was given up.`,
      'Try it on a smaller page, or with a selector that matches less.',
    );
    this.#current.timers.push(setTimeout(() => this.#giveUp(error), timeLimitMs));
  }

  #start(): Worker {
    const { entry, data, heapMb } = this.#options;
    this.#isReady = false;
    const worker = new Worker(entry, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngHeapMb },
    });
    worker.on('message', (message: ThreadMessage<never>) => {
      if (worker === this.#worker) this.#hear(message);
    });
    worker.on('error', (error: Error) => {
      if (worker === this.#worker) this.#giveUp(brokenBy(error));
    });
    worker.on('exit', () => {
      if (worker === this.#worker)
        this.#giveUp(new HostError('internal', 'A thread of Spider Studio ended unexpectedly.'));
    });
    return worker;
  }

  #hear(message: ThreadMessage<never>): void {
    switch (message.kind) {
      case 'ready':
        this.#failedStarts = 0;
        this.#isReady = true;
        return this.#startClock();
      case 'note':
        return this.#options.onNote?.(message.note);
      case 'done':
      case 'failed':
        if (this.#current?.id !== message.id) return;
        this.#finish((job) => {
          if (job.signal?.aborted === true) job.reject(cancelled());
          else if (message.kind === 'done') job.resolve(message.value);
          else job.reject(errorOf(message.error));
        });
        return this.#next();
      default:
        return message satisfies never;
    }
  }

  /** The thread is lost: its job fails, the next one gets a new thread. */
  #giveUp(error: HostError): void {
    const worker = this.#worker;
    this.#worker = null;
    if (worker !== null) void endThread(worker, this.#isReady);
    if (!this.#isReady) this.#failedStarts += 1;
    this.#isReady = false;
    this.#finish((job) => job.reject(error));
    if (this.#closed) return;
    // It cannot even start: whoever waits shall hear why, instead of waiting for ever.
    if (this.#failedStarts >= mostFailedStarts)
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    this.#next();
  }

  #finish(end: (job: Job) => void): void {
    const current = this.#current;
    if (current === null) return;
    this.#current = null;
    for (const timer of current.timers) clearTimeout(timer);
    current.release();
    end(current.job);
  }
}

function closing(): HostError {
  return new HostError('closing', 'Spider Studio is being closed.');
}

function brokenBy(error: Error): HostError {
  if (!('code' in error) || error.code !== 'ERR_WORKER_OUT_OF_MEMORY') {
    const message = `Something went wrong inside Spider Studio: ${error.message}`;
    return new HostError('internal', message, null, {}, error);
  }
  return new HostError(
    'timed-out',
    'It needs more memory than it may have and was given up.',
    'Try it on a smaller page.',
  );
}
