import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import { HostError } from '../../host/errors.ts';
import { closeWith, endCodes } from './close-codes.ts';
import { socketProtocol } from './socket-protocol.ts';

/** Requests of which the connection becomes a WebSocket once they are admitted. */
export interface SocketUpgrades {
  /** Opens the WebSocket that a request has asked for; null: it has asked for none. */
  open(request: IncomingMessage): Promise<WebSocket> | null;
  /**
   * Opens the WebSocket and closes it at once with what is wrong, where the client is a page, to which a browser tells nothing of a
   * handshake that was refused. Pages of other sites are told nothing. @returns whether it did; false: the request is answered as others are
   */
  refuse(request: IncomingMessage, error: unknown): boolean;
  /** Ends all connections: clients may go on at another server. */
  close(): Promise<void>;
}

/** The most bytes of a message of a client, which has nothing to say. */
const maxMessageBytes = 1024;
/** How often a client must show that it is alive, in milliseconds. */
const beatEvery = 30_000;
/** The most time for the end of connections when the server closes, in milliseconds. */
const closingMs = 1000;

/** Whether a request asks for a WebSocket. Other upgrades, such as to HTTP/2, are not offered, and their requests answered as they are. */
export const asksForSocket = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Lets requests for a WebSocket through the routes of a server: they are admitted, counted and refused as others are. A route that
 * has a stream opens the WebSocket; the answers of other routes are sent as they are, and end the connection.
 */
export function createSocketUpgrades(app: FastifyInstance): SocketUpgrades {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    // The answer never repeats the key, which may be offered as a second protocol.
    handleProtocols: (offered) => (offered.has(socketProtocol) ? socketProtocol : false),
  });
  const pending = new WeakMap<IncomingMessage, () => Promise<WebSocket>>();
  const alive = new WeakSet<WebSocket>();
  const beat = setInterval(() => {
    for (const socket of server.clients) {
      if (alive.delete(socket)) socket.ping();
      else socket.terminate();
    }
  }, beatEvery);
  beat.unref();

  app.server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    connection.on('error', () => undefined);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the connection of an HTTP server over TCP is a Socket
    const socket = connection as Socket;
    response.assignSocket(socket);
    response.once('finish', () => socket.end());
    pending.set(request, () => {
      pending.delete(request);
      response.detachSocket(socket);
      return new Promise((resolve) => {
        server.handleUpgrade(request, connection, head, (opened) => resolve(welcomed(opened, alive)));
      });
    });
    app.routing(request, response);
  });

  const open = (request: IncomingMessage): Promise<WebSocket> | null => pending.get(request)?.() ?? null;
  return {
    open,
    refuse(request, error) {
      const isPage = request.headers['sec-websocket-protocol']?.includes(socketProtocol) === true;
      const isForeign =
        error instanceof HostError && (error.code === 'foreign-origin' || error.code === 'wrong-host');
      const opening = isPage && !isForeign ? open(request) : null;
      if (opening === null) return false;
      void opening.then((socket) => closeWith(socket, error));
      return true;
    },
    async close() {
      clearInterval(beat);
      const left = [...server.clients];
      const ended = left.map(
        (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
      );
      for (const socket of left) socket.close(endCodes.closing, 'The server is shutting down.');
      const enough = setTimeout(() => left.forEach((socket) => socket.terminate()), closingMs);
      await Promise.all(ended);
      clearTimeout(enough);
      server.close();
    },
  };
}

function welcomed(socket: WebSocket, alive: WeakSet<WebSocket>): WebSocket {
  alive.add(socket);
  socket.on('pong', () => alive.add(socket));
  // `ws` closes with a code that says what is wrong; a broken connection needs no handling.
  socket.on('error', () => undefined);
  socket.on('message', () => socket.close(endCodes.policy, 'Nothing is read from clients.'));
  return socket;
}
