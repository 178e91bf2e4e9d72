import { JobError } from './job-error.ts';
import type { Report } from './messages.ts';
import { WorkerThread, type ThreadOptions } from './worker-thread.ts';

export interface PoolOptions extends ThreadOptions {
  /** Maximum number of threads; `Infinity`: each job gets one at once. */
  threads: number;
  /** Jobs that lie ready for a thread beside the one it is at: it need not wait until this thread has time for it. Usually none. */
  readyJobs?: number;
  /** Whether idle threads are kept. */
  keepIdle: boolean;
  /** Limit for a job, in milliseconds, after which its thread is ended; null: none. */
  timeLimitMs: number | null;
  /** Limit for a cancelled job, in milliseconds, after which its thread is ended; null: none. */
  graceMs: number | null;
  /** Converts the result of `plain` of `serveJobs` to the error that the job rejects with; a `JobError` if left out. */
  errorOf?: (thrown: never) => Error;
  /** Called with each note of `notePool`. */
  onNote?: (note: never) => void;
}

export interface JobOptions {
  /** Aborted: the job is not started, or its own signal is aborted. */
  signal?: AbortSignal | undefined;
  /** Called with each note of the running job. */
  onNote?: (note: never) => void;
  /**
   * Gives the buffers of the arguments that move to the thread instead of being copied. Asked only when the thread begins with
   * the job at once: else a copy is needed, for the job goes to another thread should the one before it break this one.
   */
  transfer?: () => readonly ArrayBuffer[];
}

/** Starts in a row that came to nothing, after which whoever waits is told so. */
const maxFailedStarts = 2;

interface PendingJob {
  id: number;
  name: string;
  args: unknown;
  options: JobOptions;
  /** Set when it was cancelled while its thread was at it: ends that thread. */
  grace: NodeJS.Timeout | undefined;
  outcome: PromiseWithResolvers<never>;
  /** Called when its signal is aborted. */
  cancel: () => void;
}

/** A thread and the jobs it was given, in the order in which it does them. */
interface Member {
  thread: WorkerThread;
  isReady: boolean;
  jobs: PendingJob[];
  /** Ends the first of them when it takes too long. */
  timer: NodeJS.Timeout | undefined;
}

/**
 * Worker threads of one kind, each at one job at a time. A job that takes too long, or breaks its thread, costs that thread and no
 * other job: those behind it get another thread.
 */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #readyJobs: number;
  readonly #waiting: PendingJob[] = [];
  readonly #members = new Set<Member>();
  /** Threads that are being ended. */
  readonly #ending = new Set<Promise<void>>();
  #lastId = 0;
  #failedStarts = 0;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#readyJobs = options.readyJobs ?? 0;
  }

  /** Whether a job given now would not wait for a thread to start. */
  get isReady(): boolean {
    for (const { isReady } of this.#members) if (isReady) return true;
    return false;
  }

  /** Starts the first thread, for the jobs that will come. */
  warmUp(): void {
    if (!this.#isClosed && this.#members.size === 0) this.#start();
  }

  /**
   * Does a job. What it gives is read as `never`, and so as what the caller knows it to be.
   * @throws JobError; what `errorOf` makes of what the job threw
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

  /** Blocks this thread until the jobs that are under way have ended. @param until by `performance.now()` */
  blockUntilEnded(until: number): void {
    for (const { thread, jobs } of this.#members)
      for (const { id } of jobs) thread.blockUntilEnded(id, until);
  }

  /** Ends all threads; what is under way is given up, or waited for. Resolves when they are gone. */
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
    // Those that have nothing to do come first.
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
    // Where none could be started just now, one is tried at a time, and only where there is none at all.
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

  /** From now on the first job of the thread has its time. */
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
    // Its memory is for others.
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

  /** The thread is gone: the job it was at fails, the others and what comes get another one. */
  #lose(member: Member, error: JobError): void {
    if (!this.#members.delete(member)) return;
    clearTimeout(member.timer);
    const [first, ...others] = member.jobs;
    this.#waiting.unshift(...others);
    if (first !== undefined) settle(first).reject(error);
    if (!member.isReady) this.#failedToStart(error);
    this.#dispatch();
  }

  /** Whoever waits shall hear why, instead of waiting for ever. */
  #failedToStart({ message, cause }: JobError): void {
    this.#failedStarts += 1;
    if (this.#failedStarts < maxFailedStarts || this.isReady) return;
    for (const job of this.#waiting.splice(0))
      settle(job).reject(new JobError('no-start', message, { cause }));
  }
}

/** The job is over: nothing else ends it. @returns what its caller is to be told by */
function settle({ grace, options, cancel, outcome }: PendingJob): PromiseWithResolvers<never> {
  clearTimeout(grace);
  options.signal?.removeEventListener('abort', cancel);
  return outcome;
}

const cancelled = (): JobError => new JobError('cancelled', 'The job was cancelled.');
const closed = (): JobError => new JobError('closed', 'The worker threads are being closed.');
