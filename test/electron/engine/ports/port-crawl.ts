import { crawl, type CrawlDependencies, type CrawlEnd } from '../../../../electron/engine/crawl.ts';
import { planCrawl, processPage } from '../../../../electron/engine/page.ts';
import type { CrawlPorts } from '../../../../electron/engine/ports/crawl-ports.ts';
import { seedRequests } from '../../../../electron/engine/seeds.ts';
import type { FetchedPage, FetchResult } from '../../../../electron/fetch/types.ts';
import type { Spider } from '../../../../shared/spider/schema.ts';
import { readSettings } from '../../../../shared/spider/settings.ts';
import type { SimulatedClock } from './simulated-clock.ts';

const site = 'https://example.org';
export const pages = 60;

const spider: Spider = {
  name: 'tree',
  allowed_domains: ['example.org'],
  start_urls: [`${site}/1`],
  rules: [{ allow: ['/\\d+$'], callback: 'page' }],
  callbacks: { page: { extract: { title: { css: 'h1::text' } } } },
};

/** Every page links to three others, to the start and to itself; one is missing, one fails at first, one redirects to another. */
function answer(number: number, earlier: number): FetchResult | { redirect: string } {
  const url = `${site}/${number}`;
  const links = [2 * number, 2 * number + 1, number + 1, 1, number].filter((to) => to <= pages);
  const html = `<h1>Page ${number}</h1>${links.map((to) => `<a href="/${to}">x</a>`).join('')}`;
  const status = number === 13 ? 404 : number === 17 && earlier === 0 ? 503 : 200;
  const page: FetchedPage = {
    url,
    finalUrl: url,
    hops: [],
    status,
    headers: { 'content-type': 'text/html' },
    body: new TextEncoder().encode(html),
    durationMs: 1,
  };
  return number === 23 ? { redirect: `${site}/11` } : { ok: true, page };
}

export interface PortCrawl {
  concurrency: number;
  /** The page at which the program ends without a word. */
  crashAt?: number;
  /** Called before each page is fetched. */
  onFetch?(number: number): Promise<void> | void;
}

/** Crawls a made-up site through ports whose session has begun. */
export async function crawlThrough(
  { ledger }: Pick<CrawlPorts, 'ledger'>,
  clock: SimulatedClock,
  { concurrency, crashAt, onFetch }: PortCrawl,
): Promise<{ end: CrawlEnd | 'crashed'; fetched: number[] }> {
  const settings = readSettings({
    CONCURRENT_REQUESTS: concurrency,
    CONCURRENT_REQUESTS_PER_DOMAIN: concurrency,
    DOWNLOAD_DELAY: 0,
    RANDOMIZE_DOWNLOAD_DELAY: false,
    ROBOTSTXT_OBEY: false,
    AUTOTHROTTLE_ENABLED: false,
    USE_SITEMAP: false,
  });
  const plan = planCrawl(spider, settings);
  const fetched: number[] = [];
  const crash = new Error('crash');
  const fetch: CrawlDependencies['fetch'] = async (url, refuseHop) => {
    const number = Number(url.slice(site.length + 1));
    await onFetch?.(number);
    if (number === crashAt) throw crash;
    const given = answer(number, fetched.filter((each) => each === number).length);
    fetched.push(number);
    if (!('redirect' in given)) return given;
    const refusal = await refuseHop(given.redirect);
    const problem = { code: 'blocked-hop' as const, message: refusal ?? '', transient: false };
    return { ok: false, problem, hops: [{ url, status: 302 }] };
  };
  const crawling = crawl(
    seedRequests(plan),
    { ...settings, spentMs: 0 },
    {
      ledger,
      fetch,
      process: async (input) => processPage(plan, input),
      refuseHop: () => null,
      pause: new AbortController().signal,
      stop: new AbortController().signal,
      onChange: () => undefined,
      clock,
      random: () => 0.5,
    },
  );
  const end = await crawling.catch((error: unknown) => {
    if (error !== crash) throw error;
    return 'crashed' as const;
  });
  return { end, fetched };
}
