import { Worker } from 'node:worker_threads';
import type { Problem } from '../../../../shared/spider/validate.ts';
import { HostError } from '../../errors.ts';
import type { RunRequest } from './execute-run.ts';
import { errorOf } from '../../threads/messages.ts';
import type { CrawlOrder, CrawlReport, CrawlWorkerData } from './messages.ts';
import { patience as usualPatience, type Patience } from './patience.ts';

/** How a run in this process came to its end. */
export type CrawlEnd =
  | { kind: 'ended'; run: string; state: string; reason: string; failed: boolean }
  /** It wrote down what it could, and stopped. */
  | { kind: 'failed'; run: string; error: HostError }
  /** Its thread broke, and the run still stands as if it went on. */
  | { kind: 'crashed'; run: string; reason: string; error: Error | null };

export interface CrawlsOptions {
  dataDir: string;
  /** See `RunWatch`. */
  proxyChannel: string | null;
  onEnd: (end: CrawlEnd) => void;
  /** Hears whenever `running` has changed. */
  onRunning?: () => void;
  patience?: Patience;
}

/** The runs that this process carries out, each in a thread of its own. */
export interface Crawls {
  /** Resolves when the run is under way. @throws HostError when it cannot begin */
  start(request: RunRequest): Promise<{ run: string; problems: Problem[] }>;
  resume(run: string): Promise<{ run: string; problems: Problem[] }>;
  /** Ids of the runs that are carried out here. */
  readonly running: readonly string[];
  /** Pauses all of them, and waits; what takes too long to finish is dropped, and fetched again later. */
  close(): Promise<void>;
  /** Pauses all of them before it returns, without the event loop of this thread. */
  pauseNow(): void;
}

/** Runs at once: each has sockets, a connection and threads of its own. */
const mostAtOnce = 8;

export function createCrawls({
  dataDir,
  proxyChannel,
  onEnd,
  onRunning = () => undefined,
  patience = usualPatience,
}: CrawlsOptions): Crawls {
  const { finishMs } = patience;
  const endsWithin = patience.finishMs + patience.dropMs;
  const crawls = new Set<CrawlThread>();
  let closed = false;

  function begin(work: CrawlWorkerData['work']): Promise<{ run: string; problems: Problem[] }> {
    if (closed) throw new HostError('closing', 'Spider Studio is being closed.');
    if (crawls.size >= mostAtOnce) {
      throw new HostError(
        'too-busy',
        `${mostAtOnce} runs are under way, which is the most at once.`,
        'Wait until one has ended, or pause one.',
      );
    }
    const crawl = new CrawlThread({ dataDir, proxyChannel, finishMs, work }, (end) => {
      crawls.delete(crawl);
      if (end !== null) onEnd(end);
      onRunning();
    });
    crawls.add(crawl);
    void crawl.started.then(onRunning, () => undefined);
    return crawl.started;
  }

  return {
    start: async (request) => begin({ kind: 'start', request }),
    resume: async (run) => begin({ kind: 'resume', run }),
    get running() {
      return [...crawls].flatMap(({ run }) => (run === null ? [] : [run]));
    },
    async close() {
      closed = true;
      for (const crawl of crawls) crawl.pause();
      await Promise.all([...crawls].map((crawl) => crawl.endWithin(endsWithin)));
    },
    pauseNow() {
      closed = true;
      for (const crawl of crawls) crawl.pause();
      const until = performance.now() + endsWithin;
      for (const crawl of crawls) crawl.waitUntil(until);
    },
  };
}

class CrawlThread {
  readonly #worker: Worker;
  readonly #onEnd: (end: CrawlEnd | null) => void;
  readonly started: Promise<{ run: string; problems: Problem[] }>;
  readonly #over: Promise<void>;
  readonly #overFlag = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  #resolveOver: () => void = () => undefined;
  #settle: {
    resolve: (run: { run: string; problems: Problem[] }) => void;
    reject: (error: HostError) => void;
  } | null = null;
  #isOver = false;
  run: string | null = null;

  constructor(data: Omit<CrawlWorkerData, 'over'>, onEnd: (end: CrawlEnd | null) => void) {
    this.#onEnd = onEnd;
    this.started = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#over = new Promise((resolve) => {
      this.#resolveOver = resolve;
    });
    this.#worker = new Worker(new URL('./crawl-worker.ts', import.meta.url), {
      workerData: { ...data, over: this.#overFlag } satisfies CrawlWorkerData,
    });
    this.#worker.on('message', (report: CrawlReport) => this.#hear(report));
    this.#worker.on('error', (error: Error) => this.#break(error.message, error));
    this.#worker.on('exit', () => this.#break('its thread ended unexpectedly'));
  }

  pause(): void {
    this.#worker.postMessage('pause' satisfies CrawlOrder);
  }

  /** Ends the thread when the run has not come to its end by itself. */
  async endWithin(milliseconds: number): Promise<void> {
    if (await this.#isOverWithin(milliseconds)) return;
    this.#isOver = true;
    await this.#worker.terminate();
  }

  /** Waits until everything is written, and blocks this thread; the other one needs nothing of it. */
  waitUntil(time: number): void {
    Atomics.wait(new Int32Array(this.#overFlag), 0, 0, Math.max(0, time - performance.now()));
  }

  async #isOverWithin(milliseconds: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), milliseconds);
    });
    const over = await Promise.race([this.#over.then(() => true as const), late]);
    clearTimeout(timer);
    return over;
  }

  #hear(report: CrawlReport): void {
    switch (report.kind) {
      case 'started':
        this.run = report.run;
        this.#settle?.resolve({ run: report.run, problems: report.problems });
        this.#settle = null;
        return;
      case 'ended': {
        const { run, state, reason, exitCode } = report;
        return this.#end({ kind: 'ended', run, state, reason, failed: exitCode === 1 });
      }
      case 'failed': {
        const error = errorOf(report.error);
        if (this.run !== null) return this.#end({ kind: 'failed', run: this.run, error });
        this.#settle?.reject(error);
        this.#settle = null;
        return this.#end(null);
      }
      default:
        return report satisfies never;
    }
  }

  #break(message: string, error: Error | null = null): void {
    if (this.#isOver) return;
    const reason = `It was cut off: ${message}`;
    this.#settle?.reject(new HostError('crawl-crashed', `The run could not begin: ${message}`));
    this.#settle = null;
    this.#end(this.run === null ? null : { kind: 'crashed', run: this.run, reason, error });
  }

  #end(end: CrawlEnd | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#resolveOver();
    this.#onEnd(end);
  }
}
