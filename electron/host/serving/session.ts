import { randomBytes } from 'node:crypto';
import type { Result } from '../../../shared/contract/errors.ts';
import type { Delivery, HostFrame, WindowFrame } from '../../../shared/contract/frames.ts';
import { isTopicName, type TopicName } from '../../../shared/contract/index.ts';
import type { CallContext } from '../data/call-context.ts';
import { HostError } from '../errors.ts';
import type { Dispatch } from './dispatcher.ts';
import { toCallError } from './dispatcher.ts';
import { PendingEvents } from './topics/pending-events.ts';

/** Subscribes to a topic. @returns a function that unsubscribes; @throws HostError for invalid parameters */
export type Subscribe = (
  topic: string,
  params: unknown,
  follower: { event: (event: unknown) => void; missed: () => void },
) => () => void;

/** What a session needs of the host. */
export interface SessionServices {
  dispatch: Dispatch;
  subscribe: Subscribe;
}

interface Line {
  send: (frame: HostFrame) => void;
  takePath: CallContext['takePath'];
  /** Called when another connection has taken over the session. */
  replaced: () => void;
}

/** Limits of a session: calls in progress, subscriptions, and answers kept for a reconnect. */
const maxCalls = 64;
const maxSubscriptions = 200;
const maxAnswers = 100;
/** Time that events are collected before a batch is sent, in milliseconds; screens show no more. */
const collectFor = 30;

/**
 * The host's side of one window, across connections: calls in progress, answers that may be unreceived, and pending events. A
 * batch of events is sent once the previous one was acknowledged, so a sleeping window delays only its own events.
 */
export class Session {
  readonly id = randomBytes(16).toString('hex');
  readonly client: CallContext['client'];
  readonly #services: SessionServices;
  readonly #pending = new PendingEvents();
  readonly #calls = new Map<number, AbortController>();
  readonly #answers = new Map<number, Result<unknown>>();
  readonly #subscriptions = new Map<number, () => void>();
  #line: Line | null = null;
  #detachedAt = 0;
  /** Number of the last batch, and its events until they are acknowledged. */
  #batch = 0;
  #inFlight: Delivery[] | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(client: CallContext['client'], services: SessionServices) {
    this.client = client;
    this.#services = services;
  }

  get isAttached(): boolean {
    return this.#line !== null;
  }

  /** Time since the connection ended, in milliseconds. */
  detachedFor(): number {
    return this.#line === null ? performance.now() - this.#detachedAt : 0;
  }

  /** Connects the window, for the first time or again. */
  attach(line: Line, { batch, pending }: Extract<WindowFrame, { kind: 'attach' }>, resumed: boolean): void {
    const before = this.#line;
    this.#line = line;
    before?.replaced();
    const waitedFor = new Set(pending);
    for (const [id, controller] of this.#calls) if (!waitedFor.has(id)) controller.abort();
    const unknown = resumed ? pending.filter((id) => !this.#calls.has(id) && !this.#answers.has(id)) : [];
    line.send({ kind: 'attached', session: this.id, resumed, unknown });
    for (const id of pending) {
      const answer = this.#answers.get(id);
      if (answer !== undefined) line.send({ kind: 'answer', id, answer });
    }
    if (this.#inFlight !== null && this.#batch <= batch) this.#inFlight = null;
    if (this.#inFlight !== null) line.send({ kind: 'events', batch: this.#batch, events: this.#inFlight });
    this.#flushLater();
  }

  /** @returns whether the connection was the one of this session */
  detach(send: Line['send']): boolean {
    if (this.#line?.send !== send) return false;
    this.#line = null;
    this.#detachedAt = performance.now();
    return true;
  }

  receive(frame: Exclude<WindowFrame, { kind: 'attach' | 'ping' }>): void {
    switch (frame.kind) {
      case 'call':
        return void this.#call(frame);
      case 'cancel':
        return this.#calls.get(frame.id)?.abort();
      case 'subscribe':
        return this.#subscribe(frame);
      case 'unsubscribe':
        return this.#unsubscribe(frame.id);
      case 'received':
        if (frame.batch === this.#batch) this.#inFlight = null;
        return this.#flushLater();
      default:
        return frame satisfies never;
    }
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const controller of this.#calls.values()) controller.abort();
    for (const end of this.#subscriptions.values()) end();
    this.#subscriptions.clear();
    this.#line = null;
  }

  async #call({ id, name, args }: Extract<WindowFrame, { kind: 'call' }>): Promise<void> {
    if (this.#calls.has(id) || this.#answers.has(id)) return;
    if (this.#calls.size >= maxCalls) {
      const error = new HostError(
        'too-busy',
        'Too many things were asked for at once.',
        'Try again in a moment.',
      );
      return this.#answer(id, { ok: false, error: toCallError(error) });
    }
    const controller = new AbortController();
    this.#calls.set(id, controller);
    const context: CallContext = {
      client: this.client,
      window: this.id,
      takePath: this.#line?.takePath === null ? null : (path) => this.#line?.takePath?.(path) ?? false,
      signal: controller.signal,
    };
    const answer = await this.#services.dispatch(name, args, context);
    this.#calls.delete(id);
    this.#answer(id, answer);
  }

  #answer(id: number, answer: Result<unknown>): void {
    this.#answers.set(id, answer);
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= maxAnswers) break;
      this.#answers.delete(oldest);
    }
    this.#line?.send({ kind: 'answer', id, answer });
  }

  #subscribe({ id, topic, params }: Extract<WindowFrame, { kind: 'subscribe' }>): void {
    if (this.#subscriptions.has(id)) return;
    try {
      if (!isTopicName(topic)) throw new HostError('unknown-call', `There is no topic "${topic}".`);
      if (this.#subscriptions.size >= maxSubscriptions)
        throw new HostError('too-busy', 'The window follows too much at once.');
      this.#follow(id, topic, params);
    } catch (error) {
      this.#pending.close(id);
      this.#line?.send({ kind: 'refused', id, message: toCallError(error).message });
    }
  }

  #follow(id: number, topic: TopicName, params: unknown): void {
    this.#pending.open(id, topic);
    const end = this.#services.subscribe(topic, params, {
      event: (event) => {
        this.#pending.put(id, event);
        this.#flushLater();
      },
      missed: () => {
        this.#pending.miss(id);
        this.#flushLater();
      },
    });
    this.#subscriptions.set(id, end);
  }

  #unsubscribe(id: number): void {
    this.#subscriptions.get(id)?.();
    this.#subscriptions.delete(id);
    this.#pending.close(id);
  }

  #flushLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#flush();
    }, collectFor);
  }

  #flush(): void {
    if (this.#line === null || this.#inFlight !== null || this.#pending.isEmpty) return;
    this.#inFlight = this.#pending.take();
    this.#batch += 1;
    this.#line.send({ kind: 'events', batch: this.#batch, events: this.#inFlight });
  }
}
