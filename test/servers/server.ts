import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as the server has seen it. */
export interface LoggedRequest {
  method: string;
  /** Path and query. */
  url: string;
  /** Names in lower case. */
  headers: IncomingMessage['headers'];
  /** Which connection it came over; counts from 1. */
  connection: number;
}

/** What a route is given to answer with. */
export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  /** For answers that are no valid HTTP: write to it instead of `response`. */
  socket: Socket;
  /** How often this path was asked for before: 0 at the first time. */
  earlier: number;
  /** Where the server is, without a slash at the end. */
  origin: string;
}

export type Route = (visit: Visit) => void | Promise<void>;

export interface TestServer {
  /** `http://127.0.0.1:<port>` */
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
  close(): Promise<void>;
}

/**
 * A server on loopback, on a free port. Routes are found by path without query; `*` answers for all others, which else
 * get 404. Nothing in it waits by the clock: a route that holds its answer back holds it until it is told, or until the
 * client has gone.
 */
export async function startServer(
  routes: Record<string, Route>,
  options: { keepAliveTimeoutMs?: number; host?: string } = {},
): Promise<TestServer> {
  const { host = '127.0.0.1' } = options;
  const log: LoggedRequest[] = [];
  const sockets = new Map<Socket, number>();
  const waiting = new Set<() => void>();
  let accepted = 0;
  let origin = '';

  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    const path = url.split('?', 1)[0] ?? '/';
    const earlier = log.filter((entry) => pathOf(entry) === path).length;
    const connection = sockets.get(request.socket) ?? 0;
    log.push({ method: request.method ?? '', url, headers: request.headers, connection });
    response.on('error', () => undefined);
    const route = routes[path] ?? routes['*'] ?? notFound;
    changed();
    void route({ request, response, socket: request.socket, earlier, origin });
  });
  server.keepAliveTimeout = options.keepAliveTimeoutMs ?? 60_000;
  server.on('connection', (socket) => {
    accepted += 1;
    sockets.set(socket, accepted);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
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
  origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    origin,
    port,
    log,
    url: (path) => `${origin}${path}`,
    open: () => sockets.size,
    accepted: () => accepted,
    arrived: (count, path) =>
      until(() => log.filter((entry) => path === undefined || pathOf(entry) === path).length >= count),
    quiet: () => until(() => sockets.size === 0),
    close: async () => {
      server.closeAllConnections();
      for (const socket of sockets.keys()) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pathOf(entry: LoggedRequest): string {
  return entry.url.split('?', 1)[0] ?? '';
}

function notFound({ response }: Visit): void {
  response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
}
