import { HostError } from '../host/errors.ts';

/** Headers by which a request is known to be for this server, and not sent by a page of another site. */
export interface Provenance {
  host?: string | undefined;
  origin?: string | undefined;
}

/** Which requests are for this server. */
export interface Admission {
  /** Names and addresses, with or without a port, by which the server may be called; null: any. */
  hosts: readonly string[] | null;
  /** Origins whose pages may call. */
  origins: readonly string[];
}

/** The names of this machine on loopback. */
export const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]'] as const;

/**
 * Refuses what a page of another site could make a browser send: requests under a name that its owner has pointed at this
 * machine (DNS rebinding), and requests with an origin that is neither this server nor one of those given.
 * @throws HostError `wrong-host`, `foreign-origin`
 */
export function admit({ host, origin }: Provenance, { hosts, origins }: Admission): void {
  const name = (host ?? '').replace(/:\d+$/, '').toLowerCase();
  if (hosts !== null && !hosts.includes(name))
    throw new HostError(
      'wrong-host',
      `This server does not answer as "${name.slice(0, 100)}".`,
      `Call it as ${hosts.join(' or ')}.`,
    );
  if (origin !== undefined && !origins.includes(origin) && !isOwn(origin, host))
    throw new HostError(
      'foreign-origin',
      'Requests from pages of other sites are refused.',
      'Start the server with the origin of the page, if it is yours.',
    );
}

/** Whether an origin is that of this server itself, which serves the page of the documentation; a proxy before it may add TLS. */
const isOwn = (origin: string, host = ''): boolean =>
  host !== '' && ['http', 'https'].some((scheme) => origin === `${scheme}://${host.toLowerCase()}`);
