import type { CrawlSettings } from '../../../../shared/spider/settings.ts';
import type { FetchThrough } from '../../../engine/challenge-fetch.ts';
import type { CrawlDependencies } from '../../../engine/crawl.ts';
import type { NetworkHold } from '../../../engine/network-hold.ts';
import type { HttpCache } from '../../../engine/ports/http-cache.ts';
import type { NewEvent } from '../../../engine/ports/ledger.ts';
import { createHttpClient, type HttpClient } from '../../../fetch/client.ts';
import type { SystemRoutes } from '../../../fetch/system-routes.ts';
import { openSystemRoutes, systemProxyUsed } from '../system-proxy.ts';
import type { OpenedLogin } from '../logins/logins.ts';
import { withCache } from './http-cache.ts';
import { RunBrowser, type BrowserPlan } from './run-browser.ts';
import { withHold } from './run-network.ts';
import { extraOptions, openRoutes, type RunRoutes, type RoutePlan } from './run-routes.ts';

type Fetch = CrawlDependencies['fetch'];

/** Options of `createCrawlSetup`. */
export interface CrawlSetupOptions {
  dataDir: string;
  /** Project whose proxies may be used. */
  project: string;
  settings: CrawlSettings;
  /** Whether loopback and private addresses are allowed. */
  allowPrivate: boolean;
  /** Channel for asking the system for proxies; null: environment variables are used. */
  proxyChannel: string | null;
  browser: BrowserPlan;
  /** Usable proxies and their history; null: none, or the caller chooses a proxy for each request. */
  routes: RoutePlan | null;
  /** null: no response is replayed. */
  cache: HttpCache | null;
  /** The opened login of SESSION; null: none. */
  login: OpenedLogin | null;
  /** Creates the hold for times without a network; left out: the network is not watched. */
  hold?: (http: HttpClient) => NetworkHold;
  /** Records events in the log of the run. */
  record(events: readonly NewEvent[]): Promise<void>;
  /** Aborted: requests in flight are dropped. */
  stop: AbortSignal;
}

/** Client, proxies, browser and cache for the settings of a spider, for runs and captured pages. */
export interface CrawlSetup {
  http: HttpClient;
  /** Proxies of the system; null: not used. */
  system: SystemRoutes | null;
  network: NetworkHold | null;
  browser: RunBrowser;
  /** Fetches through the given proxy, or directly, and solves challenges. */
  fetchThrough: FetchThrough;
  routes: RunRoutes | null;
  /** Calls a listener whenever a request is sent, with its URL. It replaces the one before it. */
  whenSent(listener: (url: URL) => void): void;
  /** Fetches like a run: from the cache, else by the route of the site. */
  fetch: Fetch;
  /** Why no request can succeed any more, a sentence; null: some may. */
  stuck(): string | null;
  close(): Promise<void>;
}

/** Creates the setup. Nothing is connected or started before the first page. */
export function createCrawlSetup(options: CrawlSetupOptions): CrawlSetup {
  const { dataDir, project, settings, allowPrivate, stop } = options;
  const record = (events: readonly NewEvent[]): Promise<void> => options.record(events);
  const system = openSystemRoutes({ dataDir }, options.proxyChannel, ({ url, ...use }) => {
    void record([{ kind: 'proxy', url, message: systemProxyUsed(use) }]);
  });
  const { userAgent, headers, timeoutMs, maxBytes, maxRedirects, metaRefresh, perOrigin, cookies } = settings;
  let onSend = (_url: URL): void => undefined;
  const http = createHttpClient({
    userAgent,
    headers: { ...headers },
    limits: { timeoutMs, maxBytes, maxRedirects },
    metaRefresh,
    allowPrivate,
    connectionsPerOrigin: perOrigin,
    cookies,
    system,
    onSend: (url) => onSend(url),
  });
  const { login } = options;
  for (const cookie of login?.state.cookies ?? []) http.cookies?.put(cookie);
  const network = options.hold?.(http) ?? null;
  const browser = new RunBrowser(
    { dataDir },
    {
      run: { project },
      plan: options.browser,
      settings,
      storage: login?.state.origins ?? [],
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
    whenSent(listener) {
      onSend = listener;
    },
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
  return (url, onHop, message, _tries, part) => fetchThrough(null, url, onHop, extraOptions(message, part));
}

/** Fetches from the cache first, if the spider enables it. */
function cached(
  fromSite: Fetch,
  responses: HttpCache,
  { cache, retryStatuses, session }: CrawlSettings,
): Fetch {
  if (cache === null) return fromSite;
  const { expirationMs } = cache;
  return withCache(fromSite, responses, {
    expirationMs,
    passingStatuses: retryStatuses,
    now: Date.now,
    login: session?.name ?? null,
  });
}
