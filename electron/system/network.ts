import { createSocket, type SocketType } from 'node:dgram';
import { lookup as systemLookup } from 'node:dns';
import { isIP, Socket, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Result of a connection attempt. `nameless`: the host name could not be resolved. */
export type Reach = 'reached' | 'nameless' | 'unreachable';

/** What this machine knows about its network. Only the given hosts are contacted. */
export interface Network {
  /**
   * Whether this machine has a route to a host, according to its routing tables; nothing is sent. A name that does not resolve,
   * and null, stand for any host on the internet.
   */
  hasRoute(host: string | null): Promise<boolean>;
  /** Opens a connection to the host of a URL and closes it. A refused connection counts as reached. */
  reach(url: URL): Promise<Reach>;
  /** Addresses by which other machines may reach this one. */
  addresses(): readonly string[];
}

/** Addresses reserved for documentation (RFC 5737, RFC 3849), which are routed like the internet. */
const anywhere = ['192.0.2.1', '2001:db8::1'];
/** Error codes for an address without a route; for IPv6 also those of a machine without IPv6. */
const noRoute = new Set([
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'EINVAL',
]);
const ports: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'socks5:': 1080 };
/** Any port does, as nothing is sent. */
const discard = 9;
/** Limits for a name lookup and for a connection, in milliseconds. */
const lookupMs = 5000;
const connectMs = 8000;

/** Returns the network of this machine. @param lookup resolves host names; the system's resolver if null */
export function systemNetwork(lookup: LookupFunction | null = null): Network {
  return {
    async hasRoute(host) {
      const known = host === null ? [] : await addressesOf(unbracketed(host));
      const ways = await Promise.all((known.length === 0 ? anywhere : known).map(isRouted));
      return ways.includes(true);
    },
    reach: (url) => connect(url, lookup),
    addresses: () =>
      Object.values(networkInterfaces())
        .flatMap((all) => all ?? [])
        .filter(({ internal, address }) => !internal && !isLinkLocal(address))
        .map(({ address }) => address),
  };
}

/** Link-local addresses are assigned without any network. */
const isLinkLocal = (address: string): boolean => /^(?:169\.254\.|fe[89ab])/i.test(address);

const unbracketed = (host: string): string => (host.startsWith('[') ? host.slice(1, -1) : host);

/** Resolves a host; empty if the name is unknown or the lookup takes too long. */
function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return Promise.resolve([host]);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), lookupMs).unref();
    systemLookup(host, { all: true }, (error, found) => {
      clearTimeout(timer);
      resolve(error === null ? found.map(({ address }) => address) : []);
    });
  });
}

/** Connecting a datagram socket sends nothing: the system only looks up a route. */
function isRouted(address: string): Promise<boolean> {
  const type: SocketType = isIP(address) === 6 ? 'udp6' : 'udp4';
  return new Promise((resolve) => {
    const socket = createSocket(type);
    const end = (error?: NodeJS.ErrnoException): void => {
      socket.close();
      // Other errors say nothing about the network.
      resolve(error === undefined || !noRoute.has(error.code ?? ''));
    };
    socket.once('error', end);
    socket.once('connect', () => end());
    socket.connect(discard, address);
  });
}

function connect({ protocol, hostname, port }: URL, lookup: LookupFunction | null): Promise<Reach> {
  return new Promise((resolve) => {
    const socket = new Socket();
    let isNamed = isIP(unbracketed(hostname)) !== 0;
    const end = (reach: Reach): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(reach);
    };
    const timer = setTimeout(() => end(isNamed ? 'unreachable' : 'nameless'), connectMs).unref();
    // Does not keep the process running.
    socket.unref();
    socket.on('lookup', (error: Error | null) => {
      isNamed ||= error === null;
    });
    socket.once('connect', () => end('reached'));
    socket.on('error', (error: NodeJS.ErrnoException) => end(reachOf(error, isNamed)));
    socket.connect({
      host: unbracketed(hostname),
      port: port === '' ? (ports[protocol] ?? 80) : Number(port),
      ...(lookup === null ? {} : { lookup }),
    });
  });
}

function reachOf(error: NodeJS.ErrnoException, isNamed: boolean): Reach {
  if (error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET') return 'reached';
  return isNamed ? 'unreachable' : 'nameless';
}
