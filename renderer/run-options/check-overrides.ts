import { crawlSettings } from '../../shared/spider/settings.ts';
import { SettingsSchema } from '../../shared/spider/settings-schema.ts';
import { validateSpider } from '../../shared/spider/validate.ts';
import { overridesRecord, typedValue, type Override } from './overrides.ts';

/** A setting as it is offered. */
export interface KnownSetting {
  readonly name: string;
  readonly kind: string;
  readonly description: string;
  /** The default, as it would be typed; null: none. */
  readonly default: string | null;
  /** What it can be where that is a short list. */
  readonly values: readonly string[];
}

/** The settings that a crawl of this version reads, from the registry that the crawl itself reads them by. */
export const knownSettings: readonly KnownSetting[] = crawlSettings.map((setting) => ({
  name: setting.name,
  kind: setting.kind,
  description: setting.description,
  default: setting.default === null ? null : typedValue(setting.default),
  values: setting.kind === 'boolean' ? ['true', 'false'] : valuesOf(setting.name),
}));

/** The texts that an enumeration allows, or its items where it is a list. */
function valuesOf(name: string): string[] {
  const schema: unknown = Reflect.get(SettingsSchema.properties, name);
  const items: unknown = Reflect.get(Object(schema), 'items');
  const own = enumOf(schema);
  return own.length > 0 ? own : enumOf(items).map((value) => JSON.stringify([value]));
}

function enumOf(schema: unknown): string[] {
  const values: unknown = Reflect.get(Object(schema), 'enum');
  return Array.isArray(values) ? values.filter((value): value is string => typeof value === 'string') : [];
}

/** What is wrong with an override. */
export interface OverrideProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint: string | null;
}

/**
 * What is wrong with overrides, by their names, found by the check that the spider itself goes through: once with and once
 * without them, so that only what they bring about is told.
 *
 * @param text the spider's newest version; null: not known, then they are checked alone
 */
export function checkOverrides(
  text: string | null,
  overrides: readonly Override[],
): Map<string, OverrideProblem> {
  const found = new Map<string, OverrideProblem>();
  if (overrides.length === 0) return found;
  const spider = settingsOf(text);
  const changed = { ...spider, settings: { ...spider.settings, ...overridesRecord(overrides) } };
  const before = new Set(
    validateSpider(spider).problems.map((problem) => `${problem.pointer} ${problem.message}`),
  );
  for (const { pointer, severity, message, hint } of validateSpider(changed).problems) {
    const within = /^\/settings(?:\/([^/]+)|$)/u.exec(pointer);
    if (within === null || before.has(`${pointer} ${message}`)) continue;
    const name = within[1]?.replaceAll('~1', '/').replaceAll('~0', '~') ?? '';
    // A problem of one setting may be reported at another one, but the overrides cause it.
    const place = overrides.some((override) => override.name === name)
      ? name
      : (overrides.at(-1)?.name ?? name);
    const known = found.get(place);
    if (known === undefined || (known.severity === 'warning' && severity === 'error')) {
      found.set(place, { severity, message, hint });
    }
  }
  return found;
}

/** A minimal document with the settings of the spider; the editor checks the rest. */
function settingsOf(text: string | null): Record<string, unknown> & { settings: Record<string, unknown> } {
  const plain = { name: 'run', start_urls: ['https://example.org/'], allowed_domains: ['example.org'] };
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    const { settings, callbacks = null, args = null }: Record<string, unknown> = Object(parsed);
    // What settings refer to is there, so that only their own problems are found.
    return { ...plain, callbacks, args, settings: { ...Object(settings) } };
  } catch {
    return { ...plain, settings: {} };
  }
}

/** The start URLs that only a run with private addresses allowed can reach. */
export function privateStarts(text: string): string[] {
  try {
    const parsed: unknown = JSON.parse(text);
    const urls: unknown = Reflect.get(Object(parsed), 'start_urls');
    const settings: unknown = Reflect.get(Object(parsed), 'settings');
    const inSetting = (name: string, key: string): unknown[] => {
      const entries: unknown = Reflect.get(Object(settings), name);
      return Array.isArray(entries) ? entries.map((entry): unknown => Reflect.get(Object(entry), key)) : [];
    };
    const made = [...inSetting('GENERATED_URLS', 'template'), ...inSetting('PAGINATED_LISTINGS', 'url')];
    return [...(Array.isArray(urls) ? urls : []), ...made].filter(
      (url): url is string => typeof url === 'string' && isPrivateHost(URL.parse(url)?.hostname ?? ''),
    );
  } catch {
    return [];
  }
}

/** The common ones only (RFC 1918, RFC 4193, RFC 3927, RFC 6761): the crawl itself checks every address when it connects. */
const isPrivateHost = (host: string) =>
  /^(?:localhost|.+\.localhost|.+\.(?:local|internal|lan|home\.arpa))$/iu.test(host) ||
  /^(?:127|10|0)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\./u.test(host) ||
  /^\[(?:::1?|f[cd].*|fe[89ab].*)\]$/iu.test(host);
