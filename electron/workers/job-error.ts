/** Why a job gave no value. */
export type JobFault =
  /** It threw. */
  | 'failed'
  /** Its signal was aborted, and it had not come to its end. */
  | 'cancelled'
  /** The pool was closed. */
  | 'closed'
  | 'overdue'
  | 'out-of-memory'
  /** Something else ended its thread; `cause` is the error, where there was one. */
  | 'crashed'
  /** No thread can be started. */
  | 'no-start';

/** How a job in a worker thread has failed. */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly fault: JobFault;

  constructor(fault: JobFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
