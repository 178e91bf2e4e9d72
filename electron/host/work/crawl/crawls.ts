import { JobError } from '../../../workers/job-error.ts';
import { WorkerPool } from '../../../workers/worker-pool.ts';
import { HostError } from '../../errors.ts';
import type { RunObserver } from '../../data/call-context.ts';
import { errorOf } from '../../threads/plain-error.ts';
import type { RunOutcome, RunRequest } from './execute-run.ts';
import type { CrawlJob, CrawlOutcome, StartedRun } from './messages.ts';
import { shutdownGrace, type ShutdownGrace } from '../../shutdown-grace.ts';

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
  grace?: ShutdownGrace;
}

/** The runs that this process carries out, each in a thread of its own. */
export interface Crawls {
  /** Resolves when the run is under way. @throws HostError when it cannot begin */
  start(request: RunRequest, observer?: RunObserver): Promise<StartedRun>;
  resume(run: string, observer?: RunObserver): Promise<StartedRun>;
  /** How a run ends that is carried out on the calling thread; null: another thread has it, or another process. */
  outcomeOf(run: string): Promise<RunOutcome> | null;
  /** Ids of the runs that are carried out here. */
  readonly running: readonly string[];
  /** Pauses all of them, and waits; what takes too long to finish is dropped, and fetched again later. */
  close(): Promise<void>;
  /** Pauses all of them before it returns, without the event loop of this thread. */
  pauseNow(): void;
}

/** Runs at once: each has sockets, a connection and threads of its own. */
const maxAtOnce = 8;

export function createCrawls({
  dataDir,
  proxyChannel,
  onEnd,
  onRunning = () => undefined,
  grace: { finishMs, dropMs } = shutdownGrace,
}: CrawlsOptions): Crawls {
  const endsWithin = finishMs + dropMs;
  const threads = new WorkerPool({
    entry: new URL('./crawl-worker.ts', import.meta.url),
    data: null,
    threads: maxAtOnce,
    keepIdle: false,
    timeLimitMs: null,
    graceMs: endsWithin,
  });
  const pause = new AbortController();
  const crawls = new Set<Crawl>();

  async function begin(work: CrawlJob['work']): Promise<StartedRun> {
    if (pause.signal.aborted) throw closing();
    if (crawls.size >= maxAtOnce) {
      throw new HostError(
        'too-busy',
        `${maxAtOnce} runs are under way, which is the most at once.`,
        'Wait until one has ended, or pause one.',
      );
    }
    const crawl = new Crawl();
    crawls.add(crawl);
    const job: CrawlJob = { dataDir, proxyChannel, finishMs, work };
    const onNote = (started: StartedRun): void => {
      crawl.hasStarted(started);
      onRunning();
    };
    const over = (end: CrawlEnd | null): void => {
      crawls.delete(crawl);
      if (end !== null) onEnd(end);
      onRunning();
    };
    void threads.run('crawl', job, { signal: pause.signal, onNote }).then(
      (outcome: CrawlOutcome) => over(crawl.endOf(outcome)),
      (error: unknown) => over(crawl.endBy(error)),
    );
    return crawl.started;
  }

  return {
    start: (request) => begin({ kind: 'start', request }),
    resume: (run) => begin({ kind: 'resume', run }),
    outcomeOf: () => null,
    get running() {
      return [...crawls].flatMap(({ run }) => (run === null ? [] : [run]));
    },
    async close() {
      pause.abort();
      await threads.close({ wait: true });
    },
    pauseNow() {
      pause.abort();
      threads.blockUntilEnded(performance.now() + endsWithin);
    },
  };
}

/** A run in a thread: whether it has begun, and what its end means. */
class Crawl {
  readonly #start = Promise.withResolvers<StartedRun>();
  /** null: it has not begun. */
  run: string | null = null;

  /** @throws HostError when it cannot begin */
  get started(): Promise<StartedRun> {
    return this.#start.promise;
  }

  hasStarted(started: StartedRun): void {
    this.run = started.run;
    this.#start.resolve(started);
  }

  /** @returns null: it had not begun, and who wanted it to has been told why */
  endOf(outcome: CrawlOutcome): CrawlEnd | null {
    if (outcome.kind === 'ended') {
      const { run, state, reason, exitCode } = outcome;
      return { kind: 'ended', run, state, reason, failed: exitCode === 1 };
    }
    const error = errorOf(outcome.error);
    this.#start.reject(error);
    return this.run === null ? null : { kind: 'failed', run: this.run, error };
  }

  /** The same where its thread was lost, or given up because this process is to end. */
  endBy(error: unknown): CrawlEnd | null {
    const { run } = this;
    if (error instanceof JobError && (error.fault === 'cancelled' || error.fault === 'closed')) {
      this.#start.reject(closing());
      return null;
    }
    const cause = error instanceof JobError ? error.cause : error;
    const message = cause instanceof Error ? cause.message : 'its thread ended unexpectedly';
    this.#start.reject(new HostError('crawl-crashed', `The run could not begin: ${message}`));
    const reason = `It was cut off: ${message}`;
    return run === null
      ? null
      : { kind: 'crashed', run, reason, error: cause instanceof Error ? cause : null };
  }
}

const closing = (): HostError => new HostError('closing', 'Spider Studio is being closed.');
