/** Why a job has no result. */
export type JobFault =
  /** The job threw. */
  | 'failed'
  /** Its signal was aborted before it ended. */
  | 'cancelled'
  /** The pool was closed. */
  | 'closed'
  | 'overdue'
  | 'out-of-memory'
  /** Its thread ended for another reason; `cause` is the error, if there was one. */
  | 'crashed'
  /** No thread could be started. */
  | 'no-start';

/** A job in a worker thread failed. */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly fault: JobFault;

  constructor(fault: JobFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
