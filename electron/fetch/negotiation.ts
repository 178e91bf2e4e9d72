import { TLSSocket } from 'node:tls';
import type { Connector } from './connector.ts';
import type { Exchange } from './exchange.ts';
import { Http2Connection, type Http2Options } from './http2.ts';
import type { Pools } from './pools.ts';

/** What is known of one https origin. */
interface Known {
  /** `unknown` until a connection was made; afterwards HTTP/1.1, or HTTP/2 over one connection. */
  speaks: 'unknown' | 'http/1.1' | 'h2';
  /** Whether HTTP/1.1 was tried and failed. */
  onlyHttp2: boolean;
  connection: Http2Connection | null;
  /** Requests that wait for a connection in progress; null if there is none. */
  waiting: Exchange[] | null;
}

/**
 * Sends requests to https origins by the protocol that each chooses (ALPN, RFC 7301): HTTP/2 over one connection here, HTTP/1.1
 * through undici. Only the first connection to an origin negotiates. If the result is HTTP/1.1, that connection is used for the
 * first request, and later requests go to undici directly.
 */
export class Negotiation {
  readonly #connector: Connector;
  readonly #pools: Pools;
  readonly #options: Http2Options;
  readonly #origins = new Map<string, Known>();
  /** Open connections, including those that accept no further requests. */
  readonly #open = new Set<Http2Connection>();
  #closed = false;

  constructor(connector: Connector, pools: Pools, options: Http2Options) {
    this.#connector = connector;
    this.#pools = pools;
    this.#options = options;
  }

  /** Returns how many requests an origin can process at a time. */
  roomAt(origin: string): number {
    return this.#origins.get(origin)?.connection?.room ?? this.#options.maxStreams;
  }

  carry(exchange: Exchange): void {
    const { url } = exchange;
    const known = this.#origins.get(url.origin) ?? this.#remember(url.origin);
    if (known.speaks === 'http/1.1') exchange.send(this.#pools);
    else if (known.connection?.takesMore === true) known.connection.carry(exchange);
    else if (known.waiting === null) this.#connect(url, known, exchange);
    else known.waiting.push(exchange);
  }

  /** Sends a request over a connection of its own, to an origin that speaks HTTP/2. */
  carryAlone(exchange: Exchange): void {
    const { url } = exchange;
    const alone: Known = { speaks: 'unknown', onlyHttp2: true, connection: null, waiting: null };
    this.#connect(url, alone, exchange, () => alone.connection?.retire());
  }

  /** Whether HTTP/1.1 may be tried with an origin where HTTP/2 failed. */
  mayFallBack(origin: string): boolean {
    return this.#origins.get(origin)?.onlyHttp2 !== true;
  }

  /** Records whether HTTP/1.1 worked. The protocol that worked is used as long as this object exists. */
  fellBack(origin: string, hasWorked: boolean): void {
    const known = this.#origins.get(origin) ?? this.#remember(origin);
    if (!hasWorked) {
      known.onlyHttp2 = true;
      return;
    }
    known.speaks = 'http/1.1';
    known.connection?.retire();
    known.connection = null;
  }

  /** Closes the connection to an origin if it has no requests. */
  closeIdle(origin: string): void {
    this.#origins.get(origin)?.connection?.retire();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#open].map((connection) => connection.destroy()));
  }

  #remember(origin: string): Known {
    const known: Known = { speaks: 'unknown', onlyHttp2: false, connection: null, waiting: null };
    this.#origins.set(origin, known);
    return known;
  }

  #connect(url: URL, known: Known, first: Exchange, then: () => void = () => undefined): void {
    const { origin, host, hostname, protocol, port } = url;
    known.waiting = [first];
    // Like undici, without the brackets of IPv6.
    const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
    this.#connector.negotiate({ host, hostname: bare, protocol, port }, (error, socket) => {
      const waiting = known.waiting ?? [];
      known.waiting = null;
      // undici omits the second argument if there is an error.
      if (error !== null || socket === undefined || socket === null) {
        for (const exchange of waiting) exchange.onResponseError(null, error ?? new Error('no socket'));
      } else if (this.#closed) {
        socket.destroy();
      } else if (socket instanceof TLSSocket && socket.alpnProtocol === 'h2') {
        known.speaks = 'h2';
        const onClose = (): boolean => this.#open.delete(connection);
        const connection = new Http2Connection(socket, origin, { ...this.#options, onClose });
        this.#open.add(connection);
        known.connection = connection;
        for (const exchange of waiting) connection.carry(exchange);
        then();
      } else {
        known.speaks = 'http/1.1';
        this.#connector.park(origin, socket);
        for (const exchange of waiting) if (!exchange.hasEnded) exchange.send(this.#pools);
        this.#connector.unpark(origin);
      }
    });
  }
}
