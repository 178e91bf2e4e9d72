import type { HostFrame, WindowFrame } from '../../shared/contract/frames.ts';

/** A frame from the host. The window trusts the host to follow the contract. */
export type TrustedFrame = HostFrame<never>;

/** Why a connection ended; `refused`: trying again does not help. */
export type TransportEnd = 'lost' | 'refused';

/** The events of a connection. `closed` is the last one. */
export interface TransportEvents {
  opened(): void;
  received(frame: TrustedFrame): void;
  closed(end: TransportEnd): void;
}

/** One connection to the host. */
export interface Transport {
  /** Call it only between `opened` and `closed`. */
  send(frame: WindowFrame): void;
  close(): void;
}

/** Opens a connection. It emits no event before it has returned. */
export type Connector = (events: TransportEvents) => Transport;
