import { siteOf } from '../../../fetch/site.ts';
import type { LoginState } from '../logins/login-state.ts';

/** What belongs to the sites that a person was at: cookies of others, such as those of advertisements, are left out. */
export function ofSites({ cookies, origins }: LoginState, hosts: readonly string[]): LoginState {
  const sites = new Set(hosts.map(siteOf));
  const isTheirs = (host: string): boolean => sites.has(siteOf(host));
  return {
    cookies: cookies.filter(({ domain }) => isTheirs(domain)),
    origins: origins.filter(({ origin }) => isTheirs(URL.parse(origin)?.hostname ?? '')),
  };
}
