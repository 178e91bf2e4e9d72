import { connect, type LookupFunction, type Socket } from 'node:net';
import {
  guardedLookup,
  hostRefusal,
  plainLookup,
  proxiedHostRefusal,
  type ResolveAll,
} from '../fetch/address.ts';
import { BlockedAddressError } from '../fetch/address.ts';
import { defaultFetchLimits } from '../fetch/limits.ts';
import { OpenSockets } from '../fetch/open-sockets.ts';
import { problem, problemFromError } from '../fetch/problem.ts';
import { connectThrough, createProxyConnector, isForwarded } from '../fetch/proxy.ts';
import { readProxyUrl } from '../fetch/proxy-url.ts';
import { ProxyError } from '../fetch/proxy-error.ts';
import type { SystemRoutes } from '../fetch/system-routes.ts';
import type { FetchProblem, ResolvedProxy } from '../fetch/types.ts';

/** A host of a URL (IPv6 in brackets) and a port. */
export interface EgressTarget {
  hostname: string;
  port: number;
}

/**
 * Opens a connection for the browser. `tunnel` connects to the target itself; `http` connects to the recipient of the request,
 * which is the proxy if `proxy` is an http proxy.
 *
 * @throws BlockedAddressError, ProxyError, or the error of the socket
 */
export type OpenEgressConnection = (
  proxy: ResolvedProxy | null,
  target: EgressTarget,
  kind: 'tunnel' | 'http',
) => Promise<Socket>;

/** Options of the egress proxy's connections. */
export interface EgressOptions {
  /** Allow addresses that are not public. */
  allowPrivate: boolean;
  /** Finds the routes of contexts without a proxy; direct if left out. */
  system?: SystemRoutes | null;
  /** Resolves names; the system's resolver if left out. */
  resolve?: ResolveAll;
  /** Opens a socket; `lookup` checks the resolved addresses. `connect` of `node:net` if left out. */
  connect?: (options: { host: string; port: number; lookup?: LookupFunction }) => Socket;
  /** Limit for name resolution and connection together, in milliseconds. */
  connectTimeoutMs?: number;
}

/** Returns a function that opens connections for an egress proxy, with the address rules of `fetch/address.ts`. */
export function egressConnections(options: EgressOptions): OpenEgressConnection {
  const {
    allowPrivate,
    resolve,
    connectTimeoutMs: timeoutMs = defaultFetchLimits.connectTimeoutMs,
  } = options;
  const lookup = allowPrivate ? resolve && plainLookup(resolve) : guardedLookup(resolve);

  return async (proxy, target, kind) => {
    const { hostname, port } = target;
    const refusal = allowPrivate ? null : (proxy === null ? hostRefusal : proxiedHostRefusal)(hostname);
    if (refusal !== null) throw new BlockedAddressError(refusal);
    if (proxy === null) return connectDirectly(bare(hostname), port);
    const address = readProxyUrl(proxy.url);
    if (address === null) throw new ProxyError('The URL of a proxy must be http://, https:// or socks5://.');
    const host = bare(hostname);
    if (kind === 'tunnel' || address.protocol === 'socks5:') {
      return connectThrough(proxy, address, { hostname: host, port }, timeoutMs);
    }
    const { connect: open } = createProxyConnector(proxy, address, timeoutMs, new OpenSockets(Infinity));
    return new Promise((done, fail) => {
      open(
        { hostname: host, host: `${hostname}:${port}`, protocol: 'http:', port: String(port) },
        (error, socket) => {
          if (socket === null) fail(error ?? new Error('no socket'));
          else done(socket);
        },
      );
    });
  };

  function connectDirectly(host: string, port: number): Promise<Socket> {
    return new Promise((done, fail) => {
      const socket = (options.connect ?? connect)({
        host,
        port,
        ...(lookup === undefined ? {} : { lookup }),
      });
      const timer = setTimeout(() => {
        socket.destroy(Object.assign(new Error('The connection took too long.'), { code: 'ETIMEDOUT' }));
      }, timeoutMs);
      socket.once('error', (error) => {
        clearTimeout(timer);
        fail(error);
      });
      socket.once('connect', () => {
        clearTimeout(timer);
        socket.setNoDelay(true);
        done(socket);
      });
    });
  }
}

/** Whether a plain http request is sent to this proxy with an absolute URL (RFC 9112, section 3.2.2), not through a tunnel. */
export function forwards(proxy: ResolvedProxy | null, url: URL): boolean {
  const address = proxy === null ? null : readProxyUrl(proxy.url);
  return address !== null && isForwarded(address, url);
}

/** Converts a connection error to the problem that plain fetching reports for it. */
export function egressProblem(error: unknown, url: URL): FetchProblem {
  if (error instanceof BlockedAddressError) return problem('blocked-address', error.message);
  if (error instanceof ProxyError) return error.toProblem();
  return problemFromError(error, url, defaultFetchLimits);
}

function bare(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}
