import { checkFileSettings } from './check-files.ts';
import { checkCss } from './check-expressions.ts';
import { checkHeaders, checkHeaderValue } from './check-headers.ts';
import { adviceOnForeign, equalSetting } from './equal-names.ts';
import { nearest } from './nearest.ts';
import { entriesOf, isObject, isSet, memberOf, membersOf, type PlainObject } from './plain.ts';
import type { Report } from './problems.ts';
import { settingNames } from './settings.ts';
import { signalProblem } from './session-signal.ts';
import { shorten } from './wording.ts';

/** Checks the settings: their selectors and headers, their combination, and whether each has an effect. */
export function checkSettings(document: unknown, report: Report): void {
  const settings = memberOf(document, 'settings');
  if (!isObject(settings)) return;
  checkStrategies(settings, report);
  checkSelectors(settings, report);
  checkSignal(settings.SESSION_EXPIRED_SIGNAL, report);
  checkHeaderValue(settings.USER_AGENT, ['settings', 'USER_AGENT'], report);
  checkHeaders(settings.DEFAULT_REQUEST_HEADERS, ['settings', 'DEFAULT_REQUEST_HEADERS'], report);
  checkEffects(settings, report);
  checkFileSettings(document, settings, report);
}

function checkStrategies(settings: PlainObject, report: Report): void {
  const order = entriesOf(settings.EXTRACTOR_ORDER);
  const selectors = settings.CUSTOM_SELECTORS;
  const hasSelectors = isSet(selectors) && !(isObject(selectors) && Object.keys(selectors).length === 0);
  const customPath = selectors === undefined ? ['settings'] : ['settings', 'CUSTOM_SELECTORS'];
  if (order.includes('custom') && !hasSelectors) {
    const message = "CUSTOM_SELECTORS is required when EXTRACTOR_ORDER contains 'custom'";
    report.error(customPath, 'custom-without-selectors', message, {
      hint: 'Add CUSTOM_SELECTORS, for example {"title": "h1"}, or remove "custom".',
    });
  }
  if (settings.INFINITE_SCROLL === true && !order.includes('browser')) {
    const message = "INFINITE_SCROLL requires 'browser' in EXTRACTOR_ORDER";
    report.error(['settings', 'INFINITE_SCROLL'], 'scroll-without-browser', message, {
      hint: 'Put "browser" into EXTRACTOR_ORDER, or remove INFINITE_SCROLL.',
    });
  }
}

function checkSelectors(settings: PlainObject, report: Report): void {
  for (const [name, selector] of membersOf(settings.CUSTOM_SELECTORS)) {
    const path = ['settings', 'CUSTOM_SELECTORS', name];
    if (name === '') report.error(path, 'empty-field-name', 'Field names must not be empty', { at: 'key' });
    checkCss(selector, path, report);
  }
  checkCss(
    settings.BROWSER_WAIT_SELECTOR,
    ['settings', 'BROWSER_WAIT_SELECTOR'],
    report,
    'the browser waits for one',
  );
}

function checkSignal(signal: unknown, report: Report): void {
  const path = ['settings', 'SESSION_EXPIRED_SIGNAL'];
  if (typeof signal !== 'string') return;
  const problem = signalProblem(signal);
  if (problem === null) return;
  report.warning(path, 'setting-unusable', `SESSION_EXPIRED_SIGNAL cannot be used: ${problem}`, {
    hint: 'Write a text, css: and a selector, or url: and a pattern.',
  });
}

/** Warns about settings without an effect: users of crawlers report these more than anything else. */
function checkEffects(settings: PlainObject, report: Report): void {
  for (const [name, value] of Object.entries(settings)) {
    const path = ['settings', name];
    if (!settingNames.includes(name)) {
      const near = report.isFull('warning') ? null : (equalSetting(name) ?? nearest(name, settingNames));
      const advice = adviceOnForeign(name) ?? 'It is stored with the spider and changes nothing.';
      report.warning(path, 'setting-unread', `Nothing reads the setting ${shorten(name)}`, {
        at: 'key',
        hint: near === null ? advice : `Did you mean ${near}?`,
      });
      continue;
    }
    if (!isSet(value)) continue;
    const reason = whyWithoutEffect(name, settings);
    if (reason !== null) {
      report.warning(path, 'setting-without-effect', `${name} has no effect: ${reason}`, { at: 'key' });
    }
  }
}

/** Why a setting has no effect in combination with the others; null: it has one. */
function whyWithoutEffect(name: string, settings: PlainObject): string | null {
  const order = entriesOf(settings.EXTRACTOR_ORDER);
  const usesBrowser =
    order.includes('browser') ||
    settings.CHALLENGE_ENABLED === true ||
    entriesOf(settings.PAGINATED_LISTINGS).length > 0;
  const scrolls = settings.INFINITE_SCROLL === true;
  switch (name) {
    case 'CHALLENGE_STRATEGY':
      return settings.CHALLENGE_ENABLED === true ? null : 'CHALLENGE_ENABLED is not true';
    case 'BROWSER_WAIT_SELECTOR':
    case 'BROWSER_DELAY':
    case 'BROWSER_FLATTEN':
    case 'BROWSER_LOAD_IMAGES':
    case 'BROWSER_ACTIONS':
      if (settings[name] === false) return null;
      return usesBrowser ? null : "no browser is in use; add 'browser' to EXTRACTOR_ORDER";
    case 'MAX_SCROLLS':
    case 'SCROLL_DELAY':
      return scrolls ? null : 'INFINITE_SCROLL is not true';
    case 'HTTPCACHE_EXPIRATION_SECS': {
      const isDefault = settings.HTTPCACHE_EXPIRATION_SECS === 0;
      return settings.HTTPCACHE_ENABLED === true || isDefault ? null : 'HTTPCACHE_ENABLED is not true';
    }
    case 'SESSION_EXPIRED_SIGNAL':
      return isSet(settings.SESSION) ? null : 'SESSION is not set';
    case 'COOKIES_ENABLED':
      return settings.COOKIES_ENABLED === false && isSet(settings.SESSION)
        ? 'the login of SESSION consists of cookies'
        : null;
    case 'MAX_CRAWL_DELAY':
      return settings.ROBOTSTXT_OBEY === false ? 'ROBOTSTXT_OBEY is false' : null;
    case 'TRAP_PAGES': {
      const { TRAP_PAGES: pages, CLOSESPIDER_PAGECOUNT: most } = settings;
      const endsBefore = typeof pages === 'number' && typeof most === 'number' && most > 0 && most <= pages;
      return endsBefore ? `CLOSESPIDER_PAGECOUNT ends the run after ${most} pages` : null;
    }
    case 'CUSTOM_SELECTORS': {
      const isEmpty = Object.keys(Object(settings.CUSTOM_SELECTORS)).length === 0;
      return order.includes('custom') || isEmpty ? null : "'custom' is not in EXTRACTOR_ORDER";
    }
    case 'EXTRACTOR_ORDER':
      return Array.isArray(settings.EXTRACTOR_ORDER) && order.length === 0
        ? 'an empty list means the default order'
        : null;
    default:
      return null;
  }
}
