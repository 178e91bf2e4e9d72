import { BlockList, isIP } from 'node:net';
import type { Environment } from './environment.ts';

/** Route to a site in the system's configuration. */
export type SystemRoute =
  | { kind: 'direct' }
  | {
      kind: 'proxy';
      /** Scheme (`http://`, `https://` or `socks5://`), host and port, without credentials. */
      url: string;
      credentials?: { username: string; password: string };
      /** Where the setting comes from: the name of a variable, or "the system". */
      from: string;
    }
  /** A proxy is configured but cannot be used; `reason` is a sentence without credentials. */
  | { kind: 'unusable'; reason: string };

const direct: SystemRoute = { kind: 'direct' };

const schemes: Readonly<Record<string, { scheme: string; port: number }>> = {
  'http:': { scheme: 'http', port: 80 },
  'https:': { scheme: 'https', port: 443 },
  'socks5:': { scheme: 'socks5', port: 1080 },
  // The proxy resolves names for both schemes.
  'socks5h:': { scheme: 'socks5', port: 1080 },
};

/**
 * Returns the route named by the usual variables: HTTP_PROXY for http, HTTPS_PROXY for https, else ALL_PROXY, unless NO_PROXY
 * excludes the host. The lower-case name of a variable takes precedence, and an empty value counts as unset.
 */
export function environmentRoute(env: Environment, url: URL): SystemRoute {
  const found =
    valueOf(env, url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? valueOf(env, 'ALL_PROXY');
  if (found === null || isExcepted(valueOf(env, 'NO_PROXY')?.value ?? '', url)) return direct;
  const { name, value } = found;
  const proxy = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`);
  // The value is never reported: it may contain a password.
  if (proxy === null || proxy.hostname === '') {
    return { kind: 'unusable', reason: `${name} is not a valid proxy address.` };
  }
  const route = proxyRoute(proxy, name);
  const { username, password } = proxy;
  if (route.kind !== 'proxy' || (username === '' && password === '')) return route;
  return { ...route, credentials: { username: decoded(username), password: decoded(password) } };
}

const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'];

/** Returns the names, as spelled in the environment, of the set variables that configure proxies. */
export function proxyVariables(env: Environment): string[] {
  const read = new Map(variables.flatMap((name) => [name, name.toLowerCase()].map((one) => [one, env[one]])));
  return Object.keys(env).filter((name) => {
    const value = env[name] ?? '';
    // Where variable names are case-sensitive, other spellings are not read.
    return value !== '' && (read.get(name.toUpperCase()) === value || read.get(name) === value);
  });
}

/** Parses the answer of a PAC script to routes, in order: "PROXY a:3128; SOCKS5 b:1080; DIRECT". */
export function pacRoutes(answer: string): SystemRoute[] {
  const routes = answer
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(pacRoute);
  return routes.length === 0 ? [direct] : routes;
}

const pacSchemes: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS5: 'socks5',
};

function pacRoute(part: string): SystemRoute {
  const [kind = '', host = ''] = part.split(/\s+/);
  const scheme = pacSchemes[kind.toUpperCase()];
  if (kind.toUpperCase() === 'DIRECT') return direct;
  const proxy = scheme === undefined ? null : URL.parse(`${scheme}://${host}`);
  if (proxy !== null && proxy.hostname !== '') return proxyRoute(proxy, 'the system');
  return {
    kind: 'unusable',
    reason: `The system names the proxy "${part}", which is not supported.`,
  };
}

function proxyRoute({ protocol, hostname, port }: URL, from: string): SystemRoute {
  const known = schemes[protocol];
  if (known === undefined) {
    const reason = `${from} names a proxy with the scheme ${protocol}//; supported are http, https and socks5.`;
    return { kind: 'unusable', reason };
  }
  const url = `${known.scheme}://${hostname.toLowerCase()}:${port === '' ? known.port : port}`;
  return { kind: 'proxy', url, from };
}

/** Whether a host is this computer, to which no proxy leads. @param hostname as in `URL.hostname` */
export function isThisComputer(hostname: string): boolean {
  const host = bare(hostname);
  if (isIP(host) === 0) return host === 'localhost' || host.endsWith('.localhost');
  return host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/**
 * Whether NO_PROXY excludes a host, by curl's rules plus ports. Entries are separated by commas or spaces; each is a name that
 * includes its subdomains (`example.com`, `.example.com`, `*.example.com`), an address, a network (`10.0.0.0/8`), or `*` for all.
 */
function isExcepted(list: string, url: URL): boolean {
  const host = bare(url.hostname);
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '') return false;
    if (entry === '*') return true;
    const [, inBrackets, alone, wanted] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
    if (wanted !== undefined && wanted !== port) return false;
    return isMeant((inBrackets ?? alone ?? entry).toLowerCase(), host);
  });
}

function isMeant(pattern: string, host: string): boolean {
  if (isIP(host) !== 0) return isInNetwork(pattern, host);
  const name = pattern.replace(/^\*?\.+/, '').replace(/\.$/, '');
  return name !== '' && (host === name || host.endsWith(`.${name}`));
}

/** Whether an address matches. @param pattern an address, or a network in CIDR notation */
function isInNetwork(pattern: string, address: string): boolean {
  const [network = '', prefix] = pattern.split('/');
  if (isIP(network) === 0 || isIP(network) !== isIP(address)) return false;
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const longest = family === 'ipv6' ? 128 : 32;
  const length = prefix === undefined ? longest : Number(prefix);
  if (prefix === '' || !Number.isInteger(length) || length < 0 || length > longest) return false;
  const networks = new BlockList();
  networks.addSubnet(network, length, family);
  return networks.check(address, family);
}

function valueOf(env: Environment, name: string): { name: string; value: string } | null {
  for (const spelling of [name.toLowerCase(), name]) {
    const value = env[spelling]?.trim() ?? '';
    if (value !== '') return { name: spelling, value };
  }
  return null;
}

/** Removes brackets and a trailing dot. */
function bare(hostname: string): string {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return host.replace(/\.$/, '').toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
