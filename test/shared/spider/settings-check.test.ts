import { describe, expect, it } from 'vitest';
import { problemsOf, settingsWith } from './spiders.ts';

type Case = [input: unknown, problems: string[]];
const list = (cases: Case[]) => cases.map(([input, problems]) => ({ input, problems }));

/** A setting whose value is accepted, refused with a message, or met with the warning of its kind. */
function setting(name: string, value: unknown, ...problems: string[]): Case {
  return [settingsWith({ [name]: value }), problems];
}
const range = (name: string, message: string) =>
  `! /settings/${name} out-of-range: ${name} must be ${message}`;
const unsupported = (name: string) =>
  `? /settings/${name} setting-not-supported: ${name} is not acted on by this version: the crawl runs as if it were not set`;
const idle = (name: string, reason: string) =>
  `? /settings/${name} setting-without-effect: ${name} has no effect: ${reason}`;
const noBrowser = "no browser is in use; add 'browser' to EXTRACTOR_ORDER";

describe('settings', () => {
  it.each(
    list([
      setting('CONCURRENT_REQUESTS', 1),
      setting('CONCURRENT_REQUESTS', 32),
      setting('CONCURRENT_REQUESTS', null),
      setting(
        'CONCURRENT_REQUESTS',
        '8',
        '! /settings/CONCURRENT_REQUESTS wrong-type: "8" is text; CONCURRENT_REQUESTS must be an integer',
      ),
      setting('DOWNLOAD_DELAY', 0),
      setting('DOWNLOAD_DELAY', 60),
      setting('DOWNLOAD_DELAY', 60.1, range('DOWNLOAD_DELAY', '>= 0 and <= 60')),
      setting('DOWNLOAD_DELAY', -0.1, range('DOWNLOAD_DELAY', '>= 0 and <= 60')),
      setting('DEPTH_LIMIT', 0),
      setting('DEPTH_LIMIT', -1, range('DEPTH_LIMIT', '>= 0')),
      setting(
        'BROWSER_DELAY',
        301,
        range('BROWSER_DELAY', '>= 0 and <= 300'),
        idle('BROWSER_DELAY', noBrowser),
      ),
      setting(
        'MAX_SCROLLS',
        0,
        range('MAX_SCROLLS', '>= 1 and <= 1000'),
        idle('MAX_SCROLLS', 'INFINITE_SCROLL is not true'),
      ),
      setting(
        'SCROLL_DELAY',
        61,
        range('SCROLL_DELAY', '>= 0 and <= 60'),
        idle('SCROLL_DELAY', 'INFINITE_SCROLL is not true'),
      ),
      setting(
        'MAX_SCROLLS',
        'abc',
        '! /settings/MAX_SCROLLS wrong-type: "abc" is text; MAX_SCROLLS must be an integer',
        idle('MAX_SCROLLS', 'INFINITE_SCROLL is not true'),
      ),
      setting('BROWSER_WAIT_SELECTOR', '.a', idle('BROWSER_WAIT_SELECTOR', noBrowser)),
      setting('EXTRACTOR_ORDER', [], idle('EXTRACTOR_ORDER', 'an empty list means the default order')),
      setting('EXTRACTOR_ORDER', ['textparser', 'newsparser']),
      setting(
        'EXTRACTOR_ORDER',
        'textparser',
        '! /settings/EXTRACTOR_ORDER wrong-type: "textparser" is text; EXTRACTOR_ORDER must be a list',
      ),
      setting(
        'EXTRACTOR_ORDER',
        [5],
        '! /settings/EXTRACTOR_ORDER/0 wrong-type: 5 is a number; EXTRACTOR_ORDER[0] must be text',
      ),
      setting(
        'CUSTOM_SELECTORS',
        { title: 'h1' },
        idle('CUSTOM_SELECTORS', "'custom' is not in EXTRACTOR_ORDER"),
      ),
      setting('CUSTOM_SELECTORS', {}),
      setting(
        'ROBOTSTXT_OBEY',
        'true',
        '! /settings/ROBOTSTXT_OBEY wrong-type: "true" is text; ROBOTSTXT_OBEY must be true or false',
      ),
      setting('CHALLENGE_ENABLED', true, unsupported('CHALLENGE_ENABLED')),
      setting('CHALLENGE_ENABLED', false),
      setting('DELTAFETCH_ENABLED', true, unsupported('DELTAFETCH_ENABLED')),
      setting('CHALLENGE_STRATEGY', 'hybrid', idle('CHALLENGE_STRATEGY', 'CHALLENGE_ENABLED is not true')),
      setting('USER_AGENT', 'me'),
      setting(
        'USER_AGENT',
        'a\r\nX: y',
        '! /settings/USER_AGENT invalid-header: USER_AGENT must not contain line breaks',
      ),
      setting(
        'COOKIES_ENABLED',
        0,
        '! /settings/COOKIES_ENABLED wrong-type: 0 is a number; COOKIES_ENABLED must be true or false',
      ),
      setting(
        'RETRY_HTTP_CODES',
        [500, 99],
        '! /settings/RETRY_HTTP_CODES/1 out-of-range: RETRY_HTTP_CODES[1] must be >= 100 and <= 599',
      ),
      setting(
        'DEFAULT_REQUEST_HEADERS',
        { 'X-Ok': 'a', 'b ad': 'x', Long: 'a\nb' },
        "! /settings/DEFAULT_REQUEST_HEADERS/b ad invalid-header: Invalid header name: 'b ad'",
        '! /settings/DEFAULT_REQUEST_HEADERS/Long invalid-header: DEFAULT_REQUEST_HEADERS.Long must not contain line breaks',
      ),
      setting('CLOSESPIDER_ITEMCOUNT', 10),
      setting(
        'CONCURENT_REQUESTS',
        'x',
        '? /settings/CONCURENT_REQUESTS setting-unread: Nothing reads the setting CONCURENT_REQUESTS',
      ),
      setting(
        'HTTPCACHE_ENABLED',
        true,
        '? /settings/HTTPCACHE_ENABLED setting-unread: Nothing reads the setting HTTPCACHE_ENABLED',
      ),
      [
        settingsWith({
          EXTRACTOR_ORDER: ['browser'],
          INFINITE_SCROLL: true,
          MAX_SCROLLS: 1,
          SCROLL_DELAY: 60,
        }),
        [
          unsupported('INFINITE_SCROLL'),
          unsupported('MAX_SCROLLS'),
          unsupported('SCROLL_DELAY'),
          "? /settings/EXTRACTOR_ORDER/0 setting-not-supported: 'browser' in EXTRACTOR_ORDER is not acted on by this version: the strategy is skipped",
        ],
      ],
      [
        settingsWith({ EXTRACTOR_ORDER: ['custom'], CUSTOM_SELECTORS: { title: '', x: 5 } }),
        [
          '! /settings/CUSTOM_SELECTORS/title empty-text: CUSTOM_SELECTORS.title must not be empty',
          '! /settings/CUSTOM_SELECTORS/x wrong-type: 5 is a number; CUSTOM_SELECTORS.x must be text',
        ],
      ],
    ]),
  )('$input.settings', ({ input, problems }) => {
    expect(problemsOf(input)).toEqual(problems);
  });

  it.each([
    { EXTRACTOR_ORDER: ['custom'], CUSTOM_SELECTORS: { title: 'h1[' } },
    { BROWSER_WAIT_SELECTOR: 'a[', EXTRACTOR_ORDER: ['browser'] },
    { BROWSER_WAIT_SELECTOR: 'a::attr(href)', EXTRACTOR_ORDER: ['browser'] },
  ])('refuses the selector in %j', (settings) => {
    expect(problemsOf(settingsWith(settings)).filter((problem) => problem.startsWith('!'))).toHaveLength(1);
  });
});
