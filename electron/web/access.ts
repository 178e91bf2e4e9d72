import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { windowProtocol } from '../../shared/window/entering.ts';

/**
 * Authenticates windows. Every program of this machine, and every page in a browser, can reach a port on loopback; so a
 * window proves that the user opened it: first with a token that works once, then with a secret in the storage of its
 * origin. A cookie would not do, because browsers send cookies to every port of the machine.
 */
export interface Access {
  /** A new address that opens a window; it works once. */
  newTicket(): string;
  /** Exchanges a token for the secret. @returns null if the token is unknown or used */
  redeem(token: string): string | null;
  /** Whether a request for a WebSocket offers the secret among its protocols. */
  isKnown(request: Pick<IncomingMessage, 'headers'>): boolean;
  /** Whether the Host header is that of this server, which refuses DNS rebinding. */
  isForUs(request: Pick<IncomingMessage, 'headers'>): boolean;
  /** Whether a page of this server made the request. A request without Origin does not come from a page of another site. */
  isFromUs(request: Pick<IncomingMessage, 'headers'>): boolean;
}

/** The most unused tokens, so that repeated requests for one cannot fill the memory. */
const maxTickets = 20;

/** @param origin for example "http://127.0.0.1:8080" */
export function createAccess(origin: string): Access {
  const host = new URL(origin).host;
  const secret = randomBytes(32).toString('base64url');
  const tickets: string[] = [];

  return {
    newTicket() {
      const token = randomBytes(32).toString('base64url');
      tickets.push(token);
      tickets.splice(0, Math.max(0, tickets.length - maxTickets));
      return `${origin}/enter?token=${token}`;
    },
    redeem(token) {
      const index = tickets.findIndex((ticket) => isSame(ticket, token));
      if (index === -1) return null;
      tickets.splice(index, 1);
      return secret;
    },
    isKnown({ headers }) {
      const [protocol, offered, ...rest] = (headers['sec-websocket-protocol'] ?? '').split(/, */);
      return protocol === windowProtocol && rest.length === 0 && isSame(offered ?? '', secret);
    },
    isForUs: ({ headers }) => headers.host === host,
    isFromUs: ({ headers }) => headers.origin === origin,
  };
}

/** Compares in constant time. */
function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
