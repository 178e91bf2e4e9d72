import type { ExchangeResult } from './exchange.ts';
import { createProxyConnector, isForwarded, isProxyReachable, proxyAuthorization } from './proxy.ts';
import type { ProxyAddress } from './proxy-url.ts';
import { brokenProblem, ProxyError, refusedWithStatus } from './proxy-error.ts';
import { Route, type Outgoing, type RouteOptions } from './route.ts';
import type { FetchLimits, ResolvedProxy } from './types.ts';

/** Limit for the check whether a proxy can be reached, in milliseconds. */
const reachableMs = 3000;

/** A route to sites through one proxy. */
export class ProxyRoute {
  readonly #proxy: ResolvedProxy;
  readonly #address: ProxyAddress;
  readonly #authorization: string | null;
  readonly #route: Route;
  readonly #limits: FetchLimits;

  constructor(
    proxy: ResolvedProxy,
    address: ProxyAddress,
    options: Pick<RouteOptions, 'connectionsPerOrigin' | 'limits' | 'http2' | 'sockets' | 'onSend'>,
  ) {
    this.#proxy = proxy;
    this.#address = address;
    this.#authorization = proxyAuthorization(proxy);
    this.#limits = options.limits;
    this.#route = new Route({
      ...options,
      connector: createProxyConnector(proxy, address, options.limits.connectTimeoutMs, options.sockets),
      wholeUrl: (url) => isForwarded(address, url),
    });
  }

  /** Whether this route goes through the same proxy with the same credentials. */
  serves(proxy: ResolvedProxy): boolean {
    return proxy.url === this.#proxy.url && proxyAuthorization(proxy) === this.#authorization;
  }

  /** Like `Route.exchange`. A response that the proxy itself made is a problem, not a response. */
  async exchange(outgoing: Outgoing, signal: AbortSignal | undefined): Promise<ExchangeResult> {
    const { url, headers } = outgoing;
    const forwarded = isForwarded(this.#address, url);
    const sent =
      forwarded && this.#authorization !== null
        ? [...withoutProxyAuthorization(headers), 'proxy-authorization', this.#authorization]
        : withoutProxyAuthorization(headers);
    const result = await this.#route.exchange({ ...outgoing, headers: sent }, signal);
    if (result.ok) {
      if (!forwarded || !isProxysOwn(result)) return result;
      const problem = refusedWithStatus(this.#proxy, url.host, result.status).toProblem();
      return { ok: false, problem, error: null, answered: true };
    }
    const { error, problem } = result;
    if (error instanceof ProxyError) return { ...result, problem: error.toProblem() };
    if (problem.code !== 'connection') return result;
    const reachable = await isProxyReachable(
      this.#address,
      Math.min(reachableMs, this.#limits.connectTimeoutMs),
    );
    return { ...result, problem: brokenProblem(this.#proxy, url.host, reachable) };
  }

  close(): Promise<void> {
    return this.#route.close();
  }
}

/** Removes Proxy-Authorization, because a header from the settings would reach the site. */
function withoutProxyAuthorization(headers: string[]): string[] {
  const at = headers.indexOf('proxy-authorization');
  return at === -1 ? headers : headers.toSpliced(at, 2);
}

/** Whether the proxy itself made this response: always for 407, else by headers of squid and tinyproxy. */
function isProxysOwn({ status, headers }: ExchangeResult & { ok: true }): boolean {
  if (status === 407) return true;
  if (status < 400) return false;
  const server = [headers['server'] ?? ''].flat().join();
  return headers['x-squid-error'] !== undefined || server.startsWith('tinyproxy');
}
