import { randomBytes } from 'node:crypto';
import type { Agent as HttpAgent } from 'node:http';
import type { Socket } from 'node:net';
import { Agent } from '../fetch/node-http.ts';
import type { FetchProblem, ResolvedProxy } from '../fetch/types.ts';
import type { OpenEgressConnection } from './egress-connection.ts';

/** Hosts whose last problem is remembered. */
const maxProblems = 200;
/** Connections per host for plain HTTP; six, as in Chromium. */
const connectionsPerHost = 6;

const ignore = (): void => undefined;

/**
 * The session of one browser context at the egress proxy: its credentials, its route and its kept connections. Traffic without
 * a session, such as the browser's own, is refused.
 */
export class EgressSession {
  /** Credentials that the context presents in Proxy-Authorization. */
  readonly username = randomBytes(16).toString('hex');
  readonly password = randomBytes(16).toString('hex');
  readonly proxy: ResolvedProxy | null;
  readonly #open: OpenEgressConnection;
  /** Kept connections for plain http, by proxy id; "" for direct ones. */
  readonly #agents = new Map<string, HttpAgent>();
  /** Number of refused requests to addresses that are not public. */
  refused = 0;
  readonly #problems = new Map<string, FetchProblem>();

  constructor(proxy: ResolvedProxy | null, open: OpenEgressConnection) {
    this.proxy = proxy;
    this.#open = open;
  }

  /** Returns the agent that keeps connections for plain http through `proxy`, or direct ones if null. */
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
          // The type requires a stream even with an error; Node ignores it then.
          Reflect.apply(callback ?? ignore, null, [error]);
          return;
        }
        callback?.(null, socket);
      }
    };
    return agent;
  }

  /** Closes the kept connections. */
  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
  }

  /** The value of Proxy-Authorization for this session. */
  get authorization(): string {
    return `Basic ${Buffer.from(`${this.username}:${this.password}`).toString('base64')}`;
  }

  /** Records why a connection failed. @param host as in `URL.host` */
  note(host: string, problem: FetchProblem): void {
    if (problem.code === 'blocked-address') this.refused += 1;
    this.#problems.delete(host);
    this.#problems.set(host, problem);
    if (this.#problems.size <= maxProblems) return;
    for (const oldest of this.#problems.keys()) return void this.#problems.delete(oldest);
  }

  /** Returns why the last connection to a host failed; null if it did not, or if it is not known. */
  problemOf(host: string): FetchProblem | null {
    return this.#problems.get(host) ?? null;
  }

  /** Forgets the problem of a host, after a connection succeeded. */
  clear(host: string): void {
    this.#problems.delete(host);
  }
}
