import { firstUrls } from '../../../shared/spider/generated-urls.ts';
import type { Spider } from '../../../shared/spider/schema.ts';
import { readSettings } from '../../../shared/spider/settings.ts';
import { startRequestsOf } from '../../../shared/spider/start-requests.ts';
import { duration } from '../../../shared/duration.ts';
import { proxiedHostRefusal } from '../../fetch/address.ts';
import type { Finding, ProofProblem } from '../types.ts';

/**
 * Check 11: the crawl obeys robots.txt and stays away from private addresses. Its size and time at the chosen delay are remarks.
 *
 * @param requests that the pages show
 */
export function politeAndSafe(spider: Spider, requests: number): Finding {
  const faults = isLocal(spider) ? [] : [...robots(spider), ...privateHosts(spider)];
  return { result: faults.length === 0 ? 'pass' : 'fail', problems: [...faults, estimate(spider, requests)] };
}

function robots({ settings }: Spider): ProofProblem[] {
  if (readSettings(settings).obeyRobots) return [];
  return [
    {
      pointer: '/settings/ROBOTSTXT_OBEY',
      page: null,
      expected: 'robots.txt obeyed',
      got: 'false',
      hint: 'Remove ROBOTSTXT_OBEY, or set it to true.',
    },
  ];
}

const refusalOf = (url: string): string | null => proxiedHostRefusal(URL.parse(url)?.hostname ?? '');

/** Whether all start URLs are on this computer or its network: it is a test, and disturbs nobody else. */
function isLocal(spider: Spider): boolean {
  const urls = firstUrls(spider);
  return urls.length > 0 && urls.every((url) => refusalOf(url) !== null);
}

/** Public and private addresses in one spider: pages of a site could lead it into a network. */
function privateHosts(spider: Spider): ProofProblem[] {
  const { start_urls: urls, allowed_domains: domains } = spider;
  const about = {
    page: null,
    expected: 'public addresses',
    hint: 'Remove it, or make a spider of its own for it.',
  };
  return [
    ...urls.flatMap((url, at) =>
      refusalOf(url) === null ? [] : { ...about, pointer: `/start_urls/${at}`, got: url },
    ),
    ...startRequestsOf(spider).flatMap(({ url }, at) =>
      refusalOf(url) === null ? [] : { ...about, pointer: `/start_requests/${at}/url`, got: url },
    ),
    ...domains.flatMap((domain, at) => {
      const isPrivate = proxiedHostRefusal(domain) !== null;
      return isPrivate ? { ...about, pointer: `/allowed_domains/${at}`, got: domain } : [];
    }),
  ];
}

/** Seconds for a request on average where the delay is shorter: what a site usually takes to answer. */
const usualSeconds = 0.25;

/** What a crawl requests at least, and the time that this takes one after the other at the delay of the spider. */
function estimate({ settings }: Spider, requests: number): ProofProblem {
  const seconds = requests * Math.max(usualSeconds, readSettings(settings).delayMs / 1000);
  return {
    pointer: '/settings/DOWNLOAD_DELAY',
    page: null,
    expected: null,
    got: `At least ${requests} requests, about ${duration(seconds * 1000)} one after the other.`,
    hint: null,
  };
}
