import type { Spider } from '../../shared/spider/schema.ts';
import { PagePool, type PagePoolOptions } from './page-pool.ts';
import { memoryOfWorkers, type WorkerMemory } from './worker-memory.ts';
import { createPageStage, type PageInput, type PageOutput } from './page.ts';

/** Carries out the processing stage, wherever that is. */
export interface PageProcessor {
  /** Never rejects for what a page holds: a page that breaks the process fails with a reason. */
  process(input: PageInput): Promise<PageOutput>;
  close(): Promise<void>;
}

export interface ProcessorOptions {
  /** Worker threads at most; 0: everything on this thread. As many as cores and memory allow unless given. */
  workers?: number;
  /** What the workers may use together; by the cores and the memory of this machine unless given. */
  memory?: WorkerMemory;
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

/** Pages that lie ready for an ordinary worker beside the one it is at. */
const readyPages = 2;
/** Bodies from this size go to a worker at once: they would hold up everything else on this thread. Bytes. */
const largeBody = 256 * 1024;

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
  // One page at a time has the memory that very large pages need; the worker ends when there is none.
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
  return {
    async process(input) {
      if (pool === null) return here(input);
      if (input.body.byteLength > memory.ordinaryBody) return large.process(input);
      if (warmUp <= 0 || pool.isReady || input.body.byteLength >= largeBody) return pool.process(input);
      warmUp -= 1;
      const output = here(input);
      known += output.links.length;
      if (known > warmUpPages) pool.begin();
      return output;
    },
    close: async () => {
      await Promise.all([pool?.close(), large.close()]);
    },
  };
}
