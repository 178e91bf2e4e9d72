import type { Proxy } from '../../../shared/contract/types.ts';

/** The tier of a proxy. */
export type Tier = Proxy['tier'];

/** The tiers as the command line and PROXY_TIERS call them, in the order in which a crawl takes them. */
export const tiers: readonly { readonly tier: Tier; readonly title: string; readonly help: string }[] = [
  {
    tier: 'datacenter',
    title: 'Datacenter',
    help: 'Cheap and fast. Used automatically for sites that refuse direct requests.',
  },
  {
    tier: 'residential',
    title: 'Residential',
    help: 'Billed by the gigabyte. Used only for spiders whose PROXY_TIERS includes residential.',
  },
];

/** A URL without user name and password. */
export const withoutLogin = (url: string) => url.replace(/^(\s*[a-z0-9]+:\/\/)?[^/]*@/iu, '$1');

/** What goes with a proxy when it is removed, if it is the last of its tier. */
export const lastOfTier = (tier: Tier) =>
  tier === 'datacenter'
    ? 'It is the last proxy of its tier. Sites that refuse are then only requested directly, and spiders whose PROXY_TIERS includes datacenter do not start.'
    : 'It is the last proxy of its tier. Spiders whose PROXY_TIERS includes residential do not start without one.';
