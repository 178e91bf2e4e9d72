import { connect as connectTcp, isIP, Socket } from 'node:net';
import { buildConnector } from 'undici';
import { systemRoots } from '../system/certificates.ts';
import { certificateReason, noteCertificate, trustsMoreAfter } from './certificates.ts';
import { GivenUpError, trackedConnector, type Connector } from './connector.ts';
import { ClosedEarlyError, readHead, TooLongError } from './handshake.ts';
import { codeOf } from './error-code.ts';
import { isShortage, type OpenSockets } from './open-sockets.ts';
import type { ProxyAddress } from './proxy-url.ts';
import { ProxyError, refusedWithStatus } from './proxy-error.ts';
import { openSocks5 } from './socks5.ts';
import type { ResolvedProxy } from './types.ts';

/** Maximum size of a proxy's response to CONNECT, in bytes. */
const maxHeadBytes = 16 * 1024;

/** Whether a request to this URL is sent to the proxy itself, which forwards it, and not through a tunnel. */
export function isForwarded(address: ProxyAddress, url: URL): boolean {
  return address.protocol !== 'socks5:' && url.protocol === 'http:';
}

/** Value of the Proxy-Authorization header; null if the proxy has no credentials. */
export function proxyAuthorization({ credentials }: ResolvedProxy): string | null {
  if (credentials === undefined) return null;
  const text = `${credentials.username}:${credentials.password}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

/**
 * Returns a connector that opens connections through a proxy. Faults of the proxy are reported as `ProxyError`; once the tunnel
 * is open, errors are the same as without a proxy.
 * @param timeoutMs limit for the connection up to the end of the TLS handshake with the target, in milliseconds
 */
export function createProxyConnector(
  proxy: ResolvedProxy,
  address: ProxyAddress,
  timeoutMs: number,
  sockets: OpenSockets,
): Connector {
  return trackedConnector((target, http2, began, callback) => {
    void open();

    async function open(): Promise<void> {
      const tunnel = new ProxyTunnel(proxy, target, timeoutMs, began);
      let outcome: Parameters<buildConnector.Callback>;
      try {
        outcome = [null, await openThrough(tunnel, proxy, address, target, http2)];
      } catch (error) {
        outcome = [tunnel.explain(error), null];
        tunnel.abandon();
      }
      tunnel.end();
      callback(...outcome);
    }
  }, sockets);
}

/**
 * Opens a raw connection to a host and port through a proxy, over which the caller does its own TLS, as a browser does. Never
 * connects directly; http proxies are sent CONNECT for every port.
 * @param timeoutMs limit until the tunnel is open, in milliseconds
 * @throws ProxyError, or the error of the socket
 */
export async function connectThrough(
  proxy: ResolvedProxy,
  address: ProxyAddress,
  { hostname, port }: { hostname: string; port: number },
  timeoutMs: number,
): Promise<Socket> {
  const target = { hostname, host: `${hostname}:${port}`, protocol: 'https:', port: String(port) };
  const hadRoots = systemRoots.areTrusted;
  try {
    return await open();
  } catch (error) {
    if (!trustsMoreAfter(error, hadRoots)) throw error;
    return open();
  }

  async function open(): Promise<Socket> {
    const tunnel = new ProxyTunnel(proxy, target, timeoutMs, noteCertificate);
    try {
      const socket = await openConnection(tunnel, proxy, address, target);
      tunnel.end();
      return socket;
    } catch (error) {
      tunnel.end();
      tunnel.abandon();
      throw tunnel.explain(error);
    }
  }
}

async function openThrough(
  tunnel: ProxyTunnel,
  proxy: ResolvedProxy,
  address: ProxyAddress,
  target: buildConnector.Options,
  http2: boolean,
): Promise<Socket> {
  const socket = await openConnection(tunnel, proxy, address, target);
  return target.protocol === 'http:' ? socket : tunnel.start({ ...target, httpSocket: socket }, http2);
}

/** Opens a tunnel to the target, or only the connection to the proxy for plain http through an http proxy. */
async function openConnection(
  tunnel: ProxyTunnel,
  proxy: ResolvedProxy,
  { protocol, hostname, port }: ProxyAddress,
  target: buildConnector.Options,
): Promise<Socket> {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const socket = await tunnel.start({
    hostname: bare,
    host: hostname,
    protocol: protocol === 'https:' ? protocol : 'http:',
    port: String(port),
  });
  tunnel.stage = 'proxy';
  if (protocol !== 'socks5:' && target.protocol === 'http:') return socket;
  if (protocol === 'socks5:') {
    await openSocks5(socket, proxy, target.hostname, portOf(target), () => (tunnel.stage = 'tunnel'));
  } else {
    tunnel.stage = 'tunnel';
    await openTunnel(socket, proxy, target);
  }
  tunnel.stage = 'target';
  tunnel.track(socket);
  return socket;
}

/** Whether the proxy accepts connections. Never rejects. */
export function isProxyReachable({ hostname, port }: ProxyAddress, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
    const socket = connectTcp({ host, port, timeout: timeoutMs });
    const settle = (reachable: boolean) => () => {
      socket.destroy();
      resolve(reachable);
    };
    socket.on('connect', settle(true)).on('error', settle(false)).on('timeout', settle(false));
  });
}

/** A connection that is being opened through a proxy: its stage, its sockets and its timeout. */
class ProxyTunnel {
  /** Connecting to the proxy, TLS handshake with it, waiting for the tunnel, TLS handshake with the target. */
  stage: 'start' | 'proxy' | 'tunnel' | 'target' = 'start';
  readonly #proxy: ResolvedProxy;
  readonly #target: buildConnector.Options;
  readonly #timer: NodeJS.Timeout;
  readonly #timeoutMs: number;
  readonly #began: (socket: Socket) => void;
  readonly #sockets: Socket[] = [];

  constructor(
    proxy: ResolvedProxy,
    target: buildConnector.Options,
    timeoutMs: number,
    began: (socket: Socket) => void,
  ) {
    this.#proxy = proxy;
    this.#target = target;
    this.#timeoutMs = timeoutMs;
    this.#began = began;
    this.#timer = setTimeout(() => this.#sockets.at(-1)?.destroy(this.#overdue()), timeoutMs);
  }

  /** Opens a socket, or TLS over one. */
  start(options: buildConnector.Options, http2 = false): Promise<Socket> {
    return new Promise((resolve, reject) => {
      // The type says void, but the socket is returned; there is no other access to it before it is connected.
      const socket: unknown = (http2 ? openAnySocket : openSocket)(options, (error, connected) => {
        // undici omits the second argument if there is an error.
        if (connected instanceof Socket) resolve(connected);
        else reject(error ?? new Error('no socket'));
      });
      if (socket instanceof Socket) this.track(socket);
    });
  }

  /** Adds a socket, which the timeout then destroys. */
  track(socket: Socket): void {
    this.#sockets.push(socket);
    this.#began(socket);
  }

  /** Stops the timeout. */
  end(): void {
    clearTimeout(this.#timer);
  }

  abandon(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Converts an error for the caller. */
  explain(error: unknown): Error {
    const known = error instanceof Error ? error : new Error(String(error));
    if (this.stage === 'start' && isShortage(error)) return known;
    if (error instanceof ProxyError || error instanceof GivenUpError || this.stage === 'target') return known;
    const { url } = this.#proxy;
    if (error instanceof TooLongError) return new ProxyError(`The proxy ${url} ${oddAnswer}.`);
    const early = error instanceof ClosedEarlyError || this.stage !== 'start';
    if (early) {
      return new ProxyError(`The proxy ${url} closed the connection without an answer.`);
    }
    const certificate = certificateReason(error, new Date());
    const reason =
      certificate === null ? (reasons[codeOf(error)] ?? unreachable) : `cannot be trusted: ${certificate}`;
    return new ProxyError(`The proxy ${url} ${reason}.`, 'proxy', known);
  }

  #overdue(): Error {
    const { url } = this.#proxy;
    const time = `${this.#timeoutMs / 1000} s`;
    if (this.stage === 'target') return Object.assign(new Error('TLS took too long'), { code: 'ETIMEDOUT' });
    if (this.stage === 'tunnel') {
      const host = this.#target.host ?? this.#target.hostname;
      return new ProxyError(`The proxy ${url} opened no connection to ${host} within ${time}.`, 'unclear');
    }
    return new ProxyError(`The proxy ${url} did not answer within ${time}; it may be down.`);
  }
}

const openSocket = buildConnector({ allowH2: false, timeout: 0 });
const openAnySocket = buildConnector({ allowH2: true, preferH2: true, timeout: 0 });

const oddAnswer = 'does not answer as a proxy does; check its address, port and scheme';
const unreachable = 'cannot be reached; check its address and the network connection';

const reasons: Record<string, string> = {
  ECONNREFUSED: 'refused the connection; check its port and whether it is up',
  ENOTFOUND: 'was not found; check the spelling of its name',
  EAI_AGAIN: 'could not be looked up just now; check the network connection',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not use TLS on this port; try http:// instead of https://',
};

/** Sends CONNECT (RFC 9110, section 9.3.6). When it resolves, the socket leads to the target. */
async function openTunnel(
  socket: Socket,
  proxy: ResolvedProxy,
  target: buildConnector.Options,
): Promise<void> {
  const host = isIP(target.hostname) === 6 ? `[${target.hostname}]` : target.hostname;
  const authority = `${host}:${portOf(target)}`;
  const authorization = proxyAuthorization(proxy);
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (authorization !== null) lines.push(`Proxy-Authorization: ${authorization}`);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const head = await readHead(socket, maxHeadBytes);
  const [, status] = /^HTTP\/1\.[01] ([2-5]\d\d)\b/.exec(head) ?? [];
  if (status === undefined) throw new ProxyError(`The proxy ${proxy.url} ${oddAnswer}.`);
  if (!status.startsWith('2')) throw refusedWithStatus(proxy, authority, Number(status));
}

function portOf({ port, protocol }: buildConnector.Options): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
