import type { BrowserContext } from 'playwright';
import type { SessionCookie, SessionCookies } from '../fetch/session.ts';

type BrowserCookie = Awaited<ReturnType<BrowserContext['cookies']>>[number];

/** Keeps the cookies of a browser context and of a session the same; what was set last holds. */
export class CookieBridge {
  readonly #context: BrowserContext;
  readonly #session: SessionCookies;
  /** What both sides had when they were last compared: the value by what tells a cookie from others. */
  readonly #same = new Map<string, string>();

  constructor(context: BrowserContext, session: SessionCookies) {
    this.#context = context;
    this.#session = session;
  }

  /** Gives the browser what is new in the session. */
  async give(): Promise<void> {
    const news = this.#session.list().filter((cookie) => this.#same.get(keyOf(cookie)) !== cookie.value);
    if (news.length === 0) return;
    try {
      await this.#context.addCookies(news.map(forBrowser));
    } catch {
      // One that the browser refuses would cost all the others.
      for (const cookie of news) await this.#context.addCookies([forBrowser(cookie)]).catch(() => undefined);
    }
    for (const cookie of news) this.#same.set(keyOf(cookie), cookie.value);
  }

  /** Takes back what pages have set, and forgets what they have deleted. */
  async take(): Promise<void> {
    const present = (await this.#context.cookies()).map(fromBrowser);
    const keys = new Set<string>();
    for (const cookie of present) {
      const key = keyOf(cookie);
      keys.add(key);
      if (this.#same.get(key) === cookie.value) continue;
      this.#same.set(key, cookie.value);
      this.#session.put(cookie);
    }
    for (const cookie of this.#session.list()) {
      const key = keyOf(cookie);
      if (!this.#same.has(key) || keys.has(key)) continue;
      this.#same.delete(key);
      this.#session.drop(cookie);
    }
  }
}

function keyOf({ name, domain, path, hostOnly }: SessionCookie): string {
  return JSON.stringify([domain, hostOnly, path, name]);
}

/** Chromium's way to tell a cookie for one host from one for all below it: a dot before the domain. */
function forBrowser(cookie: SessionCookie): BrowserCookie {
  const { name, value, domain, hostOnly, path, expires, httpOnly, secure, sameSite } = cookie;
  const sites = { strict: 'Strict', lax: 'Lax', none: 'None' } as const;
  return {
    name,
    value,
    domain: hostOnly ? domain : `.${domain}`,
    path,
    expires: expires === null ? -1 : expires / 1000,
    httpOnly,
    secure,
    // "None" without Secure is refused (RFC 6265bis, 5.7); nothing said means "Lax".
    sameSite: sameSite === null || (sameSite === 'none' && !secure) ? 'Lax' : sites[sameSite],
  };
}

function fromBrowser(cookie: BrowserCookie): SessionCookie {
  const { name, value, domain, path, expires, httpOnly, secure, sameSite } = cookie;
  const sites = { Strict: 'strict', Lax: 'lax', None: 'none' } as const;
  return {
    name,
    value,
    domain: domain.startsWith('.') ? domain.slice(1) : domain,
    hostOnly: !domain.startsWith('.'),
    path,
    expires: expires === -1 ? null : Math.round(expires * 1000),
    httpOnly,
    secure,
    sameSite: sites[sameSite],
  };
}
