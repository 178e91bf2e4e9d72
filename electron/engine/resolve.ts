/**
 * Result of resolving an `href` to an absolute URL in the form in which it is sent. The rules are those of browsers (the WHATWG
 * URL standard). In addition, the characters that Scrapy's link extractor encodes are encoded, and an empty query or fragment is
 * removed, so that patterns written for Scrapy see the same text.
 */

export type Resolved = { ok: true; url: string } | { ok: false; problem: 'scheme' | 'invalid' | 'too-long' };

/** Maximum length of a link as written. A `data:` URI may have megabytes. */
const maxHref = 65_536;

const htmlSpace = /^[\t\n\f\r ]+|[\t\n\f\r ]+$/g;
const otherScheme = /^(?!https?:)[a-z][a-z0-9+.-]*:/i;
/** Matches text that parsing a URL does not change: path, then query, then fragment. Dot segments are excluded. */
const plainTail =
  /^[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*(?:\?[A-Za-z0-9\-._~!$&()*+,;=:@%/?]+)?(?:#[A-Za-z0-9\-._~!$&'()*+,;=:@%/?]+)?$/;
const plainAbsolute = /^https?:\/\/(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*\//;
const dotSegment = /(?:^|\/)(?:\.|%2e)/i;
/** Characters after the host that browsers keep and `safe_url_string` of w3lib encodes. */
const encodedByScrapy = /[[\]{}|\\^`]/g;

const isPlain = (tail: string): boolean => plainTail.test(tail) && !dotSegment.test(tail);

/** Resolves the links of one page. */
export interface Resolver {
  /** @param href as written in the page */
  resolve(href: string): Resolved;
}

/** Creates a resolver. @param base absolute base URL of the page */
export function createResolver(base: string): Resolver {
  const document = URL.parse(base);
  if (document === null || !isHttp(document.protocol)) return { resolve: (href) => resolveUrl(href, null) };
  const full = tidy(document.href);
  const origin = document.origin;
  const withoutFragment = full.split('#', 1)[0] ?? full;
  const withoutQuery = withoutFragment.split('?', 1)[0] ?? withoutFragment;
  const folder = withoutQuery.slice(0, withoutQuery.lastIndexOf('/') + 1);
  // If the URL contains a user name, relative links keep it; the origin lacks it, so the slow path is used.
  const simple = document.username === '' && document.password === '';

  return {
    resolve(raw) {
      if (raw.length > maxHref)
        return { ok: false, problem: otherScheme.test(raw.slice(0, 64)) ? 'scheme' : 'too-long' };
      const href = raw.replace(htmlSpace, '');
      if (href === '') return { ok: true, url: withoutFragment };
      if (simple) {
        const first = href[0];
        if (first === '/') {
          if (href[1] !== '/' && isPlain(href)) return { ok: true, url: origin + href };
        } else if (first === '#') {
          if (href.length > 1 && plainTail.test(href)) return { ok: true, url: withoutFragment + href };
        } else if (first === '?') {
          if (href.length > 1 && plainTail.test(href)) return { ok: true, url: withoutQuery + href };
        } else if (!href.includes(':') && isPlain(href)) {
          return { ok: true, url: folder + href };
        }
      }
      return resolveUrl(href, base);
    },
  };
}

/**
 * Resolves a link.
 * @param href absolute, or relative to `base`; surrounding white space is ignored
 * @param base an absolute URL, or null if `href` must be absolute
 */
export function resolveUrl(href: string, base: string | null): Resolved {
  const absolute = plainAbsolute.exec(href);
  if (absolute !== null && !href.includes('xn--') && isPlain(href.slice(absolute[0].length - 1))) {
    return { ok: true, url: href };
  }
  if (otherScheme.test(href.slice(0, 64).trimStart())) return { ok: false, problem: 'scheme' };
  const url = base === null ? URL.parse(href) : URL.parse(href, base);
  if (url === null) return { ok: false, problem: 'invalid' };
  if (!isHttp(url.protocol)) return { ok: false, problem: 'scheme' };
  return { ok: true, url: tidy(url.href) };
}

const isHttp = (protocol: string): boolean => protocol === 'http:' || protocol === 'https:';

function tidy(href: string): string {
  // The host of an IPv6 URL contains brackets, so only the part after the authority is encoded.
  const pathAt = href.indexOf('/', href.indexOf('://') + 3);
  let tail = href.slice(pathAt);
  tail = tail.replace(encodedByScrapy, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  if (tail.indexOf('#') === tail.length - 1) tail = tail.slice(0, -1);
  const hash = tail.indexOf('#');
  const end = hash === -1 ? tail.length : hash;
  if (tail.indexOf('?') === end - 1) tail = tail.slice(0, end - 1) + tail.slice(end);
  return href.slice(0, pathAt) + tail;
}

/**
 * Returns scheme, host and port of an absolute http(s) URL, for example `http://127.0.0.1:8080`. The default port of the scheme
 * is omitted. Empty for an invalid URL.
 */
export function originOf(url: string): string {
  return /^https?:\/\/[a-z0-9.-]*[a-z](?=\/)/.exec(url)?.[0] ?? URL.parse(url)?.origin ?? '';
}
