import type { Agent as HttpAgent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createConnector, type Connector } from '../fetch/connector.ts';
import { defaultFetchLimits } from '../fetch/limits.ts';
import { Agent, request as startRequest } from '../fetch/node-http.ts';
import { maxSockets, OpenSockets } from '../fetch/open-sockets.ts';
import { problemFromError } from '../fetch/problem.ts';
import { createProxyConnector, isForwarded, proxyAuthorization } from '../fetch/proxy.ts';
import { ProxyError, refusedWithStatus } from '../fetch/proxy-error.ts';
import { readProxyUrl } from '../fetch/proxy-url.ts';
import type { SystemRoutes } from '../fetch/system-routes.ts';
import type { FetchLimits, ResolvedProxy } from '../fetch/types.ts';

/** A request as it is sent. */
export interface SentRequest {
  method: string;
  /** Path and query, encoded. */
  target: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
}

/** The connection to a server failed; `message` is a sentence for people. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** Whether another try may succeed. */
  readonly transient: boolean;

  constructor(message: string, transient: boolean, cause?: unknown) {
    super(message, { cause });
    this.transient = transient;
  }
}

/** Limits of a request. A part of 8 MiB takes two minutes at 70 kB a second, and progress of any kind counts. */
const limits: FetchLimits = { ...defaultFetchLimits, connectTimeoutMs: 15_000, idleTimeoutMs: 120_000 };

/** Sends requests to one server, on kept connections, through the proxies of the system where there are some. */
export class Transport {
  readonly #origin: URL;
  readonly #routes: SystemRoutes | null;
  readonly #limits: FetchLimits;
  readonly #sockets = new OpenSockets(maxSockets());
  readonly #ways = new Map<string, Way>();

  /** @param idleTimeoutMs the most time without any progress, in milliseconds */
  constructor(
    origin: URL,
    routes: SystemRoutes | null,
    { idleTimeoutMs = limits.idleTimeoutMs }: { idleTimeoutMs?: number | undefined } = {},
  ) {
    this.#origin = origin;
    this.#routes = routes;
    this.#limits = { ...limits, idleTimeoutMs };
  }

  /**
   * Sends a request once. @returns the answer, whose body is to be read or destroyed
   * @throws ConnectionError, also while the body is read; the reason of the signal
   */
  async send(sent: SentRequest, signal: AbortSignal | undefined): Promise<IncomingMessage> {
    signal?.throwIfAborted();
    const proxy = await this.#proxy();
    try {
      const answer = await exchange(this.#way(proxy), this.#origin, sent, { signal, limits: this.#limits });
      if (answer.statusCode !== 407 || proxy === null) return answer;
      answer.destroy();
      throw refusedWithStatus(proxy, this.#origin.host, answer.statusCode);
    } catch (error) {
      if (error instanceof ProxyError && proxy !== null) this.#routes?.failed(proxy);
      throw this.explain(error, signal);
    }
  }

  /** Words an error of the connection. */
  explain(error: unknown, signal: AbortSignal | undefined): unknown {
    if (signal?.aborted === true) return signal.reason;
    if (error instanceof ConnectionError) return error;
    if (error instanceof ProxyError) return new ConnectionError(error.message, true, error);
    const { message, transient } = problemFromError(error, this.#origin, this.#limits);
    return new ConnectionError(message, transient, error);
  }

  close(): void {
    for (const { agent, connector } of this.#ways.values()) {
      connector.cancelAll();
      agent.destroy();
    }
    this.#ways.clear();
  }

  async #proxy(): Promise<ResolvedProxy | null> {
    if (this.#routes === null) return null;
    const routes = await this.#routes.to(this.#origin);
    if ('code' in routes) throw new ConnectionError(routes.message, routes.transient);
    return routes[0] ?? null;
  }

  #way(proxy: ResolvedProxy | null): Way {
    const id = proxy?.id ?? '';
    let way = this.#ways.get(id);
    if (way === undefined) {
      way = openWay(this.#origin, proxy, this.#limits, this.#sockets);
      this.#ways.set(id, way);
    }
    return way;
  }
}

/** Connections to the server, direct or through one proxy. */
interface Way {
  agent: HttpAgent;
  connector: Connector;
  /** Whether the proxy reads the request itself, so that it needs the whole URL. */
  wholeUrl: boolean;
  /** Headers for the proxy. */
  headers: Record<string, string>;
}

function openWay(
  origin: URL,
  proxy: ResolvedProxy | null,
  { connectTimeoutMs: timeoutMs }: FetchLimits,
  sockets: OpenSockets,
): Way {
  if (proxy === null) {
    const connector = createConnector({ allowPrivate: true, resolve: null, timeoutMs, sockets });
    return { agent: agentOver(connector, origin), connector, wholeUrl: false, headers: {} };
  }
  const address = readProxyUrl(proxy.url);
  if (address === null) throw new ConnectionError(`The proxy ${proxy.url} has no valid address.`, false);
  const connector = createProxyConnector(proxy, address, timeoutMs, sockets);
  const wholeUrl = isForwarded(address, origin);
  const authorization = wholeUrl ? proxyAuthorization(proxy) : null;
  const headers: Record<string, string> =
    authorization === null ? {} : { 'proxy-authorization': authorization };
  return { agent: agentOver(connector, origin), connector, wholeUrl, headers };
}

/** An agent whose connections are opened by a connector, with TLS where the server has it. */
function agentOver(connector: Connector, { protocol, hostname, host, port }: URL): HttpAgent {
  class ConnectorAgent extends Agent {
    override createConnection(
      _options: unknown,
      callback?: (error: Error | null, socket: Duplex) => void,
    ): Duplex | null | undefined {
      connector.connect(
        { protocol, host, port, hostname: hostname.replace(/^\[|\]$/g, '') },
        (error, socket) => {
          // undici omits the socket if there is an error; Node's type asks for one that is not used.
          if (socket instanceof Socket) callback?.(null, socket);
          else callback?.(error ?? new Error('no connection'), new Socket());
        },
      );
      return undefined;
    }
  }
  return new ConnectorAgent({ keepAlive: true, maxSockets: 8, timeout: 30_000 });
}

function exchange(
  { agent, wholeUrl, headers }: Way,
  origin: URL,
  { method, target, headers: own, body }: SentRequest,
  { signal, limits }: { signal: AbortSignal | undefined; limits: FetchLimits },
): Promise<IncomingMessage> {
  const { hostname, port } = origin;
  const options: RequestOptions = {
    agent,
    method,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    ...(port === '' ? {} : { port }),
    path: wholeUrl ? `${origin.origin}${target}` : target,
    headers: { ...own, ...headers, 'content-length': String(body?.length ?? 0) },
    timeout: limits.idleTimeoutMs,
    ...(signal === undefined ? {} : { signal }),
  };
  return new Promise((resolve, reject) => {
    const request: ClientRequest = startRequest(options);
    request.on('timeout', () =>
      request.destroy(
        new ConnectionError(
          `${origin.host} sent nothing for ${limits.idleTimeoutMs / 1000} s; it may be busy, try again later.`,
          true,
        ),
      ),
    );
    request.on('error', reject);
    request.on('response', resolve);
    request.end(body ?? undefined);
  });
}
