import { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { systemRoots } from '../system/certificates.ts';
import { guardedLookup, plainLookup, type ResolveAll } from './address.ts';
import { noteCertificate, trustsMoreAfter } from './certificates.ts';
import { isShortage, NoRoomError, type OpenSockets } from './open-sockets.ts';

/** A connection attempt was cancelled. */
export class GivenUpError extends Error {
  override readonly name = 'GivenUpError';
}

/** Opens connections and can cancel the attempts. */
export interface Connector {
  /** For undici's `connect` option; HTTP/1.1 only. */
  connect: buildConnector.connector;
  /** Opens a connection on which the server chooses between HTTP/2 and HTTP/1.1, see `alpnProtocol` of the socket. */
  negotiate: buildConnector.connector;
  /** Keeps a connection for the next call of `connect` with its origin. */
  park(origin: string, socket: Socket): void;
  /** Closes the connection that is kept for an origin. */
  unpark(origin: string): void;
  /** Bytes read from the socket that failed with this error; null if no socket did. */
  bytesReadBefore(error: unknown): number | null;
  /** Cancels connection attempts to an origin. */
  cancel(origin: string): void;
  /** Cancels all connection attempts. */
  cancelAll(): void;
}

/**
 * Opens a connection.
 * @param http2 whether HTTP/2 is offered to the server
 * @param began called synchronously with each socket of the connection; the last one carries it
 */
export type OpenConnection = (
  target: buildConnector.Options,
  http2: boolean,
  began: (socket: Socket) => void,
  callback: buildConnector.Callback,
) => void;

/**
 * Returns a function that opens direct connections to sites.
 * @param options.resolve resolves names; the system's resolver if null
 * @param options.timeoutMs limit for name lookup, connection and TLS together, in milliseconds
 */
export function createConnector(options: {
  allowPrivate: boolean;
  resolve: ResolveAll | null;
  timeoutMs: number;
  sockets: OpenSockets;
}): Connector {
  const { allowPrivate, resolve, timeoutMs, sockets } = options;
  const lookup = lookupFor(allowPrivate, resolve);
  const open = buildConnector({ allowH2: false, timeout: timeoutMs, ...lookup });
  const openAny = buildConnector({ allowH2: true, preferH2: true, timeout: timeoutMs, ...lookup });
  return trackedConnector((target, http2, began, callback) => {
    // The type says void, but the socket is returned; there is no other access to it before it is connected.
    const socket: unknown = (http2 ? openAny : open)(target, callback);
    if (socket instanceof Socket) began(socket);
  }, sockets);
}

/** Creates a connector that tracks attempts, because undici cannot cancel a connection before it is established. */
export function trackedConnector(open: OpenConnection, sockets: OpenSockets): Connector {
  const onTheWay = new Map<string, Set<Socket>>();
  const parked = new Map<string, Socket>();
  const bytesReadAtDeath = new WeakMap<object, number>();

  function connect(target: buildConnector.Options, callback: buildConnector.Callback): void {
    const socket = parked.get(originOf(target));
    parked.delete(originOf(target));
    if (socket === undefined || socket.destroyed) start(target, false, callback);
    else queueMicrotask(() => callback(null, socket));
  }

  function start(target: buildConnector.Options, http2: boolean, callback: buildConnector.Callback): void {
    if (sockets.isFull) {
      queueMicrotask(() => callback(new NoRoomError('There is no room for another connection'), null));
      return;
    }
    const origin = originOf(target);
    const waiting = onTheWay.get(origin) ?? new Set();
    onTheWay.set(origin, waiting);
    let latest: Socket | null = null;
    let givenUp = false;
    const replace = (socket: Socket | null): void => {
      if (latest !== null) givenUp = !waiting.delete(latest) || givenUp;
      latest = socket;
      if (socket === null) return;
      if (givenUp) socket.destroy(new GivenUpError('The connection was given up'));
      else waiting.add(socket);
    };
    const hadRoots = systemRoots.areTrusted;
    const began = (socket: Socket): void => {
      sockets.add(socket);
      const readBefore = socket.bytesRead;
      socket.on('error', (error) => bytesReadAtDeath.set(error, socket.bytesRead - readBefore));
      noteCertificate(socket);
      replace(socket);
    };
    const ended = (...outcome: Parameters<buildConnector.Callback>): void => {
      replace(null);
      if (isShortage(outcome[0])) sockets.fellShort();
      if (waiting.size === 0 && onTheWay.get(origin) === waiting) onTheWay.delete(origin);
      callback(...outcome);
    };
    open(target, http2, began, (...outcome) => {
      if (!trustsMoreAfter(outcome[0], hadRoots)) return ended(...outcome);
      replace(null);
      open(target, http2, began, ended);
    });
  }

  function cancel(origin: string): void {
    const sockets = onTheWay.get(origin);
    if (sockets === undefined) return;
    onTheWay.delete(origin);
    for (const socket of sockets) {
      sockets.delete(socket);
      socket.destroy(new GivenUpError('The connection was given up'));
    }
  }

  return {
    connect,
    negotiate: (target, callback) => start(target, true, callback),
    park: (origin, socket) => parked.set(origin, socket),
    unpark: (origin) => {
      parked.get(origin)?.destroy();
      parked.delete(origin);
    },
    cancel,
    bytesReadBefore: (error) =>
      typeof error === 'object' && error !== null ? (bytesReadAtDeath.get(error) ?? null) : null,
    cancelAll: () => {
      for (const origin of onTheWay.keys()) cancel(origin);
    },
  };
}

const originOf = ({ protocol, host }: buildConnector.Options): string => `${protocol}//${host ?? ''}`;

function lookupFor(allowPrivate: boolean, resolve: ResolveAll | null) {
  if (!allowPrivate) return { lookup: resolve === null ? guardedLookup() : guardedLookup(resolve) };
  return resolve === null ? {} : { lookup: plainLookup(resolve) };
}
