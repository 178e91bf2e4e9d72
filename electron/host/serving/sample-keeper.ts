import type { Sample } from '../../../shared/contract/types.ts';
import type { Crawls } from '../work/crawl/crawls.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { startSampleSite, type SampleSite } from '../../sample-site/server.ts';
import { isSampleAddress, sampleOrigin, sampleSpider } from '../../sample-site/spiders.ts';
import { createHttpClient, type HttpClient } from '../../fetch/client.ts';
import type { FetchedPage } from '../../fetch/types.ts';
import { defaultUserAgent } from '../../../shared/spider/settings.ts';
import { samplePortAt, samplePortOf, type SpiderSites } from '../../sample-site/serving.ts';
import type { Tester } from '../work/tester/tester.ts';

/** Name of a sample spider. */
export type SampleName = 'sample-shop' | 'sample-news' | 'sample-reviews' | 'sample-custom';

/** Serves the sample site, from the first use until the host closes. */
export interface SampleKeeper {
  /** Origin of the served site; null: it is not served. */
  url(): string | null;
  /** Serves the site, imports its spider, saves one of its pages, and starts a full run. */
  start(what: { project: string; spider: SampleName; window: string | null }): Promise<Sample>;
  /** Serves the site if the spider is written for it. @returns whether this host serves it */
  serveFor(spider: SpiderSites): Promise<boolean>;
  /** Serves the site if the address belongs to it and the spider requests it. */
  serveAt(address: string | null, spider: string | null): Promise<void>;
  /** Serves the site if the address is on its usual port. @returns whether it is */
  serveAddress(address: string): Promise<boolean>;
  close(): Promise<void>;
}

/** How to find an item page of each spider: start path, pattern of list pages, pattern of item pages. */
const ways: Readonly<Record<SampleName, { path: string; next: RegExp; item: RegExp }>> = {
  'sample-shop': {
    path: '/shop/',
    next: /href="([^"#?]*\/shop\/[a-z]+\/)"/,
    item: /href="([^"]*\/shop\/item\/[^"]+)"/,
  },
  'sample-reviews': {
    path: '/shop/',
    next: /href="([^"#?]*\/shop\/[a-z]+\/)"/,
    item: /href="([^"]*\/shop\/item\/[^"]+)"/,
  },
  'sample-news': {
    path: '/',
    next: /href="([^"#?]*\/news\/[a-z]+\/)"/,
    item: /href="([^"]*\/news\/[a-z]+\/\d{4}\/[^"]+)"/,
  },
  'sample-custom': {
    path: '/news/harbour/',
    next: /href="([^"#?]*\/news\/nature\/)"/,
    item: /href="([^"]*\/news\/harbour\/\d{4}\/[^"]+)"/,
  },
};

/** Creates the keeper; nothing is served yet. */
export function createSampleKeeper({
  database,
  crawls,
  tester,
}: {
  database: Pick<DatabaseWorkers, 'call' | 'ask'>;
  crawls: Pick<Crawls, 'start'>;
  tester: Pick<Tester, 'pack'>;
}): SampleKeeper {
  /** Sites by port; null: another program uses the port. */
  const sites = new Map<number, Promise<SampleSite | null>>();
  let site: Promise<SampleSite> | null = null;
  let served: SampleSite | null = null;

  async function serve(port: number): Promise<SampleSite | null> {
    const opening = sites.get(port) ?? startSampleSite({ port }).catch(() => null);
    sites.set(port, opening);
    const own = await opening;
    // The port may be free the next time.
    if (own === null) sites.delete(port);
    served ??= own;
    return own;
  }

  /** Opens the site on the port of the sample spiders, or on a free one. */
  async function open(): Promise<SampleSite> {
    const port = Number(new URL(sampleOrigin).port);
    const own = (await serve(port)) ?? (await startSampleSite());
    sites.set(own.port, Promise.resolve(own));
    served = own;
    return own;
  }

  /** Saves an item page of the spider as a first page for the tester. */
  async function savePage(origin: string, project: string, spider: SampleName): Promise<void> {
    const http = createHttpClient({
      userAgent: defaultUserAgent,
      allowPrivate: true,
      connectionsPerOrigin: 1,
      cookies: false,
    });
    try {
      const found = await itemPage(http, origin, spider);
      if (found === null) return;
      const { body, headers, finalUrl } = found;
      const contentType = headers['content-type'] ?? null;
      const { page, title } = await tester.pack({ body, contentType, url: finalUrl });
      const added = { title, url: finalUrl, source: 'url' as const, run: null, page };
      await database.ask('write', 'addPage', { owner: { project, spider }, page: added });
    } finally {
      await http.close();
    }
  }

  return {
    url: () => served?.url ?? null,
    async start({ project, spider, window }) {
      site ??= open();
      const { url } = await site;
      const text = sampleSpider(spider, url);
      const imported = await database.call(
        'spiders.import',
        { project, text, file: `${spider}.json`, dryRun: false },
        { window },
      );
      const saved = await database.call('pages.list', { project, spider: imported.spider }, { window });
      // The site is the same at every start; only its port may differ.
      if (!saved.some((page) => page.url?.startsWith(url) === true)) await savePage(url, project, spider);
      const request = {
        project,
        spider: imported.spider,
        limit: null,
        overrides: {},
        allowPrivate: true,
      };
      const { run } = await crawls.start(request);
      return { project, spider: imported.spider, run, siteUrl: url };
    },
    async serveFor(spider) {
      const port = samplePortOf(spider);
      return port !== null && (await serve(port)) !== null;
    },
    async serveAt(address, spider) {
      const port = address === null || spider === null ? null : samplePortAt(address, spider);
      if (port !== null) await serve(port);
    },
    async serveAddress(address) {
      const { port } = new URL(sampleOrigin);
      if (!isSampleAddress(address)) return false;
      return (await serve(Number(port))) !== null;
    },
    async close() {
      await site?.catch(() => null);
      for (const own of await Promise.all(sites.values())) await own?.close();
    },
  };
}

/** Finds an item page of a sample spider. @returns its URL; null: none was found within a few steps */
async function itemPage(http: HttpClient, origin: string, spider: SampleName): Promise<FetchedPage | null> {
  const { path, next, item } = ways[spider];
  let url = new URL(path, origin).href;
  for (let step = 0; step < 3; step += 1) {
    const result = await http.fetch({ url });
    if (!result.ok) return null;
    const { body, finalUrl } = result.page;
    const html = Buffer.from(body).toString('utf8');
    const link = item.exec(html)?.[1];
    const target = link ?? next.exec(html)?.[1];
    if (target === undefined) return null;
    url = new URL(target.replaceAll('&amp;', '&'), finalUrl).href;
    if (link === undefined) continue;
    const found = await http.fetch({ url });
    return found.ok ? found.page : null;
  }
  return null;
}
