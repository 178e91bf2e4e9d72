import { JobError } from '../../workers/job-error.ts';
import { WorkerPool, type JobOptions, type PoolOptions } from '../../workers/worker-pool.ts';
import { HostError } from '../errors.ts';
import { errorOf } from './plain-error.ts';

/** Young generation of a thread's heap in megabytes, three times the 8 in use at once. */
const youngHeapMb = 24;
/** Default time for a cancelled job to finish before its thread is terminated, in milliseconds. */
export const usualGraceMs = 300;

/** Options of a `HostPool`. */
export interface HostPoolOptions extends Omit<PoolOptions, 'errorOf' | 'heapMb'> {
  /** Heap limit of a thread in megabytes; by default V8's. */
  heapMb?: number;
}

/** Pool of worker threads whose entries call `serveHostJobs`. Jobs reject with `HostError`. */
export class HostPool extends WorkerPool {
  readonly #timeLimitMs: number | null;

  constructor({ heapMb, ...options }: HostPoolOptions) {
    const heap = heapMb === undefined ? {} : { heapMb: { old: heapMb, young: youngHeapMb } };
    super({ ...options, ...heap, errorOf });
    this.#timeLimitMs = options.timeLimitMs;
  }

  /** Runs a job. @throws HostError from the job, or `timed-out`, `cancelled`, `closing`, `internal` */
  override async run(name: string, args: unknown, options?: JobOptions): Promise<never> {
    try {
      return await super.run(name, args, options);
    } catch (error) {
      throw error instanceof JobError ? this.#explain(error) : error;
    }
  }

  #explain({ fault, message, cause }: JobError): HostError {
    switch (fault) {
      case 'cancelled':
        return new HostError('cancelled', 'It was cancelled.');
      case 'closed':
        return new HostError('closing', 'Spider Studio is being closed.');
      case 'overdue': {
        const seconds = Math.max(1, Math.round((this.#timeLimitMs ?? 0) / 1000));
        return new HostError(
          'timed-out',
          `It took longer than ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and was given up.`,
          'Try it on a smaller page, or with a selector that matches less.',
        );
      }
      case 'out-of-memory':
        return new HostError(
          'timed-out',
          'It needs more memory than it may have and was given up.',
          'Try it on a smaller page.',
        );
      case 'crashed':
      case 'no-start':
      case 'failed':
        if (cause === undefined)
          return new HostError('internal', 'A thread of Spider Studio ended unexpectedly.');
        return new HostError(
          'internal',
          `Something went wrong inside Spider Studio: ${message}`,
          null,
          {},
          cause,
        );
      default:
        return fault satisfies never;
    }
  }
}
