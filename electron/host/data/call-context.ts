import type { Writable } from 'node:stream';
import type { Counters, Problem, SpiderHealth } from '../../../shared/contract/types.ts';
import type { CallArgs, CallName, CallValue, TopicEvent, TopicName } from '../../../shared/contract/index.ts';

/** Publishes an event to the subscribers of its topic. */
export type Publish = <T extends TopicName>(topic: T, event: TopicEvent<T>) => void;

/** An event sent between threads. Receivers read `event` as `never`, which fits the type of any topic. */
export interface Published<E = unknown> {
  topic: TopicName;
  event: E;
}

/** Observes and controls a run that a call starts on the calling thread. */
export interface RunObserver {
  /** Aborted: finish pages in flight, then pause. */
  pause: AbortSignal;
  /** Aborted: drop pages in flight and pause. */
  stop: AbortSignal;
  onWarning?: (problem: Problem) => void;
  /** Called with a sentence that says how many start URLs are generated, if any are. */
  onGenerated?: (message: string) => void;
  /** Called with a sentence about the processes that carry the run out together. */
  onNote?: (message: string) => void;
  onProgress?: (counters: Counters) => void;
  /** Called with a sentence when the run waits for the network, and with null when it continues. */
  onWaiting?: (reason: string | null) => void;
}

/** The caller and its capabilities. Handlers check capabilities, never the kind of caller. */
export interface CallContext {
  /** Who makes the call, for logs: the kind of the program, or whose key it is. Handlers do not depend on it. */
  client: string;
  /** Session of the calling window; null: a caller without a session. */
  window: string | null;
  /** Whether the caller may use this path; a path chosen in a dialog may be used once. null: the caller may use no paths. */
  takePath: ((path: string) => boolean) | null;
  /** Aborted when the caller cancels the call. */
  signal: AbortSignal;
  /** Set by a program that executes its runs itself. Otherwise runs are observed by topics and controlled by calls. */
  observer?: RunObserver;
  /** Called with the progress of a browser download. */
  onDownload?: (progress: { what: string; percent: number; size: string }) => void;
  /** Called with the percentage of a backup that has been transferred. */
  onTransfer?: (percent: number) => void;
  /** Called with each spider that a health check has finished, how many are, and of how many. */
  onChecked?: (health: SpiderHealth, progress: { done: number; of: number }) => void;
  /** Output stream of the calling program, as the target of an export. */
  output?: Writable;
}

/** Handles one call. @returns the call's value as the contract defines it; @throws HostError */
export type Handler<N extends CallName> = (
  args: CallArgs<N>,
  context: CallContext,
) => CallValue<N> | Promise<CallValue<N>>;
