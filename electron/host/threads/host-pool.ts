import { JobError } from '../../workers/job-error.ts';
import { WorkerPool, type JobOptions, type PoolOptions } from '../../workers/worker-pool.ts';
import { HostError } from '../errors.ts';
import { errorOf } from './plain-error.ts';

/** Memory for what is new in a thread, in megabytes: three times the 8 that are in use at once. */
const youngHeapMb = 24;
/** How long a cancelled job may usually go on before its thread is given up: most are over by then. Milliseconds. */
export const usualGraceMs = 300;

export interface HostPoolOptions extends Omit<PoolOptions, 'errorOf' | 'heapMb'> {
  /** Memory of a thread's heap, in megabytes; as much as V8 gives unless given. */
  heapMb?: number;
}

/** Worker threads of the host: their files call `serveHostJobs`, and what goes wrong is a `HostError`. */
export class HostPool extends WorkerPool {
  readonly #timeLimitMs: number | null;

  constructor({ heapMb, ...options }: HostPoolOptions) {
    const heap = heapMb === undefined ? {} : { heapMb: { old: heapMb, young: youngHeapMb } };
    super({ ...options, ...heap, errorOf });
    this.#timeLimitMs = options.timeLimitMs;
  }

  /** @throws HostError: what the job threw, `timed-out`, `cancelled`, `closing`, or `internal` */
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
