import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Who may come in. Every other program of this machine, and every page that a browser shows, can reach a port of loopback;
 * so a window proves that it was opened by the person: with a token that the terminal shows and that works once, and then
 * with a cookie that only a browser holds and that scripts cannot read.
 */
export interface Access {
  /** A new address to open a window with; it works once. */
  newTicket(): string;
  /** Takes a token. @returns the header that sets the cookie; null: the token is not known, or was used. */
  redeem(token: string): string | null;
  /** Whether the request carries the cookie. */
  isKnown(request: Pick<IncomingMessage, 'headers'>): boolean;
  /** Whether the request is for this server by its own name: a name that was made to point here is refused. */
  isForUs(request: Pick<IncomingMessage, 'headers'>): boolean;
  /** Whether it was made by a page of this server; a request without an origin was not made by a page of another one. */
  isFromUs(request: Pick<IncomingMessage, 'headers'>): boolean;
}

/** Tokens that wait to be used: who asks for a new one again and again shall not fill the memory. */
const mostTickets = 20;

/** @param origin for example "http://127.0.0.1:8080" */
export function createAccess(origin: string): Access {
  const host = new URL(origin).host;
  // Cookies do not know ports: two servers of one machine must not overwrite each other's.
  const name = `spider-studio-${new URL(origin).port}`;
  const secret = randomBytes(32).toString('base64url');
  const tickets: string[] = [];

  return {
    newTicket() {
      const token = randomBytes(32).toString('base64url');
      tickets.push(token);
      tickets.splice(0, Math.max(0, tickets.length - mostTickets));
      return `${origin}/enter?token=${token}`;
    },
    redeem(token) {
      const index = tickets.findIndex((ticket) => isSame(ticket, token));
      if (index === -1) return null;
      tickets.splice(index, 1);
      return `${name}=${secret}; Path=/; HttpOnly; SameSite=Strict`;
    },
    isKnown: ({ headers }) => {
      const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
      return cookies.some(
        (cookie) => cookie.startsWith(`${name}=`) && isSame(cookie.slice(name.length + 1), secret),
      );
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
