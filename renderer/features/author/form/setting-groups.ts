import { settingNames } from '../spider-schema.ts';

/** A heading of the form and the settings below it. */
export interface SettingGroupNames {
  readonly title: string;
  readonly names: readonly string[];
}

const groups: readonly SettingGroupNames[] = [
  { title: 'Articles', names: ['EXTRACTOR_ORDER', 'CUSTOM_SELECTORS'] },
  {
    title: 'Speed and politeness',
    names: [
      'CONCURRENT_REQUESTS',
      'CONCURRENT_REQUESTS_PER_DOMAIN',
      'DOWNLOAD_DELAY',
      'RANDOMIZE_DOWNLOAD_DELAY',
      'AUTOTHROTTLE_ENABLED',
      'AUTOTHROTTLE_MAX_DELAY',
      'AUTOTHROTTLE_TARGET_CONCURRENCY',
      'ROBOTSTXT_OBEY',
      'MAX_CRAWL_DELAY',
    ],
  },
  {
    title: 'Scope',
    names: [
      'GENERATED_URLS',
      'PAGINATED_LISTINGS',
      'DEPTH_LIMIT',
      'DEPTH_PRIORITY',
      'USE_SITEMAP',
      'TRAP_DETECTION',
      'TRAP_PAGES',
    ],
  },
  {
    title: 'Limits',
    names: [
      'CLOSESPIDER_ITEMCOUNT',
      'CLOSESPIDER_PAGECOUNT',
      'CLOSESPIDER_TIMEOUT',
      'CLOSESPIDER_ERRORCOUNT',
    ],
  },
  {
    title: 'Repeated crawls',
    names: ['DELTAFETCH_ENABLED', 'HTTPCACHE_ENABLED', 'HTTPCACHE_EXPIRATION_SECS'],
  },
  {
    title: 'Requests',
    names: [
      'USER_AGENT',
      'DEFAULT_REQUEST_HEADERS',
      'COOKIES_ENABLED',
      'SESSION',
      'SESSION_EXPIRED_SIGNAL',
      'DOWNLOAD_TIMEOUT',
      'DOWNLOAD_MAXSIZE',
      'FILES_MAXSIZE',
      'FILES_TYPES',
      'REDIRECT_MAX_TIMES',
      'METAREFRESH_ENABLED',
      'RETRY_TIMES',
      'RETRY_HTTP_CODES',
    ],
  },
  {
    title: 'Browser and challenges',
    names: [
      'CHALLENGE_ENABLED',
      'CHALLENGE_STRATEGY',
      'BROWSER_WAIT_SELECTOR',
      'BROWSER_DELAY',
      'BROWSER_LOAD_IMAGES',
      'BROWSER_FLATTEN',
      'INFINITE_SCROLL',
      'MAX_SCROLLS',
      'SCROLL_DELAY',
      'BROWSER_ACTIONS',
    ],
  },
  { title: 'Proxies', names: ['PROXY_TIERS', 'PROXY_RESIDENTIAL_SHARE'] },
];

/** The settings by what they are about. One that the schema has and no group names stands at the end. */
export const settingGroups: readonly SettingGroupNames[] = withRest();

function withRest(): SettingGroupNames[] {
  const grouped = new Set(groups.flatMap(({ names }) => names));
  const rest = settingNames.filter((name) => !grouped.has(name));
  const known = groups.map(({ title, names }) => ({
    title,
    names: names.filter((name) => settingNames.includes(name)),
  }));
  return [...known, { title: 'More', names: rest }].filter(({ names }) => names.length > 0);
}
