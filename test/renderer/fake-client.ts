import type { Result, CallError } from '../../shared/contract/errors.ts';
import type {
  CallArgs,
  CallName,
  CallValue,
  TopicEvent,
  TopicName,
  TopicParams,
} from '../../shared/contract/index.ts';
import type { Client, ConnectionState } from '../../renderer/client/client.ts';

/** What the fake host answers, by call: a value, or a failure made by `failing`. */
export type FakeAnswers = {
  [N in CallName]?: (args: CallArgs<N>) => CallValue<N> | FakeFailure | Promise<CallValue<N> | FakeFailure>;
};

/** A failure as an answer of a fake host. */
export class FakeFailure {
  readonly error: CallError;

  constructor(error: CallError) {
    this.error = error;
  }
}

export function failing(code: CallError['code'], message: string, hint: string | null = null): FakeFailure {
  return new FakeFailure({ code, message, hint, action: null, details: {} });
}

export interface FakeClient extends Client {
  /** The calls that were made, in order. */
  readonly made: { name: CallName; args: unknown }[];
  /** Tells an event to those who follow the topic and whose parameters fit. */
  emit<T extends TopicName>(topic: T, event: TopicEvent<T>, fits?: (params: TopicParams<T>) => boolean): void;
  /** Tells everybody who follows the topic that they have missed some. */
  miss(topic: TopicName): void;
  /** Puts the connection into a state. */
  become(state: ConnectionState): void;
  /** How many follow a topic now. */
  followers(topic: TopicName): number;
}

interface Follower {
  topic: TopicName;
  params: never;
  event(event: never): void;
  missed(): void;
}

/** A client without a host, for tests of what a window does. A call that it has no answer for fails as `unknown-call`. */
export function createFakeClient(answers: FakeAnswers = {}): FakeClient {
  const followers = new Set<Follower>();
  const listeners = new Set<(state: ConnectionState) => void>();
  const made: { name: CallName; args: unknown }[] = [];
  let state: ConnectionState = 'open';

  async function call<N extends CallName>(
    name: N,
    args: CallArgs<N>,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Result<CallValue<N>>> {
    made.push({ name, args });
    const answer: FakeAnswers[N] = answers[name];
    if (answer === undefined) {
      const { error } = failing('unknown-call', `The fake host has no answer to ${name}.`);
      return { ok: false, error };
    }
    const value = await answer(args);
    if (signal?.aborted === true) return { ok: false, error: failing('cancelled', 'Cancelled.').error };
    if (value instanceof FakeFailure) return { ok: false, error: value.error };
    return { ok: true, value };
  }

  return {
    made,
    window: 'fake-window',
    get state() {
      return state;
    },
    call,
    subscribe(topic, params, listener) {
      const follower: Follower = {
        topic,
        params: params as never,
        event: (event) => listener.event(event),
        missed: () => listener.missed?.(),
      };
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    onState(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => undefined,
    emit(topic, event, fits = () => true) {
      for (const follower of followers) {
        if (follower.topic === topic && fits(follower.params)) follower.event(event as never);
      }
    },
    miss(topic) {
      for (const follower of followers) if (follower.topic === topic) follower.missed();
    },
    become(next) {
      state = next;
      for (const listener of listeners) listener(next);
    },
    followers: (topic) => [...followers].filter((follower) => follower.topic === topic).length,
  };
}
