/**
 * The right to finish requests that a ledger has handed out, for whoever claimed them. It lasts for the term of the ledger,
 * ends when somebody else takes the work over, and is what keeps two processes from writing the same page twice: a
 * commit under a lost lease changes nothing.
 */
export interface LeaseTerms {
  /** Milliseconds that a lease lasts unless it is renewed; Infinity: until somebody else takes the work over. */
  readonly leaseMs: number;
}

/** Somebody else carries the run out: this holder is handed out nothing more, and nothing that it commits is written. */
export class LeaseLostError extends Error {
  constructor(run: string) {
    super(`Run ${run} is carried out by somebody else now.`);
    this.name = 'LeaseLostError';
  }
}
