import { CookieJar } from 'tough-cookie';

/** Longer Set-Cookie headers are ignored, as browsers do (RFC 6265bis, section 5.6). Characters. */
const maxCookieLength = 4096;

/** Cookies of one session, in memory only. */
export class SessionCookies {
  readonly #jar = new CookieJar(undefined, { looseMode: true });
  #any = false;

  /** Value of the Cookie header for a URL; empty when no cookie belongs there. */
  header(url: URL): string {
    return this.#any ? this.#jar.getCookieStringSync(url.href) : '';
  }

  /** Remembers the Set-Cookie headers of an answer from a URL; those that are malformed or not the URL's to set are dropped. */
  store(url: URL, setCookie: string | string[] | undefined): void {
    if (setCookie === undefined) return;
    for (const cookie of [setCookie].flat()) {
      if (cookie.length > maxCookieLength) continue;
      const stored = this.#jar.setCookieSync(cookie, url.href, { ignoreError: true });
      if (stored !== undefined) this.#any = true;
    }
  }
}

/** Headers of the session besides cookies: what every request of it says. */
const defaultHeaders: Record<string, string> = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
};

/** Headers that carry secrets, which are never taken along to another origin. */
const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** Headers of a session by lower-case name: what the client says by itself, overruled by what it was told to say. */
export function sessionHeaders(userAgent: string, headers: Record<string, string>): Record<string, string> {
  return { ...defaultHeaders, 'user-agent': userAgent, ...lowerCased(headers) };
}

export function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/**
 * Names and values in turn, as undici takes them.
 * @param withSecrets false: leave out what only the first origin may see
 */
export function headerList(headers: Record<string, string>, withSecrets: boolean): string[] {
  const list: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (withSecrets || !secretHeaders.has(name)) list.push(name, value);
  }
  return list;
}
