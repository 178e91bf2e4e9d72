/**
 * The right to finish claimed requests. It lasts for the term of the ledger, and ends when another process takes the run over. It
 * prevents two processes from writing the same page twice: a commit whose lease is lost changes nothing.
 */
export interface LeaseTerms {
  /** Term of a lease in milliseconds unless it is renewed; Infinity: until another process takes the run over. */
  readonly leaseMs: number;
}

/** Another process has taken the run over: this holder can claim nothing more, and its commits are not written. */
export class LeaseLostError extends Error {
  constructor(run: string) {
    super(`Run ${run} is now carried out by another process.`);
    this.name = 'LeaseLostError';
  }
}
