import { GivenUpError, type Connector } from './connector.ts';
import { Exchange, type ExchangeResult } from './exchange.ts';
import { Http2Error } from './http2-error.ts';
import { Negotiation } from './negotiation.ts';
import { codeOf } from './error-code.ts';
import type { OpenSockets } from './open-sockets.ts';
import { Pools } from './pools.ts';
import { abortedProblem } from './problem.ts';
import type { FetchLimits } from './types.ts';

/** Longest that an idle connection is kept because the server offers it. Milliseconds. */
const keepAliveMaxMs = 30_000;

/** Origins whose connections are kept though nothing is asked of them; fewer where there is room for few connections. */
const maxIdle = 256;
/** A request waits for room so many times as long as for a connection. */
const patience = 3;

export interface RouteOptions {
  connector: Connector;
  connectionsPerOrigin: number;
  limits: FetchLimits;
  /** All connections of the client. */
  sockets: OpenSockets;
  /** Whether HTTP/2 is spoken with https sites that choose it. */
  http2: boolean;
  /** Whether requests to this URL name the whole of it, as proxies want them for http. */
  wholeUrl: (url: URL) => boolean;
}

/** What is to be sent. */
export interface Outgoing {
  url: URL;
  /** Names and values in turn. */
  headers: string[];
  /** As in `FetchRequest`, within the limits; null: the body is wanted whole. */
  cutAt: number | null;
}

/** A route to sites, direct or through one proxy, with its connections. */
export class Route {
  readonly #options: RouteOptions;
  readonly #pools: Pools;
  readonly #negotiation: Negotiation | null;
  /** Tries of HTTP/1.1 that are under way, by origin: whether it works. */
  readonly #trials = new Map<string, Promise<boolean>>();
  /** Requests under way by origin. */
  readonly #active = new Map<string, Set<Exchange>>();
  /** Origins that have had requests and have none now, the one that was used last at the end. */
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
   * One request and its answer; sent once more when it fell victim to a connection that was dead already, and over
   * HTTP/1.1 when HTTP/2 has failed. Never rejects.
   */
  async exchange(outgoing: Outgoing, signal: AbortSignal | undefined): Promise<ExchangeResult> {
    let result = await this.#exchange(outgoing, signal);
    if (!result.ok && result.problem.code === 'local') result = await this.#whenThereIsRoom(outgoing, signal);
    if (!result.ok && this.#lostItsConnection(result)) result = await this.#exchange(outgoing, signal);
    return this.#unlessHttp2Failed(result, outgoing, signal);
  }

  /**
   * This machine takes no more connections for now: idle ones are closed, and the request is sent when there is room. Its own
   * clock does not run meanwhile.
   */
  async #whenThereIsRoom(outgoing: Outgoing, signal: AbortSignal | undefined): Promise<ExchangeResult> {
    const { sockets, limits } = this.#options;
    const since = performance.now();
    for (;;) {
      for (const origin of this.#idle) this.#closeIdle(origin);
      await sockets.room();
      const result = await this.#exchange(outgoing, signal);
      if (result.ok || result.problem.code !== 'local') return result;
      if (performance.now() - since < patience * limits.connectTimeoutMs) continue;
      sockets.gaveUp(since);
      return result;
    }
  }

  #closeIdle(origin: string): void {
    this.#idle.delete(origin);
    this.#pools.close(origin);
    this.#negotiation?.closeIdle(origin);
  }

  /** The longest idle ones are closed where many have come together: crawls of many hosts come back to few of them. */
  #becameIdle(origin: string): void {
    this.#idle.add(origin);
    if (this.#idle.size <= Math.min(maxIdle, this.#options.sockets.most / 2)) return;
    const [longest] = this.#idle;
    if (longest !== undefined) this.#closeIdle(longest);
  }

  /** Ends what is under way (`aborted`) and closes every connection. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const exchanges of this.#active.values())
      for (const exchange of exchanges) exchange.stop(abortedProblem);
    this.#options.connector.cancelAll();
    await Promise.all([this.#pools.destroy(), this.#negotiation?.close()]);
  }

  /**
   * What has failed over HTTP/2 is asked for over HTTP/1.1, which is what is used with the site from then on if it answers.
   * If it does not, HTTP/2 is all that the site has; then a request is asked for once more over a connection of its own
   * where another one may have brought down the one that they shared.
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

  /** The answer over HTTP/1.1; null where that does not work. Requests that fail together make one try of it. */
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
    { url, headers, cutAt }: Outgoing,
    signal: AbortSignal | undefined,
    over: 'any' | 'http/1.1' | 'alone' = 'any',
  ): Promise<ExchangeResult> {
    if (this.#closed || signal?.aborted === true) {
      return { ok: false, problem: abortedProblem, error: null, answered: false };
    }
    const { connector, connectionsPerOrigin, limits, wholeUrl } = this.#options;
    const { origin } = url;
    let active = this.#active.get(origin);
    if (active === undefined) {
      active = new Set();
      this.#active.set(origin, active);
      this.#idle.delete(origin);
    }
    const negotiation = url.protocol === 'https:' && over !== 'http/1.1' ? this.#negotiation : null;
    const startsAtOnce = active.size < (negotiation?.roomAt(origin) ?? connectionsPerOrigin);
    const exchange = new Exchange({ url, headers, limits, cutAt, wholeUrl: wholeUrl(url), startsAtOnce });
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
   * Whether the request fell victim to something that is no answer of the site, so that it is asked once more at once: a
   * kept connection that the server closed as the request left (RFC 9112, section 9.3.1), or one that another request gave up.
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
