import type { Writable } from 'node:stream';
import type { Counters, Problem } from '../../../shared/contract/types.ts';
import type { CallArgs, CallName, CallValue, TopicEvent, TopicName } from '../../../shared/contract/index.ts';

/** Tells an event to the windows that follow its topic. */
export type Publish = <T extends TopicName>(topic: T, event: TopicEvent<T>) => void;

/** An event on its way between threads: what arrives is read as `never`, and so as what its topic says. */
export interface Published<E = unknown> {
  topic: TopicName;
  event: E;
}

/** Follows and steers a run that a call begins on the calling thread. */
export interface RunObserver {
  /** Aborted: finish what is in flight, then pause. */
  pause: AbortSignal;
  /** Aborted: drop what is in flight and pause. */
  stop: AbortSignal;
  onWarning?: (problem: Problem) => void;
  onProgress?: (counters: Counters) => void;
  /** Why the run waits for the network, a sentence; null: it goes on. */
  onWaiting?: (reason: string | null) => void;
}

/** Who calls, and what it may do. Handlers ask for capabilities and never for the kind of the caller. */
export interface CallContext {
  /** Name of the calling program, for the log: `web`, `desktop`, `command-line`. No handler depends on it. */
  client: string;
  /** The window; null: nobody's. */
  window: string | null;
  /** Whether the person has chosen this path in a dialog, which says so once. null: the caller may write to no path. */
  takePath: ((path: string) => boolean) | null;
  /** Aborted: the caller does not want the answer any more. */
  signal: AbortSignal;
  /** Of a program that carries its runs out itself. Left out: topics tell of a run, and calls steer it. */
  observer?: RunObserver;
  /** Hears how far a download is. */
  onDownload?: (progress: { what: string; percent: number; size: string }) => void;
  /** The output of a program, for an export that goes there. Left out: there is none. */
  output?: Writable;
}

/** Does the work of one call. It throws HostError; its value is what the contract says. */
export type Handler<N extends CallName> = (
  args: CallArgs<N>,
  context: CallContext,
) => CallValue<N> | Promise<CallValue<N>>;
