import { createHttpClient, type FetchOptions, type HttpClient } from '../../fetch/client.ts';
import type { FetchProblem, FetchRequest, FetchResult, ResolvedProxy } from '../../fetch/types.ts';
import { defaultUserAgent } from '../../../shared/spider/settings.ts';
import { HostError } from '../errors.ts';
import { readProxyFile, type ConfiguredProxy } from '../data/proxy-file.ts';
import { readCredentials, systemSources, type SecretSources } from './proxy-secrets.ts';
import { checkedUrl, proxyId, shownProxy, type ProxyFolder, type ShownProxy } from '../data/proxies.ts';

/** Result of a proxy test. */
export interface ProxyTest extends ShownProxy {
  works: boolean;
  /** Status of the response through it. */
  status: number | null;
  /** Milliseconds from the request to the end of the response. */
  durationMs: number | null;
  /** Why it does not work, one sentence; null: it works. */
  problem: string | null;
}

/** Timeout of a proxy test in milliseconds: shorter than that of a page. */
const testLimits = { timeoutMs: 20_000, connectTimeoutMs: 10_000 };

/** Fetches through a proxy of a project, by its id; null: directly. */
export type ProxyFetch = (
  request: FetchRequest,
  options: Omit<FetchOptions, 'proxy'> & { proxy: string | null },
) => Promise<FetchResult>;

/**
 * The proxies of a project with their credentials, by id. Credentials are read at the first use of a proxy, and again after it has
 * failed.
 */
export class ProjectProxies {
  readonly #configured: ReadonlyMap<string, ConfiguredProxy>;
  readonly #resolved = new Map<string, Promise<ResolvedProxy>>();
  readonly #secrets: SecretSources;

  constructor({ dataDir }: ProxyFolder, project: string, secrets: SecretSources = systemSources) {
    const own = readProxyFile(dataDir).proxies.filter((proxy) => proxy.project === project);
    this.#configured = new Map(own.map((proxy) => [proxyId(proxy), proxy]));
    this.#secrets = secrets;
  }

  /** The proxy, or why it cannot be used: the proxy or its secret was removed. */
  async resolve(id: string): Promise<ResolvedProxy | FetchProblem> {
    const known = this.#configured.get(id);
    if (known === undefined) return unusable('The proxy that was chosen is not configured any more.');
    let resolving = this.#resolved.get(id);
    if (resolving === undefined) {
      resolving = resolveProxy(known, this.#secrets);
      this.#resolved.set(id, resolving);
    }
    try {
      return await resolving;
    } catch (error) {
      this.forget(id);
      return unusable(`The proxy ${known.url} cannot be used: ${sentenceOf(error)}`);
    }
  }

  /** Call it after a failure: the credentials are read again, as they may have changed. */
  forget(id: string): void {
    this.#resolved.delete(id);
  }
}

/** Creates the fetch of a run. An unusable proxy is the problem `proxy`; no request takes another route instead. */
export function createProxyFetch(
  folder: ProxyFolder,
  project: string,
  http: HttpClient,
  secrets: SecretSources = systemSources,
): ProxyFetch {
  const proxies = new ProjectProxies(folder, project, secrets);
  return async (request, { proxy: id, ...options }) => {
    if (id === null) return http.fetch(request, options);
    const proxy = await proxies.resolve(id);
    if ('code' in proxy) return { ok: false, problem: proxy, hops: [] };
    const result = await http.fetch(request, { ...options, proxy });
    if (!result.ok && result.problem.code === 'proxy') proxies.forget(id);
    return result;
  };
}

/**
 * Fetches a page through each proxy of a project, one after the other.
 * @param options.url only this proxy; null: all
 * @param options.target the page to fetch
 * @param options.signal cancels the current test and the following ones
 * @throws HostError `unknown-proxy` when there is none to test; `cancelled`
 */
export async function testProxies(
  folder: ProxyFolder,
  options: {
    project: string;
    url: string | null;
    target: string;
    allowPrivate: boolean;
    signal?: AbortSignal;
  },
  secrets: SecretSources = systemSources,
): Promise<ProxyTest[]> {
  const { project, target, allowPrivate, signal } = options;
  const only = options.url === null ? null : checkedUrl(options.url);
  const proxies = readProxyFile(folder.dataDir).proxies.filter(
    (proxy) => proxy.project === project && (only === null || proxy.url === only),
  );
  if (proxies.length === 0) {
    const which = only === null ? 'no proxies' : `no proxy ${only}`;
    throw new HostError('unknown-proxy', `The project ${project} has ${which}.`, {
      hint: null,
      action: { action: 'add-proxy', project, tier: null },
    });
  }
  const http = createHttpClient({
    userAgent: defaultUserAgent,
    limits: testLimits,
    allowPrivate,
    connectionsPerOrigin: 1,
    cookies: false,
  });
  try {
    const fetch = createProxyFetch(folder, project, http, secrets);
    const tests: ProxyTest[] = [];
    for (const proxy of proxies) {
      const way = { proxy: proxyId(proxy), ...(signal === undefined ? {} : { signal }) };
      const result = await fetch({ url: target }, way);
      if (signal?.aborted === true) throw new HostError('cancelled', 'The test was cancelled.');
      tests.push({ ...shownProxy(proxy), ...verdict(result) });
    }
    return tests;
  } finally {
    await http.close();
  }
}

function verdict(result: FetchResult): Omit<ProxyTest, keyof ShownProxy> {
  if (!result.ok) return { works: false, status: null, durationMs: null, problem: result.problem.message };
  const { status, durationMs } = result.page;
  return { works: true, status, durationMs: Math.round(durationMs), problem: null };
}

/** Adds the credentials of a proxy. @throws HostError when they cannot be read */
async function resolveProxy(proxy: ConfiguredProxy, secrets: SecretSources): Promise<ResolvedProxy> {
  const { url, secret } = proxy;
  const id = proxyId(proxy);
  if (secret === undefined) return { id, url };
  return { id, url, secret, credentials: await readCredentials(secret, secrets) };
}

function unusable(message: string): FetchProblem {
  return { code: 'proxy', message, transient: true };
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof HostError)) return 'its secret could not be read.';
  return error.hint === null ? error.message : `${error.message} ${error.hint}`;
}
