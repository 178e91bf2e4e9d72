import { JobError } from '../workers/job-error.ts';
import { WorkerPool, type PoolOptions } from '../workers/worker-pool.ts';
import type { PageInput, PageOutput } from './page.ts';
import type { PageWorkerData } from './page-worker.ts';
import { releaseBuffer, transferable } from './transfer.ts';

/** The part for what is new, in megabytes: holds a few pages. Four times as much was no faster, and took 100 MB more. */
const youngHeapMb = 16;

export interface PagePoolOptions extends Pick<
  PoolOptions,
  'entry' | 'data' | 'threads' | 'readyJobs' | 'keepIdle'
> {
  data: PageWorkerData;
  /** Memory of the heap of each worker, in megabytes. */
  heapMb: number;
  /** Bodies from this size are handed over as copies: they are still there when the worker breaks. Bytes. */
  copiedFrom: number;
  timeoutMs: number;
  /** Reads a page elsewhere that took more memory than a worker has here; null: it fails. */
  elsewhere: ((input: PageInput) => Promise<PageOutput>) | null;
  /** Reads a page on this thread, where there is no worker to be had. */
  here: (input: PageInput) => PageOutput;
}

/** Reads pages in worker threads of one size, each at one page at a time. A page that breaks its worker fails. */
export class PagePool {
  readonly #options: PagePoolOptions;
  readonly #workers: WorkerPool;
  #isHopeless = false;

  constructor(options: PagePoolOptions) {
    this.#options = options;
    this.#workers = new WorkerPool({
      ...options,
      heapMb: { old: options.heapMb, young: youngHeapMb },
      // A short crawl does not wait at its end until a worker has started.
      endsAnyTime: true,
      timeLimitMs: options.timeoutMs,
      graceMs: null,
    });
  }

  /** Whether a page given now would be read without waiting for a worker to load itself. */
  get isReady(): boolean {
    return this.#workers.isReady;
  }

  /** Starts the first worker, for the pages that will come. */
  begin(): void {
    this.#workers.warmUp();
  }

  /** Rejects only when the pool is closed. */
  async process(input: PageInput): Promise<PageOutput> {
    if (this.#isHopeless) return this.#options.here(input);
    const { body, gzip } = input;
    const isCopied = body.byteLength >= this.#options.copiedFrom;
    try {
      const output: PageOutput = await this.#workers.run('page', input, {
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
  return { page: null, item: null, failure: reason, links: [], events: [] };
}
