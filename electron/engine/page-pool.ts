import { JobError } from '../workers/job-error.ts';
import { WorkerPool, type PoolOptions } from '../workers/worker-pool.ts';
import type { PageInput, PageOutput } from './page-types.ts';
import type { PageWorkerData } from './page-worker.ts';
import { releaseBuffer, transferable } from './transfer.ts';

/** Size of the young generation in megabytes, which holds a few pages. Four times as much was no faster and took 100 MB more. */
const youngHeapMb = 16;

/** Options of a page pool. */
export interface PagePoolOptions extends Pick<
  PoolOptions,
  'entry' | 'data' | 'threads' | 'readyJobs' | 'keepIdle'
> {
  data: PageWorkerData;
  /** Heap limit of each worker in megabytes. */
  heapMb: number;
  /** Bodies from this size are copied to the worker, so that they survive if it breaks. Bytes. */
  copiedFrom: number;
  timeoutMs: number;
  /** Processes a page that exceeded a worker's memory; null: the page fails. */
  elsewhere: ((input: PageInput) => Promise<PageOutput>) | null;
  /** Processes a page on this thread if no worker can be started. */
  here: (input: PageInput) => PageOutput;
}

/** Processes pages in worker threads of one size, each one page at a time. A page that breaks its worker fails. */
export class PagePool {
  readonly #options: PagePoolOptions;
  readonly #workers: WorkerPool;
  #isHopeless = false;

  constructor(options: PagePoolOptions) {
    this.#options = options;
    this.#workers = new WorkerPool({
      ...options,
      heapMb: { old: options.heapMb, young: youngHeapMb },
      // A short crawl need not wait for the start of a worker when it ends.
      endsAnyTime: true,
      timeLimitMs: options.timeoutMs,
      graceMs: null,
    });
  }

  /** Whether a page would be processed without waiting for a worker to start. */
  get isReady(): boolean {
    return this.#workers.isReady;
  }

  /** Starts the first worker ahead of the first page. */
  begin(): void {
    this.#workers.warmUp();
  }

  /** Rejects only when the pool is closed. */
  async process(input: PageInput): Promise<PageOutput> {
    if (this.#isHopeless) return this.#options.here(input);
    const { body, gzip } = input;
    const isCopied = body.byteLength >= this.#options.copiedFrom;
    try {
      const [output]: [PageOutput] = await this.#workers.run('pages', [input], {
        transfer: () => (isCopied ? [] : transferable(body, gzip)),
      });
      releaseBuffer(body);
      releaseBuffer(gzip);
      return output;
    } catch (error) {
      if (!(error instanceof JobError) || error.fault === 'closed') throw error;
      return this.#recover(input, error);
    }
  }

  /**
   * Processes pages in one job, because waking another thread costs as much as extracting from a small page. Their bodies are
   * copied: if one of them breaks the worker, each is processed in a job of its own. Rejects only when the pool is closed.
   */
  async processTogether(inputs: readonly PageInput[]): Promise<PageOutput[]> {
    try {
      return await this.#workers.run('pages', inputs);
    } catch (error) {
      if (!(error instanceof JobError) || error.fault === 'closed') throw error;
      return Promise.all(inputs.map((input) => this.process(input)));
    }
  }

  close(): Promise<void> {
    return this.#workers.close({ wait: false });
  }

  async #recover(input: PageInput, { fault, message, cause }: JobError): Promise<PageOutput> {
    const { elsewhere, here, heapMb, timeoutMs } = this.#options;
    switch (fault) {
      case 'no-start':
        this.#isHopeless = true;
        return here(input);
      case 'out-of-memory':
        if (elsewhere !== null && input.body.byteLength > 0) return elsewhere(input);
        return failed(`Reading the page takes more than ${heapMb} MB of memory, so it was given up.`);
      case 'overdue': {
        const seconds = Math.round(timeoutMs / 1000);
        return failed(`Reading the page took longer than ${seconds} seconds, so it was given up.`);
      }
      case 'crashed':
        if (cause === undefined) return failed('Reading the page ended the worker that did it.');
        return failed(`The page could not be read: ${message}`);
      case 'failed':
      case 'cancelled':
      case 'closed':
        return failed(`The page could not be read: ${message}`);
      default:
        return fault satisfies never;
    }
  }
}

function failed(reason: string): PageOutput {
  return { page: null, items: [], rows: [], failure: reason, empty: null, links: [], events: [] };
}
