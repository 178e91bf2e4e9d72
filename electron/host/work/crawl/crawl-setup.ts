import type { CrawlSettings } from '../../../../shared/spider/settings.ts';
import type { FetchThrough } from '../../../engine/challenge-fetch.ts';
import type { CrawlDependencies } from '../../../engine/crawl.ts';
import type { NetworkHold } from '../../../engine/network-hold.ts';
import type { HttpCache } from '../../../engine/ports/http-cache.ts';
import type { NewEvent } from '../../../engine/ports/ledger.ts';
import { createHttpClient, type HttpClient } from '../../../fetch/client.ts';
import type { SystemRoutes } from '../../../fetch/system-routes.ts';
import { openSystemRoutes, systemProxyUsed } from '../system-proxy.ts';
import { withCache } from './http-cache.ts';
import { RunBrowser, type BrowserPlan } from './run-browser.ts';
import { withHold } from './run-network.ts';
import { extraOptions, openRoutes, type RunRoutes, type RoutePlan } from './run-routes.ts';

type Fetch = CrawlDependencies['fetch'];

export interface CrawlSetupOptions {
  dataDir: string;
  /** Whose proxies may be used. */
  project: string;
  settings: CrawlSettings;
  /** Let it reach addresses that are not public. */
  allowPrivate: boolean;
  /** By which the proxies of the system are asked for; null: the environment names them. */
  proxyChannel: string | null;
  browser: BrowserPlan;
  /** The proxies that may be used, and what is known of them; null: none, or the caller chooses one for each request. */
  routes: RoutePlan | null;
  /** null: nothing is replayed. */
  cache: HttpCache | null;
  /** Holds requests while the network is away; left out: nobody looks. */
  hold?: (http: HttpClient) => NetworkHold;
  /** Called with what a person may ask about later. */
  record(events: readonly NewEvent[]): Promise<void>;
  /** Aborted: what is in flight is dropped. */
  stop: AbortSignal;
}

/** What pages are fetched and rendered with, as the settings of a spider have it: for a run, and for a page that is added. */
export interface CrawlSetup {
  http: HttpClient;
  /** The proxies of the system; null: there are none. */
  system: SystemRoutes | null;
  network: NetworkHold | null;
  browser: RunBrowser;
  /** Fetches through the proxy that is given, or directly, with challenges taken care of. */
  fetchThrough: FetchThrough;
  routes: RunRoutes | null;
  /** Fetches as a run does: from the cache, else by the route of the site. */
  fetch: Fetch;
  /** Why nothing gets through any more, a sentence; null: something does, or may. */
  stuck(): string | null;
  close(): Promise<void>;
}

/** Puts together what pages are fetched with. Nothing is connected or started before the first page. */
export function createCrawlSetup(options: CrawlSetupOptions): CrawlSetup {
  const { dataDir, project, settings, allowPrivate, stop } = options;
  const record = (events: readonly NewEvent[]): Promise<void> => options.record(events);
  const system = openSystemRoutes({ dataDir }, options.proxyChannel, ({ url, ...use }) => {
    void record([{ kind: 'proxy', url, message: systemProxyUsed(use) }]);
  });
  const { userAgent, headers, timeoutMs, maxBytes, maxRedirects, perOrigin, cookies } = settings;
  const http = createHttpClient({
    userAgent,
    headers: { ...headers },
    limits: { timeoutMs, maxBytes, maxRedirects },
    allowPrivate,
    connectionsPerOrigin: perOrigin,
    cookies,
    system,
  });
  const network = options.hold?.(http) ?? null;
  const browser = new RunBrowser(
    { dataDir },
    {
      run: { project },
      plan: options.browser,
      settings,
      allowPrivate,
      http: network === null ? http : withHold(http, network, system),
      ...(network === null ? {} : { network }),
      system,
      record,
      proxyFor: (url) => routes?.proxyFor(url) ?? null,
      signal: stop,
    },
  );
  const fetchThrough = browser.fetch;
  const routes =
    options.routes === null ? null : openRoutes(options.routes, settings, { fetchThrough, record });
  const fromSite = routes?.fetch ?? direct(fetchThrough);
  return {
    http,
    system,
    network,
    browser,
    fetchThrough,
    routes,
    fetch: options.cache === null ? fromSite : cached(fromSite, options.cache, settings),
    stuck: () => routes?.stuck() ?? http.stuck(),
    async close() {
      network?.close();
      await Promise.all([browser.close(), http.close()]);
    },
  };
}

/** Fetches without proxies. */
function direct(fetchThrough: FetchThrough): Fetch {
  return (url, onHop, headers, _tries, cutAt) => fetchThrough(null, url, onHop, extraOptions(headers, cutAt));
}

/** Fetches from the cache first, where the spider asks for one. */
function cached(fromSite: Fetch, responses: HttpCache, { cache, retryStatuses }: CrawlSettings): Fetch {
  if (cache === null) return fromSite;
  const { expirationMs } = cache;
  return withCache(fromSite, responses, { expirationMs, passingStatuses: retryStatuses, now: Date.now });
}
