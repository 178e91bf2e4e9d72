import { Alarm } from './queue/alarm.ts';

/** Work that one process of a workspace does now and then, such as deciding about schedules. */
export interface BackgroundJob {
  /** For the log. */
  readonly name: string;
  /**
   * Does what is due. Two processes may be at it at once: one that did not answer for long leads no more, and does not know that
   * until it looks. Whatever may not be done twice is recorded first, in a transaction that only one of them succeeds with.
   * @param now in milliseconds since 1970
   * @returns when it wants to be called next, in milliseconds since 1970; null: at the usual interval
   */
  tick(now: number): Promise<number | null>;
}

/** The longest and the shortest time between two calls of a job, in milliseconds. A clock that is set is noticed within the longest. */
const longestMs = 30_000;
const shortestMs = 250;
/** How often it is looked whether this process leads, in milliseconds. */
const lookEveryMs = 1000;

/** Options of `BackgroundJobs`. */
export interface BackgroundJobsOptions {
  jobs: readonly BackgroundJob[];
  /** Whether this process is the one that is to do them. */
  leads: () => boolean;
  now: () => number;
  onFault: (what: string, error: unknown) => void;
}

/** Calls jobs in turn while this process leads. */
export class BackgroundJobs {
  readonly #options: BackgroundJobsOptions;
  readonly #alarm = new Alarm();
  /** When each job is called next, on a clock that nobody can set. */
  readonly #due = new Map<BackgroundJob, number>();
  #isClosing = false;
  #work: Promise<void> = Promise.resolve();

  constructor(options: BackgroundJobsOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#options.jobs.length > 0) this.#work = this.#loop();
  }

  /** Calls every job soon, for example after a schedule was changed here. */
  wake(): void {
    this.#due.clear();
    this.#alarm.ring();
  }

  /** Waits for the call under way. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#alarm.ring();
    await this.#work;
  }

  async #loop(): Promise<void> {
    while (!this.#isClosing) {
      if (this.#options.leads()) await this.#tickAll();
      else this.#due.clear();
      await this.#alarm.sleep(this.#pauseMs());
    }
  }

  async #tickAll(): Promise<void> {
    for (const job of this.#options.jobs) {
      if (this.#isClosing || (this.#due.get(job) ?? 0) > performance.now()) continue;
      const next = await this.#tick(job);
      const waitMs = next === null ? longestMs : next - this.#options.now();
      this.#due.set(job, performance.now() + Math.min(longestMs, Math.max(shortestMs, waitMs)));
    }
  }

  async #tick(job: BackgroundJob): Promise<number | null> {
    try {
      return await job.tick(this.#options.now());
    } catch (error) {
      if (!this.#isClosing) this.#options.onFault(job.name, error);
      return null;
    }
  }

  #pauseMs(): number {
    const next = Math.min(...this.#options.jobs.map((job) => this.#due.get(job) ?? 0)) - performance.now();
    return this.#options.leads() ? Math.min(lookEveryMs, Math.max(shortestMs, next)) : lookEveryMs;
  }
}
