import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { windowProtocol } from '../../shared/contract/entering.ts';

/**
 * Who may come in. Every other program of this machine, and every page that a browser shows, can reach a port of loopback;
 * so a window proves that it was opened by the person: with a token that works once, and from then on with a secret that
 * the page keeps in the storage of its origin. It is no cookie: a browser sends those to every port of the machine.
 */
export interface Access {
  /** A new address to open a window with; it works once. */
  newTicket(): string;
  /** Takes a token. @returns the secret for the window; null: the token is not known, or was used. */
  redeem(token: string): string | null;
  /** Whether the request to open a socket carries the secret, among the protocols that it offers. */
  isKnown(request: Pick<IncomingMessage, 'headers'>): boolean;
  /** Whether the request is for this server by its own name: a name that was made to point here is refused. */
  isForUs(request: Pick<IncomingMessage, 'headers'>): boolean;
  /** Whether it was made by a page of this server; a request without an origin was not made by a page of another one. */
  isFromUs(request: Pick<IncomingMessage, 'headers'>): boolean;
}

/** Tokens that wait to be used: who asks for a new one again and again shall not fill the memory. */
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

/** Compares without telling by its duration how much was right. */
function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
