import type { CallArgs, CallName, CallValue, TopicEvent, TopicName } from '../../../shared/contract/index.ts';
import type { AppInfo } from '../../../shared/contract/types.ts';

/** Tells an event to the windows that follow its topic. */
export type Publish = <T extends TopicName>(topic: T, event: TopicEvent<T>) => void;

/** An event on its way between threads: what arrives is read as `never`, and so as what its topic says. */
export interface Published<E = unknown> {
  topic: TopicName;
  event: E;
}

/** Who calls, and what it may do. Handlers ask for capabilities and never for the kind of the caller. */
export interface CallContext {
  /** What the caller calls itself. It is logged and told back, and nothing depends on it. */
  client: AppInfo['door'];
  /** The window; null: nobody's. */
  window: string | null;
  /** Whether the person has chosen this path in a dialog, which says so once. null: the caller may write to no path. */
  takePath: ((path: string) => boolean) | null;
  /** Aborted: the caller does not want the answer any more. */
  signal: AbortSignal;
}

/** Does the work of one call. It throws HostError; its value is what the contract says. */
export type Handler<N extends CallName> = (
  args: CallArgs<N>,
  context: CallContext,
) => CallValue<N> | Promise<CallValue<N>>;
