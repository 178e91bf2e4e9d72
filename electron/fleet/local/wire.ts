/** What a channel carries. Who receives it uses it as the type that was sent. */
export interface Parcel<F = unknown> {
  frames: readonly F[];
}

/** A way to another process or thread of this program. Messages arrive in order, or not at all once it is closed. */
export interface Channel {
  send(parcel: Parcel): void;
  /** @param closed called once, when the other side is gone */
  listen(hear: (parcel: Parcel<never>) => void, closed: () => void): void;
  close(): void;
}

type Frame<A = unknown[], V = unknown> =
  | { kind: 'tell'; what: string; args: A }
  | { kind: 'ask'; id: number; what: string; args: A }
  | { kind: 'answer'; id: number; value: V }
  | { kind: 'refusal'; id: number; name: string; message: string };

/** What one side does when it is told or asked something. Both sides belong to one program, so arguments have the type `never`. */
export type Doings = Readonly<Record<string, (...args: never[]) => unknown>>;

/** The other side is gone. */
class ChannelClosedError extends Error {
  constructor() {
    super('The process that has the run, or that took part in it, is gone.');
    this.name = 'ChannelClosedError';
  }
}

export interface WireOptions {
  doings: Doings;
  /** Called before each message, which may be preceded by another one. */
  beforeSending?: () => void;
  onClose: () => void;
  /** Makes an error of what the other side threw. */
  errorOf?: (name: string, message: string) => Error | null;
}

/** Calls over a channel, in both directions. What is sent within one turn goes as one message. */
export class Wire {
  readonly #channel: Channel;
  readonly #options: WireOptions;
  readonly #asked = new Map<number, PromiseWithResolvers<never>>();
  #outbox: Frame[] = [];
  #lastId = 0;
  #isClosed = false;

  constructor(channel: Channel, options: WireOptions) {
    this.#channel = channel;
    this.#options = options;
    channel.listen(
      ({ frames }) => {
        for (const frame of frames) this.#hear(frame);
      },
      () => this.#close(),
    );
  }

  tell(what: string, ...args: unknown[]): void {
    this.#send({ kind: 'tell', what, args });
  }

  /** @returns what the other side answers; its type is that of the doing that is called */
  ask(what: string, ...args: unknown[]): Promise<never> {
    if (this.#isClosed) return Promise.reject(new ChannelClosedError());
    const id = (this.#lastId += 1);
    const answer = Promise.withResolvers<never>();
    this.#asked.set(id, answer);
    this.#send({ kind: 'ask', id, what, args });
    return answer.promise;
  }

  /** Sends what waits, and closes the channel. */
  close(): void {
    this.#flush();
    this.#channel.close();
    this.#close();
  }

  #send(frame: Frame): void {
    if (this.#isClosed) return;
    if (this.#outbox.length === 0) queueMicrotask(() => this.#flush());
    const before = this.#outbox.length;
    this.#outbox.push(frame);
    // What is to come before it stands before it.
    this.#options.beforeSending?.();
    if (this.#outbox.length > before + 1) this.#outbox.push(...this.#outbox.splice(before, 1));
  }

  #flush(): void {
    const frames = this.#outbox;
    this.#outbox = [];
    if (frames.length > 0 && !this.#isClosed) this.#channel.send({ frames });
  }

  #hear(frame: Frame<never, never>): void {
    switch (frame.kind) {
      case 'tell':
        this.#do(frame.what, frame.args);
        return;
      case 'ask':
        void this.#answer(frame.id, frame.what, frame.args);
        return;
      case 'answer':
        this.#taken(frame.id)?.resolve(frame.value);
        return;
      case 'refusal': {
        const { name, message } = frame;
        this.#taken(frame.id)?.reject(this.#options.errorOf?.(name, message) ?? new Error(message));
      }
    }
  }

  #taken(id: number): PromiseWithResolvers<never> | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    return asked;
  }

  async #answer(id: number, what: string, args: never): Promise<void> {
    try {
      this.#send({ kind: 'answer', id, value: await this.#do(what, args) });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      this.#send({ kind: 'refusal', id, name, message });
    }
  }

  #do(what: string, args: never): unknown {
    const doing = this.#options.doings[what];
    if (doing === undefined) throw new Error(`The other process asks for "${what}", which is unknown here.`);
    return Reflect.apply(doing, null, args);
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const { reject } of this.#asked.values()) reject(new ChannelClosedError());
    this.#asked.clear();
    this.#options.onClose();
  }
}
