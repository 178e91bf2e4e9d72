import { randomBytes } from 'node:crypto';
import type { Agent as HttpAgent } from 'node:http';
import type { Socket } from 'node:net';
import { Agent } from '../fetch/node-http.ts';
import type { FetchProblem, ResolvedProxy } from '../fetch/types.ts';
import type { OpenGateConnection } from './gate-connection.ts';

/** Hosts whose last problem is remembered. */
const mostProblems = 200;
/** Connections to one host for plain http; browsers open six (what Chromium does). */
const connectionsPerHost = 6;

const ignore = (): void => undefined;

/**
 * The right to pass the gate, by one way to the sites. A browser context has one of its own; what has none, such as the
 * browser's own traffic, does not pass.
 */
export class GateSession {
  /** User name and password that the context presents. */
  readonly username = randomBytes(16).toString('hex');
  readonly password = randomBytes(16).toString('hex');
  readonly proxy: ResolvedProxy | null;
  readonly #open: OpenGateConnection;
  /** Kept connections for plain http, by the id of the proxy that they go by; empty: straight. */
  readonly #agents = new Map<string, HttpAgent>();
  /** Requests to addresses that are not public. */
  refused = 0;
  readonly #problems = new Map<string, FetchProblem>();

  constructor(proxy: ResolvedProxy | null, open: OpenGateConnection) {
    this.proxy = proxy;
    this.#open = open;
  }

  /** Keeps connections for plain http that go by a proxy, or straight. */
  agentBy(proxy: ResolvedProxy | null): HttpAgent {
    const id = proxy?.id ?? '';
    const agent = this.#agents.get(id) ?? this.#newAgent(proxy);
    this.#agents.set(id, agent);
    return agent;
  }

  #newAgent(proxy: ResolvedProxy | null): HttpAgent {
    const open = this.#open;
    const agent = new Agent({ keepAlive: true, maxSockets: connectionsPerHost });
    agent.createConnection = ({ host, port }, callback) => {
      void connect();
      return null;

      async function connect(): Promise<void> {
        let socket: Socket;
        try {
          socket = await open(proxy, { hostname: host ?? '', port: Number(port ?? 80) }, 'http');
        } catch (error) {
          // The type wants a stream even beside an error; Node does not look at it then.
          Reflect.apply(callback ?? ignore, null, [error]);
          return;
        }
        callback?.(null, socket);
      }
    };
    return agent;
  }

  /** Closes the connections that are kept. */
  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
  }

  /** The value of Proxy-Authorization that belongs to it. */
  get authorization(): string {
    return `Basic ${Buffer.from(`${this.username}:${this.password}`).toString('base64')}`;
  }

  /** @param host as in `URL.host` */
  note(host: string, problem: FetchProblem): void {
    if (problem.code === 'blocked-address') this.refused += 1;
    this.#problems.delete(host);
    this.#problems.set(host, problem);
    if (this.#problems.size <= mostProblems) return;
    for (const oldest of this.#problems.keys()) return void this.#problems.delete(oldest);
  }

  /** Why the last connection to a host did not come about; null when nothing is known against it. */
  problemOf(host: string): FetchProblem | null {
    return this.#problems.get(host) ?? null;
  }

  /** A connection came about: what was known against the host is out of date. */
  clear(host: string): void {
    this.#problems.delete(host);
  }
}
