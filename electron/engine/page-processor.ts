import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Spider } from '../../shared/spider/schema.ts';
import type { PageWorkerAnswer, PageWorkerData } from './page-worker.ts';
import { transferable } from './transfer.ts';
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
  /** Pages done on this thread before a worker is started: a short crawl is over before a worker is ready. */
  warmUpPages?: number;
  /** Milliseconds that a page may take in a worker. */
  timeoutMs?: number;
}

/** Memory of a worker's heap, in megabytes: several times what the largest body needs. */
const workerHeapMb = 2048;
/** The part for what is new, in megabytes: holds a few pages. Four times as much was no faster, and took 100 MB more. */
const youngHeapMb = 16;
/** Bodies from this size go to a worker at once: they would hold up everything else on this thread. Bytes. */
const largeBody = 256 * 1024;

/**
 * Parses and extracts in worker threads, so that sockets are served while a page is being read. A worker does one
 * page at a time; a page that takes too long or too much memory costs its worker, never the crawl.
 */
export function createPageProcessor(
  spider: Spider,
  depthLimit: number,
  options: ProcessorOptions = {},
): PageProcessor {
  const { workers = Math.max(1, availableParallelism() - 1), warmUpPages = 8, timeoutMs = 30_000 } = options;
  let plan: CrawlPlan | null = null;
  const pool = workers === 0 ? null : new WorkerPool({ spider, depthLimit }, workers, timeoutMs);
  let warmUp = warmUpPages;
  return {
    async process(input) {
      if (pool === null || (warmUp > 0 && input.body.byteLength < largeBody)) {
        warmUp -= 1;
        plan ??= planCrawl(spider, depthLimit);
        return processPage(plan, input);
      }
      return pool.process(input);
    },
    close: async () => pool?.close(),
  };
}

interface Job {
  input: PageInput;
  resolve: (output: PageOutput) => void;
}

/** A worker thread and the page it is at. */
interface Busy {
  worker: Worker;
  /** Ends the page it is at; null while it is idle. */
  finish: ((output: PageOutput) => void) | null;
}

class WorkerPool {
  readonly #data: PageWorkerData;
  readonly #size: number;
  readonly #timeoutMs: number;
  readonly #waiting: Job[] = [];
  readonly #workers = new Set<Busy>();

  constructor(data: PageWorkerData, size: number, timeoutMs: number) {
    this.#data = data;
    this.#size = size;
    this.#timeoutMs = timeoutMs;
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
    await Promise.all(workers.map(({ worker }) => worker.terminate()));
  }

  #dispatch(): void {
    for (const job of this.#waiting.splice(0)) {
      const idle = [...this.#workers].find(({ finish }) => finish === null);
      const busy = idle ?? (this.#workers.size < this.#size ? this.#start() : null);
      if (busy === null) this.#waiting.push(job);
      else this.#run(busy, job);
    }
  }

  #start(): Busy {
    const worker = new Worker(new URL('./page-worker.ts', import.meta.url), {
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: workerHeapMb, maxYoungGenerationSizeMb: youngHeapMb },
    });
    const busy: Busy = { worker, finish: null };
    this.#workers.add(busy);
    worker.on('message', (answer: PageWorkerAnswer) => {
      busy.finish?.(answer.ok ? answer.output : failed(`The page could not be read: ${answer.message}`));
    });
    worker.on('error', (error: Error) => this.#giveUp(busy, reasonOf(error)));
    worker.on('exit', () => this.#giveUp(busy, 'Reading the page ended the worker that did it.'));
    return busy;
  }

  #run(busy: Busy, { input, resolve }: Job): void {
    const seconds = Math.round(this.#timeoutMs / 1000);
    const timer = setTimeout(() => {
      this.#giveUp(busy, `Reading the page took longer than ${seconds} seconds, so it was given up.`);
    }, this.#timeoutMs);
    busy.finish = (output) => {
      clearTimeout(timer);
      busy.finish = null;
      resolve(output);
      this.#dispatch();
    };
    const { worker } = busy;
    worker.postMessage(input, transferable(input.body, input.gzip));
  }

  /** The worker is lost: its page fails, and the next page gets a new worker. */
  #giveUp(busy: Busy, reason: string): void {
    if (this.#workers.delete(busy)) void busy.worker.terminate();
    busy.finish?.(failed(reason));
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
