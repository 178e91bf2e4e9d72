import { Cookie, CookieJar, MemoryCookieStore } from 'tough-cookie';

/** Longer Set-Cookie headers are ignored, as in browsers (RFC 6265bis, section 5.6). Characters. */
const maxCookieLength = 4096;

/**
 * Maximum number of cookies per domain and in total; the oldest are removed first. RFC 6265, section 6.1, requires at least 50
 * and 3000; browsers keep up to 180 per domain.
 */
const maxCookies = { ofDomain: 180, inAll: 3000 };

/** A cookie as plain data. */
export interface SessionCookie {
  name: string;
  value: string;
  /** Without a leading dot. */
  domain: string;
  /** Whether the cookie is for this host only, without its subdomains. */
  hostOnly: boolean;
  path: string;
  /** Milliseconds since 1970; null for a session cookie. */
  expires: number | null;
  httpOnly: boolean;
  secure: boolean;
  sameSite: 'strict' | 'lax' | 'none' | null;
}

/** Cookies of one session, in memory only. */
export class SessionCookies {
  readonly #store = new MemoryCookieStore();
  readonly #jar = new CookieJar(this.#store, { looseMode: true });
  /** Cookies by domain, then by identity; the last that was set is at the end. */
  readonly #kept = new Map<string, Map<string, Cookie>>();
  #count = 0;
  #any = false;

  /** Returns the value of the Cookie header for a URL; empty if no cookie matches. */
  header(url: URL): string {
    return this.#any ? this.#jar.getCookieStringSync(url.href) : '';
  }

  /** Stores the Set-Cookie headers of a response. Malformed cookies, and cookies that the URL may not set, are dropped. */
  store(url: URL, setCookie: string | string[] | undefined): void {
    if (setCookie === undefined) return;
    for (const cookie of [setCookie].flat()) {
      if (cookie.length > maxCookieLength) continue;
      const stored = this.#jar.setCookieSync(cookie, url.href, { ignoreError: true });
      if (stored === undefined) continue;
      this.#any = true;
      this.#keep(stored);
    }
  }

  /** Returns all cookies that have not expired. */
  list(): SessionCookie[] {
    const now = Date.now();
    return [...this.#kept.values()]
      .flatMap((ofDomain) => [...ofDomain.values()])
      .filter((cookie) => cookie.expiryTime() === undefined || (cookie.expiryTime() ?? 0) > now)
      .map(plainCookie);
  }

  /**
   * Stores a cookie, replacing one with the same name, domain and path. A cookie that is not allowed for its domain is dropped.
   */
  put(cookie: SessionCookie): void {
    const { name, value, domain, hostOnly, path, expires, httpOnly, secure, sameSite } = cookie;
    const made = new Cookie({
      key: name,
      value,
      path,
      httpOnly,
      secure,
      expires: expires === null ? 'Infinity' : new Date(expires),
      ...(hostOnly ? {} : { domain }),
      ...(sameSite === null ? {} : { sameSite }),
    });
    const url = `${secure ? 'https' : 'http'}://${domain}${path}`;
    const stored = this.#jar.setCookieSync(made, url, { ignoreError: true });
    if (stored === undefined) return;
    this.#any = true;
    this.#keep(stored);
  }

  /** Removes a cookie. @param cookie its `domain` has no leading dot */
  drop({ name, domain, path }: Pick<SessionCookie, 'name' | 'domain' | 'path'>): void {
    const ofDomain = this.#kept.get(domain);
    if (ofDomain?.delete(JSON.stringify([path, name])) !== true) return;
    this.#count -= 1;
    if (ofDomain.size === 0) this.#kept.delete(domain);
    void this.#store.removeCookie(domain, path, name);
  }

  #keep(cookie: Cookie): void {
    const domain = cookie.domain ?? '';
    const ofDomain = this.#kept.get(domain) ?? new Map<string, Cookie>();
    this.#kept.delete(domain);
    this.#kept.set(domain, ofDomain);
    const key = JSON.stringify([cookie.path, cookie.key]);
    if (!ofDomain.delete(key)) this.#count += 1;
    ofDomain.set(key, cookie);
    if (ofDomain.size > maxCookies.ofDomain) this.#forgetOldest(domain, ofDomain);
    if (this.#count <= maxCookies.inAll) return;
    for (const [oldest, cookies] of this.#kept) return this.#forgetOldest(oldest, cookies);
  }

  #forgetOldest(domain: string, cookies: Map<string, Cookie>): void {
    for (const [key, cookie] of cookies) {
      cookies.delete(key);
      this.#count -= 1;
      if (cookies.size === 0) this.#kept.delete(domain);
      void this.#store.removeCookie(domain, cookie.path ?? '/', cookie.key);
      return;
    }
  }
}

function plainCookie(cookie: Cookie): SessionCookie {
  const { key, value, domain, hostOnly, path, httpOnly, secure, sameSite } = cookie;
  const expires = cookie.expiryTime() ?? Infinity;
  const site = sameSite?.toLowerCase();
  return {
    name: key,
    value,
    domain: domain ?? '',
    hostOnly: hostOnly ?? true,
    path: path ?? '/',
    expires: Number.isFinite(expires) ? expires : null,
    httpOnly,
    secure,
    sameSite: site === 'strict' || site === 'lax' || site === 'none' ? site : null,
  };
}

/** Default headers of every request, besides cookies. */
const defaultHeaders: Record<string, string> = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
};

/** Headers with secrets, which are never sent to another origin. */
const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** Headers of a session by lower-case name: the defaults of the client, overridden by the configured ones. */
export function sessionHeaders(userAgent: string, headers: Record<string, string>): Record<string, string> {
  return { ...defaultHeaders, 'user-agent': userAgent, ...lowerCased(headers) };
}

/** Returns headers with lower-case names. */
export function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/**
 * Returns headers as undici takes them: names and values, alternating.
 * @param withSecrets false: leaves out headers that only the first origin may receive
 */
export function headerList(headers: Record<string, string>, withSecrets: boolean): string[] {
  const list: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (withSecrets || !secretHeaders.has(name)) list.push(name, value);
  }
  return list;
}
