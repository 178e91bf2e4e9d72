import { problem } from './problem.ts';
import type { FetchProblem, ResolvedProxy } from './types.ts';

/**
 * Why a proxy gave no connection; `message` is one sentence for people.
 * `fault`: `proxy`: another proxy may do better; `site`: the proxy works, but says that it cannot reach the site;
 * `unclear`: no answer in time, and nobody can say whose fault that is.
 */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly fault: 'proxy' | 'site' | 'unclear';

  /** @param cause what the connection to the proxy died of */
  constructor(message: string, fault: 'proxy' | 'site' | 'unclear' = 'proxy', cause?: Error) {
    super(message, cause === undefined ? {} : { cause });
    this.fault = fault;
  }

  toProblem(): FetchProblem {
    const codes = { proxy: 'proxy', site: 'connection', unclear: 'timeout' } as const;
    return problem(codes[this.fault], this.message, true);
  }
}

/** The proxy does not let us in. */
export function credentialsRefused({ url, credentials, secret }: ResolvedProxy): ProxyError {
  if (credentials === undefined) {
    return new ProxyError(`The proxy ${url} asks for a user name and a password; give it a secret.`);
  }
  const what = secret === undefined ? 'its user name and password' : `the secret ${secret}`;
  return new ProxyError(`The proxy ${url} does not accept its user name and password; check ${what}.`);
}

/**
 * What a status means that the proxy answers with itself, instead of fetching: 5xx says that the site cannot be reached,
 * the rest that the proxy will not do it.
 */
export function refusedWithStatus(proxy: ResolvedProxy, host: string, status: number): ProxyError {
  // tinyproxy answers wrong credentials with 401.
  if (status === 407 || status === 401) return credentialsRefused(proxy);
  return status >= 500
    ? new ProxyError(`The proxy ${proxy.url} could not reach ${host} (it answered ${status}).`, 'site')
    : new ProxyError(`The proxy ${proxy.url} refused to fetch from ${host} (it answered ${status}).`);
}

/** A connection through a proxy that broke, when the proxy itself can still be reached, or cannot. */
export function brokenProblem({ url }: ResolvedProxy, host: string, reachable: boolean): FetchProblem {
  return reachable
    ? problem('connection', `The connection to ${host} through the proxy ${url} broke too early.`, true)
    : problem('proxy', `The proxy ${url} went away while it fetched from ${host}.`, true);
}
