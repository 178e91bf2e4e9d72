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
  /** Aborted: the host gives the work up, and the answer is the error `cancelled`. */
  signal?: AbortSignal;
}

/** What a window does with a topic that it follows. */
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

/** A window's way to the host, whichever door it goes through. */
export interface Client {
  /** Tells this window from others, as `by` in events does. Changes when the host was started anew. */
  readonly window: string | null;
  readonly state: ConnectionState;
  /** Calls the host. Never rejects: what goes wrong is an answer that is not ok. */
  call<N extends CallName>(name: N, args: CallArgs<N>, options?: CallOptions): Promise<Result<CallValue<N>>>;
  /**
   * Follows a topic, across reconnections, until the returned function is called. What a `state` topic knows already
   * comes first.
   */
  subscribe<T extends TopicName>(topic: T, params: TopicParams<T>, listener: TopicListener<T>): () => void;
  /** Hears of every change of `state`; returns what ends that. */
  onState(listener: (state: ConnectionState) => void): () => void;
  close(): void;
}
