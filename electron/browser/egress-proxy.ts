import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import { createServer, request as sendRequest } from '../fetch/node-http.ts';
import { proxyAuthorization } from '../fetch/proxy.ts';
import { credentialsRefused, ProxyError } from '../fetch/proxy-error.ts';
import type { SystemRoutes } from '../fetch/system-routes.ts';
import type { ResolvedProxy } from '../fetch/types.ts';
import {
  forwards,
  egressConnections,
  egressProblem,
  type EgressOptions,
  type EgressTarget,
} from './egress-connection.ts';
import { EgressSession } from './egress-session.ts';

/** Where a browser context first presents its credentials. The egress proxy answers it itself; RFC 6761 reserves `.invalid`. */
export const egressWelcomeUrl = 'http://egress.spider-studio.invalid/';

/** Idle time after which a tunnel is closed, in milliseconds. */
const idleTunnelMs = 180_000;

/** Hop-by-hop headers, which are not forwarded (RFC 9110, section 7.6.1). */
const hopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * HTTP proxy on loopback that carries all traffic of the browser. It resolves names itself, refuses addresses that are not
 * public, and connects to exactly the addresses it checked. Requests without a session get status 407.
 */
export class EgressProxy {
  readonly #server = createServer();
  readonly #open;
  readonly #system: SystemRoutes | null;
  readonly #sessions = new Map<string, EgressSession>();
  readonly #sockets = new Set<Duplex>();

  constructor(options: EgressOptions) {
    this.#open = egressConnections(options);
    this.#system = options.system ?? null;
    this.#server.on('request', (request, response) => void this.#forward(request, response));
    this.#server.on('connect', (request, socket, head) => void this.#tunnel(request, socket, head));
    // Chromium opens a tunnel for a WebSocket.
    this.#server.on('upgrade', (_request, socket) => socket.destroy());
    this.#server.on('clientError', (_error, socket) => socket.destroy());
    this.#server.on('connection', (socket) => this.#keep(socket));
    // The limits of the rendering apply instead.
    this.#server.requestTimeout = 0;
  }

  /** Starts listening on loopback. @returns the port on 127.0.0.1 */
  async listen(): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The egress proxy has no port.');
    return address.port;
  }

  /** Opens a session for a browser context. `proxy`: carries all of its traffic; null: direct, or as the system says. */
  admit(proxy: ResolvedProxy | null): EgressSession {
    const session = new EgressSession(proxy, this.#open);
    this.#sessions.set(session.authorization, session);
    return session;
  }

  /** Ends a session and closes its connections. */
  dismiss(session: EgressSession): void {
    this.#sessions.delete(session.authorization);
    session.close();
  }

  async close(): Promise<void> {
    for (const session of this.#sessions.values()) session.close();
    this.#sessions.clear();
    for (const socket of this.#sockets) socket.destroy();
    if (!this.#server.listening) return;
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #keep(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }

  #sessionOf(request: IncomingMessage): EgressSession | null {
    return this.#sessions.get(request.headers['proxy-authorization'] ?? '') ?? null;
  }

  async #tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const session = this.#sessionOf(request);
    if (session === null) {
      client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="egress"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      );
      return;
    }
    // A URL has a single spelling, even for unusual forms of addresses.
    const url = URL.parse(`https://${request.url ?? ''}`);
    if (url === null || url.hostname === '') return void client.end(answer(400));
    const port = url.port === '' ? 443 : Number(url.port);
    try {
      const site = await this.#openTunnel(session, url, { hostname: url.hostname, port });
      session.clear(url.host);
      this.#keep(site);
      if (client.destroyed) return void site.destroy();
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) site.write(head);
      join(client, site);
    } catch (error) {
      const why = egressProblem(error, url);
      session.note(url.host, why);
      client.end(answer(why.code === 'blocked-address' ? 403 : 502));
    }
  }

  /** Opens a tunnel over the first route that works. */
  async #openTunnel(session: EgressSession, url: URL, target: EgressTarget): Promise<Socket> {
    const routes = await this.#routesOf(session, url);
    for (const proxy of routes.slice(0, -1)) {
      try {
        return await this.#open(proxy, target, 'tunnel');
      } catch (error) {
        if (proxy === null || !(error instanceof ProxyError) || error.fault !== 'proxy') throw error;
        this.#system?.failed(proxy);
      }
    }
    return this.#open(routes.at(-1) ?? null, target, 'tunnel');
  }

  /** @throws ProxyError if the system has no route, or does not answer */
  async #routesOf({ proxy }: EgressSession, url: URL): Promise<readonly (ResolvedProxy | null)[]> {
    if (proxy !== null || this.#system === null) return [proxy];
    const routes = await this.#system.to(url);
    if ('code' in routes) throw new ProxyError(routes.message);
    return routes;
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    const session = this.#sessionOf(request);
    if (session === null) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="egress"', 'content-length': 0 }).end();
      return;
    }
    const url = URL.parse(request.url ?? '');
    if (url === null || url.protocol !== 'http:') return void response.writeHead(400).end();
    if (url.href === egressWelcomeUrl) {
      response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' });
      return void response.end('<!doctype html><title>Spider Studio</title><link rel="icon" href="data:,">');
    }
    const fail = (error: unknown): void => {
      if (response.headersSent) return void response.destroy();
      const why = egressProblem(error, url);
      session.note(url.host, why);
      response.writeHead(why.code === 'blocked-address' ? 403 : 502, { 'content-length': 0 }).end();
    };
    let proxy: ResolvedProxy | null;
    try {
      [proxy = null] = await this.#routesOf(session, url);
    } catch (error) {
      return fail(error);
    }
    const whole = forwards(proxy, url);
    const authorization = whole && proxy !== null ? proxyAuthorization(proxy) : null;
    const sent = sendRequest({
      agent: session.agentBy(proxy),
      host: url.hostname,
      port: url.port === '' ? 80 : url.port,
      method: request.method ?? 'GET',
      path: whole ? url.href : url.pathname + url.search,
      headers: {
        ...passedOn(request),
        host: url.host,
        ...(authorization === null ? {} : { 'proxy-authorization': authorization }),
      },
      setHost: false,
    });
    sent.on('response', (answered) => {
      session.clear(url.host);
      // Only a proxy may send 407; from a site it would be an attack.
      if (answered.statusCode === 407) {
        answered.resume();
        return fail(
          whole && proxy !== null
            ? credentialsRefused(proxy)
            : new Error('the site asks for credentials of a proxy'),
        );
      }
      response.writeHead(
        answered.statusCode ?? 502,
        answered.statusMessage ?? '',
        withoutHopHeaders(answered.rawHeaders),
      );
      pipeline(answered, response, () => undefined);
    });
    sent.on('error', (error) => {
      if (proxy !== null && session.proxy === null && error instanceof ProxyError)
        this.#system?.failed(proxy);
      fail(error);
    });
    response.on('close', () => sent.destroy());
    pipeline(request, sent, () => undefined);
  }
}

function passedOn(request: IncomingMessage): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !hopHeaders.has(name)) passed[name] = value;
  }
  return passed;
}

/** Removes hop-by-hop headers. @param raw names and values, alternating */
function withoutHopHeaders(raw: readonly string[]): string[] {
  const passed: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? '';
    if (!hopHeaders.has(name.toLowerCase())) passed.push(name, raw[at + 1] ?? '');
  }
  return passed;
}

function join(client: Duplex, site: Socket): void {
  site.setTimeout(idleTunnelMs, () => site.destroy());
  client.pipe(site).pipe(client);
  client.on('close', () => site.destroy());
  site.on('close', () => client.destroy());
}

function answer(status: number): string {
  return `HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
}
