import type { Advice } from '../../../shared/contract/advice.ts';
import { proxyTiers, type ProxyTier } from '../../engine/proxy-state.ts';
import { readProxyUrl } from '../../fetch/proxy-url.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { readProxyFile, writeProxyFile, type ConfiguredProxy } from './proxy-file.ts';
import { isSecretReference } from './secret-reference.ts';

/** A proxy as callers see it, without credentials. */
export interface ShownProxy {
  project: string;
  tier: ConfiguredProxy['tier'];
  url: string;
  /** Reference to the credentials, `env:NAME` or `keychain:NAME`; null: none are needed. */
  secret: string | null;
}

/** The data folder, which holds `proxies.json`. */
export type ProxyFolder = Pick<Workspace, 'dataDir'>;

/** A proxy as entered by a person, not yet checked. */
export interface NamedProxy {
  project: string;
  tier: string;
  url: string;
  /** `env:NAME` or `keychain:NAME`. */
  secret: string | null;
}

/** Lists proxies. @param project null: all projects */
export function listProxies({ dataDir }: ProxyFolder, project: string | null): ShownProxy[] {
  return readProxyFile(dataDir)
    .proxies.filter((proxy) => project === null || proxy.project === project)
    .map(shownProxy);
}

/** Adds a proxy. @throws HostError `bad-proxy`, `credentials-in-url`, `bad-secret-reference`, `proxy-exists` */
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

/** Removes a proxy. @throws HostError `unknown-proxy`; `ambiguous-proxy` when several differ only by their secret */
export function removeProxy({ dataDir }: ProxyFolder, wanted: NamedProxy): ShownProxy {
  const { project, tier, url, secret } = checked(wanted);
  const settings = readProxyFile(dataDir);
  const { proxies: all } = settings;
  const there = all.filter((one) => one.project === project && one.tier === tier && one.url === url);
  const named = there.filter((one) => one.secret === secret);
  // Without a secret, the proxy without one is meant, else the only match.
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

/** Tiers and proxy ids of a run, as `Escalation` takes them. */
export interface ProxyPlan {
  allowed: ProxyTier[];
  proxies: { datacenter: string[]; residential: string[] };
}

/**
 * Chooses the tiers and proxies of a run.
 * @param tiers the setting PROXY_TIERS; null: direct and datacenter, as far as configured
 * @throws HostError `no-proxy` when a named tier has no proxy; the run must not silently use another route
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

/** Identifies a proxy within its project, in the ledger. */
export function proxyId({ tier, url, secret }: ConfiguredProxy): string {
  return [tier, url, ...(secret === undefined ? [] : [secret])].join(' ');
}

/** A proxy without its credentials. */
export function shownProxy({ project, tier, url, secret }: ConfiguredProxy): ShownProxy {
  return { project, tier, url, secret: secret ?? null };
}

const secretAdvice: Advice = {
  hint: 'Put user:password into the environment as PROXY_LOGIN, and name it as the secret env:PROXY_LOGIN.',
  action: { action: 'store-secret', name: 'PROXY_LOGIN' },
};

/** Checks a proxy. Errors never repeat the input, which may contain a password. */
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

/** Normalizes a proxy URL to scheme, host and port. @throws HostError `bad-proxy`, `credentials-in-url` */
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
