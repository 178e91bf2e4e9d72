import type { LoginState } from '../logins/login-state.ts';

/** Registries under which names are sold at a second level, such as `co.uk`: short names before a country. */
const underCountry = /^(?:ac|co|com|edu|gov|ne|net|or|org|gob|go)\.[a-z]{2}$/;

/** The name that a site has under its registry: `shop.example.co.uk` and `login.example.co.uk` have the same. */
export function siteOf(host: string): string {
  if (/^[\d.]+$/.test(host) || host.includes(':') || host.startsWith('[')) return host;
  const labels = host.split('.');
  const lastTwo = labels.slice(-2).join('.');
  return underCountry.test(lastTwo) ? labels.slice(-3).join('.') : lastTwo;
}

/** What belongs to the sites that a person was at: cookies of others, such as those of advertisements, are left out. */
export function ofSites({ cookies, origins }: LoginState, hosts: readonly string[]): LoginState {
  const sites = new Set(hosts.map(siteOf));
  const isTheirs = (host: string): boolean => sites.has(siteOf(host));
  return {
    cookies: cookies.filter(({ domain }) => isTheirs(domain)),
    origins: origins.filter(({ origin }) => isTheirs(URL.parse(origin)?.hostname ?? '')),
  };
}
