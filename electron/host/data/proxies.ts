import type { Advice } from '../../../shared/contract/advice.ts';
import { proxyTiers, type ProxyTier } from '../../engine/proxy-state.ts';
import { readProxyUrl } from '../../fetch/proxy-url.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { readProxyFile, writeProxyFile, type ConfiguredProxy } from './proxy-file.ts';
import { isSecretReference } from './secret-reference.ts';

/** What is known of a proxy everywhere outside: no credentials, only what they are called. */
export interface ShownProxy {
  project: string;
  tier: ConfiguredProxy['tier'];
  url: string;
  /** `env:NAME` or `keychain:NAME`; null: it needs none. */
  secret: string | null;
}

/** Where the proxies are kept. */
export type ProxyFolder = Pick<Workspace, 'dataDir'>;

/** A proxy as a person names it. */
export interface NamedProxy {
  project: string;
  tier: string;
  url: string;
  /** `env:NAME` or `keychain:NAME`. */
  secret: string | null;
}

/** @param project null: those of all projects */
export function listProxies({ dataDir }: ProxyFolder, project: string | null): ShownProxy[] {
  return readProxyFile(dataDir)
    .proxies.filter((proxy) => project === null || proxy.project === project)
    .map(shownProxy);
}

/** @throws HostError `bad-proxy`, `credentials-in-url`, `bad-secret-reference`, or `proxy-exists` */
export function addProxy({ dataDir }: ProxyFolder, named: NamedProxy): ShownProxy {
  const proxy = checked(named);
  const settings = readProxyFile(dataDir);
  const { proxies: all } = settings;
  if (all.some((one) => proxyId(one) === proxyId(proxy) && one.project === proxy.project)) {
    throw new HostError(
      'proxy-exists',
      `The project ${proxy.project} has the ${proxy.tier} proxy ${proxy.url} already.`,
    );
  }
  writeProxyFile(dataDir, { ...settings, proxies: [...all, proxy] });
  return shownProxy(proxy);
}

/** @throws HostError `unknown-proxy`, or `ambiguous-proxy` when only its secret tells it from another one */
export function removeProxy({ dataDir }: ProxyFolder, wanted: NamedProxy): ShownProxy {
  const { project, tier, url, secret } = checked(wanted);
  const settings = readProxyFile(dataDir);
  const { proxies: all } = settings;
  const there = all.filter((one) => one.project === project && one.tier === tier && one.url === url);
  const named = there.filter((one) => one.secret === secret);
  // Who names no secret means the proxy without one, else the only one that there is.
  const matching = named.length > 0 || secret !== undefined ? named : there;
  const [proxy] = matching;
  if (proxy === undefined) {
    throw new HostError('unknown-proxy', `The project ${project} has no ${tier} proxy ${url}.`, {
      hint: null,
      action: { action: 'list-proxies', project },
    });
  }
  if (matching.length > 1) {
    throw new HostError(
      'ambiguous-proxy',
      `The project ${project} has ${matching.length} ${tier} proxies at ${url}.`,
      { hint: 'Name the secret of the one that is meant.', action: { action: 'name-secret' } },
    );
  }
  writeProxyFile(dataDir, { ...settings, proxies: all.filter((one) => one !== proxy) });
  return shownProxy(proxy);
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
export function proxyPlan(
  { dataDir }: ProxyFolder,
  project: string,
  tiers: readonly string[] | null,
): ProxyPlan {
  const own = readProxyFile(dataDir).proxies.filter((proxy) => proxy.project === project);
  const ids = (tier: ProxyTier): string[] => own.filter((proxy) => proxy.tier === tier).map(proxyId);
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
      {
        hint: `Take ${tier} out of PROXY_TIERS, or add a proxy.`,
        action: { action: 'add-proxy', project, tier },
      },
    );
  }
  return { allowed, proxies };
}

/** Tells a proxy from the others of its project; shown in no other place than the ledger. */
export function proxyId({ tier, url, secret }: ConfiguredProxy): string {
  return [tier, url, ...(secret === undefined ? [] : [secret])].join(' ');
}

/** What may be shown of a proxy. */
export function shownProxy({ project, tier, url, secret }: ConfiguredProxy): ShownProxy {
  return { project, tier, url, secret: secret ?? null };
}

const secretAdvice: Advice = {
  hint: 'Put user:password into the environment as PROXY_LOGIN, and name it as the secret env:PROXY_LOGIN.',
  action: { action: 'store-secret', name: 'PROXY_LOGIN' },
};

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
export function checkedUrl(text: string): string {
  const withoutAlias = text.trim().replace(/^socks5h:/i, 'socks5:');
  if (withoutAlias.includes('@')) {
    throw new HostError(
      'credentials-in-url',
      'The URL of a proxy must not hold a user name or a password: it would be kept and shown.',
      { ...secretAdvice, hint: `Give the URL without it. ${secretAdvice.hint ?? ''}` },
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
