import { problem } from './problem.ts';
import type { FetchProblem, ResolvedProxy } from './types.ts';

/**
 * A proxy could not open a connection; `message` is one sentence for people.
 *
 * `fault`: `proxy`: another proxy may succeed; `site`: the proxy works but cannot reach the site; `unclear`: a timeout that
 * either may have caused.
 */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly fault: 'proxy' | 'site' | 'unclear';

  /** @param cause error of the connection to the proxy */
  constructor(message: string, fault: 'proxy' | 'site' | 'unclear' = 'proxy', cause?: Error) {
    super(message, cause === undefined ? {} : { cause });
    this.fault = fault;
  }

  toProblem(): FetchProblem {
    const codes = { proxy: 'proxy', site: 'connection', unclear: 'timeout' } as const;
    return problem(codes[this.fault], this.message, true);
  }
}

/** The proxy refused the credentials. */
export function credentialsRefused({ url, credentials, secret }: ResolvedProxy): ProxyError {
  if (credentials === undefined) {
    return new ProxyError(`The proxy ${url} asks for a user name and a password; give it a secret.`);
  }
  const what = secret === undefined ? 'its user name and password' : `the secret ${secret}`;
  return new ProxyError(`The proxy ${url} does not accept its user name and password; check ${what}.`);
}

/**
 * Interprets a status that the proxy itself sent: 5xx means that it cannot reach the site, any other that it refuses the request.
 */
export function refusedWithStatus(proxy: ResolvedProxy, host: string, status: number): ProxyError {
  // tinyproxy sends 401 for wrong credentials.
  if (status === 407 || status === 401) return credentialsRefused(proxy);
  return status >= 500
    ? new ProxyError(`The proxy ${proxy.url} could not reach ${host} (it answered ${status}).`, 'site')
    : new ProxyError(`The proxy ${proxy.url} refused to fetch from ${host} (it answered ${status}).`);
}

/** A connection through a proxy broke. @param reachable whether the proxy itself can still be reached */
export function brokenProblem({ url }: ResolvedProxy, host: string, reachable: boolean): FetchProblem {
  return reachable
    ? problem('connection', `The connection to ${host} through the proxy ${url} was closed too early.`, true)
    : problem('proxy', `The proxy ${url} disconnected while it fetched from ${host}.`, true);
}
