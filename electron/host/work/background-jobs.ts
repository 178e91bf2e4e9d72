import { join } from 'node:path';
import { takeLock, type FileLock } from '../../system/file-lock.ts';
import { Alarm } from './queue/alarm.ts';

/** Work that one process of a workspace does now and then, such as deciding about schedules. */
export interface BackgroundJob {
  /** For the log. */
  readonly name: string;
  /**
   * Does what is due.
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
  dataDir: string;
  jobs: readonly BackgroundJob[];
  /** Whether this process is the one that is to do them. */
  leads: () => boolean;
  now: () => number;
  onFault: (what: string, error: unknown) => void;
}

/**
 * Calls jobs in turn while this process leads. It holds a lock meanwhile, so that another process that takes over waits until the
 * call under way is over: no job is ever done by two processes at once.
 */
export class BackgroundJobs {
  readonly #options: BackgroundJobsOptions;
  readonly #alarm = new Alarm();
  /** When each job is called next, on a clock that nobody can set. */
  readonly #due = new Map<BackgroundJob, number>();
  #lock: FileLock | null = null;
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
      if (this.#hasLead()) await this.#tickAll();
      await this.#alarm.sleep(this.#pauseMs());
    }
    this.#release();
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
    return this.#lock === null ? lookEveryMs : Math.min(lookEveryMs, Math.max(shortestMs, next));
  }

  #hasLead(): boolean {
    if (!this.#options.leads()) {
      this.#release();
      return false;
    }
    try {
      this.#lock ??= takeLock(join(this.#options.dataDir, 'background.lock'), 0);
      return true;
    } catch {
      // The process that led before is still at it.
      return false;
    }
  }

  #release(): void {
    this.#lock?.release();
    this.#lock = null;
    this.#due.clear();
  }
}
