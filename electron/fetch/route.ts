import { Agent } from 'undici';
import { GivenUpError, type Connector } from './connector.ts';
import { Exchange, type ExchangeResult } from './exchange.ts';
import { abortedProblem, codeOf } from './problem.ts';
import type { FetchLimits } from './types.ts';

/** Longest that an idle connection is kept because the server offers it. Milliseconds. */
const keepAliveMaxMs = 30_000;

export interface RouteOptions {
  connector: Connector;
  connectionsPerOrigin: number;
  limits: FetchLimits;
  /** Whether requests to this URL name the whole of it, as proxies want them for http. */
  wholeUrl: (url: URL) => boolean;
}

/** One way to the sites, straight or through one proxy, with its connections. */
export class Route {
  readonly #options: RouteOptions;
  readonly #agent: Agent;
  /** Requests under way by origin. */
  readonly #active = new Map<string, Set<Exchange>>();
  #closed = false;

  constructor(options: RouteOptions) {
    const { connector, connectionsPerOrigin, limits } = options;
    this.#options = options;
    this.#agent = new Agent({
      connect: connector.connect,
      allowH2: false,
      connections: connectionsPerOrigin,
      pipelining: 1,
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.idleTimeoutMs,
      bodyTimeout: limits.idleTimeoutMs,
      keepAliveMaxTimeout: keepAliveMaxMs,
    });
  }

  /** One request and its answer; sent once more when it fell victim to a connection that was dead already. Never rejects. */
  async exchange(url: URL, headers: string[], signal: AbortSignal | undefined): Promise<ExchangeResult> {
    const result = await this.#exchange(url, headers, signal);
    return !result.ok && this.#lostItsConnection(result) ? this.#exchange(url, headers, signal) : result;
  }

  /** Ends what is under way (`aborted`) and closes every connection. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const exchanges of this.#active.values())
      for (const exchange of exchanges) exchange.stop(abortedProblem);
    this.#options.connector.cancelAll();
    await this.#agent.destroy();
  }

  async #exchange(url: URL, headers: string[], signal: AbortSignal | undefined): Promise<ExchangeResult> {
    if (this.#closed || signal?.aborted === true) {
      return { ok: false, problem: abortedProblem, error: null, answered: false };
    }
    const { connector, connectionsPerOrigin, limits, wholeUrl } = this.#options;
    const { origin } = url;
    let active = this.#active.get(origin);
    if (active === undefined) {
      active = new Set();
      this.#active.set(origin, active);
    }
    const startsAtOnce = active.size < connectionsPerOrigin;
    const exchange = new Exchange({ url, headers, limits, wholeUrl: wholeUrl(url), startsAtOnce });
    active.add(exchange);
    const onAbort = () => exchange.stop(abortedProblem);
    signal?.addEventListener('abort', onAbort);
    exchange.send(this.#agent);
    const result = await exchange.result;
    signal?.removeEventListener('abort', onAbort);
    active.delete(exchange);
    if (active.size === 0) {
      this.#active.delete(origin);
      connector.cancel(origin);
    }
    return result;
  }

  /**
   * Whether the request fell victim to something that is no answer of the site, so that it is asked once more at once: a
   * kept connection that the server closed as the request left (RFC 9112, section 9.3.1), or one that another request gave up.
   */
  #lostItsConnection({ answered, error }: ExchangeResult & { ok: false }): boolean {
    if (answered || this.#closed) return false;
    if (error instanceof GivenUpError) return true;
    const code = codeOf(error);
    if (code !== 'UND_ERR_SOCKET' && code !== 'ECONNRESET' && code !== 'EPIPE') return false;
    return (this.#options.connector.bytesReadBefore(error) ?? 0) > 0;
  }
}
