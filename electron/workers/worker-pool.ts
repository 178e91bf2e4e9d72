import { JobError } from './job-error.ts';
import type { Report } from './messages.ts';
import { WorkerThread, type ThreadOptions } from './worker-thread.ts';

/** Options of a worker pool. */
export interface PoolOptions extends ThreadOptions {
  /** Maximum number of threads. `Infinity`: each job gets a thread at once. */
  threads: number;
  /** Jobs queued in a thread beyond the running one, so that it need not wait for the pool between jobs; 0 if left out. */
  readyJobs?: number;
  /** Whether idle threads are kept. */
  keepIdle: boolean;
  /** Time limit of a job in milliseconds, after which its thread is terminated; null for none. */
  timeLimitMs: number | null;
  /** Time that a cancelled job has to end, in milliseconds, before its thread is terminated; null for no limit. */
  graceMs: number | null;
  /** Converts what `plain` of `serveJobs` returned to the error that the job rejects with; a `JobError` if left out. */
  errorOf?: (thrown: never) => Error;
  /** Called with each note of `notePool`. */
  onNote?: (note: never) => void;
}

/** Options of one job. */
export interface JobOptions {
  /** If aborted, the job is not started, or the signal inside it is aborted. */
  signal?: AbortSignal | undefined;
  /** Called with each note of the running job. */
  onNote?: (note: never) => void;
  /**
   * Returns the buffers of the arguments to move to the thread instead of copying them. Called only if the thread starts the job
   * at once; otherwise a copy is needed, because the job goes to another thread if the job before it breaks this one.
   */
  transfer?: () => readonly ArrayBuffer[];
}

/** Consecutive failed starts after which waiting jobs are rejected. */
const maxFailedStarts = 2;

interface PendingJob {
  id: number;
  name: string;
  args: unknown;
  options: JobOptions;
  /** Set if the job was cancelled while running; terminates its thread. */
  grace: NodeJS.Timeout | undefined;
  outcome: PromiseWithResolvers<never>;
  /** Called when the signal is aborted. */
  cancel: () => void;
}

/** A thread and its jobs, in the order in which they run. */
interface Member {
  thread: WorkerThread;
  isReady: boolean;
  jobs: PendingJob[];
  /** Terminates the thread if its first job takes too long. */
  timer: NodeJS.Timeout | undefined;
}

/**
 * A pool of worker threads, each running one job at a time. A job that exceeds its time limit or breaks its thread costs that
 * thread and no other job: the jobs behind it get another thread.
 */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #readyJobs: number;
  readonly #waiting: PendingJob[] = [];
  readonly #members = new Set<Member>();
  /** Threads that are being terminated. */
  readonly #ending = new Set<Promise<void>>();
  #lastId = 0;
  #failedStarts = 0;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#readyJobs = options.readyJobs ?? 0;
  }

  /** Whether a new job would start without waiting for a thread. */
  get isReady(): boolean {
    for (const { isReady } of this.#members) if (isReady) return true;
    return false;
  }

  /** Whether there is a thread, ready or not. */
  get hasThreads(): boolean {
    return this.#members.size > 0;
  }

  /** Starts the first thread ahead of the first job. */
  warmUp(): void {
    if (!this.#isClosed && this.#members.size === 0) this.#start();
  }

  /**
   * Runs a job. The result has the type `never` and is used as the type that the caller knows.
   * @throws JobError, or the error that `errorOf` returns
   */
  run(name: string, args: unknown, options: JobOptions = {}): Promise<never> {
    if (this.#isClosed) return Promise.reject(closed());
    if (options.signal?.aborted === true) return Promise.reject(cancelled());
    const id = (this.#lastId += 1);
    const outcome = Promise.withResolvers<never>();
    const cancel = (): void => this.#cancel(job);
    const job: PendingJob = { id, name, args, options, grace: undefined, outcome, cancel };
    options.signal?.addEventListener('abort', cancel, { once: true });
    this.#waiting.push(job);
    this.#dispatch();
    return outcome.promise;
  }

  /** Blocks this thread until the running jobs have ended. @param until deadline as of `performance.now()` */
  blockUntilEnded(until: number): void {
    for (const { thread, jobs } of this.#members)
      for (const { id } of jobs) thread.blockUntilEnded(id, until);
  }

  /** Terminates all threads, after their jobs if `wait` is set. Resolves when they are gone. */
  async close({ wait }: { wait: boolean }): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#waiting.splice(0)) settle(job).reject(closed());
    const underWay = [...this.#members].flatMap(({ jobs }) => jobs.map(({ outcome }) => outcome.promise));
    if (wait) await Promise.allSettled(underWay);
    for (const { thread, timer, jobs } of this.#members) {
      clearTimeout(timer);
      for (const job of jobs) settle(job).reject(closed());
      this.#end(thread);
    }
    this.#members.clear();
    await Promise.all(this.#ending);
  }

  #dispatch(): void {
    // Idle threads first.
    for (let given = 0; given <= this.#readyJobs && this.#waiting.length > 0; given += 1) {
      for (const member of this.#members) {
        if (!member.isReady || member.jobs.length > given) continue;
        const job = this.#waiting.shift();
        if (job === undefined) return;
        this.#give(member, job);
      }
    }
    if (this.#waiting.length === 0 || this.#isClosed) return;
    let starting = 0;
    for (const { isReady } of this.#members) if (!isReady) starting += 1;
    // After repeated failures, threads are started one at a time, and only if there is none.
    const max = this.#failedStarts < maxFailedStarts ? this.#options.threads : 1;
    const wanted = Math.min(this.#waiting.length - starting, max - this.#members.size);
    for (let started = 0; started < wanted; started += 1) this.#start();
  }

  #start(): void {
    const thread = new WorkerThread(this.#options, {
      report: (report) => this.#hear(member, report),
      lost: (error) => this.#lose(member, error),
    });
    const member: Member = { thread, isReady: false, jobs: [], timer: undefined };
    this.#members.add(member);
  }

  #give(member: Member, job: PendingJob): void {
    const { id, name, args, options } = job;
    member.jobs.push(job);
    const isNext = member.jobs.length === 1;
    member.thread.send({ kind: 'job', id, name, args }, isNext ? options.transfer?.() : undefined);
    if (isNext) this.#time(member);
  }

  /** Starts the time limit of the thread's first job. */
  #time(member: Member): void {
    const { timeLimitMs } = this.#options;
    if (timeLimitMs === null) return;
    clearTimeout(member.timer);
    if (member.jobs.length === 0) return;
    const error = (): JobError => new JobError('overdue', `It took longer than ${timeLimitMs} ms.`);
    member.timer = setTimeout(() => this.#giveUp(member, error()), timeLimitMs);
  }

  #hear(member: Member, report: Report<never>): void {
    switch (report.kind) {
      case 'ready':
        member.isReady = true;
        this.#failedStarts = 0;
        return this.#dispatch();
      case 'note': {
        const { id, note } = report;
        if (id === null) return this.#options.onNote?.(note);
        return member.jobs.find((job) => job.id === id)?.options.onNote?.(note);
      }
      case 'done':
      case 'failed':
        return this.#finish(member, report);
      default:
        return report satisfies never;
    }
  }

  #finish(member: Member, report: Exclude<Report<never>, { kind: 'ready' | 'note' }>): void {
    const job = member.jobs.shift();
    this.#time(member);
    if (job !== undefined) {
      const { resolve, reject } = settle(job);
      if (report.kind === 'done') resolve(report.value);
      else if (job.options.signal?.aborted === true) reject(cancelled());
      else reject(this.#options.errorOf?.(report.error) ?? new JobError('failed', String(report.error)));
    }
    this.#dispatch();
    if (this.#options.keepIdle || member.jobs.length > 0) return;
    // Idle threads are ended to free their memory.
    this.#members.delete(member);
    this.#end(member.thread);
  }

  #cancel(job: PendingJob): void {
    const at = this.#waiting.indexOf(job);
    if (at !== -1) {
      this.#waiting.splice(at, 1);
      return settle(job).reject(cancelled());
    }
    const { graceMs } = this.#options;
    for (const member of this.#members) {
      if (!member.jobs.includes(job)) continue;
      member.thread.send({ kind: 'cancel', id: job.id });
      const giveUp = (): void => {
        if (member.jobs[0] === job) this.#giveUp(member, cancelled());
      };
      if (graceMs !== null) job.grace = setTimeout(giveUp, graceMs);
    }
    return undefined;
  }

  #giveUp(member: Member, error: JobError): void {
    this.#end(member.thread);
    this.#lose(member, error);
  }

  #end(thread: WorkerThread): void {
    const ended = thread.end().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  /** Handles a lost thread: its running job fails, and its queued jobs go to another thread. */
  #lose(member: Member, error: JobError): void {
    if (!this.#members.delete(member)) return;
    clearTimeout(member.timer);
    const [first, ...others] = member.jobs;
    this.#waiting.unshift(...others);
    if (first !== undefined) settle(first).reject(error);
    if (!member.isReady) this.#failedToStart(error);
    this.#dispatch();
  }

  /** Rejects waiting jobs with the reason instead of letting them wait for ever. */
  #failedToStart({ message, cause }: JobError): void {
    this.#failedStarts += 1;
    if (this.#failedStarts < maxFailedStarts || this.isReady) return;
    for (const job of this.#waiting.splice(0))
      settle(job).reject(new JobError('no-start', message, { cause }));
  }
}

/** Detaches a job that is over from its timers and its signal. @returns the promise to settle */
function settle({ grace, options, cancel, outcome }: PendingJob): PromiseWithResolvers<never> {
  clearTimeout(grace);
  options.signal?.removeEventListener('abort', cancel);
  return outcome;
}

const cancelled = (): JobError => new JobError('cancelled', 'The job was cancelled.');
const closed = (): JobError => new JobError('closed', 'The worker threads are being closed.');
