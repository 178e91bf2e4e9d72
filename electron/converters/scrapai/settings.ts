import { equalSetting, equalStrategy } from '../../../shared/spider/equal-names.ts';
import { entriesOf, isSet, memberOf, membersOf } from '../../../shared/spider/plain.ts';
import { SettingsSchema } from '../../../shared/spider/settings-schema.ts';
import type { Draft } from '../draft.ts';
import type { Notes } from '../report.ts';
import { isYes, numberOf } from '../values.ts';
import { lostSettings } from './names.ts';

/** Settings that say what to do with pages or where to begin; other parts of the conversion read them. */
const elsewhere = new Set(['FIELDS', 'FIELD_EXTRACT', 'PAGINATED_LISTINGS']);

/** Converts the settings. */
export function convertSettings(settings: unknown, draft: Draft, notes: Notes): void {
  for (const [name, value] of membersOf(settings)) {
    if (elsewhere.has(name) || !isSet(value)) continue;
    convertSetting(name, value, draft, notes);
  }
  scrollsInBrowser(draft, notes);
  unsetDefaults(settings, notes);
}

function convertSetting(name: string, value: unknown, draft: Draft, notes: Notes): void {
  const place = `settings.${name}`;
  const why = Object.hasOwn(lostSettings, name) ? lostSettings[name] : undefined;
  if (why !== undefined) return notes.lost(place, why);
  if (name === 'PROXY_TYPE') return proxies(value, draft, notes);
  if (name === 'PROXY_FROM_START') return fromStart(value, draft, notes);
  const equal = equalSetting(name) ?? name;
  if (!Object.hasOwn(SettingsSchema.properties, equal)) {
    return notes.lost(place, 'Nothing here reads this setting.');
  }
  if (equal !== name && equal in draft.settings) return notes.lost(place, `${equal} is set already.`);
  const converted = valueOf(equal, value);
  draft.settings[equal] = converted;
  notes.from(['settings', equal], place);
  if (name.startsWith('CF_')) {
    notes.changed(
      place,
      equal,
      'It holds for every page that a browser renders, not for challenged ones only.',
    );
  } else notes.kept(place, `settings.${equal}`);
}

/** The value with the names and the type that it has here. */
function valueOf(name: string, value: unknown): unknown {
  if (name === 'EXTRACTOR_ORDER') {
    const order = entriesOf(value).map((strategy) => {
      return typeof strategy === 'string' ? (equalStrategy(strategy) ?? strategy) : strategy;
    });
    return [...new Set(order)];
  }
  if (name === 'CHALLENGE_STRATEGY' && typeof value === 'string') return value.toLowerCase();
  const schema: unknown = Reflect.get(SettingsSchema.properties, name);
  const type = entriesOf(memberOf(schema, 'type'))[0];
  if (type === 'boolean' && typeof value !== 'boolean') return isYes(value);
  return type === 'number' || type === 'integer' ? (numberOf(value) ?? value) : value;
}

const tiers: Readonly<Record<string, readonly string[]>> = {
  none: ['direct'],
  datacenter: ['direct', 'datacenter'],
  static: ['direct', 'datacenter'],
  residential: ['residential'],
};

function proxies(value: unknown, { settings }: Draft, notes: Notes): void {
  const type = String(value).toLowerCase();
  const place = 'settings.PROXY_TYPE';
  const equal = Object.hasOwn(tiers, type) ? tiers[type] : undefined;
  if (equal === undefined) {
    if (type === 'auto') return notes.kept(place, 'PROXY_TIERS as it is unless set');
    return notes.lost(place, `"${type}" is no tier of proxies: "direct", "datacenter" or "residential".`);
  }
  settings.PROXY_TIERS = equal;
  notes.from(['settings', 'PROXY_TIERS'], place);
  notes.changed(
    place,
    'settings.PROXY_TIERS',
    'The proxies themselves belong to the project; add them there.',
  );
}

function fromStart(value: unknown, { settings }: Draft, notes: Notes): void {
  if (!isYes(value)) return notes.kept('settings.PROXY_FROM_START', 'PROXY_TIERS as it is unless set');
  const given = entriesOf(settings.PROXY_TIERS).filter((tier) => tier !== 'direct');
  settings.PROXY_TIERS = given.length === 0 ? ['datacenter'] : given;
  notes.changed(
    'settings.PROXY_FROM_START',
    'settings.PROXY_TIERS',
    'Without "direct", every request takes a proxy.',
  );
}

/** Where pages are scrolled, the browser takes part there by itself. */
function scrollsInBrowser({ settings }: Draft, notes: Notes): void {
  const order = entriesOf(settings.EXTRACTOR_ORDER);
  if (settings.INFINITE_SCROLL !== true || order.includes('browser')) return;
  settings.EXTRACTOR_ORDER = [...(order.length === 0 ? ['textparser', 'newsparser'] : order), 'browser'];
  notes.changed(
    'settings.INFINITE_SCROLL',
    'settings.EXTRACTOR_ORDER',
    'Scrolling needs "browser", which was added.',
  );
}

/** Settings that are not given, and whose defaults differ so much that a crawl is another one. */
function unsetDefaults(settings: unknown, notes: Notes): void {
  if (!isSet(memberOf(settings, 'ROBOTSTXT_OBEY'))) {
    const why =
      'robots.txt is respected here unless ROBOTSTXT_OBEY is false; there it is not unless it is true.';
    notes.changed('settings.ROBOTSTXT_OBEY (not set)', 'ROBOTSTXT_OBEY: true', why);
  }
  if (!isSet(memberOf(settings, 'DELTAFETCH_ENABLED'))) {
    const why =
      'Known pages are fetched again here unless it is true; there they are skipped unless it is false.';
    notes.changed('settings.DELTAFETCH_ENABLED (not set)', 'DELTAFETCH_ENABLED: false', why);
  }
}
