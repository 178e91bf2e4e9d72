import type { Proxy } from '../../../shared/contract/types.ts';

export type Tier = Proxy['tier'];

/** The tiers as the command line and PROXY_TIERS call them, in the order in which a crawl takes them. */
export const tiers: readonly { readonly tier: Tier; readonly title: string; readonly help: string }[] = [
  {
    tier: 'datacenter',
    title: 'Datacenter',
    help: 'Cheap and fast. Taken by itself for a site that refuses the direct way.',
  },
  {
    tier: 'residential',
    title: 'Residential',
    help: 'Paid by the gigabyte. Only for spiders whose setting PROXY_TIERS names residential.',
  },
];

/** A URL without user name and password. */
export const withoutLogin = (url: string) => url.replace(/^(\s*[a-z0-9]+:\/\/)?[^/]*@/iu, '$1');

/** What goes with a proxy when it is removed, if it is the last of its tier. */
export const lastOfTier = (tier: Tier) =>
  tier === 'datacenter'
    ? 'It is the last of its tier: sites that refuse are then fetched directly alone, and a spider whose PROXY_TIERS names datacenter does not start.'
    : 'It is the last of its tier: a spider whose PROXY_TIERS names residential does not start without one.';
