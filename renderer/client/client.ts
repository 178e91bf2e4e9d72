import type {
  CallArgs,
  CallName,
  CallValue,
  TopicEvent,
  TopicName,
  TopicParams,
} from '../../shared/contract/index.ts';
import type { Result } from '../../shared/contract/errors.ts';

/** Options of a call. */
export interface CallOptions {
  /** Aborting it cancels the work in the host; the call answers with the error `cancelled`. */
  signal?: AbortSignal;
}

/** The listener of a topic. */
export interface TopicListener<T extends TopicName> {
  event(event: TopicEvent<T>): void;
  /**
   * Some events were lost for this window: it slept for too long, or the host was started anew. Read again what the
   * topic is about; events go on from here. Left out: nothing is done.
   */
  missed?(): void;
}

/**
 * - `connecting`: not yet, for the first time
 * - `open`: calls are answered
 * - `reconnecting`: calls wait; they are sent when the host answers again
 * - `refused`: the host does not let this window in (it was not opened from an address that the host
 *   printed, or the host was started anew)
 * - `outdated`: the host speaks a newer contract: reload the window
 * - `closed`: by `close`
 */
export type ConnectionState = 'connecting' | 'open' | 'reconnecting' | 'refused' | 'outdated' | 'closed';

/** The connection of a window to the host, through either door. */
export interface Client {
  /** The id of this window, as `by` in events has it. Changes when the host restarts. */
  readonly window: string | null;
  readonly state: ConnectionState;
  /** Calls the host. Never rejects: a failure is an answer that is not ok. */
  call<N extends CallName>(name: N, args: CallArgs<N>, options?: CallOptions): Promise<Result<CallValue<N>>>;
  /**
   * Follows a topic, across reconnections, until the returned function is called. What a `state` topic knows already
   * comes first.
   */
  subscribe<T extends TopicName>(topic: T, params: TopicParams<T>, listener: TopicListener<T>): () => void;
  /** Calls the listener on every change of `state`. @returns ends that */
  onState(listener: (state: ConnectionState) => void): () => void;
  close(): void;
}
