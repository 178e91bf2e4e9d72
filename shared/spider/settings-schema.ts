import { Type } from 'typebox';
import { BrowserActionSchema } from './actions-schema.ts';
import { PaginatedListingSchema } from './listings-schema.ts';
import { mapOf, oneOf, orNull } from './schema-parts.ts';

/** The article strategies that EXTRACTOR_ORDER can name. */
export const extractorNames = ['newsparser', 'textparser', 'custom', 'browser'] as const;
/** Name of an article strategy. */
export type ExtractorName = (typeof extractorNames)[number];
/** The proxy tiers, cheapest first. `direct` uses no proxy. */
export const proxyTierNames = ['direct', 'datacenter', 'residential'] as const;
/** A proxy tier of PROXY_TIERS. */
export type ProxyTierName = (typeof proxyTierNames)[number];
const challengeStrategies = ['hybrid', 'browser_only'] as const;

const variable = <const T extends string, P extends Type.TProperties>(
  type: T,
  description: string,
  parameters: P,
) => Type.Object({ type: Type.Literal(type), ...parameters }, { additionalProperties: false, description });

const wholeNumber = (description: string) =>
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, description });

/** The schema of each type of variable in GENERATED_URLS. */
export const generatedVariableSchemas = [
  variable('range', 'Whole numbers from "from" to "to".', {
    from: wholeNumber('The first number.'),
    to: wholeNumber('The last number; it is part of the range.'),
    step: orNull(Type.Integer({ minimum: 1, default: 1, description: 'From one number to the next.' })),
  }),
  variable('date', 'Days from "from" to "to".', {
    from: Type.String({ description: 'The first day, for example "2026-01-31".' }),
    to: Type.String({ description: 'The last day; it is part of the range.' }),
    format: orNull(
      Type.String({
        minLength: 1,
        default: '%Y-%m-%d',
        description: 'How days are written in the URL: strftime directives, for example "%Y/%m".',
      }),
    ),
    step_days: orNull(
      Type.Integer({ minimum: 1, default: 1, description: 'Days from one value to the next.' }),
    ),
  }),
  variable('list', 'Values that are listed.', {
    values: Type.Array(
      Type.Unsafe<string | number>({ type: ['string', 'number'], description: 'A text or a number.' }),
      { minItems: 1, description: 'The values, in order.' },
    ),
  }),
] as const;
/** A variable of GENERATED_URLS. */
export type GeneratedVariable = Type.Static<(typeof generatedVariableSchemas)[number]>;
/** The types of variables in GENERATED_URLS. */
export const generatedVariableTypes = generatedVariableSchemas.map(({ properties }) => properties.type.const);

const GeneratedUrlsSchema = Type.Object(
  {
    template: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'An http(s) URL with placeholders, for example "https://example.org/news?page={page}".',
    }),
    vars: mapOf(
      Type.Unsafe<GeneratedVariable>({
        type: 'object',
        discriminator: { propertyName: 'type' },
        oneOf: generatedVariableSchemas,
        description: 'The values of a placeholder: a range, dates or a list.',
      }),
      { minProperties: 1, description: 'The values of each placeholder. Several multiply.' },
    ),
    callback: orNull(
      Type.String({
        description:
          'The callback that extracts from the pages; "parse_article" unless set. Links are not followed.',
      }),
    ),
    follow: orNull(
      Type.Boolean({
        default: false,
        description:
          'true: links of the pages go through the rules, and nothing is extracted from the pages.',
      }),
    ),
    method: orNull(oneOf(['GET', 'POST'], { description: 'How the pages are requested; "GET" unless set.' })),
    formdata: orNull(
      mapOf(
        Type.Unsafe<string | number>({ type: ['string', 'number'], description: 'A value of the form.' }),
        { description: 'The form that "POST" sends. Its values may hold placeholders.' },
      ),
    ),
  },
  { additionalProperties: false, description: 'Start URLs from a template.' },
);
/** An entry of GENERATED_URLS. */
export type GeneratedUrls = Type.Static<typeof GeneratedUrlsSchema>;

/**
 * All known settings: those of the specification, and those of Scrapy that the crawl reads. Other settings are stored
 * and ignored, with a warning.
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
          '"hybrid": plain request first, browser where it is challenged; "hybrid" unless set. "browser_only": always the browser.',
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
    BROWSER_FLATTEN: orNull(
      Type.Boolean({
        description:
          'Writes the contents of open shadow roots and of frames of the same site into the rendered page. Off unless set.',
      }),
    ),
    BROWSER_LOAD_IMAGES: orNull(
      Type.Boolean({
        description: 'Lets the browser load images, media and fonts too. Off unless set.',
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
    BROWSER_ACTIONS: orNull(
      Type.Array(BrowserActionSchema, {
        maxItems: 100,
        description:
          'What the browser does on a page after the wait, in order: click, fill, press, scroll, wait_for or dismiss. At most 100.',
      }),
    ),
    ROBOTSTXT_OBEY: orNull(Type.Boolean({ description: "Respects the site's robots.txt. On unless set." })),
    MAX_CRAWL_DELAY: orNull(
      Type.Number({
        minimum: 1,
        maximum: 86_400,
        description:
          'Seconds between two requests that a robots.txt may ask for (Crawl-delay). A host that asks for more is not crawled. 1 to 86400; 300 unless set.',
      }),
    ),
    DEPTH_LIMIT: orNull(
      Type.Integer({
        minimum: 0,
        description: 'How many links away from a start URL to go at most. 0: no limit.',
      }),
    ),
    DEPTH_PRIORITY: orNull(
      Type.Integer({
        minimum: -1000,
        maximum: 1000,
        description:
          'Taken off the priority of a request, once for each link between it and a start URL. Above 0: pages near the start first; below 0: deep pages first. 0 unless set.',
      }),
    ),
    GENERATED_URLS: orNull(
      Type.Array(GeneratedUrlsSchema, {
        description:
          'Start URLs that are made from templates with ranges, dates or lists, beside start_urls: at most 1,000,000.',
      }),
    ),
    PAGINATED_LISTINGS: orNull(
      Type.Array(PaginatedListingSchema, {
        maxItems: 1000,
        description:
          'Start URLs of lists whose next page needs a click: the browser clicks it, and the links of each page go through the rules.',
      }),
    ),
    USE_SITEMAP: orNull(
      Type.Boolean({
        description:
          "Reads the sites' sitemaps too: the URLs in them go through the rules as links do. Off unless set.",
      }),
    ),
    TRAP_DETECTION: orNull(
      Type.Boolean({
        description:
          'Does not follow links into crawler traps: calendars without end, session ids, growing paths, endless combinations of filters. On unless set.',
      }),
    ),
    TRAP_PAGES: orNull(
      Type.Integer({
        minimum: 0,
        description:
          'Pauses the run after this many pages in a row that gave no item and repeat the text or the links of other pages of it: a crawler trap. 0: never; 5000 unless set.',
      }),
    ),
    DELTAFETCH_ENABLED: orNull(
      Type.Boolean({ description: 'Skips pages that an earlier full run has already extracted.' }),
    ),
    HTTPCACHE_ENABLED: orNull(
      Type.Boolean({
        description: 'Replays what a site answered before instead of asking it again. Off unless set.',
      }),
    ),
    HTTPCACHE_EXPIRATION_SECS: orNull(
      Type.Number({
        minimum: 0,
        description: 'Seconds after which a cached response is requested again. 0: never; 0 unless set.',
      }),
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
    SESSION: orNull(
      Type.String({
        minLength: 1,
        description:
          'The name of a login: its cookies and local storage are sent to the domains that it was made for.',
      }),
    ),
    SESSION_EXPIRED_SIGNAL: orNull(
      Type.String({
        minLength: 1,
        description:
          'What only the login page shows: a text, css: and a selector, or url: and a pattern. Where it is met, the run pauses.',
      }),
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
    FILES_MAXSIZE: orNull(
      Type.Integer({
        minimum: 1,
        maximum: 1_073_741_824,
        description:
          'The largest file that a field with "download" may have, in bytes; DOWNLOAD_MAXSIZE applies, too. 32 MiB unless set.',
      }),
    ),
    FILES_TYPES: orNull(
      Type.Array(Type.String({ minLength: 1 }), {
        description:
          'The types of files that are kept, for example "image/*" or "application/pdf". All unless set.',
      }),
    ),
    REDIRECT_MAX_TIMES: orNull(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'How many redirects are followed in a row. 0 to 100; 20 unless set.',
      }),
    ),
    METAREFRESH_ENABLED: orNull(
      Type.Boolean({
        description:
          'Follows a meta refresh with a delay below 100 seconds as a redirect. A browser follows one by itself. On unless set.',
      }),
    ),
    PROXY_TIERS: orNull(
      Type.Array(oneOf(proxyTierNames), {
        minItems: 1,
        description:
          'The ways to a site that the run may use: "direct", "datacenter", "residential". A site that refuses one is fetched by the next. "direct" and "datacenter" unless set, as far as the project has such proxies.',
      }),
    ),
    PROXY_RESIDENTIAL_SHARE: orNull(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'The most that residential proxies may have of all requests of a run. 0 to 1; 0.25 unless set.',
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
        description:
          'Requests in flight at once to one host. 1 to 32; as many as CONCURRENT_REQUESTS unless set.',
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
    CLOSESPIDER_TIMEOUT: orNull(
      Type.Number({
        minimum: 0,
        description:
          'Stops the run after this many seconds of work; the time that it is paused does not count. 0: no limit.',
      }),
    ),
    CLOSESPIDER_ERRORCOUNT: orNull(
      Type.Integer({ minimum: 0, description: 'Stops the run at this number of failed pages. 0: no limit.' }),
    ),
  },
  { additionalProperties: true, description: 'How the crawl behaves. Every setting is optional.' },
);

/** The settings in `SettingsSchema`, all optional. */
export type KnownSettings = Type.Static<typeof SettingsSchema>;
/** Name of a setting in `SettingsSchema`. */
export type SettingName = keyof KnownSettings;
/** The settings of a spider, including unknown ones, which no crawl reads. */
export type Settings = KnownSettings & Record<string, unknown>;
