import { expect, it } from 'vitest';
import { GeneratedSeeds } from '../../../electron/engine/generated-seeds.ts';
import { planCrawl } from '../../../electron/engine/page.ts';
import { readSettings } from '../../../shared/spider/settings.ts';
import type { Spider } from '../../../shared/spider/schema.ts';
import { MemoryFleet } from './ports/memory-fleet.ts';
import { ShareCrawl, shortestGap, type Ended, type SharePlan, type SitePage } from './ports/share-crawl.ts';
import { SimulatedClock } from './ports/simulated-clock.ts';

const spider: Spider = {
  name: 'made-up',
  allowed_domains: ['a.example', 'b.example', 'c.example'],
  start_urls: ['https://a.example/'],
  rules: [{ allow: ['/page/'], callback: 'page' }],
  callbacks: { page: { extract: { title: { css: 'h1::text' } } } },
};
const sitemaps = planCrawl(spider, readSettings({}));
const delayMs = 1000;

/** Carries out a run with three sessions. */
async function crawlTogether(
  site: Map<string, SitePage>,
  plan: Partial<SharePlan> = {},
): Promise<{ fleet: MemoryFleet; crawl: ShareCrawl; ends: Ended[] }> {
  let seed = 3;
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const clock = new SimulatedClock(() => fleet.underway > 0);
  const fleet = new MemoryFleet(clock, { items: null, pages: null }, random);
  const crawl = new ShareCrawl({ site, clock, delayMs, latencyMs: 300, ...plan });
  const sessions = Array.from({ length: 3 }, () => fleet.session());
  const ends = await Promise.all(sessions.map((session) => crawl.run(session)));
  return { fleet, crawl, ends };
}

const page = (items = 1): SitePage => ({ links: [], items });
const urlset = (...urls: string[]): SitePage => ({
  links: [],
  items: 0,
  body: `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`,
});
const index = (...urls: string[]): SitePage => ({
  links: [],
  items: 0,
  body: `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`,
});
const robots = (...lines: string[]): SitePage => ({ links: [], items: 0, body: lines.join('\n') });

/** A site whose pages stand in sitemaps alone, which lie at two hosts. */
function sitemapSite(): Map<string, SitePage> {
  const pages = Array.from({ length: 24 }, (_, n) => `https://${'abc'[n % 3]}.example/page/${n}`);
  return new Map([
    ['https://a.example/', page(0)],
    ['https://a.example/robots.txt', robots('Sitemap: https://b.example/index.xml')],
    ['https://b.example/index.xml', index('https://a.example/one.xml', 'https://b.example/two.xml')],
    ['https://a.example/one.xml', urlset(...pages.slice(0, 12))],
    ['https://b.example/two.xml', urlset(...pages.slice(12))],
    ...pages.map((url): [string, SitePage] => [url, page()]),
  ]);
}

it('reads each sitemap of a shared run once, whoever has found it, in the turns of its host', async () => {
  const { fleet, crawl, ends } = await crawlTogether(sitemapSite(), { changes: () => ({ sitemaps }) });
  for (const end of ends) expect(end).toMatchObject({ kind: 'run', end: { kind: 'exhausted' } });
  expect(fleet.store.items).toHaveLength(24);
  const files = crawl.sendings.map(({ url }) => url).filter((url) => url.endsWith('.xml'));
  expect(files.toSorted()).toEqual([
    'https://a.example/one.xml',
    'https://b.example/index.xml',
    'https://b.example/two.xml',
  ]);
  expect(shortestGap(crawl.sendings)).toBeGreaterThanOrEqual(delayMs);
});

it('reads the sitemaps of a shared run again when its lead has died over them', async () => {
  let hasDied = false;
  const { fleet, ends } = await crawlTogether(sitemapSite(), {
    changes: () => ({ sitemaps }),
    diesAt: ({ url }) => {
      if (hasDied || !url.endsWith('two.xml')) return false;
      hasDied = true;
      return true;
    },
  });
  expect(ends.filter((end) => end === 'died')).toHaveLength(1);
  expect(fleet.store.items).toHaveLength(24);
});

it('finds the sitemaps of a shared run where robots.txt is not obeyed', async () => {
  const { fleet } = await crawlTogether(sitemapSite(), {
    changes: () => ({ sitemaps }),
    settings: { ROBOTSTXT_OBEY: false },
  });
  expect(fleet.store.items).toHaveLength(24);
});

it('does not wait after a page that is replayed, however late the ledger of the shared run answers', async () => {
  const clock = new SimulatedClock(() => fleet.underway > 0);
  const fleet = new MemoryFleet(clock, { items: null, pages: null }, () => 0.5);
  const pages = Array.from({ length: 20 }, (_, n) => `https://a.example/page/${n}`);
  const links = [...pages, 'https://a.example/sent/1', 'https://a.example/sent/2'];
  const site = new Map([
    ['https://a.example/', { links, items: 0 }],
    ...links.map((url): [string, SitePage] => [url, { ...page(), isReplayed: pages.includes(url) }]),
  ]);
  const crawl = new ShareCrawl({ site, clock, delayMs, latencyMs: 1 });
  const session = fleet.session();
  const { ledger } = session;
  const far: typeof ledger = Object.assign(Object.create(ledger), {
    claim: async (...args: Parameters<typeof ledger.claim>) => {
      await new Promise<void>((resolve) => void clock.at(clock.now() + 50, resolve));
      return ledger.claim(...args);
    },
  });
  const began = clock.now();
  await crawl.run({ ...session, ledger: far });
  expect(fleet.store.items).toHaveLength(22);
  // Robots.txt and three pages are sent; with a delay after each of the others it would be more than 20.
  expect(clock.now() - began).toBeLessThan(8 * delayMs);
  expect(crawl.sendings.map(({ url }) => url)).not.toContain(pages[0]);
  expect(shortestGap(crawl.sendings)).toBeGreaterThanOrEqual(delayMs);
});

it('admits generated start URLs as the sessions of a shared run fetch them, also after its lead', async () => {
  const generated = new GeneratedSeeds({
    GENERATED_URLS: [
      {
        template: 'https://h{host}.example/page/{page}',
        vars: { host: { type: 'range', from: 1, to: 4 }, page: { type: 'range', from: 1, to: 300 } },
      },
    ],
  });
  const site = new Map([['https://a.example/', page(0)]]);
  for (let n = 0; n < generated.count; n += 1) site.set(generated.at(n).url, page());
  let sent = 0;
  const { fleet, ends } = await crawlTogether(site, {
    delayMs: 100,
    latencyMs: 10,
    changes: () => ({ generated }),
    diesAt: ({ session }) => session === 1 && (sent += 1) > 40,
  });
  expect(ends[0]).toBe('died');
  expect(ends.slice(1)).toMatchObject([{ end: { kind: 'exhausted' } }, { end: { kind: 'exhausted' } }]);
  expect(fleet.store.counters()).toMatchObject({ done: 1201, queued: 0 });
});

it('keeps a long delay at the hosts of a session that has died', async () => {
  const urls = Array.from({ length: 8 }, (_, n) => `https://${'ab'[n % 2]}.example/page/${n}`);
  const site = new Map(urls.map((url): [string, SitePage] => [url, { links: urls, items: 1 }]));
  const longMs = 60_000;
  const clock = new SimulatedClock(() => fleet.underway > 0);
  const fleet = new MemoryFleet(clock, { items: null, pages: null }, () => 0.5);
  const ends: Promise<Ended>[] = [];
  let atA = -Infinity;
  const crawl: ShareCrawl = new ShareCrawl({
    site,
    clock,
    delayMs: longMs,
    latencyMs: 300,
    onSend: ({ host, at }) => {
      if (host === 'a.example') atA = at;
    },
    // Just after a request to the other host.
    diesAt: ({ host, at, session }) => {
      if (session !== 1 || host !== 'b.example' || at - atA > longMs / 2) return false;
      ends.push(crawl.run(fleet.session()));
      return true;
    },
  });
  expect(await crawl.run(fleet.session())).toBe('died');
  expect(await ends[0]).toMatchObject({ kind: 'run', end: { kind: 'exhausted' } });
  expect(new Set(crawl.sendings.map(({ session }) => session)).size).toBe(2);
  expect(shortestGap(crawl.sendings)).toBeGreaterThanOrEqual(longMs);
});
