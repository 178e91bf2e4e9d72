import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { commonHeaders, windowPolicy } from '../../shared/window/policy.ts';
import { createServer } from '../fetch/node-http.ts';
import type { Host } from '../host/serving/host.ts';
import { createAccess, type Access } from './access.ts';
import { enteringPage, messagePage, plainPolicy, usedAddressPage } from './pages.ts';
import { closeCodes, createSocketServer } from './socket.ts';
import { staticFile } from './static-files.ts';
import { createStrangers, type Strangers } from './strangers.ts';

/** Options of `openWebDoor`. */
export interface WebDoorOptions {
  host: Pick<Host, 'gateway' | 'resource'>;
  /** The folder of the built window. */
  folder: string;
  /** 0: any free one. */
  port: number;
}

/** The window's HTTP server. */
export interface WebDoor {
  /** For example "http://127.0.0.1:8080". */
  readonly origin: string;
  /** A new address that admits one window. */
  newTicket(): string;
  close(): Promise<void>;
}

/**
 * Serves the application to browsers of this machine: on loopback only, and only for its own Host header. The files of the
 * window are public; the host accepts only windows that were admitted with a token, and previews and downloads have secret
 * addresses that only such windows know.
 * @throws the error of the operating system if the port is not available
 */
export async function openWebDoor({ host, folder, port }: WebDoorOptions): Promise<WebDoor> {
  const sockets = createSocketServer(host.gateway);
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 30_000 });
  // One request or one WebSocket for each connection, so that a connection has one purpose.
  server.maxRequestsPerSocket = 1;
  const strangers = createStrangers();
  server.on('connection', (connection) => strangers.add(connection));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const origin = `http://127.0.0.1:${address === null || typeof address === 'string' ? port : address.port}`;
  const access = createAccess(origin);

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    void answer(request, response, { access, folder, host, origin, strangers });
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    const isRight = access.isForUs(request) && access.isFromUs(request) && request.url === '/socket';
    if (!isRight) return refuseUpgrade(socket);
    // A close code says that the secret is wrong; browsers do not report why a handshake was refused.
    const isKnown = access.isKnown(request);
    if (isKnown) strangers.prove(socket);
    sockets.server.handleUpgrade(request, socket, head, (opened) => {
      if (isKnown) sockets.welcome(opened);
      else opened.close(closeCodes.refused, 'Open a new address.');
    });
  });

  return {
    origin,
    newTicket: () => access.newTicket(),
    async close() {
      sockets.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Surroundings {
  access: Access;
  folder: string;
  host: WebDoorOptions['host'];
  origin: string;
  strangers: Strangers;
}

function refuseUpgrade(socket: Duplex): void {
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  surroundings: Surroundings,
): Promise<void> {
  try {
    await route(request, response, surroundings);
  } catch {
    // The browser or the file is gone, so there is nobody to answer.
    response.destroy();
  }
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  { access, folder, host, origin, strangers }: Surroundings,
): Promise<void> {
  if (!access.isForUs(request)) return refuse(response, 421, 'This server answers only at its own address.');
  // Pages of other sites have no reason to send requests here.
  const { origin: from } = request.headers;
  if (from !== undefined && !access.isFromUs(request))
    return refuse(response, 403, 'Requests from other sites are refused.');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return refuse(response, 405, 'This server answers only GET and HEAD.');
  }
  const url = URL.parse(request.url ?? '/', origin);
  if (url === null || url.origin !== origin) return refuse(response, 400, 'This is not a valid address.');
  if (url.pathname === '/enter') return enter(response, access.redeem(url.searchParams.get('token') ?? ''));
  const resource = host.resource(url.pathname);
  if (resource !== null) {
    strangers.prove(request.socket);
    response.writeHead(200, resource.headers);
    if (typeof resource.body === 'string')
      return void response.end(request.method === 'HEAD' ? '' : resource.body);
    return pipeline(resource.body, response);
  }
  // The path as it was sent: `URL` resolves dots, and paths with dots are refused instead of corrected.
  const path = (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/';
  return sendFile(request, response, folder, path === '/' ? '/index.html' : path);
}

function enter(response: ServerResponse, secret: string | null): void {
  const { html, policy } = secret === null ? usedAddressPage() : enteringPage(secret);
  response.writeHead(secret === null ? 403 : 200, { ...pageHeaders, 'Content-Security-Policy': policy });
  response.end(html);
}

const pageHeaders = {
  ...commonHeaders,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': plainPolicy,
  'Cache-Control': 'no-store',
};

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, pageHeaders);
  response.end(messagePage('Spider Studio', message));
}

async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  path: string,
): Promise<void> {
  const file = staticFile(folder, path);
  if (file === null) {
    const message =
      path === '/index.html'
        ? 'The window has not been built. Run "npm run build" in the folder of Spider Studio, then reload.'
        : 'There is nothing at this address.';
    return refuse(response, 404, message);
  }
  response.writeHead(200, {
    ...commonHeaders,
    'Content-Type': file.type,
    'Content-Length': file.bytes,
    'Content-Security-Policy': windowPolicy,
    'Cache-Control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (request.method === 'HEAD') return void response.end();
  await pipeline(file.open(), response);
}
