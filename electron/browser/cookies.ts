import type { BrowserContext } from 'playwright';
import type { SessionCookie, SessionCookies } from '../fetch/session.ts';

type BrowserCookie = Awaited<ReturnType<BrowserContext['cookies']>>[number];

/** Synchronizes the cookies of a browser context and of a session; the latest change wins. */
export class CookieBridge {
  readonly #context: BrowserContext;
  readonly #session: SessionCookies;
  /** Cookies as of the last comparison: value by identity. */
  readonly #same = new Map<string, string>();

  constructor(context: BrowserContext, session: SessionCookies) {
    this.#context = context;
    this.#session = session;
  }

  /** Copies new cookies of the session to the browser. */
  async give(): Promise<void> {
    const news = this.#session.list().filter((cookie) => this.#same.get(keyOf(cookie)) !== cookie.value);
    if (news.length === 0) return;
    try {
      await this.#context.addCookies(news.map(forBrowser));
    } catch {
      // If the browser refuses one cookie of a batch, it refuses all.
      for (const cookie of news) await this.#context.addCookies([forBrowser(cookie)]).catch(() => undefined);
    }
    for (const cookie of news) this.#same.set(keyOf(cookie), cookie.value);
  }

  /** Copies cookies that pages have set to the session, and removes those they have deleted. */
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

/** Converts a cookie to Chromium's form, in which a leading dot includes subdomains. */
export function forBrowser(cookie: SessionCookie): BrowserCookie {
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
    // "None" without Secure is refused (RFC 6265bis, 5.7); the default is "Lax".
    sameSite: sameSite === null || (sameSite === 'none' && !secure) ? 'Lax' : sites[sameSite],
  };
}

/** Converts a cookie from that form. */
export function fromBrowser(cookie: BrowserCookie): SessionCookie {
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
