import type { RunCause } from '../../../../shared/run-cause.ts';
import { JobError } from '../../../workers/job-error.ts';
import { WorkerPool } from '../../../workers/worker-pool.ts';
import { HostError } from '../../errors.ts';
import type { RunObserver } from '../../data/call-context.ts';
import { errorOf } from '../../threads/plain-error.ts';
import type { EntryLease } from '../../../store/queue/entry-lease.ts';
import type { RunRequest } from './execute-run.ts';
import type { RunOutcome } from './run-session.ts';
import type { CrawlJob, CrawlOutcome, StartedRun } from './messages.ts';
import { shutdownGrace, type ShutdownGrace } from '../../shutdown-grace.ts';

/** How a run in this process ended. */
export type CrawlEnd =
  | { kind: 'ended'; run: string; state: string; reason: string; cause: RunCause; failed: boolean }
  /** It failed and recorded its end as far as possible. */
  | { kind: 'failed'; run: string; error: HostError }
  /** Its thread crashed; the database still lists it as running. */
  | { kind: 'crashed'; run: string; reason: string; error: Error | null };

/** Options of `createCrawls`. */
export interface CrawlsOptions {
  dataDir: string;
  /** See `ExecutionOptions`. */
  proxyChannel: string | null;
  onEnd: (end: CrawlEnd) => void;
  /** Called when `running` has changed. */
  onRunning?: () => void;
  grace?: ShutdownGrace;
}

/** The runs that this process executes. */
export interface Crawls {
  /** Starts a run and resolves once it has started. @throws HostError when it cannot start */
  start(request: RunRequest, observer?: RunObserver, entry?: EntryLease): Promise<StartedRun>;
  /** @param workers number of processes that carry it out; left out: as before */
  resume(run: string, observer?: RunObserver, entry?: EntryLease, workers?: number): Promise<StartedRun>;
  /** Starts a run that extracts from the stored pages of another one again. */
  reextract(run: string, observer?: RunObserver): Promise<StartedRun>;
  /** Outcome of a run on the calling thread; null: another thread or process executes it. */
  outcomeOf(run: string): Promise<RunOutcome> | null;
  /** Resolves once this process does not carry a run out any more, and its end was told to whoever listens. */
  whenOver(run: string): Promise<void>;
  /** Ids of the runs in progress. */
  readonly running: readonly string[];
  /** Pauses all runs and waits. Pages that take too long are dropped and queued again. */
  close(): Promise<void>;
  /** Pauses all runs before it returns, without using this thread's event loop. */
  pauseNow(): void;
}

/** Maximum number of concurrent runs that a person starts; each has its own sockets, database connection and threads. */
const maxAtOnce = 8;
/** Maximum number of concurrent runs of the queue, which has a limit of its own. */
const maxQueued = 32;

/** Executes each run in its own thread. */
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
    threads: maxAtOnce + maxQueued,
    keepIdle: false,
    timeLimitMs: null,
    graceMs: endsWithin,
  });
  const pause = new AbortController();
  const crawls = new Set<Crawl>();

  async function begin(work: CrawlJob['work'], entry: EntryLease | null = null): Promise<StartedRun> {
    if (pause.signal.aborted) throw closing();
    const alike = [...crawls].filter(({ isQueued }) => isQueued === (entry !== null));
    if (alike.length >= (entry === null ? maxAtOnce : maxQueued)) {
      throw new HostError(
        'too-busy',
        `${alike.length} runs are under way, which is the most at once.`,
        'Wait until one has ended, or pause one.',
      );
    }
    const crawl = new Crawl(entry !== null);
    crawls.add(crawl);
    const job: CrawlJob = { dataDir, proxyChannel, finishMs, entry, work };
    const onNote = (started: StartedRun): void => {
      crawl.hasStarted(started);
      onRunning();
    };
    const over = (end: CrawlEnd | null): void => {
      crawls.delete(crawl);
      if (end !== null) onEnd(end);
      onRunning();
      crawl.isOver();
    };
    void threads.run('crawl', job, { signal: pause.signal, onNote }).then(
      (outcome: CrawlOutcome) => over(crawl.endOf(outcome)),
      (error: unknown) => over(crawl.endBy(error)),
    );
    return crawl.started;
  }

  return {
    start: (request, _observer, entry) => begin({ kind: 'start', request }, entry),
    resume: (run, _observer, entry, workers) => begin({ kind: 'resume', run, workers }, entry),
    reextract: (run) => begin({ kind: 'reextract', run }),
    outcomeOf: () => null,
    whenOver: async (run) => [...crawls].find((crawl) => crawl.run === run)?.over,
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

/** A run in a thread. */
class Crawl {
  readonly #start = Promise.withResolvers<StartedRun>();
  readonly #over = Promise.withResolvers<void>();
  /** Whether it is for an entry of the queue. */
  readonly isQueued: boolean;
  /** Id of the run; null: it has not started. */
  run: string | null = null;

  constructor(isQueued: boolean) {
    this.isQueued = isQueued;
  }

  /** Resolves once its end was told. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  isOver(): void {
    this.#over.resolve();
  }

  /** Resolves once the run has started. @throws HostError when it cannot start */
  get started(): Promise<StartedRun> {
    return this.#start.promise;
  }

  hasStarted(started: StartedRun): void {
    this.run = started.run;
    this.#start.resolve(started);
  }

  /** Converts an outcome. @returns null: the run had not started, and `started` has rejected */
  endOf(outcome: CrawlOutcome): CrawlEnd | null {
    if (outcome.kind === 'ended') {
      const { run, state, reason, cause, exitCode } = outcome;
      return { kind: 'ended', run, state, reason, cause, failed: exitCode === 1 };
    }
    const error = errorOf(outcome.error);
    this.#start.reject(error);
    return this.run === null ? null : { kind: 'failed', run: this.run, error };
  }

  /** Converts the loss of the thread, or its termination while this process closes. */
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
