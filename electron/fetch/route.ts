import { GivenUpError, type Connector } from './connector.ts';
import { Exchange, type ExchangeResult } from './exchange.ts';
import { Http2Error } from './http2-error.ts';
import { Negotiation } from './negotiation.ts';
import { codeOf } from './error-code.ts';
import type { OpenSockets } from './open-sockets.ts';
import { Pools } from './pools.ts';
import { abortedProblem } from './problem.ts';
import type { FetchLimits, LongBody } from './types.ts';

/** Maximum time that an idle connection is kept if the server offers it, in milliseconds. */
const keepAliveMaxMs = 30_000;

/** Number of idle origins whose connections are kept; fewer if few connections are available. */
const maxIdle = 256;
/** Limit of the wait for a free connection, as a multiple of the connection timeout. */
const connectWaitFactor = 3;

/** Options of a route. */
export interface RouteOptions {
  connector: Connector;
  connectionsPerOrigin: number;
  limits: FetchLimits;
  /** Counter of all connections of the client. */
  sockets: OpenSockets;
  /** Whether HTTP/2 is offered to https sites. */
  http2: boolean;
  /** Whether the request line for this URL contains the whole URL, as http proxies require. */
  wholeUrl: (url: URL) => boolean;
  /** Called when a request is written to its connection. */
  onSend?: ((url: URL) => void) | undefined;
}

/** A request to send. */
export interface Outgoing {
  url: URL;
  method: string;
  /** Names and values, alternating. */
  headers: string[];
  /** null: none. */
  body: Uint8Array | null;
  /** As in `FetchRequest`, within the limits; null for the whole body. */
  cutAt: number | null;
  /** As in `FetchRequest`. */
  onlyWhole: boolean;
  /** As in `FetchRequest`; null: long bodies are held in memory, too. */
  long: LongBody | null;
}

/** A route to sites, direct or through one proxy, with its connections. */
export class Route {
  readonly #options: RouteOptions;
  readonly #pools: Pools;
  readonly #negotiation: Negotiation | null;
  /** HTTP/1.1 attempts in progress by origin: whether HTTP/1.1 works. */
  readonly #trials = new Map<string, Promise<boolean>>();
  /** Requests in progress by origin. */
  readonly #active = new Map<string, Set<Exchange>>();
  /** Origins without requests that have had some, the most recently used last. */
  readonly #idle = new Set<string>();
  #closed = false;

  constructor(options: RouteOptions) {
    const { connector, connectionsPerOrigin, limits, http2 } = options;
    this.#options = options;
    this.#pools = new Pools({
      connect: connector.connect,
      allowH2: false,
      connections: connectionsPerOrigin,
      pipelining: 1,
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.idleTimeoutMs,
      bodyTimeout: limits.idleTimeoutMs,
      keepAliveMaxTimeout: keepAliveMaxMs,
    });
    const maxStreams = connectionsPerOrigin;
    this.#negotiation = http2 ? new Negotiation(connector, this.#pools, { limits, maxStreams }) : null;
  }

  /**
   * Sends a request and returns its response. The request is sent again if its connection was already dead, and over HTTP/1.1 if
   * HTTP/2 failed. Never rejects.
   */
  async exchange(outgoing: Outgoing, signal: AbortSignal | undefined): Promise<ExchangeResult> {
    let result = await this.#exchange(outgoing, signal);
    if (!result.ok && result.problem.code === 'local') result = await this.#whenThereIsRoom(outgoing, signal);
    if (!result.ok && this.#lostItsConnection(result)) result = await this.#exchange(outgoing, signal);
    return this.#unlessHttp2Failed(result, outgoing, signal);
  }

  /**
   * If this machine cannot open more connections, closes idle ones and waits for room. The request's own timeout starts
   * afterwards.
   */
  async #whenThereIsRoom(outgoing: Outgoing, signal: AbortSignal | undefined): Promise<ExchangeResult> {
    const { sockets, limits } = this.#options;
    const since = performance.now();
    for (;;) {
      for (const origin of this.#idle) this.#closeIdle(origin);
      await sockets.room();
      const result = await this.#exchange(outgoing, signal);
      if (result.ok || result.problem.code !== 'local') return result;
      if (performance.now() - since < connectWaitFactor * limits.connectTimeoutMs) continue;
      sockets.gaveUp(since);
      return result;
    }
  }

  #closeIdle(origin: string): void {
    this.#idle.delete(origin);
    this.#pools.close(origin);
    this.#negotiation?.closeIdle(origin);
  }

  /** Closes the connections of the longest idle origins if there are many: crawls of many hosts return to few of them. */
  #becameIdle(origin: string): void {
    this.#idle.add(origin);
    if (this.#idle.size <= Math.min(maxIdle, this.#options.sockets.most / 2)) return;
    const [longest] = this.#idle;
    if (longest !== undefined) this.#closeIdle(longest);
  }

  /** Ends all requests (`aborted`) and closes all connections. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const exchanges of this.#active.values())
      for (const exchange of exchanges) exchange.stop(abortedProblem);
    this.#options.connector.cancelAll();
    await Promise.all([this.#pools.destroy(), this.#negotiation?.close()]);
  }

  /**
   * Repeats a request that failed over HTTP/2 over HTTP/1.1, and keeps to HTTP/1.1 with the site if that works. If it does not,
   * the request is repeated over an HTTP/2 connection of its own if another request may have broken the shared one.
   */
  async #unlessHttp2Failed(
    result: ExchangeResult,
    outgoing: Outgoing,
    signal: AbortSignal | undefined,
  ): Promise<ExchangeResult> {
    if (result.ok || !(result.error instanceof Http2Error) || this.#closed) return result;
    const { remedy, isShared } = result.error.fault;
    const other = remedy === 'none' ? null : await this.#overHttp1(outgoing, signal);
    if (other !== null) return other;
    return isShared ? this.#exchange(outgoing, signal, 'alone') : result;
  }

  /** Returns the response over HTTP/1.1; null if that does not work. Requests that fail together share one attempt. */
  async #overHttp1(outgoing: Outgoing, signal: AbortSignal | undefined): Promise<ExchangeResult | null> {
    const { origin } = outgoing.url;
    if (this.#negotiation?.mayFallBack(origin) !== true) return null;
    const trial = this.#trials.get(origin);
    if (trial !== undefined) {
      return (await trial) ? this.#exchange(outgoing, signal, 'http/1.1') : null;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#trials.set(origin, promise);
    const result = await this.#exchange(outgoing, signal, 'http/1.1');
    const isAborted = !result.ok && result.problem.code === 'aborted';
    const hasWorked = result.ok || (result.answered && result.problem.code !== 'protocol');
    if (!isAborted) this.#negotiation.fellBack(origin, hasWorked);
    this.#trials.delete(origin);
    resolve(hasWorked);
    return hasWorked || isAborted ? result : null;
  }

  async #exchange(
    outgoing: Outgoing,
    signal: AbortSignal | undefined,
    over: 'any' | 'http/1.1' | 'alone' = 'any',
  ): Promise<ExchangeResult> {
    if (this.#closed || signal?.aborted === true) {
      return { ok: false, problem: abortedProblem, error: null, answered: false };
    }
    const { connector, connectionsPerOrigin, limits, wholeUrl, onSend } = this.#options;
    const { url } = outgoing;
    const { origin } = url;
    let active = this.#active.get(origin);
    if (active === undefined) {
      active = new Set();
      this.#active.set(origin, active);
      this.#idle.delete(origin);
    }
    const negotiation = url.protocol === 'https:' && over !== 'http/1.1' ? this.#negotiation : null;
    const startsAtOnce = active.size < (negotiation?.roomAt(origin) ?? connectionsPerOrigin);
    const its = { ...outgoing, limits, wholeUrl: wholeUrl(url), startsAtOnce, onSend };
    const exchange = new Exchange(its);
    active.add(exchange);
    const onAbort = () => exchange.stop(abortedProblem);
    signal?.addEventListener('abort', onAbort);
    if (negotiation === null) exchange.send(this.#pools);
    else if (over === 'alone') negotiation.carryAlone(exchange);
    else negotiation.carry(exchange);
    const result = await exchange.result;
    if (result.ok) this.#options.sockets.gotThrough();
    signal?.removeEventListener('abort', onAbort);
    active.delete(exchange);
    if (active.size === 0) {
      this.#active.delete(origin);
      connector.cancel(origin);
      this.#becameIdle(origin);
    }
    return result;
  }

  /**
   * Whether the request failed for a reason unrelated to the site, so that it is repeated at once: the server closed a kept
   * connection as the request was sent (RFC 9112, section 9.3.1), or another request closed the connection.
   */
  #lostItsConnection({ answered, error }: ExchangeResult & { ok: false }): boolean {
    if (this.#closed) return false;
    if (error instanceof Http2Error) return error.fault.remedy === 'resend';
    if (answered) return false;
    if (error instanceof GivenUpError) return true;
    const code = codeOf(error);
    if (code !== 'UND_ERR_SOCKET' && code !== 'ECONNRESET' && code !== 'EPIPE') return false;
    return (this.#options.connector.bytesReadBefore(error) ?? 0) > 0;
  }
}
