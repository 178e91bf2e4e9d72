import { inWindowWords } from './advice.ts';
import type { Result, ErrorCode } from '../../shared/contract/errors.ts';
import type { WindowFrame } from '../../shared/contract/frames.ts';
import { contractVersion } from '../../shared/contract/version.ts';
import type { Client, ConnectionState } from './client.ts';
import type { Connector, Transport, TransportEnd, TrustedFrame } from './transport.ts';

/** Timing of a session's connection; tests shorten it. */
export interface SessionClientOptions {
  /** The delay before the n-th reconnection in a row, from 0, in milliseconds. */
  retryAfter?: (attempt: number) => number;
  /** Milliseconds of silence after which the host is sent a heartbeat. */
  silenceMs?: number;
}

interface PendingCall {
  frame: Extract<WindowFrame, { kind: 'call' }>;
  /** Whether it was sent: then only the host knows its outcome. */
  sent: boolean;
  settle(answer: Result<never>): void;
}

interface Subscription {
  frame: Extract<WindowFrame, { kind: 'subscribe' }>;
  sent: boolean;
  event(event: never): void;
  missed(): void;
}

const defaultRetry = (attempt: number): number => Math.min(5000, 100 * 2 ** attempt);

const failure = (code: ErrorCode, message: string, hint: string | null): Result<never> => ({
  ok: false,
  error: { code, message, hint, action: null, details: {} },
});
const cancelled = failure('cancelled', 'The call was cancelled.', null);
const lost = failure(
  'connection-lost',
  'The connection to the host was lost before the result arrived.',
  'Check whether the change was made before you try again.',
);
const gone = failure('connection-lost', 'There is no connection to the host.', 'Reload the window.');

/**
 * A client that outlives its connections. While there is none, calls wait; when it is back, it goes on with its session:
 * answers that were on their way arrive, and no event is lost or told twice. Where the host has forgotten the session,
 * calls that had been sent answer `connection-lost`, and every subscription is told that it has missed some.
 */
export function createSessionClient(connector: Connector, options: SessionClientOptions = {}): Client {
  return new SessionClient(connector, options);
}

class SessionClient implements Client {
  readonly #connector: Connector;
  readonly #retryAfter: (attempt: number) => number;
  readonly #silenceMs: number;
  readonly #calls = new Map<number, PendingCall>();
  readonly #subscriptions = new Map<number, Subscription>();
  /** Subscriptions that ended while there was no connection. */
  readonly #ended = new Set<number>();
  readonly #stateListeners = new Set<(state: ConnectionState) => void>();
  #state: ConnectionState = 'connecting';
  #session: string | null = null;
  /** The last batch of events that was received. */
  #batch = 0;
  #nextId = 1;
  #attempt = 0;
  #transport: Transport | null = null;
  #attached = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(connector: Connector, { retryAfter = defaultRetry, silenceMs = 45_000 }: SessionClientOptions) {
    this.#connector = connector;
    this.#retryAfter = retryAfter;
    this.#silenceMs = silenceMs;
    this.#connect();
  }

  get window(): string | null {
    return this.#session;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  readonly call: Client['call'] = (name, args, { signal } = {}) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve(cancelled);
      if (this.#isOver()) return resolve(gone);
      const id = this.#nextId++;
      const abort = (): void => {
        if (this.#attached) this.#send({ kind: 'cancel', id });
        this.#settle(id, cancelled);
      };
      signal?.addEventListener('abort', abort, { once: true });
      const frame = { kind: 'call' as const, id, name, args };
      this.#calls.set(id, {
        frame,
        sent: this.#attached,
        settle(answer) {
          signal?.removeEventListener('abort', abort);
          resolve(answer);
        },
      });
      if (this.#attached) this.#send(frame);
    });

  readonly subscribe: Client['subscribe'] = (topic, params, listener) => {
    const id = this.#nextId++;
    const frame = { kind: 'subscribe' as const, id, topic, params };
    this.#subscriptions.set(id, {
      frame,
      sent: this.#attached,
      event: (event) => listener.event(event),
      missed: () => listener.missed?.(),
    });
    if (this.#attached) this.#send(frame);
    return () => {
      const known = this.#subscriptions.get(id);
      if (known === undefined) return;
      this.#subscriptions.delete(id);
      if (this.#attached) this.#send({ kind: 'unsubscribe', id });
      else if (known.sent) this.#ended.add(id);
    };
  };

  onState(listener: (state: ConnectionState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => void this.#stateListeners.delete(listener);
  }

  close(): void {
    this.#end('closed');
  }

  #isOver(): boolean {
    return this.#state === 'closed' || this.#state === 'refused' || this.#state === 'outdated';
  }

  #become(state: ConnectionState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#stateListeners) listener(state);
  }

  #send(frame: WindowFrame): void {
    this.#transport?.send(frame);
  }

  #connect(): void {
    let own: Transport | null = null;
    const isCurrent = (): boolean => own !== null && own === this.#transport;
    own = this.#connector({
      opened: () => {
        if (!isCurrent()) return;
        const pending = [...this.#calls].filter(([, { sent }]) => sent).map(([id]) => id);
        this.#send({
          kind: 'attach',
          contract: contractVersion,
          session: this.#session,
          batch: this.#batch,
          pending,
        });
        this.#listen();
      },
      received: (frame) => {
        if (!isCurrent()) return;
        this.#listen();
        this.#receive(frame);
      },
      closed: (end) => {
        if (isCurrent()) this.#lose(end);
      },
    });
    this.#transport = own;
  }

  /** Sends a heartbeat to a silent host, and closes the connection if there is no answer. */
  #listen(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#send({ kind: 'ping' });
      this.#timer = setTimeout(() => {
        const silent = this.#transport;
        this.#lose('lost');
        silent?.close();
      }, this.#silenceMs);
    }, this.#silenceMs);
  }

  #lose(end: TransportEnd): void {
    clearTimeout(this.#timer);
    this.#transport = null;
    this.#attached = false;
    if (end === 'refused') return this.#end('refused');
    if (this.#state === 'open') this.#become('reconnecting');
    this.#timer = setTimeout(() => this.#connect(), this.#retryAfter(this.#attempt));
    this.#attempt += 1;
  }

  #end(state: 'closed' | 'refused' | 'outdated'): void {
    if (this.#isOver()) return;
    clearTimeout(this.#timer);
    const last = this.#transport;
    this.#transport = null;
    this.#attached = false;
    this.#become(state);
    last?.close();
    for (const [id, { sent }] of this.#calls) this.#settle(id, sent ? lost : gone);
  }

  #receive(frame: TrustedFrame): void {
    switch (frame.kind) {
      case 'attached':
        return this.#attach(frame);
      case 'outdated':
        return this.#end('outdated');
      case 'answer':
        return this.#settle(frame.id, frame.answer);
      case 'events':
        return this.#deliver(frame);
      case 'refused':
      case 'pong':
        return;
      default:
        return frame satisfies never;
    }
  }

  #attach({ session, resumed, unknown }: Extract<TrustedFrame, { kind: 'attached' }>): void {
    const startsAnew = this.#session !== null && !resumed;
    this.#session = session;
    this.#attempt = 0;
    this.#attached = true;
    if (!resumed) this.#forget();
    for (const id of unknown) this.#settle(id, lost);
    this.#become('open');
    for (const id of this.#ended) this.#send({ kind: 'unsubscribe', id });
    this.#ended.clear();
    for (const waiting of [...this.#subscriptions.values(), ...this.#calls.values()]) {
      if (waiting.sent) continue;
      waiting.sent = true;
      this.#send(waiting.frame);
    }
    if (!startsAnew) return;
    // A listener may add subscriptions, which have missed nothing.
    const behind = [...this.#subscriptions.values()];
    for (const subscription of behind) subscription.missed();
  }

  /** The host has a new session and knows nothing of the previous one. */
  #forget(): void {
    this.#batch = 0;
    this.#ended.clear();
    for (const subscription of this.#subscriptions.values()) subscription.sent = false;
    for (const [id, { sent }] of this.#calls) if (sent) this.#settle(id, lost);
  }

  #deliver({ batch, events }: Extract<TrustedFrame, { kind: 'events' }>): void {
    // The host sends a batch again if the connection broke before its acknowledgement arrived.
    if (batch > this.#batch) {
      this.#batch = batch;
      for (const delivery of events) {
        const subscription = this.#subscriptions.get(delivery.id);
        if ('missed' in delivery) subscription?.missed();
        else subscription?.event(delivery.event);
      }
    }
    this.#send({ kind: 'received', batch });
  }

  #settle(id: number, answer: Result<never>): void {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    call?.settle(answer.ok ? answer : { ok: false, error: inWindowWords(answer.error) });
  }
}
