import { isSet, type PlainObject } from './plain.ts';
import { crawlSettings, type CrawlSettingName } from './settings.ts';
import type { SettingName, Settings } from './settings-schema.ts';

/**
 * The settings that a project can give to all its spiders: how politely, as whom and how persistently pages are fetched, by
 * which ways, and when a run ends. None of them decides what is extracted from a page or which links are followed, so that a
 * spider gives the same items in every project.
 */
export const defaultableSettings = [
  'DOWNLOAD_DELAY',
  'RANDOMIZE_DOWNLOAD_DELAY',
  'CONCURRENT_REQUESTS',
  'CONCURRENT_REQUESTS_PER_DOMAIN',
  'AUTOTHROTTLE_ENABLED',
  'AUTOTHROTTLE_MAX_DELAY',
  'AUTOTHROTTLE_TARGET_CONCURRENCY',
  'ROBOTSTXT_OBEY',
  'MAX_CRAWL_DELAY',
  'USER_AGENT',
  'DEFAULT_REQUEST_HEADERS',
  'COOKIES_ENABLED',
  'RETRY_TIMES',
  'RETRY_HTTP_CODES',
  'DOWNLOAD_TIMEOUT',
  'DOWNLOAD_MAXSIZE',
  'REDIRECT_MAX_TIMES',
  'PROXY_TIERS',
  'PROXY_RESIDENTIAL_SHARE',
  'CLOSESPIDER_ITEMCOUNT',
  'CLOSESPIDER_PAGECOUNT',
  'CLOSESPIDER_TIMEOUT',
  'CLOSESPIDER_ERRORCOUNT',
  'TRAP_PAGES',
] as const satisfies readonly CrawlSettingName[];

const defaultable: ReadonlySet<string> = new Set<SettingName>(defaultableSettings);

/** Whether a project can give a setting to its spiders. */
export const isDefaultable = (name: string): boolean => defaultable.has(name);

/**
 * The settings of a spider with those of its project where it has none of its own: absent or null. A value is taken as a
 * whole; headers are not merged.
 * @param settings of the spider, with the overrides of a run
 * @param defaults of the project; settings that no project can give are left out
 */
export function withDefaults(
  settings: Settings | null | undefined,
  defaults: Readonly<Record<string, unknown>>,
): Settings {
  const own: Settings = settings ?? {};
  const given = givenBy(defaults, own);
  return given.length === 0 ? own : { ...own, ...Object.fromEntries(given) };
}

/** The settings that come from the project, by name: those that the spider leaves open. */
export function settingsFromProject(
  settings: Settings | null | undefined,
  defaults: Readonly<Record<string, unknown>>,
): string[] {
  return givenBy(defaults, settings ?? {}).map(([name]) => name);
}

function givenBy(defaults: Readonly<Record<string, unknown>>, own: PlainObject): [string, unknown][] {
  return Object.entries(defaults).filter(
    ([name, value]) => isDefaultable(name) && isSet(value) && !isSet(own[name]),
  );
}

/** A setting as a run uses it, and who gave it. */
export interface EffectiveSetting {
  name: CrawlSettingName;
  value: unknown;
  /** `run`: the overrides of a run. `application`: nobody has set it. */
  from: 'run' | 'spider' | 'project' | 'workspace' | 'application';
}

/** Every setting that the crawl reads, with its value and where that comes from. */
export function effectiveSettings({
  settings,
  defaults,
  workspace = {},
  overrides = {},
}: {
  settings: Settings | null | undefined;
  defaults: Readonly<Record<string, unknown>>;
  /** Of the workspace, where the project has none. */
  workspace?: Readonly<Record<string, unknown>>;
  overrides?: Readonly<Record<string, unknown>>;
}): EffectiveSetting[] {
  // An override of null takes the spider's own value away.
  const own: PlainObject = { ...settings, ...overrides };
  return crawlSettings.map(({ name, default: value }): EffectiveSetting => {
    if (isSet(own[name])) return { name, value: own[name], from: isSet(overrides[name]) ? 'run' : 'spider' };
    if (isDefaultable(name) && isSet(defaults[name])) return { name, value: defaults[name], from: 'project' };
    return isDefaultable(name) && isSet(workspace[name])
      ? { name, value: workspace[name], from: 'workspace' }
      : { name, value, from: 'application' };
  });
}
