import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A request as the server has seen it. */
export interface LoggedRequest {
  method: string;
  /** Path and query. */
  url: string;
  /** Names in lower case. */
  headers: IncomingHttpHeaders;
  /** `1.1` or `2.0`. */
  httpVersion: string;
  /** Which connection it came over; counts from 1. */
  connection: number;
}

/** What HTTP/1.1 and HTTP/2 have in common of a request. */
export interface VisitRequest {
  method?: string | undefined;
  /** Path and query. */
  url?: string | undefined;
  headers: IncomingHttpHeaders;
  httpVersion: string;
  /** The body in parts. */
  [Symbol.asyncIterator](): AsyncIterator<unknown>;
}

/** And of an answer. */
export interface VisitResponse {
  setHeader(name: string, value: string | string[]): unknown;
  writeHead(status: number, headers?: OutgoingHttpHeaders): VisitResponse;
  write(chunk: string | Uint8Array): boolean;
  end(chunk?: string | Uint8Array): unknown;
  /** `close`: nobody waits for more of it. */
  on(event: 'drain' | 'close' | 'error' | 'finish', listener: () => void): unknown;
  off(event: 'drain' | 'close', listener: () => void): unknown;
}

/** What a route is given to answer with. */
export interface Visit {
  request: VisitRequest;
  response: VisitResponse;
  /** For answers that are no valid HTTP/1.1: write to it instead of `response`. Of TLS it is what is below. */
  socket: Socket;
  /** How often this path was asked for before: 0 at the first time. */
  earlier: number;
  /** Where the server is, without a slash at the end. */
  origin: string;
}

export type Route = (visit: Visit) => void | Promise<void>;

export interface TestServer {
  /** `http://127.0.0.1:<port>`, or `https:` with TLS */
  origin: string;
  port: number;
  /** Every request so far, oldest first. */
  log: LoggedRequest[];
  url(path: string): string;
  /** Connections that are open now. */
  open(): number;
  /** Connections that were ever accepted. */
  accepted(): number;
  /** Resolves as soon as so many requests (of that path, if given) have arrived. */
  arrived(count: number, path?: string): Promise<void>;
  /** Resolves as soon as no connection is open. */
  quiet(): Promise<void>;
  /** Closes every connection without notice; resolves when they are closed. */
  drop(): Promise<void>;
  close(): Promise<void>;
}

export interface ServerOptions {
  keepAliveTimeoutMs?: number;
  host?: string;
  /** Speaks TLS. */
  tls?: { key: string | Buffer; cert: string | Buffer };
  /** With TLS: offers HTTP/2 beside HTTP/1.1, or speaks nothing else. */
  http2?: 'offered' | 'only';
  /** Requests at once that it allows on an HTTP/2 connection. */
  maxStreams?: number;
  /** Requests after which it ends an HTTP/2 connection, as servers do: with GOAWAY, and with an answer to all it has taken. */
  requestsPerConnection?: number;
}

/**
 * A server on loopback, on a free port. Routes are found by path without query; `*` answers for all others, which else
 * get 404. Nothing in it waits by the clock: a route that holds its answer back holds it until it is told, or until the
 * client has gone.
 */
export async function startServer(
  routes: Record<string, Route>,
  options: ServerOptions = {},
): Promise<TestServer> {
  const { host = '127.0.0.1', tls } = options;
  const log: LoggedRequest[] = [];
  /** By the port of the client. */
  const connections = new Map<number, { socket: Socket; number: number }>();
  const waiting = new Set<() => void>();
  let accepted = 0;
  let origin = '';

  const answer = (request: VisitRequest & { socket: Socket }, response: VisitResponse): void => {
    const { method = '', url = '/', headers, httpVersion } = request;
    const path = url.split('?', 1)[0] ?? '/';
    const earlier = log.filter((entry) => pathOf(entry) === path).length;
    const connection = connections.get(request.socket.remotePort ?? 0);
    if (connection === undefined) return;
    log.push({ method, url, headers, httpVersion, connection: connection.number });
    response.on('error', () => undefined);
    const route = routes[path] ?? routes['*'] ?? notFound;
    changed();
    void route({ request, response, socket: connection.socket, earlier, origin });
  };
  const server = createAnyServer(options, answer);
  server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket;
    accepted += 1;
    connections.set(remotePort, { socket, number: accepted });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      connections.delete(remotePort);
      changed();
    });
  });

  function changed(): void {
    for (const check of waiting) check();
  }

  function until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!condition()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  }

  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  origin = `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    origin,
    port,
    log,
    url: (path) => `${origin}${path}`,
    open: () => connections.size,
    accepted: () => accepted,
    arrived: (count, path) =>
      until(() => log.filter((entry) => path === undefined || pathOf(entry) === path).length >= count),
    quiet: () => until(() => connections.size === 0),
    drop: () => {
      for (const { socket } of connections.values()) socket.destroy();
      return until(() => connections.size === 0);
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const { socket } of connections.values()) socket.destroy();
      await closed;
    },
  };
}

function createAnyServer(
  { keepAliveTimeoutMs = 60_000, tls, http2, maxStreams, requestsPerConnection }: ServerOptions,
  answer: (request: VisitRequest & { socket: Socket }, response: VisitResponse) => void,
): Server {
  if (tls === undefined || http2 === undefined) {
    const server = tls === undefined ? createServer(answer) : createHttpsServer(tls, answer);
    server.keepAliveTimeout = keepAliveTimeoutMs;
    return server;
  }
  const settings = maxStreams === undefined ? {} : { maxConcurrentStreams: maxStreams };
  // Headers and bodies may be as large as the tests want them.
  const room = { maxSendHeaderBlockLength: 16 * 1024 * 1024, maxSessionMemory: 1000 };
  const options = { ...tls, ...room, settings };
  const server = createSecureServer({ ...options, allowHTTP1: http2 === 'offered' }, answer);
  server.on('sessionError', () => undefined);
  server.on('session', (session) => {
    let requests = 0;
    session.on('stream', () => {
      requests += 1;
      // Gracefully: what has been taken is answered, what comes after it is refused.
      if (requests === requestsPerConnection) session.close();
    });
  });
  return server;
}

function pathOf(entry: LoggedRequest): string {
  return entry.url.split('?', 1)[0] ?? '';
}

function notFound({ response }: Visit): void {
  response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
}
