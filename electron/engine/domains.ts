import { detach } from '../extract/text.ts';

/**
 * The hosts that a crawl may visit. A domain includes its subdomains: `example.org` allows `www.example.org`, but not
 * `badexample.org`. Case, a trailing dot and the port of the URL are ignored. An internationalized name equals its punycode, and
 * an IP address includes only itself.
 */
export interface DomainMatcher {
  /** @param url an absolute URL; anything else is not allowed */
  allows(url: string): boolean;
}

/** Maximum number of cached hosts, after which the cache is cleared. A crawl has few hosts and checks them millions of times. */
const rememberedHosts = 10_000;

const plainHost = /^https?:\/\/((?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*)(?::\d+)?(?=\/)/;
const ipv4 = /^\d+\.\d+\.\d+\.\d+$/;

/** Compiles domains. @param domains host names as in `allowed_domains`; an invalid entry allows nothing */
export function compileDomains(domains: readonly string[]): DomainMatcher {
  const allowed = new Set<string>();
  for (const domain of domains) {
    const host = hostOfDomain(domain);
    if (host !== null) allowed.add(host);
  }
  const known = new Map<string, boolean>();
  return {
    allows(url) {
      const host = plainHost.exec(url)?.[1] ?? hostOf(url);
      if (host === null) return false;
      let answer = known.get(host);
      if (answer === undefined) {
        if (known.size >= rememberedHosts) known.clear();
        answer = covers(allowed, normalize(host));
        // Detached, because the host is a slice of its link and would keep the whole page in memory.
        known.set(detach(host), answer);
      }
      return answer;
    },
  };
}

/** Whether domains allow a URL; compiles them for this one check. */
export function domainAllows(domains: readonly string[], url: string): boolean {
  return compileDomains(domains).allows(url);
}

function covers(allowed: ReadonlySet<string>, host: string): boolean {
  if (allowed.has(host)) return true;
  if (ipv4.test(host) || host.startsWith('[')) return false;
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
    if (allowed.has(host.slice(dot + 1))) return true;
  }
  return false;
}

function hostOfDomain(domain: string): string | null {
  const text = domain.trim();
  if (text === '' || /[/?#@\\\s]/.test(text)) return null;
  const isIpv6 = !text.startsWith('[') && text.split(':').length > 2;
  return hostOf(`http://${isIpv6 ? `[${text}]` : text}/`);
}

function hostOf(url: string): string | null {
  const host = URL.parse(url)?.hostname ?? '';
  return host === '' ? null : normalize(host);
}

const normalize = (host: string): string => (host.endsWith('.') ? host.slice(0, -1) : host);
