import { defaultableSettings } from '../../../shared/spider/default-settings.ts';

const groups: readonly { readonly title: string; readonly names: readonly string[] }[] = [
  {
    title: 'Speed and politeness',
    names: [
      'DOWNLOAD_DELAY',
      'RANDOMIZE_DOWNLOAD_DELAY',
      'CONCURRENT_REQUESTS',
      'CONCURRENT_REQUESTS_PER_DOMAIN',
      'AUTOTHROTTLE_ENABLED',
      'AUTOTHROTTLE_MAX_DELAY',
      'AUTOTHROTTLE_TARGET_CONCURRENCY',
      'ROBOTSTXT_OBEY',
      'MAX_CRAWL_DELAY',
    ],
  },
  { title: 'Identity', names: ['USER_AGENT', 'DEFAULT_REQUEST_HEADERS', 'COOKIES_ENABLED'] },
  {
    title: 'Requests',
    names: ['RETRY_TIMES', 'RETRY_HTTP_CODES', 'DOWNLOAD_TIMEOUT', 'DOWNLOAD_MAXSIZE', 'REDIRECT_MAX_TIMES'],
  },
  {
    title: 'Limits of a run',
    names: [
      'CLOSESPIDER_ITEMCOUNT',
      'CLOSESPIDER_PAGECOUNT',
      'CLOSESPIDER_TIMEOUT',
      'CLOSESPIDER_ERRORCOUNT',
      'TRAP_PAGES',
    ],
  },
  { title: 'Proxies', names: ['PROXY_TIERS', 'PROXY_RESIDENTIAL_SHARE'] },
];

/** The settings that a project can give to its spiders, by what they are about; those of no group stand at the end. */
export function defaultGroups(): { title: string; names: string[] }[] {
  const allowed = new Set<string>(defaultableSettings);
  const grouped = new Set(groups.flatMap(({ names }) => names));
  const known = groups.map(({ title, names }) => ({
    title,
    names: names.filter((name) => allowed.has(name)),
  }));
  const rest = [...allowed].filter((name) => !grouped.has(name));
  return [...known, { title: 'More', names: rest }].filter(({ names }) => names.length > 0);
}
