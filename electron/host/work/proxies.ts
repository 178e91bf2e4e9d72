import { proxyTiers, type ProxyTier } from '../../engine/proxy-state.ts';
import { createHttpClient, type FetchOptions, type HttpClient } from '../../fetch/client.ts';
import { readProxyUrl } from '../../fetch/proxy.ts';
import type { FetchProblem, FetchRequest, FetchResult, ResolvedProxy } from '../../fetch/types.ts';
import { defaultUserAgent } from '../../../shared/spider/settings.ts';
import { HostError } from '../errors.ts';
import { readProxyFile, writeProxyFile, type ConfiguredProxy } from '../data/proxy-file.ts';
import { isSecretReference, readCredentials, systemSources, type SecretSources } from './proxy-secrets.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What is known of a proxy everywhere outside: no credentials, only what they are called. */
export interface ShownProxy {
  project: string;
  tier: ConfiguredProxy['tier'];
  url: string;
  /** `env:NAME` or `keychain:NAME`; null: it needs none. */
  secret: string | null;
}

export interface ProxyTest extends ShownProxy {
  works: boolean;
  /** Of the answer that came through it. */
  status: number | null;
  /** Milliseconds from asking to the end of the answer. */
  durationMs: number | null;
  /** Why it does not work, one sentence. */
  problem: string | null;
}

type Folder = Pick<Workspace, 'dataDir'>;

/** A proxy as a person names it. */
export interface NamedProxy {
  project: string;
  tier: string;
  url: string;
  /** `env:NAME` or `keychain:NAME`. */
  secret: string | null;
}

/** A proxy is tested with less patience than a page is fetched with. Milliseconds. */
const testLimits = { timeoutMs: 20_000, connectTimeoutMs: 10_000 };

/** @param project null: those of all projects */
export function listProxies({ dataDir }: Folder, project: string | null): ShownProxy[] {
  return readProxyFile(dataDir)
    .proxies.filter((proxy) => project === null || proxy.project === project)
    .map(shown);
}

/** @throws HostError `bad-proxy`, `credentials-in-url`, `bad-secret-reference`, or `proxy-exists` */
export function addProxy({ dataDir }: Folder, named: NamedProxy): ShownProxy {
  const proxy = checked(named);
  const settings = readProxyFile(dataDir);
  const { proxies: all } = settings;
  if (all.some((one) => idOf(one) === idOf(proxy) && one.project === proxy.project)) {
    throw new HostError(
      'proxy-exists',
      `The project ${proxy.project} has the ${proxy.tier} proxy ${proxy.url} already.`,
    );
  }
  writeProxyFile(dataDir, { ...settings, proxies: [...all, proxy] });
  return shown(proxy);
}

/** @throws HostError `unknown-proxy`, or `ambiguous-proxy` when only its secret tells it from another one */
export function removeProxy({ dataDir }: Folder, wanted: NamedProxy): ShownProxy {
  const { project, tier, url, secret } = checked(wanted);
  const settings = readProxyFile(dataDir);
  const { proxies: all } = settings;
  const there = all.filter((one) => one.project === project && one.tier === tier && one.url === url);
  const named = there.filter((one) => one.secret === secret);
  // Who names no secret means the proxy without one, else the only one that there is.
  const matching = named.length > 0 || secret !== undefined ? named : there;
  const [proxy] = matching;
  if (proxy === undefined) {
    throw new HostError(
      'unknown-proxy',
      `The project ${project} has no ${tier} proxy ${url}.`,
      '"spider-studio proxies list" shows what there is.',
    );
  }
  if (matching.length > 1) {
    throw new HostError(
      'ambiguous-proxy',
      `The project ${project} has ${matching.length} ${tier} proxies at ${url}.`,
      'Name the secret of the one that is meant: --secret env:NAME.',
    );
  }
  writeProxyFile(dataDir, { ...settings, proxies: all.filter((one) => one !== proxy) });
  return shown(proxy);
}

/** The tiers and proxies of a run, as `Escalation` takes them. */
export interface ProxyPlan {
  allowed: ProxyTier[];
  proxies: { datacenter: string[]; residential: string[] };
}

/**
 * @param tiers the setting PROXY_TIERS; null: every configured tier but residential
 * @throws HostError `no-proxy` when a tier is asked for that has no proxy: the run must not go another way in silence
 */
export function proxyPlan({ dataDir }: Folder, project: string, tiers: readonly string[] | null): ProxyPlan {
  const own = readProxyFile(dataDir).proxies.filter((proxy) => proxy.project === project);
  const ids = (tier: ProxyTier): string[] => own.filter((proxy) => proxy.tier === tier).map(idOf);
  const proxies = { datacenter: ids('datacenter'), residential: ids('residential') };
  if (tiers === null) {
    return { allowed: proxies.datacenter.length > 0 ? ['direct', 'datacenter'] : ['direct'], proxies };
  }
  const allowed = proxyTiers.filter((tier) => tiers.includes(tier));
  if (allowed.length === 0) {
    throw new HostError(
      'no-proxy',
      'PROXY_TIERS names no way to the sites.',
      `It is a list of ${proxyTiers.join(', ')}.`,
    );
  }
  for (const tier of allowed) {
    if (tier === 'direct' || proxies[tier].length > 0) continue;
    throw new HostError(
      'no-proxy',
      `PROXY_TIERS names ${tier}, but the project ${project} has no ${tier} proxy.`,
      `Add one with "spider-studio proxies add ${tier} URL --project ${project}", or take ${tier} out of PROXY_TIERS.`,
    );
  }
  return { allowed, proxies };
}

/** Fetches through a proxy of a project, by its id; null: straight. */
export type ProxyFetch = (
  request: FetchRequest,
  options: Omit<FetchOptions, 'proxy'> & { proxy: string | null },
) => Promise<FetchResult>;

/**
 * The proxies of a project with their credentials, by id. Credentials are read when a proxy is used for the first time, and
 * again after it has failed.
 */
export class ProjectProxies {
  readonly #configured: ReadonlyMap<string, ConfiguredProxy>;
  readonly #resolved = new Map<string, Promise<ResolvedProxy>>();
  readonly #secrets: SecretSources;

  constructor({ dataDir }: Folder, project: string, secrets: SecretSources = systemSources) {
    const own = readProxyFile(dataDir).proxies.filter((proxy) => proxy.project === project);
    this.#configured = new Map(own.map((proxy) => [idOf(proxy), proxy]));
    this.#secrets = secrets;
  }

  /** The proxy, or why it cannot be used: it is not there any more, or its secret is not. */
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

  /** It has failed: perhaps its credentials are others by now. */
  forget(id: string): void {
    this.#resolved.delete(id);
  }
}

/** The fetch of a run. A proxy that cannot be used gives the problem `proxy`: nothing is ever sent another way instead. */
export function createProxyFetch(
  folder: Folder,
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
 * @param options.url only this one; null: all
 * @param options.target the page to fetch
 * @param options.signal ends the test under way, and those after it are not begun
 * @throws HostError `unknown-proxy` when there is none to test; `cancelled`
 */
export async function testProxies(
  folder: Folder,
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
    throw new HostError(
      'unknown-proxy',
      `The project ${project} has ${which}.`,
      '"spider-studio proxies add" adds one.',
    );
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
      const way = { proxy: idOf(proxy), ...(signal === undefined ? {} : { signal }) };
      const result = await fetch({ url: target }, way);
      if (signal?.aborted === true) throw new HostError('cancelled', 'The test was cancelled.');
      tests.push({ ...shown(proxy), ...verdict(result) });
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

/** The proxy with its credentials, just before use. @throws HostError when they cannot be read */
async function resolveProxy(proxy: ConfiguredProxy, secrets: SecretSources): Promise<ResolvedProxy> {
  const { url, secret } = proxy;
  const id = idOf(proxy);
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

/** Tells a proxy from the others of its project; shown in no other place than the ledger. */
function idOf({ tier, url, secret }: ConfiguredProxy): string {
  return [tier, url, ...(secret === undefined ? [] : [secret])].join(' ');
}

function shown({ project, tier, url, secret }: ConfiguredProxy): ShownProxy {
  return { project, tier, url, secret: secret ?? null };
}

const secretAdvice =
  'Put user:password into the environment as PROXY_LOGIN, and name it as the secret env:PROXY_LOGIN. On the command line: "spider-studio secrets set PROXY_LOGIN", then --secret keychain:PROXY_LOGIN.';

/** A proxy as it is kept. What a person wrote is never repeated in an error: it may hold a password. */
function checked({ project, tier, url, secret }: NamedProxy): ConfiguredProxy {
  if (tier !== 'datacenter' && tier !== 'residential') {
    throw new HostError(
      'bad-proxy',
      'A proxy belongs to the tier datacenter or residential.',
      tier === 'direct' ? 'direct is the way without a proxy.' : null,
    );
  }
  const proxy: ConfiguredProxy = { project, tier, url: checkedUrl(url) };
  if (secret === null) return proxy;
  if (!isSecretReference(secret)) {
    throw new HostError(
      'bad-secret-reference',
      'A secret is named, not written: env:NAME or keychain:NAME.',
      secretAdvice,
    );
  }
  return { ...proxy, secret };
}

/** Scheme, host and port, always written the same way. */
function checkedUrl(text: string): string {
  const withoutAlias = text.trim().replace(/^socks5h:/i, 'socks5:');
  if (withoutAlias.includes('@')) {
    throw new HostError(
      'credentials-in-url',
      'The URL of a proxy must not hold a user name or a password: it would be kept and shown.',
      `Give the URL without it. ${secretAdvice}`,
    );
  }
  const address = readProxyUrl(withoutAlias);
  const rest = /^[a-z0-9]+:\/\/[^/?#]+\/?$/i.test(withoutAlias);
  if (address === null || !rest || address.port === 0) {
    throw new HostError(
      'bad-proxy',
      'The URL of a proxy is http://, https:// or socks5://, a host and a port, and nothing else.',
      'For example http://proxy.example.com:8080.',
    );
  }
  return `${address.protocol}//${address.hostname.toLowerCase()}:${address.port}`;
}
