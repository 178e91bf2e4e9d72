import type { ClaimedRequest } from '../../../engine/ports/ledger.ts';

/** A request that a session has in hand. */
export interface InFlight {
  request: ClaimedRequest;
  /** The host that it was claimed of, and the epoch in which the session owned it. */
  host: string;
  epoch: number;
  /** Whether the database knows that it was claimed; false: somebody else owns the host. */
  claimed: Promise<boolean>;
}

/** The requests that a session has in hand, by id. */
export type InFlightRequests = Map<string, InFlight>;
