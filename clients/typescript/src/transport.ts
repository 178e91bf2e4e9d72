import { linkedTo } from './abort.ts';
import { ApiError, ConnectionError, errorOf } from './errors.ts';
import { mayRetry, pause, retryAfterOf, waitBefore, type RetryOptions } from './retry.ts';
import type { Route } from './generated/routes.ts';

/** Options of a client. */
export interface ClientOptions extends Partial<RetryOptions> {
  /** Where the server is: `http://127.0.0.1:8321`. */
  url: string;
  /** The secret of a key, from `spider-studio keys create`. */
  key: string;
  /** How long an answer may take, in milliseconds. Default: 90,000. */
  timeoutMs?: number;
  /** What sends requests. Default: the `fetch` of the platform. */
  fetch?: typeof globalThis.fetch;
}

/** Options of one call. */
export interface CallOptions extends Partial<RetryOptions> {
  /** Ends the call early. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Names a POST, which is then carried out once, also by several processes. Default: a new name for every call. */
  idempotencyKey?: string;
}

/** A request as it is sent. */
export interface Prepared {
  verb: Route[0];
  /** With the query. */
  path: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Sends requests, again where that helps and does no harm. */
export interface Transport {
  /** @param read makes the result of a success; it is part of the attempt, so that a cut answer is asked for again */
  send<T>(request: Prepared, read: (answer: Response) => Promise<T>, options?: CallOptions): Promise<T>;
  /** Sends a request whose answer is a stream: the time limit ends when it begins. */
  open(request: Prepared, options?: CallOptions): Promise<Response>;
  readonly retry: RetryOptions;
}

/** A transport to one server with one key. */
export function createTransport(client: ClientOptions): Transport {
  const base = client.url.replace(/\/+$/, '');
  const { retries = 4, backoffMs = 500, longestWaitMs = 60_000 } = client;
  const retry = { retries, backoffMs, longestWaitMs };

  async function attempt<T>(
    { verb, path, body, headers }: Prepared,
    read: (answer: Response) => Promise<T>,
    { deadline, noteRetryAfter }: { deadline: Deadline; noteRetryAfter: (ms: number | null) => void },
  ): Promise<T> {
    const { fetch = globalThis.fetch } = client;
    try {
      const answer = await fetch(`${base}${path}`, {
        method: verb,
        headers: {
          authorization: `Bearer ${client.key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        signal: deadline.signal,
      });
      noteRetryAfter(retryAfterOf(answer.headers.get('retry-after')));
      if (!answer.ok) throw await errorOf(answer);
      return await read(answer);
    } catch (error) {
      if (error instanceof ApiError || error instanceof ConnectionError) throw error;
      deadline.throwIfAborted();
      const words = deadline.isOver() ? 'No whole answer has arrived in time' : 'The connection has failed';
      throw new ConnectionError(`${words}: ${verb} ${base}${path.replace(/\?.*/, '')}`, { cause: error });
    }
  }

  async function send<T>(
    request: Prepared,
    read: (answer: Response) => Promise<T>,
    options: CallOptions = {},
    isStream = false,
  ): Promise<T> {
    const { signal, idempotencyKey, timeoutMs = client.timeoutMs ?? 90_000, ...given } = options;
    const limits = { ...retry, ...given };
    const isKeyed = request.verb === 'POST';
    const headers = isKeyed ? { 'idempotency-key': idempotencyKey ?? randomName() } : {};
    const prepared = { ...request, headers: { ...headers, ...request.headers } };
    for (let count = 0; ; count += 1) {
      let retryAfter: number | null = null;
      const deadline = createDeadline(timeoutMs, signal);
      try {
        const noteRetryAfter = (ms: number | null): void => void (retryAfter = ms);
        const value = await attempt(prepared, read, { deadline, noteRetryAfter });
        deadline.end(isStream);
        return value;
      } catch (error) {
        deadline.end();
        const wait = waitBefore(count, retryAfter, limits);
        const isRepeatable = request.verb !== 'PATCH';
        const isOver = count >= limits.retries || wait === null;
        if (isOver || !mayRetry(error, isRepeatable, retryAfter !== null)) throw error;
        await pause(wait, signal);
      }
    }
  }

  return {
    retry,
    send: (request, read, options) => send(request, read, options),
    open: (request, options) => send(request, (answer) => Promise.resolve(answer), options, true),
  };
}

/** 128 random bits. `crypto.randomUUID` is only there on pages with TLS. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface Deadline {
  signal: AbortSignal;
  /** Whether the time is up. */
  isOver(): boolean;
  /** @throws the reason of the caller's signal where that was aborted */
  throwIfAborted(): void;
  /** Stops the clock. @param keepSignal whether the caller's signal still ends the answer */
  end(keepSignal?: boolean): void;
}

function createDeadline(ms: number, caller?: AbortSignal): Deadline {
  const { controller, letGo } = linkedTo(caller);
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, ms);
  return {
    signal: controller.signal,
    isOver: () => isOver,
    throwIfAborted: () => caller?.throwIfAborted(),
    end(keepSignal = false) {
      clearTimeout(timer);
      if (!keepSignal) letGo();
    },
  };
}
