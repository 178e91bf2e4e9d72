import { counted } from '../../shared/counted.ts';
import { hostRefusal, proxiedHostRefusal, type ResolveAll } from './address.ts';
import { createConnector } from './connector.ts';
import type { ExchangeResult } from './exchange.ts';
import { joined, joinedHeaders } from './response-headers.ts';
import { defaultFetchLimits } from './limits.ts';
import { metaRefreshOf } from './meta-refresh.ts';
import { maxSockets, OpenSockets } from './open-sockets.ts';
import { abortedProblem, problem, shortageWords } from './problem.ts';
import { readProxyUrl } from './proxy-url.ts';
import { ProxyRoute } from './proxy-route.ts';
import { becomesGet, readLocation, redirectLocation } from './redirect.ts';
import { Route, type Outgoing } from './route.ts';
import { headerList, lowerCased, SessionCookies, sessionHeaders } from './session.ts';
import { withProxyHint, type SystemRoutes } from './system-routes.ts';
import type {
  FetchLimits,
  FetchProblem,
  FetchRequest,
  FetchResult,
  Hop,
  HopKind,
  LongBody,
  ResolvedProxy,
} from './types.ts';

/** Options of one fetch. */
export interface FetchOptions {
  /** Aborting it ends the fetch with the problem `aborted`. */
  signal?: AbortSignal;
  /** Called before each redirect, but not for the first URL. A returned sentence refuses the redirect, null allows it. */
  onHop?: (url: string, hop?: HopKind) => string | null | Promise<string | null>;
  /** Proxy for every hop; direct if null or left out. */
  proxy?: ResolvedProxy | null;
  /** Cookies to use instead of the session's own; cookies that responses set are stored there. */
  cookies?: SessionCookies;
}

/** An HTTP session with its connections, cookies and headers. */
export interface HttpClient {
  /** Cookies of the session; null if it keeps none. */
  readonly cookies: SessionCookies | null;
  /**
   * Fetches a page and follows redirects. Never rejects: failures are part of the result, and an HTTP error status is a response
   * like any other. The array of the body owns its memory, so it can be transferred to another thread.
   */
  fetch(request: FetchRequest, options?: FetchOptions): Promise<FetchResult>;
  /** Returns why no request can be sent any more, as a sentence; null if nothing is known to prevent it. */
  stuck(): string | null;
  /** Ends all fetches (`aborted`) and closes all connections; later fetches open new ones. */
  reconnect(): void;
  /** Ends all fetches (`aborted`) and closes all connections; resolves when they are closed. */
  close(): Promise<void>;
}

/** Options of a client. */
export interface HttpClientOptions {
  userAgent: string;
  /** Headers of every request; they override the client's defaults, such as Accept. */
  headers?: Record<string, string>;
  limits?: Partial<FetchLimits>;
  /** Whether addresses that are not public are allowed. */
  allowPrivate: boolean;
  connectionsPerOrigin: number;
  /** Whether cookies are stored and sent. */
  cookies: boolean;
  /** Whether a meta refresh of a page is followed like a redirect; not if left out. */
  metaRefresh?: boolean;
  /** Whether HTTP/2 is offered to https sites; true if left out. */
  http2?: boolean;
  /** Resolves names; the system's resolver if left out. */
  resolve?: ResolveAll;
  /** Finds the route of each hop of a request that names no proxy; direct if left out. */
  system?: SystemRoutes | null;
  /** Called when a request is written to its connection, also for each redirect. */
  onSend?: (url: URL) => void;
  /** Maximum number of open connections; as many as the system allows this process if left out. */
  maxSockets?: number;
}

/** Creates a client; it opens connections on demand. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  return new UndiciClient(options);
}

/** A chain of redirects in progress. */
interface Chain {
  first: URL;
  /** Authorization header made from `user:password@` in the URL, sent to that URL's origin only. */
  authorization: string | null;
  method: string;
  ownHeaders: Record<string, string> | null;
  body: Uint8Array | null;
  hops: Hop[];
  /** Method, URL and Cookie header of every request so far: a repetition is a loop. */
  asked: Set<string>;
  /** As in `FetchRequest`, within the limits; null for the whole body. */
  cutAt: number | null;
  onlyWhole: boolean;
  long: LongBody | null;
  /** Route for all hops; null if the system chooses it for each hop. */
  route: Route | ProxyRoute | null;
  cookies: SessionCookies | null;
}

class UndiciClient implements HttpClient {
  readonly #limits: FetchLimits;
  readonly #allowPrivate: boolean;
  readonly #connectionsPerOrigin: number;
  readonly #http2: boolean;
  readonly #metaRefresh: boolean;
  readonly #sockets: OpenSockets;
  readonly #system: SystemRoutes | null;
  readonly #onSend: ((url: URL) => void) | undefined;
  readonly #createDirect: () => Route;
  #direct: Route;
  /** Routes by proxy id. */
  readonly #proxied = new Map<string, ProxyRoute>();
  readonly #headers: Record<string, string>;
  readonly #headerList: string[];
  readonly cookies: SessionCookies | null;
  #closed = false;

  constructor(options: HttpClientOptions) {
    const limits = { ...defaultFetchLimits, ...options.limits };
    this.#limits = limits;
    this.#allowPrivate = options.allowPrivate;
    this.#connectionsPerOrigin = options.connectionsPerOrigin;
    const { connectionsPerOrigin, http2 = true } = options;
    this.#http2 = http2;
    this.#metaRefresh = options.metaRefresh ?? false;
    this.#sockets = new OpenSockets(options.maxSockets ?? maxSockets());
    this.#system = options.system ?? null;
    this.#onSend = options.onSend;
    const sockets = this.#sockets;
    const connector = () =>
      createConnector({
        allowPrivate: options.allowPrivate,
        resolve: options.resolve ?? null,
        timeoutMs: limits.connectTimeoutMs,
        sockets,
      });
    const { onSend } = options;
    const direct = { connectionsPerOrigin, limits, http2, sockets, wholeUrl: () => false, onSend };
    this.#createDirect = () => new Route({ ...direct, connector: connector() });
    this.#direct = this.#createDirect();
    this.#headers = sessionHeaders(options.userAgent, options.headers ?? {});
    this.#headerList = headerList(this.#headers, true);
    this.cookies = options.cookies ? new SessionCookies() : null;
  }

  async fetch(request: FetchRequest, options: FetchOptions = {}): Promise<FetchResult> {
    const hops: Hop[] = [];
    const first = readUrl(request.url, this.#limits.maxUrlLength);
    if (!(first instanceof URL)) return { ok: false, problem: first, hops };
    const proxy = options.proxy ?? null;
    const route = proxy === null && this.#system !== null ? null : this.#routeTo(proxy);
    if (route !== null && 'code' in route) return { ok: false, problem: route, hops };
    const startedAt = performance.now();
    const chain: Chain = {
      first,
      authorization: takeCredentials(first),
      method: request.method ?? 'GET',
      ownHeaders: request.headers === undefined ? null : lowerCased(request.headers),
      body: request.body === undefined ? null : Buffer.from(request.body),
      hops,
      asked: new Set(),
      cutAt: request.cutAt === undefined ? null : Math.min(request.cutAt, this.#limits.maxBytes),
      onlyWhole: request.onlyWhole ?? false,
      long: request.long ?? null,
      route,
      cookies: options.cookies ?? this.cookies,
    };
    let url = first;
    for (;;) {
      const result = await this.#visit(url, chain, options.signal);
      if (!result.ok) return { ok: false, problem: result.problem, hops };
      const redirect = this.#redirectOf(url, result, chain);
      if (redirect === null) {
        const { status, headers, head, body, wasCut, gzip, sunkBytes } = result;
        const durationMs = performance.now() - startedAt;
        const page = {
          url: request.url,
          finalUrl: url.href,
          hops,
          status,
          headers: joinedHeaders(headers),
          head,
          body,
          ...(wasCut ? { wasCut } : {}),
          ...(sunkBytes === null ? {} : { sunkBytes }),
          ...(gzip === null ? {} : { gzip }),
        };
        return { ok: true, page: { ...page, durationMs } };
      }
      const { location, ...hop } = redirect;
      hops.push({ url: url.href, status: result.status, ...hop });
      if (becomesGet(result.status, chain.method)) asGet(chain);
      const next = await this.#nextHop(url, location, chain, options.onHop);
      if (!(next instanceof URL)) return { ok: false, problem: next, hops };
      url = next;
    }
  }

  stuck(): string | null {
    return this.#sockets.isStuck ? `${shortageWords.charAt(0).toUpperCase()}${shortageWords.slice(1)}` : null;
  }

  reconnect(): void {
    if (this.#closed) return;
    const before = [this.#direct, ...this.#proxied.values()];
    this.#direct = this.#createDirect();
    this.#proxied.clear();
    for (const route of before) void route.close();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#direct, ...this.#proxied.values()].map((route) => route.close()));
  }

  /**
   * Returns the route through a proxy, or the direct one. A route is kept as long as the address and credentials of its proxy do
   * not change.
   */
  #routeTo(proxy: ResolvedProxy | null): Route | ProxyRoute | FetchProblem {
    if (proxy === null) return this.#direct;
    const known = this.#proxied.get(proxy.id);
    if (known?.serves(proxy) === true) return known;
    const address = readProxyUrl(proxy.url);
    if (address === null) {
      return problem(
        'proxy',
        'The URL of a proxy must be http://, https:// or socks5:// with a host and a port.',
      );
    }
    const options = {
      connectionsPerOrigin: this.#connectionsPerOrigin,
      limits: this.#limits,
      http2: this.#http2,
      sockets: this.#sockets,
      onSend: this.#onSend,
    };
    const route = new ProxyRoute(proxy, address, options);
    this.#proxied.set(proxy.id, route);
    // Fetches over the old route end as aborted, so they may be repeated.
    void known?.close();
    return route;
  }

  /** Sends the request of one hop. */
  async #visit(url: URL, chain: Chain, signal: AbortSignal | undefined): Promise<ExchangeResult> {
    if (this.#closed || signal?.aborted === true) return refused(abortedProblem);
    const cookie = chain.cookies?.header(url) ?? '';
    const asked = `${chain.method} ${url.href}\n${cookie}`;
    if (chain.asked.has(asked)) {
      const message = `${url.href} redirects in a loop (${counted(chain.hops.length, 'redirect')}), so it has no page to read.`;
      return refused(problem('too-many-redirects', message));
    }
    chain.asked.add(asked);
    const headers = this.#headersFor(url, chain, cookie);
    const { route, method, body, cutAt, onlyWhole, long } = chain;
    const outgoing = { url, method, headers, body, cutAt, onlyWhole, long };
    const result = await (route === null
      ? this.#asTheSystemHasIt(outgoing, signal)
      : this.#send(outgoing, route, signal));
    if (result.ok) chain.cookies?.store(url, result.headers['set-cookie']);
    return result;
  }

  async #send(
    outgoing: Outgoing,
    route: Route | ProxyRoute,
    signal: AbortSignal | undefined,
  ): Promise<ExchangeResult> {
    const { url } = outgoing;
    const isDirect = route instanceof Route;
    const refusal = this.#allowPrivate ? null : (isDirect ? hostRefusal : proxiedHostRefusal)(url.hostname);
    if (refusal !== null) return refused(problem('blocked-address', refusal));
    const result = await route.exchange(outgoing, signal);
    if (result.ok || !isDirect || this.#system !== null) return result;
    return { ...result, problem: withProxyHint(result.problem, url) };
  }

  /** Sends a request over the first route of the system, or the next if a proxy is at fault. */
  async #asTheSystemHasIt(outgoing: Outgoing, signal: AbortSignal | undefined): Promise<ExchangeResult> {
    const routes = await this.#system?.to(outgoing.url);
    if (routes === undefined) return refused(abortedProblem);
    if ('code' in routes) return refused(routes);
    let result = refused(abortedProblem);
    for (const proxy of routes) {
      if (this.#closed || signal?.aborted === true) return refused(abortedProblem);
      const route = this.#routeTo(proxy);
      if ('code' in route) return refused(route);
      result = await this.#send(outgoing, route, signal);
      if (proxy === null || result.ok || result.problem.code !== 'proxy') break;
      this.#system?.failed(proxy);
    }
    return result;
  }

  #headersFor(url: URL, chain: Chain, cookie: string): string[] {
    const atHome = url.origin === chain.first.origin;
    const { ownHeaders } = chain;
    const authorization = atHome ? chain.authorization : null;
    if (atHome && ownHeaders === null && authorization === null && cookie === '') return this.#headerList;
    const headers = { ...this.#headers, ...ownHeaders };
    if (authorization !== null) headers['authorization'] ??= authorization;
    const list = headerList(headers, atHome);
    if (cookie === '') return list;
    const at = list.indexOf('cookie');
    if (at === -1) list.push('cookie', cookie);
    else list[at + 1] = `${list[at + 1] ?? ''}; ${cookie}`;
    return list;
  }

  /** Returns where a response redirects: by its status, or by a meta refresh of a whole page; null if it does not. */
  #redirectOf(
    url: URL,
    { status, headers, body }: Extract<ExchangeResult, { ok: true }>,
    { cutAt }: Chain,
  ): { location: string; refreshSeconds?: number } | null {
    const location = redirectLocation(status, headers);
    if (location !== null) return { location };
    if (!this.#metaRefresh || cutAt !== null || status < 200 || status >= 300) return null;
    const contentType = joined(headers['content-type']) ?? null;
    const refresh = metaRefreshOf({ body, contentType, url: url.href });
    return refresh === null ? null : { location: refresh.url, refreshSeconds: refresh.seconds };
  }

  /** Returns the target of a redirect, or why it is not followed. */
  async #nextHop(
    from: URL,
    location: string,
    chain: Chain,
    onHop: FetchOptions['onHop'],
  ): Promise<URL | FetchProblem> {
    const { maxRedirects, maxUrlLength } = this.#limits;
    if (chain.hops.length > maxRedirects) {
      const message = `${chain.first.href} was redirected more than ${counted(maxRedirects, 'time')}, which is the limit.`;
      return problem('too-many-redirects', message);
    }
    const written = readLocation(location);
    const next = URL.parse(written, from.href);
    if (written === '' || next === null) {
      return problem(
        'bad-redirect',
        `${from.href} redirects to "${shortened(written)}", which is not a URL.`,
      );
    }
    if (!isWeb(next)) {
      const message = `${from.href} redirects to ${next.protocol} (${shortened(next.href)}), but only http and https are fetched.`;
      return problem('bad-redirect', message);
    }
    next.hash = '';
    if (next.href.length > maxUrlLength) {
      const message = `${from.href} redirects to a URL of ${next.href.length} characters; the limit is ${maxUrlLength}.`;
      return problem('bad-redirect', message);
    }
    takeCredentials(next);
    const keepsMessage = chain.method !== 'GET';
    const refusal = await (keepsMessage ? onHop?.(next.href, { keepsMessage }) : onHop?.(next.href));
    return typeof refusal === 'string' ? problem('blocked-hop', refusal) : next;
  }
}

/** Turns the rest of a chain into a GET: without a body, and without the headers that describe one. */
function asGet(chain: Chain): void {
  chain.method = 'GET';
  chain.body = null;
  if (chain.ownHeaders === null) return;
  const own = Object.entries(chain.ownHeaders).filter(([name]) => !name.startsWith('content-'));
  chain.ownHeaders = Object.fromEntries(own);
}

function refused(reason: FetchProblem): ExchangeResult {
  return { ok: false, problem: reason, error: null, answered: false };
}

/** Returns an http(s) URL without its fragment, or a problem. */
function readUrl(text: string, maxLength: number): URL | FetchProblem {
  if (text.length > maxLength) {
    return problem(
      'bad-url',
      `A URL of ${text.length} characters is not fetched; the limit is ${maxLength}.`,
    );
  }
  const url = URL.parse(text);
  if (url === null) return problem('bad-url', `"${shortened(text)}" is not a URL.`);
  if (!isWeb(url)) {
    return problem('bad-url', `"${shortened(text)}" is not fetched: only http and https URLs are.`);
  }
  url.hash = '';
  return url;
}

function isWeb(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

/** Removes `user:password@` from a URL and returns it as the value of an Authorization header; null if there is none. */
function takeCredentials(url: URL): string | null {
  const { username, password } = url;
  if (username === '' && password === '') return null;
  url.username = '';
  url.password = '';
  const text = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
