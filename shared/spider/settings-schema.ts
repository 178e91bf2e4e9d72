import { Type } from 'typebox';
import { mapOf, oneOf, orNull } from './schema-parts.ts';

export const extractorNames = ['newsparser', 'textparser', 'custom', 'browser'] as const;
export type ExtractorName = (typeof extractorNames)[number];
export const challengeStrategies = ['hybrid', 'browser_only'] as const;

/**
 * Every setting that is known by name: those of the specification and those of Scrapy that the crawl reads. Others
 * are stored and passed through unread, with a warning.
 */
export const SettingsSchema = Type.Object(
  {
    EXTRACTOR_ORDER: orNull(
      Type.Array(oneOf(extractorNames), {
        description:
          'Article strategies, tried in order until one succeeds: "newsparser", "textparser", "custom" (CUSTOM_SELECTORS) or "browser" (renders the page).',
      }),
    ),
    CUSTOM_SELECTORS: orNull(
      mapOf(Type.String({ minLength: 1 }), {
        description:
          'CSS selectors by field, for the "custom" strategy. title, content, author and date fill columns.',
      }),
    ),
    CONCURRENT_REQUESTS: orNull(
      Type.Integer({
        minimum: 1,
        maximum: 32,
        description: 'Requests in flight at once. 1 to 32; 8 unless set.',
      }),
    ),
    DOWNLOAD_DELAY: orNull(
      Type.Number({
        minimum: 0,
        maximum: 60,
        description: 'Seconds between two requests to one host. 0 to 60; 0.25 unless set.',
      }),
    ),
    CHALLENGE_ENABLED: orNull(Type.Boolean({ description: 'Clears anti-bot challenges in a real browser.' })),
    CHALLENGE_STRATEGY: orNull(
      oneOf(challengeStrategies, {
        description:
          '"hybrid": plain request first, browser where it is challenged. "browser_only": always the browser.',
      }),
    ),
    BROWSER_WAIT_SELECTOR: orNull(
      Type.String({
        minLength: 1,
        description: 'CSS selector awaited after the page has loaded, at most 30 seconds.',
      }),
    ),
    BROWSER_DELAY: orNull(
      Type.Number({
        minimum: 0,
        maximum: 300,
        description: 'Extra seconds to wait after the page has loaded. 0 to 300.',
      }),
    ),
    INFINITE_SCROLL: orNull(
      Type.Boolean({ description: 'Scrolls the page to load more. Needs "browser" in EXTRACTOR_ORDER.' }),
    ),
    MAX_SCROLLS: orNull(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 5,
        description: 'How often to scroll at most. 1 to 1000; 5 unless set.',
      }),
    ),
    SCROLL_DELAY: orNull(
      Type.Number({
        minimum: 0,
        maximum: 60,
        default: 1,
        description: 'Seconds between two scrolls. 0 to 60; 1 unless set.',
      }),
    ),
    ROBOTSTXT_OBEY: orNull(Type.Boolean({ description: "Respects the site's robots.txt. On unless set." })),
    DEPTH_LIMIT: orNull(
      Type.Integer({
        minimum: 0,
        description: 'How many links away from a start URL to go at most. 0: no limit.',
      }),
    ),
    DELTAFETCH_ENABLED: orNull(
      Type.Boolean({ description: 'Skips pages that an earlier full run has already extracted.' }),
    ),
    USER_AGENT: orNull(
      Type.String({
        minLength: 1,
        maxLength: 1024,
        description: 'The name that requests carry. It should say who is asking.',
      }),
    ),
    DEFAULT_REQUEST_HEADERS: orNull(
      mapOf(Type.String({ maxLength: 8192 }), {
        description: 'HTTP headers of every request, by name. They replace the default ones.',
      }),
    ),
    COOKIES_ENABLED: orNull(
      Type.Boolean({ description: 'Keeps the cookies that sites set, for the run. On unless set.' }),
    ),
    RETRY_TIMES: orNull(
      Type.Integer({
        minimum: 0,
        maximum: 20,
        description: 'How often a failed request is tried again. 0 to 20; 2 unless set.',
      }),
    ),
    RETRY_HTTP_CODES: orNull(
      Type.Array(Type.Integer({ minimum: 100, maximum: 599 }), {
        description: 'HTTP statuses that are tried again.',
      }),
    ),
    DOWNLOAD_TIMEOUT: orNull(
      Type.Number({
        minimum: 0.1,
        maximum: 600,
        description: 'Seconds that a request may take. 0.1 to 600; 30 unless set.',
      }),
    ),
    DOWNLOAD_MAXSIZE: orNull(
      Type.Integer({
        minimum: 1,
        maximum: 1_073_741_824,
        description: 'The largest body that is read, in bytes. 1 to 1073741824; 32 MiB unless set.',
      }),
    ),
    REDIRECT_MAX_TIMES: orNull(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'How many redirects are followed in a row. 0 to 100; 20 unless set.',
      }),
    ),
    AUTOTHROTTLE_ENABLED: orNull(
      Type.Boolean({
        description:
          'Lets the delay follow the speed of each site, from DOWNLOAD_DELAY upwards. On unless set.',
      }),
    ),
    AUTOTHROTTLE_MAX_DELAY: orNull(
      Type.Number({
        minimum: 0,
        maximum: 3600,
        description: 'The longest delay that AutoThrottle makes, in seconds. 0 to 3600; 60 unless set.',
      }),
    ),
    AUTOTHROTTLE_TARGET_CONCURRENCY: orNull(
      Type.Number({
        minimum: 0.1,
        maximum: 32,
        description:
          'How many requests AutoThrottle keeps a site busy with, on average. 0.1 to 32; 1 unless set.',
      }),
    ),
    CONCURRENT_REQUESTS_PER_DOMAIN: orNull(
      Type.Integer({
        minimum: 1,
        maximum: 32,
        description: 'Requests in flight at once to one host. 1 to 32; 8 unless set.',
      }),
    ),
    RANDOMIZE_DOWNLOAD_DELAY: orNull(
      Type.Boolean({ description: 'Varies DOWNLOAD_DELAY between half and one and a half. On unless set.' }),
    ),
    CLOSESPIDER_ITEMCOUNT: orNull(
      Type.Integer({ minimum: 0, description: 'Stops the run at this number of items. 0: no limit.' }),
    ),
    CLOSESPIDER_PAGECOUNT: orNull(
      Type.Integer({ minimum: 0, description: 'Stops the run at this number of pages. 0: no limit.' }),
    ),
  },
  { additionalProperties: true, description: 'How the crawl behaves. Every setting is optional.' },
);

export type KnownSettings = Type.Static<typeof SettingsSchema>;
export type SettingName = keyof KnownSettings;
/** The settings of a spider, with those that are passed through unread. */
export type Settings = KnownSettings & Record<string, unknown>;
