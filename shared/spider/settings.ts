import { readActions, type BrowserAction } from './browser-actions.ts';
import { readListings, type Listing } from './listings.ts';
import {
  SettingsSchema,
  type ExtractorName,
  type ProxyTierName,
  type SettingName,
  type Settings,
} from './settings-schema.ts';

/** The User-Agent header unless USER_AGENT is set. */
export const defaultUserAgent = 'SpiderStudio/0.1.0';

/** The settings that the crawl reads, with their defaults; null: no default. */
/** The largest body that is read unless DOWNLOAD_MAXSIZE says otherwise, in bytes. */
export const defaultMaxBytes = 32 * 1024 * 1024;

const defaults = {
  CONCURRENT_REQUESTS: 8,
  CONCURRENT_REQUESTS_PER_DOMAIN: 8,
  DOWNLOAD_DELAY: 0.25,
  RANDOMIZE_DOWNLOAD_DELAY: true,
  AUTOTHROTTLE_ENABLED: true,
  AUTOTHROTTLE_MAX_DELAY: 60,
  AUTOTHROTTLE_TARGET_CONCURRENCY: 1,
  ROBOTSTXT_OBEY: true,
  MAX_CRAWL_DELAY: 300,
  DEPTH_LIMIT: 0,
  DEPTH_PRIORITY: 0,
  GENERATED_URLS: null,
  PAGINATED_LISTINGS: null,
  USE_SITEMAP: false,
  TRAP_DETECTION: true,
  TRAP_PAGES: 5000,
  DELTAFETCH_ENABLED: false,
  HTTPCACHE_ENABLED: false,
  HTTPCACHE_EXPIRATION_SECS: 0,
  EXTRACTOR_ORDER: null,
  CUSTOM_SELECTORS: null,
  BROWSER_WAIT_SELECTOR: null,
  BROWSER_DELAY: 0,
  BROWSER_FLATTEN: false,
  BROWSER_LOAD_IMAGES: false,
  INFINITE_SCROLL: false,
  MAX_SCROLLS: 5,
  SCROLL_DELAY: 1,
  BROWSER_ACTIONS: null,
  CHALLENGE_ENABLED: false,
  CHALLENGE_STRATEGY: 'hybrid',
  USER_AGENT: defaultUserAgent,
  DEFAULT_REQUEST_HEADERS: {
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'Accept-Language': 'en',
  },
  COOKIES_ENABLED: true,
  SESSION: null,
  SESSION_EXPIRED_SIGNAL: null,
  RETRY_TIMES: 2,
  // Scrapy's list of version 2.8.
  RETRY_HTTP_CODES: [500, 502, 503, 504, 522, 524, 408, 429],
  DOWNLOAD_TIMEOUT: 30,
  DOWNLOAD_MAXSIZE: defaultMaxBytes,
  FILES_MAXSIZE: 32 * 1024 * 1024,
  FILES_TYPES: null,
  REDIRECT_MAX_TIMES: 20,
  METAREFRESH_ENABLED: true,
  PROXY_TIERS: null,
  PROXY_RESIDENTIAL_SHARE: 0.25,
  CLOSESPIDER_ITEMCOUNT: 0,
  CLOSESPIDER_PAGECOUNT: 0,
  CLOSESPIDER_TIMEOUT: 0,
  CLOSESPIDER_ERRORCOUNT: 0,
} as const satisfies Partial<Record<SettingName, unknown>>;

/** Name of a setting that the crawl reads. */
export type CrawlSettingName = keyof typeof defaults;

/** A setting as documentation and lists of settings show it. */
export interface CrawlSetting {
  name: CrawlSettingName;
  /** The JSON type of its value: `integer`, `number`, `boolean`, `string`, `array` or `object`. */
  kind: string;
  /** The value that applies if the setting is absent or null. */
  default: unknown;
  description: string;
}

function describe(name: CrawlSettingName, value: unknown): CrawlSetting {
  const schema = SettingsSchema.properties[name];
  // The type is written ["integer", "null"]: every setting may be null.
  const kind: unknown = Reflect.get(Object(Reflect.get(schema, 'type')), 0);
  return {
    name,
    kind: String(kind),
    default: value,
    description: String(Reflect.get(schema, 'description')),
  };
}

function isCrawlSettingName(name: string): name is CrawlSettingName {
  return Object.hasOwn(defaults, name);
}

/** The settings that the crawl reads, in display order. */
export const crawlSettings: readonly CrawlSetting[] = Object.entries(defaults).flatMap(([name, value]) =>
  isCrawlSettingName(name) ? [describe(name, value)] : [],
);

/** Names of all settings in `SettingsSchema`. */
export const settingNames: readonly string[] = Object.keys(SettingsSchema.properties);

/** The settings of a crawl for the engine: complete, with times in milliseconds. */
export interface CrawlSettings {
  /** Requests in flight at once. */
  concurrency: number;
  /** Requests in flight at once to one origin. */
  perOrigin: number;
  /** Milliseconds between two requests to one origin. */
  delayMs: number;
  /** Whether each delay is varied at random, between half and one and a half times its value. */
  randomize: boolean;
  /** Adapts the delay to the response times of the site; null: the delay is fixed. */
  autoThrottle: { maxDelayMs: number; targetConcurrency: number } | null;
  obeyRobots: boolean;
  /** Longest Crawl-delay of a robots.txt that is followed, in milliseconds. A host with a longer one is not crawled. */
  maxCrawlDelayMs: number;
  /** Maximum number of links between a start URL and a page; 0: no limit. */
  depthLimit: number;
  /** Subtracted from the priority of a request for each link between it and a start URL. */
  depthPriority: number;
  /** The lists that the browser pages through. */
  listings: readonly Listing[];
  /** Whether the sites' sitemaps are read. */
  useSitemap: boolean;
  /** Whether links into crawler traps are dropped. */
  trapDetection: boolean;
  /** The run pauses after this many consecutive pages without an item that repeat other pages; null: never. */
  trapPages: number | null;
  userAgent: string;
  headers: Readonly<Record<string, string>>;
  cookies: boolean;
  /** Name of the login, and what tells that it has expired; null: none is used. */
  session: { name: string; signal: string | null } | null;
  /** Maximum number of retries of a failed request. */
  retryTimes: number;
  /** HTTP statuses that are retried. */
  retryStatuses: readonly number[];
  /** Timeout of a request in milliseconds. */
  timeoutMs: number;
  /** Maximum size of a body in bytes. */
  maxBytes: number;
  /** What the files of fields with `download` may be. */
  files: FileSettings;
  /** Maximum number of consecutive redirects. */
  maxRedirects: number;
  /** Whether a meta refresh is followed as a redirect. */
  metaRefresh: boolean;
  /** Proxy tiers that the run may use; null: direct and datacenter, as far as there are proxies. */
  proxyTiers: readonly ProxyTierName[] | null;
  /** Maximum share of requests through residential proxies, from 0 to 1. */
  residentialShare: number;
  /** Maximum number of items of the run; null: no limit. */
  itemLimit: number | null;
  /** Maximum number of pages of the run; null: no limit. */
  pageLimit: number | null;
  /** Maximum active time of the run in milliseconds; null: no limit. */
  timeLimitMs: number | null;
  /** Maximum number of failed pages of the run; null: no limit. */
  errorLimit: number | null;
  /** Whether pages that an earlier full run extracted are skipped, and other known pages are fetched conditionally. */
  incremental: boolean;
  /** Cached responses are used up to this age in milliseconds (null: any age). null: no cache. */
  cache: { expirationMs: number | null } | null;
  /** null: the default order. An empty list means the same. */
  extractorOrder: readonly ExtractorName[] | null;
  customSelectors: Readonly<Record<string, string>> | null;
  browser: BrowserSettings;
  /** How challenge pages are handled; `off`: not at all. */
  challenge: 'off' | 'hybrid' | 'browser_only';
  /** USER_AGENT as set; null: the default, and in a browser that of the browser. */
  ownUserAgent: string | null;
}

/** What files of fields may be. */
export interface FileSettings {
  /** Maximum size in bytes. */
  maxBytes: number;
  /** Media types, or all of a kind as in `image/*`, in lower case; null: any. */
  types: readonly string[] | null;
}

/** How the browser renders a page. Times in milliseconds. */
export interface BrowserSettings {
  /** CSS selector that must match before the page is read; null: the page is read when it is idle. */
  waitSelector: string | null;
  delayMs: number;
  /** Maximum number of scrolls, and the wait after each; null: no scrolling. */
  scroll: { most: number; delayMs: number } | null;
  /** What is done on a page after that, in order. */
  actions: readonly BrowserAction[];
  /** Whether open shadow roots and frames of the same origin are written into the page. */
  flatten: boolean;
  /** Whether images, media and fonts are loaded. */
  images: boolean;
}

/**
 * Converts the settings of a spider to those of the engine. Absent and null settings get their default.
 *
 * @param settings the settings of a spider that `validateSpider` accepts
 */
export function readSettings(settings: Settings | null | undefined): CrawlSettings {
  const given = settings ?? {};
  const order = given.EXTRACTOR_ORDER ?? [];
  return {
    concurrency: given.CONCURRENT_REQUESTS ?? defaults.CONCURRENT_REQUESTS,
    perOrigin:
      given.CONCURRENT_REQUESTS_PER_DOMAIN ??
      given.CONCURRENT_REQUESTS ??
      defaults.CONCURRENT_REQUESTS_PER_DOMAIN,
    delayMs: Math.round((given.DOWNLOAD_DELAY ?? defaults.DOWNLOAD_DELAY) * 1000),
    randomize: given.RANDOMIZE_DOWNLOAD_DELAY ?? defaults.RANDOMIZE_DOWNLOAD_DELAY,
    autoThrottle: readAutoThrottle(given),
    obeyRobots: given.ROBOTSTXT_OBEY ?? defaults.ROBOTSTXT_OBEY,
    maxCrawlDelayMs: Math.round((given.MAX_CRAWL_DELAY ?? defaults.MAX_CRAWL_DELAY) * 1000),
    depthLimit: given.DEPTH_LIMIT ?? defaults.DEPTH_LIMIT,
    depthPriority: given.DEPTH_PRIORITY ?? defaults.DEPTH_PRIORITY,
    listings: readListings(given),
    useSitemap: given.USE_SITEMAP ?? defaults.USE_SITEMAP,
    trapDetection: given.TRAP_DETECTION ?? defaults.TRAP_DETECTION,
    trapPages: limit(given.TRAP_PAGES ?? defaults.TRAP_PAGES),
    userAgent: given.USER_AGENT ?? defaults.USER_AGENT,
    headers: given.DEFAULT_REQUEST_HEADERS ?? defaults.DEFAULT_REQUEST_HEADERS,
    // A login consists of cookies.
    cookies: (given.COOKIES_ENABLED ?? defaults.COOKIES_ENABLED) || isText(given.SESSION),
    session: readSession(given),
    retryTimes: given.RETRY_TIMES ?? defaults.RETRY_TIMES,
    retryStatuses: given.RETRY_HTTP_CODES ?? defaults.RETRY_HTTP_CODES,
    timeoutMs: Math.round((given.DOWNLOAD_TIMEOUT ?? defaults.DOWNLOAD_TIMEOUT) * 1000),
    maxBytes: given.DOWNLOAD_MAXSIZE ?? defaults.DOWNLOAD_MAXSIZE,
    files: {
      maxBytes: Math.min(
        given.FILES_MAXSIZE ?? defaults.FILES_MAXSIZE,
        given.DOWNLOAD_MAXSIZE ?? defaults.DOWNLOAD_MAXSIZE,
      ),
      types: (given.FILES_TYPES ?? defaults.FILES_TYPES)?.map((type) => type.trim().toLowerCase()) ?? null,
    },
    maxRedirects: given.REDIRECT_MAX_TIMES ?? defaults.REDIRECT_MAX_TIMES,
    metaRefresh: given.METAREFRESH_ENABLED ?? defaults.METAREFRESH_ENABLED,
    proxyTiers: given.PROXY_TIERS ?? defaults.PROXY_TIERS,
    residentialShare: given.PROXY_RESIDENTIAL_SHARE ?? defaults.PROXY_RESIDENTIAL_SHARE,
    itemLimit: limit(given.CLOSESPIDER_ITEMCOUNT ?? defaults.CLOSESPIDER_ITEMCOUNT),
    pageLimit: limit(given.CLOSESPIDER_PAGECOUNT ?? defaults.CLOSESPIDER_PAGECOUNT),
    timeLimitMs: limit((given.CLOSESPIDER_TIMEOUT ?? defaults.CLOSESPIDER_TIMEOUT) * 1000),
    errorLimit: limit(given.CLOSESPIDER_ERRORCOUNT ?? defaults.CLOSESPIDER_ERRORCOUNT),
    incremental: given.DELTAFETCH_ENABLED ?? defaults.DELTAFETCH_ENABLED,
    cache: readCache(given),
    extractorOrder: order.length === 0 ? null : order,
    customSelectors: given.CUSTOM_SELECTORS ?? null,
    browser: readBrowser(given),
    challenge:
      (given.CHALLENGE_ENABLED ?? defaults.CHALLENGE_ENABLED)
        ? (given.CHALLENGE_STRATEGY ?? defaults.CHALLENGE_STRATEGY)
        : 'off',
    ownUserAgent: given.USER_AGENT ?? null,
  };
}

/** A value beyond the specification may have any type: an unusable one is a warning. */
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function readSession({ SESSION: name, SESSION_EXPIRED_SIGNAL: signal }: Settings): CrawlSettings['session'] {
  return isText(name) ? { name, signal: isText(signal) ? signal : null } : null;
}

function readBrowser(given: Settings): BrowserSettings {
  const scrolls = given.INFINITE_SCROLL ?? defaults.INFINITE_SCROLL;
  const most = given.MAX_SCROLLS ?? defaults.MAX_SCROLLS;
  const seconds = given.SCROLL_DELAY ?? defaults.SCROLL_DELAY;
  return {
    waitSelector: given.BROWSER_WAIT_SELECTOR ?? defaults.BROWSER_WAIT_SELECTOR,
    delayMs: Math.round((given.BROWSER_DELAY ?? defaults.BROWSER_DELAY) * 1000),
    scroll: scrolls ? { most, delayMs: Math.round(seconds * 1000) } : null,
    actions: readActions(given),
    flatten: given.BROWSER_FLATTEN ?? defaults.BROWSER_FLATTEN,
    images: given.BROWSER_LOAD_IMAGES ?? defaults.BROWSER_LOAD_IMAGES,
  };
}

function readAutoThrottle(given: Settings): CrawlSettings['autoThrottle'] {
  if (!(given.AUTOTHROTTLE_ENABLED ?? defaults.AUTOTHROTTLE_ENABLED)) return null;
  return {
    maxDelayMs: (given.AUTOTHROTTLE_MAX_DELAY ?? defaults.AUTOTHROTTLE_MAX_DELAY) * 1000,
    targetConcurrency: given.AUTOTHROTTLE_TARGET_CONCURRENCY ?? defaults.AUTOTHROTTLE_TARGET_CONCURRENCY,
  };
}

function readCache(given: Settings): CrawlSettings['cache'] {
  if (!(given.HTTPCACHE_ENABLED ?? defaults.HTTPCACHE_ENABLED)) return null;
  const seconds = given.HTTPCACHE_EXPIRATION_SECS ?? defaults.HTTPCACHE_EXPIRATION_SECS;
  return { expirationMs: seconds === 0 ? null : seconds * 1000 };
}

/** Converts a limit of Scrapy, where 0 means "no limit". */
function limit(count: number): number | null {
  return count === 0 ? null : count;
}
