import { shorten } from './wording.ts';

/** The WHATWG URL API of browsers and Node. Declared here because `shared/` is compiled without the types of either. */
declare const URL: {
  parse(text: string): {
    readonly protocol: string;
    readonly hostname: string;
    readonly username: string;
    readonly password: string;
    readonly href: string;
    readonly hash: string;
  } | null;
};

/** Why a URL or host name cannot be used. */
export interface AddressProblem {
  message: string;
  hint: string | null;
}

/** An http(s) URL, reduced to what the checks need. */
export interface Address {
  /** Lower case, in ASCII; an IPv6 address is in brackets. */
  host: string;
  /** The URL without its fragment: equal for two URLs of one page. */
  identity: string;
  hasCredentials: boolean;
}

/** Reads an absolute http(s) URL. @param label how messages name the URL */
export function readAddress(text: string, label: string): Address | AddressProblem {
  const shown = shorten(text);
  if (/[\s\p{Cc}]/u.test(text)) {
    return {
      message: `${label} must not contain white space: '${shown}'`,
      hint: 'Write a space within it as %20.',
    };
  }
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null || url.hostname === '') {
    const bare = /^[\w-]+(\.[\w-]+)+([/:?#]|$)/.test(text);
    return {
      message: `${label} must be an http or https URL: '${shown}'`,
      hint: bare ? `Write "https://${shown}".` : null,
    };
  }
  return {
    host: plainHost(url.hostname),
    identity: url.hash === '' ? url.href : url.href.slice(0, -url.hash.length),
    hasCredentials: url.username !== '' || url.password !== '',
  };
}

/** Reads an entry of `allowed_domains`. @returns its host in the form of URLs, or what is wrong */
export function readDomain(text: string, label: string): { host: string } | AddressProblem {
  const shown = `'${shorten(text)}'`;
  const refuse = (what: string, better: string | null): AddressProblem => ({
    message: `${label} must be ${what}: ${shown}`,
    hint: better === null || hostOf(better) === null ? null : `Write "${shorten(better)}".`,
  });
  if (text.trim() === '') return refuse('a host name', null);
  if (/[\s\p{Cc}]/u.test(text)) return refuse('a host name without white space', text.trim());
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text);
  const bare = text.slice(scheme?.[0].length ?? 0).replace(/[/?#\\].*$/s, '');
  if (scheme !== null) return refuse('a host name without a scheme', bare);
  if (bare !== text) return refuse('a host name without a path', bare);
  if (text.includes('*')) {
    const domain = text.replace(/^[*.]+/, '');
    const problem = refuse('a host name without wildcards', domain);
    return { ...problem, hint: problem.hint === null ? null : `${problem.hint} It covers its subdomains.` };
  }
  if (text.startsWith('.')) {
    const problem = refuse('a host name without a leading dot', text.replace(/^\.+/, ''));
    return { ...problem, hint: problem.hint === null ? null : `${problem.hint} It covers its subdomains.` };
  }
  if (text.includes('@')) return refuse('a host name', text.slice(text.lastIndexOf('@') + 1));
  const port = /^([^:]*|\[[^\]]*\]):\d*$/.exec(text);
  if (port !== null) return refuse('a host name without a port', port[1] ?? null);
  const host = hostOf(text);
  if (host === null) return refuse('a host name', null);
  const isAscii = /^[\x21-\x7e]*$/.test(text);
  if (isAscii && plainHost(text.toLowerCase()) !== host && !text.includes(':')) {
    return refuse('a host name as URLs have it', host);
  }
  return { host };
}

/** The hosts of `allowed_domains`; null where an entry is not readable, which has its own problem. */
export function readableDomains(entries: readonly unknown[]): ReadonlySet<string> | null {
  const hosts = new Set<string>();
  for (const entry of entries) {
    const read = typeof entry === 'string' ? readDomain(entry, '') : null;
    if (read === null || !('host' in read)) return null;
    hosts.add(read.host);
  }
  return hosts;
}

/** Whether one of the domains covers a host. A domain covers its subdomains, an IP address only itself. */
export function domainsCover(domains: ReadonlySet<string>, host: string): boolean {
  if (domains.has(host)) return true;
  if (host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host)) return false;
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
    if (domains.has(host.slice(dot + 1))) return true;
  }
  return false;
}

function hostOf(domain: string): string | null {
  const isBareIpv6 = !domain.startsWith('[') && domain.split(':').length > 2;
  const host = URL.parse(`http://${isBareIpv6 ? `[${domain}]` : domain}/`)?.hostname ?? '';
  return host === '' || !/^(\[.+\]|[^:.]+(\.[^:.]+)*\.?)$/.test(host) ? null : plainHost(host);
}

/** Removes the final dot of a fully qualified host name, which makes no difference. */
function plainHost(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}
