import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Spider } from '../../shared/spider/schema.ts';
import type { PageWorkerAnswer, PageWorkerData } from './page-worker.ts';
import { giveBack, transferable } from './transfer.ts';
import { planCrawl, processPage, type CrawlPlan, type PageInput, type PageOutput } from './page.ts';

/** Carries out the processing stage, wherever that is. */
export interface PageProcessor {
  /** Never rejects for what a page holds: a page that breaks the process fails with a reason. */
  process(input: PageInput): Promise<PageOutput>;
  close(): Promise<void>;
}

export interface ProcessorOptions {
  /** Worker threads at most; 0: everything on this thread. One less than the cores unless given. */
  workers?: number;
  /**
   * Pages done on this thread at most: a short crawl is over before a worker is ready. Once so many are known of, a
   * worker is started, and what comes before it is ready is still done here.
   */
  warmUpPages?: number;
  /** Milliseconds that a page may take in a worker. */
  timeoutMs?: number;
  /** What a worker runs; `page-worker.ts` unless given. */
  workerEntry?: URL;
}

/** Memory of a worker's heap, in megabytes: several times what the largest body needs. */
const workerHeapMb = 2048;
/** The part for what is new, in megabytes: holds a few pages. Four times as much was no faster, and took 100 MB more. */
const youngHeapMb = 16;
/** Pages that lie ready for a worker beside the one it is at: it need not wait until this thread has time for it. */
const readyPages = 2;
/** Bodies from this size go to a worker at once: they would hold up everything else on this thread. Bytes. */
const largeBody = 256 * 1024;
/** Milliseconds that a worker may take to load itself. */
const startTimeoutMs = 30_000;
/** Workers that fail to start, one after the other, before no other is tried. */
const failedStartsAtMost = 2;

/**
 * Parses and extracts in worker threads, so that sockets are served while a page is being read. A worker is at one
 * page at a time; a page that takes too long or too much memory costs its worker, never the crawl. Where workers cannot
 * be started, pages are read on this thread.
 */
export function createPageProcessor(
  spider: Spider,
  depthLimit: number,
  options: ProcessorOptions = {},
): PageProcessor {
  const {
    workers = Math.max(1, availableParallelism() - 1),
    warmUpPages = 8,
    timeoutMs = 30_000,
    workerEntry = new URL('./page-worker.ts', import.meta.url),
  } = options;
  let plan: CrawlPlan | null = null;
  const here = (input: PageInput): PageOutput => {
    plan ??= planCrawl(spider, depthLimit);
    return processPage(plan, input);
  };
  const data: PageWorkerData = { spider, depthLimit };
  const pool = workers === 0 ? null : new WorkerPool({ data, workerEntry, workers, timeoutMs, here });
  let warmUp = warmUpPages;
  let known = 0;
  return {
    async process(input) {
      if (pool === null) return here(input);
      if (warmUp <= 0 || pool.isReady || input.body.byteLength >= largeBody) return pool.process(input);
      warmUp -= 1;
      const output = here(input);
      known += output.links.length;
      if (known > warmUpPages) pool.begin();
      return output;
    },
    close: async () => pool?.close(),
  };
}

interface PoolOptions {
  data: PageWorkerData;
  workerEntry: URL;
  workers: number;
  timeoutMs: number;
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

class WorkerPool {
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
    for (let given = 0; given <= readyPages; given += 1) {
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
    const { data, workerEntry } = this.#options;
    const thread = new Worker(workerEntry, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: workerHeapMb, maxYoungGenerationSizeMb: youngHeapMb },
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
      }
    });
    thread.on('error', (error: Error) => this.#giveUp(worker, reasonOf(error)));
    thread.on('exit', () => this.#giveUp(worker, 'Reading the page ended the worker that did it.'));
  }

  #give(worker: PageWorker, job: Job): void {
    const { body, gzip } = job.input;
    worker.jobs.push(job);
    if (worker.jobs.length === 1) {
      worker.thread.postMessage(job.input, transferable(body, gzip));
      this.#time(worker);
    } else {
      // As a copy: should the page before it break the worker, it goes to another one.
      worker.thread.postMessage(job.input);
    }
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

  /** The worker is lost: the page it was at fails, the others and what comes get a new worker. */
  #giveUp(worker: PageWorker, reason: string): void {
    if (!this.#workers.delete(worker)) return;
    void worker.thread.terminate();
    if (!worker.isReady) this.#failedStarts += 1;
    clearTimeout(worker.timer);
    const [first, ...others] = worker.jobs;
    this.#waiting.unshift(...others);
    first?.resolve(failed(reason));
    this.#dispatch();
  }
}

function failed(reason: string): PageOutput {
  return { page: null, item: null, failure: reason, links: [], events: [] };
}

function reasonOf(error: Error): string {
  const memory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return memory
    ? 'Reading the page takes more memory than it may.'
    : `The page could not be read: ${error.message}`;
}
