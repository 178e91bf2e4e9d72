import type { Spider } from '../../shared/spider/schema.ts';
import { PagePool, type PagePoolOptions } from './page-pool.ts';
import { memoryOfWorkers, type WorkerMemory } from './worker-memory.ts';
import { createPageStage } from './page-stage.ts';
import { sizeOf, type PageInput, type PageOutput } from './page-types.ts';

/** Carries out the processing stage, on this thread or in workers. */
export interface PageProcessor {
  /** Never rejects because of a page's content: a page that breaks its worker fails with a reason. */
  process(input: PageInput): Promise<PageOutput>;
  /** The same for pages that are at hand together, for less work in all. Their outputs are in the same order. */
  processAll(inputs: readonly PageInput[]): Promise<PageOutput[]>;
  close(): Promise<void>;
}

/** Options of a page processor. */
export interface ProcessorOptions {
  /** Maximum number of worker threads; 0: everything on this thread. By default as many as cores and memory allow. */
  workers?: number;
  /** Memory for all workers; by default according to the cores and memory of this machine. */
  memory?: WorkerMemory;
  /**
   * Number of pages that are processed on this thread, because a short crawl ends before a worker has started. When so many are
   * known, a worker is started, and pages are processed here until it is ready.
   */
  warmUpPages?: number;
  /** Time limit of a page in a worker, in milliseconds. */
  timeoutMs?: number;
  /** Entry file of a worker; `page-worker.ts` by default. */
  workerEntry?: URL;
}

/** Pages queued in an ordinary worker beyond the current one. */
const readyPages = 2;
/** Bodies from this size always go to a worker, because they would block this thread. Bytes. */
const largeBody = 256 * 1024;

/**
 * Creates a processor that parses and extracts in worker threads, so that sockets are served meanwhile. A worker processes one
 * page at a time; a page that exceeds its time or memory costs the worker, but not the crawl. If workers cannot be started, pages
 * are processed on this thread.
 */
export function createPageProcessor(
  spider: Spider,
  depthLimit: number,
  options: ProcessorOptions = {},
): PageProcessor {
  const {
    memory = memoryOfWorkers(),
    workers = memory.workers,
    warmUpPages = 8,
    timeoutMs = 30_000,
    workerEntry = new URL('./page-worker.ts', import.meta.url),
  } = options;
  let stage: ReturnType<typeof createPageStage> | null = null;
  const here = (input: PageInput): PageOutput => {
    stage ??= createPageStage(spider, depthLimit);
    return stage(input);
  };
  const common = { entry: workerEntry, data: { spider, depthLimit }, timeoutMs, here };
  // Very large pages get their memory one at a time; the worker ends when there are none.
  const large = new PagePool({
    ...common,
    threads: 1,
    heapMb: memory.largeHeapMb,
    keepIdle: false,
    copiedFrom: Infinity,
    elsewhere: null,
  });
  const ordinary: PagePoolOptions = {
    ...common,
    threads: workers,
    heapMb: memory.heapMb,
    readyJobs: readyPages,
    keepIdle: true,
    copiedFrom: largeBody,
    elsewhere: (input) => large.process(input),
  };
  const pool = workers === 0 ? null : new PagePool(ordinary);
  let warmUp = warmUpPages;
  let known = 0;
  async function process(input: PageInput): Promise<PageOutput> {
    if (pool === null) return here(input);
    if (sizeOf(input) > memory.ordinaryBody) return large.process(input);
    if (warmUp <= 0 || pool.isReady || sizeOf(input) >= largeBody) return pool.process(input);
    warmUp -= 1;
    const output = here(input);
    known += output.links.length + output.rows.length;
    if (known > warmUpPages) pool.begin();
    return output;
  }
  return {
    process,
    async processAll(inputs) {
      const isAlike = inputs.every((input) => sizeOf(input) <= memory.ordinaryBody);
      if (pool === null || !isAlike || inputs.length <= warmUpPages) return Promise.all(inputs.map(process));
      const share = Math.ceil(inputs.length / workers);
      const parts: Promise<PageOutput[]>[] = [];
      for (let from = 0; from < inputs.length; from += share) {
        parts.push(pool.processTogether(inputs.slice(from, from + share)));
      }
      return (await Promise.all(parts)).flat();
    },
    close: async () => {
      await Promise.all([pool?.close(), large.close()]);
    },
  };
}
