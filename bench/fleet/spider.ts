import type { Spider } from '../../shared/spider/schema.ts';
import { hostAddress, type SitePlan } from './site.ts';

/**
 * A spider that takes every page of the site of a fleet.
 * @param port that of the site
 * @param slots requests in flight at once
 */
export function fleetSpider(plan: Pick<SitePlan, 'hosts' | 'delayMs'>, port: number, slots: number): Spider {
  const hosts = Array.from({ length: plan.hosts }, (_, host) => hostAddress(host));
  return {
    name: 'fleet',
    allowed_domains: hosts,
    start_urls: hosts.map((host) => `http://${host}:${port}/`),
    rules: [{ allow: ['.*'], callback: 'page', follow: true }],
    callbacks: { page: { extract: { heading: { css: 'h1::text' } } } },
    settings: {
      CONCURRENT_REQUESTS: slots,
      CONCURRENT_REQUESTS_PER_DOMAIN: 1,
      DOWNLOAD_DELAY: plan.delayMs / 1000,
      RANDOMIZE_DOWNLOAD_DELAY: false,
      AUTOTHROTTLE_ENABLED: false,
    },
  };
}
