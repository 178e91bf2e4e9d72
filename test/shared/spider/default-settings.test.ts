import { expect, it } from 'vitest';
import {
  defaultableSettings,
  effectiveSettings,
  settingsFromProject,
  withDefaults,
} from '../../../shared/spider/default-settings.ts';

const headers = { 'Accept-Language': 'de' };

it.each([
  ['nothing of its own', null, { DOWNLOAD_DELAY: 2 }, { DOWNLOAD_DELAY: 2 }],
  ['a value of its own', { DOWNLOAD_DELAY: 1 }, { DOWNLOAD_DELAY: 2 }, { DOWNLOAD_DELAY: 1 }],
  [
    'a value that means no',
    { COOKIES_ENABLED: false },
    { COOKIES_ENABLED: true },
    { COOKIES_ENABLED: false },
  ],
  ['null, which is not set', { DOWNLOAD_DELAY: null }, { DOWNLOAD_DELAY: 2 }, { DOWNLOAD_DELAY: 2 }],
  ['a project without a value', {}, { DOWNLOAD_DELAY: null }, {}],
  [
    'headers of its own, which are not merged',
    { DEFAULT_REQUEST_HEADERS: { Accept: '*/*' } },
    { DEFAULT_REQUEST_HEADERS: headers },
    { DEFAULT_REQUEST_HEADERS: { Accept: '*/*' } },
  ],
  ['a setting that no project gives', {}, { EXTRACTOR_ORDER: ['custom'], USE_SITEMAP: true }, {}],
])('a spider with %s', (_, own, defaults, effective) => {
  expect(withDefaults(own, defaults)).toEqual(effective);
});

it('tells which settings come from the project', () => {
  const defaults = { DOWNLOAD_DELAY: 2, RETRY_TIMES: 5, USE_SITEMAP: true };
  expect(settingsFromProject({ DOWNLOAD_DELAY: 1 }, defaults)).toEqual(['RETRY_TIMES']);
});

it('tells where each setting comes from', () => {
  const settings = effectiveSettings({
    settings: { DOWNLOAD_DELAY: 1, RETRY_TIMES: 1, CONCURRENT_REQUESTS: 3 },
    defaults: { RETRY_TIMES: 5, USER_AGENT: 'press-bot', DOWNLOAD_TIMEOUT: 9 },
    overrides: { CONCURRENT_REQUESTS: 1, RETRY_TIMES: null },
  });
  const of = Object.fromEntries(settings.map(({ name, ...rest }) => [name, rest]));
  expect(of['DOWNLOAD_DELAY']).toEqual({ value: 1, from: 'spider' });
  expect(of['CONCURRENT_REQUESTS']).toEqual({ value: 1, from: 'run' });
  // The run takes the spider's value away, and the project's takes its place.
  expect(of['RETRY_TIMES']).toEqual({ value: 5, from: 'project' });
  expect(of['USER_AGENT']).toEqual({ value: 'press-bot', from: 'project' });
  expect(of['ROBOTSTXT_OBEY']).toEqual({ value: true, from: 'application' });
});

it('is a list without anything that decides what is extracted or followed', () => {
  for (const name of [
    'EXTRACTOR_ORDER',
    'CUSTOM_SELECTORS',
    'DEPTH_LIMIT',
    'USE_SITEMAP',
    'GENERATED_URLS',
    'DELTAFETCH_ENABLED',
    'TRAP_DETECTION',
    'METAREFRESH_ENABLED',
    'CHALLENGE_ENABLED',
    'BROWSER_FLATTEN',
    'HTTPCACHE_ENABLED',
    'INFINITE_SCROLL',
  ])
    expect(defaultableSettings).not.toContain(name);
});
