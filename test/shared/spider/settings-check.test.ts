import { describe, expect, it } from 'vitest';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { fieldWith, problemsOf, settingsWith } from './spiders.ts';

type Case = [input: unknown, problems: string[]];
const list = (cases: Case[]) => cases.map(([input, problems]) => ({ input, problems }));

/** A setting whose value is accepted, refused with a message, or met with the warning of its kind. */
function setting(name: string, value: unknown, ...problems: string[]): Case {
  return [settingsWith({ [name]: value }), problems];
}
const range = (name: string, message: string) =>
  `! /settings/${name} out-of-range: ${name} must be ${message}`;
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
      setting('PROXY_TIERS', ['direct', 'residential']),
      setting('PROXY_TIERS', [], '! /settings/PROXY_TIERS too-few: PROXY_TIERS must have at least one entry'),
      setting(
        'PROXY_TIERS',
        ['datacentre'],
        '! /settings/PROXY_TIERS/0 unknown-tier: Unknown proxy tier: datacentre. Allowed: direct, datacenter, residential',
      ),
      setting('PROXY_RESIDENTIAL_SHARE', 1.5, range('PROXY_RESIDENTIAL_SHARE', '>= 0 and <= 1')),
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
      setting('CHALLENGE_ENABLED', true),
      setting('CHALLENGE_ENABLED', false),
      setting('DELTAFETCH_ENABLED', true),
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
        '? /settings/COOKIES_ENABLED setting-unusable: 0 is a number; COOKIES_ENABLED must be true or false',
      ),
      setting(
        'RETRY_HTTP_CODES',
        [500, 99],
        '? /settings/RETRY_HTTP_CODES/1 setting-unusable: RETRY_HTTP_CODES[1] must be >= 100 and <= 599',
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
        'HTTPCACHE_DIR',
        'here',
        '? /settings/HTTPCACHE_DIR setting-unread: Nothing reads the setting HTTPCACHE_DIR',
      ),
      setting('HTTPCACHE_ENABLED', true),
      setting('HTTPCACHE_EXPIRATION_SECS', 0),
      setting(
        'HTTPCACHE_EXPIRATION_SECS',
        60,
        idle('HTTPCACHE_EXPIRATION_SECS', 'HTTPCACHE_ENABLED is not true'),
      ),
      [settingsWith({ HTTPCACHE_ENABLED: true, HTTPCACHE_EXPIRATION_SECS: 60 }), []],
      [
        settingsWith({ HTTPCACHE_ENABLED: true, HTTPCACHE_EXPIRATION_SECS: -1 }),
        ['? /settings/HTTPCACHE_EXPIRATION_SECS setting-unusable: HTTPCACHE_EXPIRATION_SECS must be >= 0'],
      ],
      [
        settingsWith({
          EXTRACTOR_ORDER: ['browser'],
          INFINITE_SCROLL: true,
          MAX_SCROLLS: 1,
          SCROLL_DELAY: 60,
        }),
        [],
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

describe('a setting that is passed through and cannot be used', () => {
  const whole = 'It is stored with the spider, and the crawl uses the default instead.';
  const part = (name: string) => `${name} is stored with the spider, and the crawl uses its default instead.`;

  it.each([
    ['USER_AGENT', 5, '', '5 is a number; USER_AGENT must be text', whole],
    ['USER_AGENT', '', '', 'USER_AGENT must not be empty', whole],
    ['USER_AGENT', 'x'.repeat(1025), '', 'USER_AGENT must have at most 1024 characters; it has 1025', whole],
    ['RETRY_TIMES', '3', '', '"3" is text; RETRY_TIMES must be an integer', whole],
    ['RETRY_TIMES', 2.5, '', '2.5 is a fraction; RETRY_TIMES must be an integer', whole],
    ['RETRY_TIMES', 99, '', 'RETRY_TIMES must be >= 0 and <= 20', whole],
    ['HTTPCACHE_ENABLED', 'yes', '', '"yes" is text; HTTPCACHE_ENABLED must be true or false', whole],
    ['RETRY_HTTP_CODES', 500, '', '500 is a number; RETRY_HTTP_CODES must be a list', whole],
    [
      'RETRY_HTTP_CODES',
      [500, 99],
      '/1',
      'RETRY_HTTP_CODES[1] must be >= 100 and <= 599',
      part('RETRY_HTTP_CODES'),
    ],
    [
      'RETRY_HTTP_CODES',
      ['500'],
      '/0',
      '"500" is text; RETRY_HTTP_CODES[0] must be an integer',
      part('RETRY_HTTP_CODES'),
    ],
    [
      'DEFAULT_REQUEST_HEADERS',
      { A: 1 },
      '/A',
      '1 is a number; DEFAULT_REQUEST_HEADERS.A must be text',
      part('DEFAULT_REQUEST_HEADERS'),
    ],
    ['DEFAULT_REQUEST_HEADERS', [], '', 'A list is given; DEFAULT_REQUEST_HEADERS must be an object', whole],
  ])('%s %j: a warning, and left out of the spider', (name, value, below, message, hint) => {
    const document = settingsWith({ [name]: value, DOWNLOAD_DELAY: 1, MINE: [1] });
    for (const input of [document, JSON.stringify(document)]) {
      const { valid, problems, spider } = validateSpider(input);
      expect(problems.filter(({ code }) => code !== 'setting-unread')).toMatchObject([
        {
          pointer: `/settings/${name}${below}`,
          code: 'setting-unusable',
          severity: 'warning',
          message,
          hint,
        },
      ]);
      expect(valid).toBe(true);
      expect(spider).toEqual(settingsWith({ DOWNLOAD_DELAY: 1, MINE: [1] }));
    }
    expect(document).toEqual(settingsWith({ [name]: value, DOWNLOAD_DELAY: 1, MINE: [1] }));
  });

  it('does not hide an error beside it', () => {
    const settings = { RETRY_TIMES: 99, DEPTH_LIMIT: -1 };
    expect(validateSpider(settingsWith(settings))).toMatchObject({ valid: false, spider: null });
    expect(problemsOf(settingsWith(settings))).toEqual([
      '! /settings/DEPTH_LIMIT out-of-range: DEPTH_LIMIT must be >= 0',
      '? /settings/RETRY_TIMES setting-unusable: RETRY_TIMES must be >= 0 and <= 20',
    ]);
    expect(validateSpider({ ...fieldWith({}), settings: { RETRY_TIMES: 99 } }).spider).toBeNull();
  });

  it.each([
    ['EXTRACTOR_ORDER', 5],
    ['CUSTOM_SELECTORS', { title: 5 }],
    ['CONCURRENT_REQUESTS', 33],
    ['DOWNLOAD_DELAY', 61],
    ['CHALLENGE_ENABLED', 1],
    ['CHALLENGE_STRATEGY', 'never'],
    ['BROWSER_WAIT_SELECTOR', ''],
    ['BROWSER_DELAY', 301],
    ['INFINITE_SCROLL', 1],
    ['MAX_SCROLLS', 0],
    ['SCROLL_DELAY', 61],
    ['ROBOTSTXT_OBEY', 1],
    ['DEPTH_LIMIT', -1],
    ['DELTAFETCH_ENABLED', 1],
  ])('is not %s: the specification says what that may be', (name, value) => {
    const { valid, problems } = validateSpider(settingsWith({ [name]: value }));
    expect(valid).toBe(false);
    expect(problems.map(({ code }) => code)).not.toContain('setting-unusable');
  });

  it('is counted, not listed, where there are too many', () => {
    const codes = Array.from({ length: 50_000 }, () => 1);
    const { valid, problems, spider } = validateSpider(settingsWith({ RETRY_HTTP_CODES: codes }));
    expect({ valid, listed: problems.length, spider }).toEqual({
      valid: true,
      listed: 1001,
      spider: settingsWith({}),
    });
    expect(problems.at(-1)).toMatchObject({
      severity: 'warning',
      message: '49,000 more problems are not listed',
    });
  });
});
