import { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { guardedLookup, plainLookup, type ResolveAll } from './address.ts';

/** What a connection dies of that was given up while it was on its way. */
export class GivenUpError extends Error {
  override readonly name = 'GivenUpError';
}

export interface Connector {
  /** For undici's `connect` option. */
  connect: buildConnector.connector;
  /** Bytes that had been read from the socket that died of this error; null when the error killed no socket. */
  bytesReadBefore(error: unknown): number | null;
  /** Gives up connections to an origin that are not established yet. */
  cancel(origin: string): void;
  /** The same for every origin. */
  cancelAll(): void;
}

/**
 * Opens a connection for undici.
 * @param began called at once with every socket that is made for it: the last one is what the connection hangs on
 */
export type OpenConnection = (
  target: buildConnector.Options,
  began: (socket: Socket) => void,
  callback: buildConnector.Callback,
) => void;

/**
 * Opens connections straight to the sites, HTTP/1.1 only.
 * @param options.resolve resolver of names; null: the system's
 * @param options.timeoutMs for name, connection and TLS together
 */
export function createConnector(options: {
  allowPrivate: boolean;
  resolve: ResolveAll | null;
  timeoutMs: number;
}): Connector {
  const { allowPrivate, resolve, timeoutMs } = options;
  const lookup = lookupFor(allowPrivate, resolve);
  const open = buildConnector({ allowH2: false, timeout: timeoutMs, ...lookup });
  return trackedConnector((target, began, callback) => {
    // The type says void, but the socket comes back: it is the only way to reach it before it is connected.
    const socket: unknown = open(target, callback);
    if (socket instanceof Socket) began(socket);
  });
}

/** Knows which connections are still on their way: undici itself cannot give up one before it is established. */
export function trackedConnector(open: OpenConnection): Connector {
  const onTheWay = new Map<string, Set<Socket>>();
  const bytesReadAtDeath = new WeakMap<object, number>();

  function connect(target: buildConnector.Options, callback: buildConnector.Callback): void {
    const origin = `${target.protocol}//${target.host ?? ''}`;
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
    open(
      target,
      (socket) => {
        const readBefore = socket.bytesRead;
        socket.on('error', (error) => bytesReadAtDeath.set(error, socket.bytesRead - readBefore));
        replace(socket);
      },
      (...outcome) => {
        replace(null);
        if (waiting.size === 0 && onTheWay.get(origin) === waiting) onTheWay.delete(origin);
        callback(...outcome);
      },
    );
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
    cancel,
    bytesReadBefore: (error) =>
      typeof error === 'object' && error !== null ? (bytesReadAtDeath.get(error) ?? null) : null,
    cancelAll: () => {
      for (const origin of onTheWay.keys()) cancel(origin);
    },
  };
}

function lookupFor(allowPrivate: boolean, resolve: ResolveAll | null) {
  if (!allowPrivate) return { lookup: resolve === null ? guardedLookup() : guardedLookup(resolve) };
  return resolve === null ? {} : { lookup: plainLookup(resolve) };
}
