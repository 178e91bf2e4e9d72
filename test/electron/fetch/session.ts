import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterEach } from 'vitest';
import { createHttpClient, type HttpClient, type HttpClientOptions } from '../../../electron/fetch/client.ts';
import type { FetchedPage, FetchProblem, FetchResult } from '../../../electron/fetch/types.ts';
import { startServer, type Route, type TestServer } from '../../servers/server.ts';

const toClose: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const closable of toClose.splice(0).reverse()) await closable.close();
});

/** A server that is closed when the test is over. */
export async function serve(
  routes: Record<string, Route>,
  options: Parameters<typeof startServer>[1] = {},
): Promise<TestServer> {
  const server = await startServer(routes, options);
  toClose.push(server);
  return server;
}

/** A client that may reach loopback and is closed when the test is over. */
export function client(options: Partial<HttpClientOptions> = {}): HttpClient {
  const made = createHttpClient({
    userAgent: 'TestSpider/1.0',
    allowPrivate: true,
    connectionsPerOrigin: 4,
    cookies: true,
    ...options,
  });
  toClose.push(made);
  return made;
}

export function pageOf(result: FetchResult): FetchedPage {
  if (!result.ok) throw new Error(`No page: ${result.problem.code}: ${result.problem.message}`);
  return result.page;
}

export function problemOf(result: FetchResult): FetchProblem {
  if (result.ok) throw new Error(`A page, though a problem was expected: status ${result.page.status}`);
  return result.problem;
}

export function textOf(result: FetchResult): string {
  return new TextDecoder().decode(pageOf(result).body);
}

/** Bytes that undici's connections have read while `run` ran. */
export async function bytesRead(run: () => Promise<unknown>): Promise<number> {
  const sockets: Socket[] = [];
  const onConnected = (message: unknown) => {
    sockets.push((message as { socket: Socket }).socket);
  };
  subscribe('undici:client:connected', onConnected);
  try {
    await run();
  } finally {
    unsubscribe('undici:client:connected', onConnected);
  }
  return sockets.reduce((sum, socket) => sum + socket.bytesRead, 0);
}
