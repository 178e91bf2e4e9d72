import { describe, expect, it } from 'vitest';
import { crawlSettings, readSettings, settingNames } from '../../../shared/spider/settings.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { settingsWith } from './spiders.ts';

describe('readSettings', () => {
  it('gives the defaults of the engine where nothing is set', () => {
    expect(readSettings(undefined)).toEqual({
      concurrency: 8,
      perOrigin: 8,
      delayMs: 250,
      randomize: true,
      autoThrottle: { maxDelayMs: 60_000, targetConcurrency: 1 },
      obeyRobots: true,
      maxCrawlDelayMs: 300_000,
      depthLimit: 0,
      depthPriority: 0,
      useSitemap: false,
      trapDetection: true,
      trapPages: 5000,
      userAgent: 'SpiderStudio/0.1.0',
      headers: {
        Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
        'Accept-Language': 'en',
      },
      cookies: true,
      session: null,
      retryTimes: 2,
      retryStatuses: [500, 502, 503, 504, 522, 524, 408, 429],
      timeoutMs: 30_000,
      maxBytes: 33_554_432,
      maxRedirects: 20,
      files: { maxBytes: 33554432, types: null },
      metaRefresh: true,
      proxyTiers: null,
      residentialShare: 0.25,
      itemLimit: null,
      pageLimit: null,
      timeLimitMs: null,
      errorLimit: null,
      incremental: false,
      listings: [],
      cache: null,
      extractorOrder: null,
      customSelectors: null,
      browser: { waitSelector: null, delayMs: 0, scroll: null, actions: [], flatten: false, images: false },
      challenge: 'off',
      ownUserAgent: null,
    });
  });

  it('takes null for the default', () => {
    const nulls = Object.fromEntries(settingNames.map((name) => [name, null]));
    expect(validateSpider(settingsWith(nulls)).problems).toEqual([]);
    expect(readSettings(nulls)).toEqual(readSettings({}));
  });

  it('takes what is set, also zero and false', () => {
    expect(
      readSettings({
        CONCURRENT_REQUESTS: 1,
        CONCURRENT_REQUESTS_PER_DOMAIN: 2,
        DOWNLOAD_DELAY: 0,
        RANDOMIZE_DOWNLOAD_DELAY: false,
        AUTOTHROTTLE_MAX_DELAY: 5,
        AUTOTHROTTLE_TARGET_CONCURRENCY: 2.5,
        ROBOTSTXT_OBEY: false,
        MAX_CRAWL_DELAY: 1.5,
        DEPTH_LIMIT: 3,
        DEPTH_PRIORITY: -1,
        USE_SITEMAP: true,
        TRAP_DETECTION: false,
        TRAP_PAGES: 0,
        USER_AGENT: 'me',
        DEFAULT_REQUEST_HEADERS: { 'X-A': 'b' },
        COOKIES_ENABLED: false,
        RETRY_TIMES: 0,
        RETRY_HTTP_CODES: [],
        DOWNLOAD_TIMEOUT: 0.5,
        DOWNLOAD_MAXSIZE: 1000,
        FILES_MAXSIZE: 5000,
        FILES_TYPES: ['Image/*'],
        REDIRECT_MAX_TIMES: 0,
        METAREFRESH_ENABLED: false,
        PROXY_TIERS: ['direct', 'residential'],
        PROXY_RESIDENTIAL_SHARE: 0,
        CLOSESPIDER_ITEMCOUNT: 10,
        CLOSESPIDER_PAGECOUNT: 20,
        CLOSESPIDER_TIMEOUT: 1.5,
        CLOSESPIDER_ERRORCOUNT: 30,
        DELTAFETCH_ENABLED: true,
        HTTPCACHE_ENABLED: true,
        HTTPCACHE_EXPIRATION_SECS: 1.5,
        EXTRACTOR_ORDER: ['custom'],
        CUSTOM_SELECTORS: { title: 'h1' },
        NOBODY_READS: 1,
      }),
    ).toEqual({
      concurrency: 1,
      perOrigin: 2,
      delayMs: 0,
      randomize: false,
      autoThrottle: { maxDelayMs: 5000, targetConcurrency: 2.5 },
      obeyRobots: false,
      maxCrawlDelayMs: 1500,
      depthLimit: 3,
      depthPriority: -1,
      useSitemap: true,
      trapDetection: false,
      trapPages: null,
      userAgent: 'me',
      headers: { 'X-A': 'b' },
      cookies: false,
      session: null,
      retryTimes: 0,
      retryStatuses: [],
      timeoutMs: 500,
      maxBytes: 1000,
      maxRedirects: 0,
      files: { maxBytes: 1000, types: ['image/*'] },
      metaRefresh: false,
      proxyTiers: ['direct', 'residential'],
      residentialShare: 0,
      itemLimit: 10,
      pageLimit: 20,
      timeLimitMs: 1500,
      errorLimit: 30,
      listings: [],
      incremental: true,
      cache: { expirationMs: 1500 },
      extractorOrder: ['custom'],
      customSelectors: { title: 'h1' },
      browser: { waitSelector: null, delayMs: 0, scroll: null, actions: [], flatten: false, images: false },
      challenge: 'off',
      ownUserAgent: 'me',
    });
  });

  it('takes an empty EXTRACTOR_ORDER and a limit of 0 for none', () => {
    const settings = readSettings({
      EXTRACTOR_ORDER: [],
      CLOSESPIDER_ITEMCOUNT: 0,
      CLOSESPIDER_PAGECOUNT: 0,
    });
    expect(settings).toMatchObject({ extractorOrder: null, itemLimit: null, pageLimit: null });
  });
});

describe('requests to one host', () => {
  it.each([
    [{ CONCURRENT_REQUESTS: 3 }, 3],
    [{ CONCURRENT_REQUESTS: 32 }, 32],
    [{ CONCURRENT_REQUESTS: 3, CONCURRENT_REQUESTS_PER_DOMAIN: null }, 3],
    [{ CONCURRENT_REQUESTS: 3, CONCURRENT_REQUESTS_PER_DOMAIN: 2 }, 2],
    [{ CONCURRENT_REQUESTS: 3, CONCURRENT_REQUESTS_PER_DOMAIN: 5 }, 5],
    [{ CONCURRENT_REQUESTS: null }, 8],
  ])('%j', (settings, perOrigin) => {
    expect(readSettings(settings).perOrigin).toBe(perOrigin);
  });
});

describe('the browser', () => {
  it.each([
    [{}, { waitSelector: null, delayMs: 0, scroll: null, actions: [], flatten: false, images: false }],
    [
      { BROWSER_WAIT_SELECTOR: '.x', BROWSER_DELAY: 1.5, BROWSER_FLATTEN: true, BROWSER_LOAD_IMAGES: true },
      { waitSelector: '.x', delayMs: 1500, scroll: null, actions: [], flatten: true, images: true },
    ],
    [{ INFINITE_SCROLL: true }, { scroll: { most: 5, delayMs: 1000 } }],
    [{ INFINITE_SCROLL: true, MAX_SCROLLS: 9, SCROLL_DELAY: 0 }, { scroll: { most: 9, delayMs: 0 } }],
    [{ MAX_SCROLLS: 9 }, { scroll: null }],
  ])('%j', (settings, browser) => {
    expect(readSettings(settings).browser).toMatchObject(browser);
  });
});

describe('challenges', () => {
  it.each([
    [{}, 'off'],
    [{ CHALLENGE_STRATEGY: 'browser_only' as const }, 'off'],
    [{ CHALLENGE_ENABLED: true }, 'hybrid'],
    [{ CHALLENGE_ENABLED: true, CHALLENGE_STRATEGY: null }, 'hybrid'],
    [{ CHALLENGE_ENABLED: true, CHALLENGE_STRATEGY: 'browser_only' as const }, 'browser_only'],
  ])('%j', (settings, challenge) => {
    expect(readSettings(settings).challenge).toBe(challenge);
  });
});

describe('the cache', () => {
  it.each([
    [{ HTTPCACHE_ENABLED: true }, { expirationMs: null }],
    [{ HTTPCACHE_ENABLED: true, HTTPCACHE_EXPIRATION_SECS: 0 }, { expirationMs: null }],
    [{ HTTPCACHE_ENABLED: true, HTTPCACHE_EXPIRATION_SECS: 60 }, { expirationMs: 60_000 }],
    [{ HTTPCACHE_ENABLED: false, HTTPCACHE_EXPIRATION_SECS: 60 }, null],
    [{ HTTPCACHE_ENABLED: null }, null],
  ])('%j', (settings, cache) => {
    expect(readSettings(settings).cache).toEqual(cache);
  });
});

describe('AutoThrottle', () => {
  it('is off when told so', () => {
    expect(readSettings({ AUTOTHROTTLE_ENABLED: false, AUTOTHROTTLE_MAX_DELAY: 5 }).autoThrottle).toBeNull();
  });
});

describe('the registry', () => {
  it('describes every setting that the crawl reads', () => {
    expect(crawlSettings.find(({ name }) => name === 'CONCURRENT_REQUESTS')).toEqual({
      name: 'CONCURRENT_REQUESTS',
      kind: 'integer',
      default: 8,
      description: 'Requests in flight at once. 1 to 32; 8 unless set.',
    });
    for (const { name, kind, description } of crawlSettings) {
      expect(settingNames).toContain(name);
      expect(['integer', 'number', 'boolean', 'string', 'array', 'object']).toContain(kind);
      expect(description).toMatch(/\.$/);
    }
  });

  it('has defaults that the check accepts', () => {
    const all = crawlSettings.map((setting) => [setting.name, setting.default]);
    const { CUSTOM_SELECTORS: _none, ...defaults } = Object.fromEntries(all);
    // Without these two, what is said about scrolling and challenges has no effect, and that is told.
    const on = { EXTRACTOR_ORDER: ['browser'], INFINITE_SCROLL: true, CHALLENGE_ENABLED: true };
    expect(validateSpider(settingsWith({ ...defaults, ...on })).problems).toEqual([]);
  });

  it('leaves out no setting that is known by name', () => {
    expect(crawlSettings.map(({ name }) => name).sort()).toEqual([...settingNames].sort());
  });
});
