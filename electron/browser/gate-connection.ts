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
export interface GateTarget {
  hostname: string;
  port: number;
}

/**
 * Opens a connection for the browser: `tunnel` leads to the target itself; `http` to whoever is sent the request, which for
 * an http proxy is the proxy.
 */
export type OpenGateConnection = (
  proxy: ResolvedProxy | null,
  target: GateTarget,
  kind: 'tunnel' | 'http',
) => Promise<Socket>;

export interface GateOptions {
  /** Let through addresses that are not public. */
  allowPrivate: boolean;
  /** Finds the ways of contexts that have no proxy; straight when not given. */
  system?: SystemRoutes | null;
  /** Resolves names; the system's resolver when not given. */
  resolve?: ResolveAll;
  /** Opens a socket to a host that was not checked yet: `lookup` does that. Node's own when not given. */
  connect?: (options: { host: string; port: number; lookup?: LookupFunction }) => Socket;
  /** For name and connection, in milliseconds. */
  connectTimeoutMs?: number;
}

/** Opens the connections of a gate under the rules of plain fetching: see `fetch/address.ts`. */
export function gateConnections(options: GateOptions): OpenGateConnection {
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
    if (proxy === null) return straight(bare(hostname), port);
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

  function straight(host: string, port: number): Promise<Socket> {
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

/** Whether a plain http request goes to this proxy whole, to be fetched by it. */
export function forwards(proxy: ResolvedProxy | null, url: URL): boolean {
  const address = proxy === null ? null : readProxyUrl(proxy.url);
  return address !== null && isForwarded(address, url);
}

/** What an error of a connection means, as plain fetching would put it. */
export function gateProblem(error: unknown, url: URL): FetchProblem {
  if (error instanceof BlockedAddressError) return problem('blocked-address', error.message);
  if (error instanceof ProxyError) return error.toProblem();
  return problemFromError(error, url, defaultFetchLimits);
}

function bare(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}
