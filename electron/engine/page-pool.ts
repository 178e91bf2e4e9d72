import { Worker } from 'node:worker_threads';
import type { PageInput, PageOutput } from './page.ts';
import type { PageWorkerAnswer, PageWorkerData } from './page-worker.ts';
import { giveBack, transferable } from './transfer.ts';

/** The part for what is new, in megabytes: holds a few pages. Four times as much was no faster, and took 100 MB more. */
const youngHeapMb = 16;
/** Milliseconds that a worker may take to load itself. */
const startTimeoutMs = 30_000;
/** Workers that fail to start, one after the other, before no other is tried. */
const failedStartsAtMost = 2;

export interface PoolOptions {
  data: PageWorkerData;
  workerEntry: URL;
  /** Worker threads at most. */
  workers: number;
  /** Memory of the heap of each, in megabytes. */
  heapMb: number;
  /** Pages that lie ready for a worker beside the one it is at: it need not wait until this thread has time for it. */
  readyPages: number;
  /** Whether workers that have nothing to do stay. */
  keepIdle: boolean;
  /** Bodies from this size are handed over as copies: they are still there when the worker breaks. Bytes. */
  copiedFrom: number;
  timeoutMs: number;
  /** Reads a page elsewhere that took more memory than a worker has here; null: it fails. */
  elsewhere: ((input: PageInput) => Promise<PageOutput>) | null;
  /** Reads a page on this thread, where there is no worker to be had. */
  here: (input: PageInput) => PageOutput;
}

interface Job {
  input: PageInput;
  resolve: (output: PageOutput) => void;
}

/** A worker thread and the pages it was given: it is at the first of them. */
interface PageWorker {
  thread: Worker;
  isReady: boolean;
  jobs: Job[];
  /** Ends a page that takes too long. */
  timer: NodeJS.Timeout | undefined;
}

/** Worker threads of one size, each at one page at a time. A page that breaks its worker fails; the others get a new one. */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #waiting: Job[] = [];
  readonly #workers = new Set<PageWorker>();
  #failedStarts = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Whether a page given now would be read without waiting for a worker to load itself. */
  get isReady(): boolean {
    return [...this.#workers].some(({ isReady }) => isReady);
  }

  /** Starts the first worker, for the pages that will come. */
  begin(): void {
    if (this.#workers.size === 0 && !this.#isHopeless()) this.#start();
  }

  process(input: PageInput): Promise<PageOutput> {
    return new Promise((resolve) => {
      this.#waiting.push({ input, resolve });
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    const workers = [...this.#workers];
    this.#workers.clear();
    for (const { timer } of workers) clearTimeout(timer);
    await Promise.all(workers.map(({ thread }) => thread.terminate()));
  }

  #isHopeless(): boolean {
    return this.#failedStarts >= failedStartsAtMost;
  }

  #dispatch(): void {
    // Those that have nothing to do come first.
    for (let given = 0; given <= this.#options.readyPages; given += 1) {
      for (const worker of this.#workers) {
        if (!worker.isReady || worker.jobs.length > given) continue;
        const job = this.#waiting.shift();
        if (job === undefined) return;
        this.#give(worker, job);
      }
    }
    if (this.#isHopeless() && this.#workers.size === 0) {
      for (const { input, resolve } of this.#waiting.splice(0)) resolve(this.#options.here(input));
      return;
    }
    const starting = [...this.#workers].filter(({ isReady }) => !isReady).length;
    const wanted = Math.min(this.#waiting.length - starting, this.#options.workers - this.#workers.size);
    for (let started = 0; started < wanted && !this.#isHopeless(); started += 1) this.#start();
  }

  #start(): void {
    const { data, workerEntry, heapMb } = this.#options;
    const thread = new Worker(workerEntry, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngHeapMb },
    });
    const worker: PageWorker = { thread, isReady: false, jobs: [], timer: undefined };
    this.#workers.add(worker);
    worker.timer = setTimeout(() => this.#giveUp(worker, 'The worker did not start.'), startTimeoutMs);
    thread.on('message', (answer: PageWorkerAnswer) => {
      if (answer === 'ready') {
        clearTimeout(worker.timer);
        worker.isReady = true;
        this.#failedStarts = 0;
        this.#dispatch();
      } else {
        const output = answer.ok ? answer.output : failed(`The page could not be read: ${answer.message}`);
        this.#finish(worker, output);
        this.#dispatch();
        if (!this.#options.keepIdle && worker.jobs.length === 0) this.#retire(worker);
      }
    });
    thread.on('error', (error: Error) => {
      if (isOutOfMemory(error)) this.#handOn(worker);
      else this.#giveUp(worker, `The page could not be read: ${error.message}`);
    });
    thread.on('exit', () => this.#giveUp(worker, 'Reading the page ended the worker that did it.'));
  }

  #give(worker: PageWorker, job: Job): void {
    const { body, gzip } = job.input;
    worker.jobs.push(job);
    if (worker.jobs.length === 1 && body.byteLength < this.#options.copiedFrom) {
      worker.thread.postMessage(job.input, transferable(body, gzip));
    } else {
      // As a copy: should the page before it break the worker, it goes to another one.
      worker.thread.postMessage(job.input);
    }
    if (worker.jobs.length === 1) this.#time(worker);
  }

  /** From now on the first page of the worker has its time. */
  #time(worker: PageWorker): void {
    const { timeoutMs } = this.#options;
    clearTimeout(worker.timer);
    if (worker.jobs.length === 0) return;
    const seconds = Math.round(timeoutMs / 1000);
    const reason = `Reading the page took longer than ${seconds} seconds, so it was given up.`;
    worker.timer = setTimeout(() => this.#giveUp(worker, reason), timeoutMs);
  }

  #finish(worker: PageWorker, output: PageOutput): void {
    const job = worker.jobs.shift();
    this.#time(worker);
    if (job === undefined) return;
    giveBack(job.input.body);
    giveBack(job.input.gzip);
    job.resolve(output);
  }

  /** The page that a worker is at needs more memory than it has: it goes where there is more, or fails. */
  #handOn(worker: PageWorker): void {
    const { elsewhere, heapMb } = this.#options;
    const [first] = worker.jobs;
    if (first !== undefined && elsewhere !== null && first.input.body.byteLength > 0) {
      worker.jobs.shift();
      void elsewhere(first.input).then(first.resolve);
      this.#giveUp(worker, null);
      return;
    }
    this.#giveUp(worker, `Reading the page takes more than ${heapMb} MB of memory, so it was given up.`);
  }

  /** Ends a worker that has nothing to do: its memory is for others. */
  #retire(worker: PageWorker): void {
    this.#workers.delete(worker);
    clearTimeout(worker.timer);
    void worker.thread.terminate();
  }

  /**
   * The worker is lost: the page it was at fails, the others and what comes get a new worker.
   * @param reason null: the page it was at is taken care of
   */
  #giveUp(worker: PageWorker, reason: string | null): void {
    if (!this.#workers.delete(worker)) return;
    void worker.thread.terminate();
    if (!worker.isReady) this.#failedStarts += 1;
    clearTimeout(worker.timer);
    const first = reason === null ? undefined : worker.jobs.shift();
    this.#waiting.unshift(...worker.jobs.splice(0));
    if (reason !== null) first?.resolve(failed(reason));
    this.#dispatch();
  }
}

function failed(reason: string): PageOutput {
  return { page: null, item: null, failure: reason, links: [], events: [] };
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
