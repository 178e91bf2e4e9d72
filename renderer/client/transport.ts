import type { HostFrame, WindowFrame } from '../../shared/contract/frames.ts';

/** A window trusts its host: what it says has the shape that the contract gives it. */
export type TrustedFrame = HostFrame<never>;

/** How a connection came to its end; `refused`: trying again would not help. */
export type TransportEnd = 'lost' | 'refused';

/** What a connection tells. After `closed` it says nothing more. */
export interface TransportEvents {
  opened(): void;
  received(frame: TrustedFrame): void;
  closed(end: TransportEnd): void;
}

/** One connection to the host. */
export interface Transport {
  /** To be called only between `opened` and `closed`. */
  send(frame: WindowFrame): void;
  close(): void;
}

/** Makes a connection; a client makes a new one when one was lost. Tells nothing before it has returned. */
export type Connector = (events: TransportEvents) => Transport;
