import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { windowProtocol } from '../../shared/window/entering.ts';
import type { HostFrame } from '../../shared/contract/frames.ts';
import type { Gateway } from '../host/serving/gateway.ts';
import { createAllowance } from './allowance.ts';
import { maxFrameLength, readFrame } from './incoming.ts';

/** The most bytes that wait to be sent to a window. A window that stops reading is disconnected, and may reconnect. */
const maxWaitingBytes = 128 * 1024 * 1024;
/** The most windows. */
const maxSockets = 64;
/** The interval of heartbeats, in milliseconds. */
const beatEvery = 30_000;

/** Close codes of connections: RFC 6455, section 7.4, and one of our own. */
export const closeCodes = {
  unsupported: 1003,
  malformed: 1007,
  policy: 1008,
  busy: 1013,
  /** The window is not admitted, and trying again does not help. The client knows this code. */
  refused: 4401,
} as const;

/** The WebSocket server of the windows. */
export interface SocketServer {
  readonly server: WebSocketServer;
  /** Admits a window. */
  welcome(socket: WebSocket): void;
  close(): void;
}

/** Connects windows in browsers with the host. Frames are JSON, with limits on their size and rate. */
export function createSocketServer(gateway: Gateway): SocketServer {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameLength,
    perMessageDeflate: false,
    // The answer never repeats the secret, which is offered as a second protocol.
    handleProtocols: (offered) => (offered.has(windowProtocol) ? windowProtocol : false),
  });
  const alive = new WeakSet<WebSocket>();
  const windows = new Set<WebSocket>();
  const beat = setInterval(() => {
    for (const socket of server.clients) {
      if (!alive.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }, beatEvery);
  beat.unref();

  function welcome(socket: WebSocket): void {
    if (windows.size >= maxSockets) return socket.close(closeCodes.busy, 'Too many windows are open.');
    windows.add(socket);
    alive.add(socket);
    socket.on('pong', () => alive.add(socket));
    // `ws` closes with a code that says what is wrong; a broken connection needs no handling.
    socket.on('error', () => undefined);
    const allowance = createAllowance();
    const connection = gateway.connect({
      client: 'web',
      send: (frame) => send(socket, frame),
      fail: (reason) => socket.close(closeCodes.policy, reason.slice(0, 120)),
    });
    socket.on('message', (data, isBinary) => {
      if (isBinary) return socket.close(closeCodes.unsupported, 'Frames are text.');
      const text = textOf(data);
      if (!allowance.take(text.length)) return socket.close(closeCodes.policy, 'Too many frames.');
      const frame = readFrame(text);
      if (frame === undefined) return socket.close(closeCodes.malformed, 'This is not JSON.');
      connection.receive(frame);
    });
    socket.on('close', () => {
      windows.delete(socket);
      connection.closed();
    });
  }

  return {
    server,
    welcome,
    close() {
      clearInterval(beat);
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

function send(socket: WebSocket, frame: HostFrame): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > maxWaitingBytes) return socket.terminate();
  socket.send(JSON.stringify(frame));
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
