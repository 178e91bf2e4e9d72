import { createSocket, type SocketType } from 'node:dgram';
import { lookup as systemLookup } from 'node:dns';
import { isIP, Socket, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';

/** What an attempt to open a connection came to. `nameless`: the name of the host could not be looked up. */
export type Reach = 'reached' | 'nameless' | 'unreachable';

/** What this machine can say of its own network. Nothing here asks anybody but the hosts that it is given. */
export interface Network {
  /**
   * Whether there is a way from this machine to a host at all, as far as its own tables tell: nothing is sent there. A name
   * without an address, and null, stand for a host anywhere on the internet.
   */
  hasRoute(host: string | null): Promise<boolean>;
  /** Opens a connection to the host of a URL and closes it again; a refused one was answered too. */
  reach(url: URL): Promise<Reach>;
  /** Addresses that others may reach this machine by. */
  addresses(): readonly string[];
}

/** Addresses that are in no network (RFC 5737, RFC 3849): the way to them is the way to the internet. */
const anywhere = ['192.0.2.1', '2001:db8::1'];
/** What systems say of an address to which there is no way; of IPv6 also where a machine does not have it. */
const noRoute = new Set([
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'EINVAL',
]);
const ports: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'socks5:': 1080 };
/** Any port will do where nothing is sent. */
const discard = 9;
/** Longest that a name is looked up here, and that a connection is waited for, in milliseconds. */
const lookupMs = 5000;
const connectMs = 8000;

/** @param lookup resolves the names of the hosts that are connected to; the system's when not given */
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

/** Such an address is given without any network. */
const isLinkLocal = (address: string): boolean => /^(?:169\.254\.|fe[89ab])/i.test(address);

const unbracketed = (host: string): string => (host.startsWith('[') ? host.slice(1, -1) : host);

/** Empty where the name is not known, or not in time. */
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

/** A datagram socket is connected without a word being sent: the system only looks for a way. */
function isRouted(address: string): Promise<boolean> {
  const type: SocketType = isIP(address) === 6 ? 'udp6' : 'udp4';
  return new Promise((resolve) => {
    const socket = createSocket(type);
    const end = (error?: NodeJS.ErrnoException): void => {
      socket.close();
      // What is wrong in another way says nothing about the network.
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
    // A program that wants to end does not wait for it.
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
