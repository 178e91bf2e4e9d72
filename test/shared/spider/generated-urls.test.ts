import { describe, expect, it } from 'vitest';
import { countGenerated, generatedEntries, urlAt } from '../../../shared/spider/generated-urls.ts';
import type { Settings } from '../../../shared/spider/settings-schema.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { problemsOf, spiderWith } from './spiders.ts';

const pages = (variable: unknown, template = 'https://example.com/{x}') => ({
  template,
  vars: { x: variable },
});
const range = { type: 'range', from: 1, to: 3 };

const generating = (entries: unknown, changes: Record<string, unknown> = {}) =>
  spiderWith({
    start_urls: [],
    settings: { GENERATED_URLS: entries },
    callbacks: { page: { extract: { title: { css: 'h1::text' } } } },
    ...changes,
  });

const problemsWith = (...entries: unknown[]) =>
  problemsOf({ ...generating(entries), start_urls: ['https://example.com/'], rules: [{ callback: 'page' }] });

function urlsOf(...entries: unknown[]): string[] {
  const { spider, problems } = validateSpider(generating(entries, { callbacks: {} }));
  expect(problems).toEqual([]);
  return madeBy(spider?.settings);
}

function madeBy(settings: Settings | null | undefined): string[] {
  return generatedEntries(settings).flatMap((entry) =>
    Array.from({ length: entry.count }, (_, index) => urlAt(entry, index).url),
  );
}

describe('the URLs of GENERATED_URLS', () => {
  it.each([
    ['a range', range, ['1', '2', '3']],
    ['a range with steps', { type: 'range', from: -2, to: 5, step: 3 }, ['-2', '1', '4']],
    ['a range of one', { type: 'range', from: 7, to: 7 }, ['7']],
    [
      'a list',
      { type: 'list', values: ['shoes', 7, 'a/b', 'new york', '50%', 'C#', 'a&b'] },
      ['shoes', '7', 'a/b', 'new%20york', '50%', 'C%23', 'a&b'],
    ],
    [
      'days',
      { type: 'date', from: '2024-02-28', to: '2024-03-01' },
      ['2024-02-28', '2024-02-29', '2024-03-01'],
    ],
    [
      'days with steps and a format',
      { type: 'date', from: '2024-12-30', to: '2025-01-14', format: '%d.%m.%y', step_days: 7 },
      ['30.12.24', '06.01.25', '13.01.25'],
    ],
    [
      'days in their own format',
      { type: 'date', from: '2024/9/30', to: '2024/10/1', format: '%Y/%-m/%-d' },
      ['2024/9/30', '2024/10/1'],
    ],
    [
      'days with names',
      { type: 'date', from: '2023-12-31', to: '2024-01-01', format: '%A-%b-%B-%j-%a' },
      ['Sunday-Dec-December-365-Sun', 'Monday-Jan-January-001-Mon'],
    ],
  ])('%s', (_what, variable, expected) => {
    expect(urlsOf(pages(variable))).toEqual(expected.map((value) => `https://example.com/${value}`));
  });

  it('multiply, the last variable fastest, and follow one another by entry', () => {
    const entry = {
      template: 'https://example.com/{shop}?page={page}&again={shop}',
      vars: { shop: { type: 'list', values: ['a', 'b'] }, page: { type: 'range', from: 1, to: 2 } },
    };
    expect(urlsOf(entry, pages(range))).toEqual([
      'https://example.com/a?page=1&again=a',
      'https://example.com/a?page=2&again=a',
      'https://example.com/b?page=1&again=b',
      'https://example.com/b?page=2&again=b',
      'https://example.com/1',
      'https://example.com/2',
      'https://example.com/3',
    ]);
  });

  it('are counted and read at any place without being made', () => {
    const millions = {
      template: 'https://example.com/{x}/{y}',
      vars: { x: { ...range, to: 1000 }, y: { ...range, to: 1000 } },
    };
    const { spider } = validateSpider(generating([millions], { callbacks: {} }));
    expect(countGenerated(spider?.settings)).toBe(1_000_000);
    const [entry] = generatedEntries(spider?.settings);
    expect(entry === undefined ? '' : urlAt(entry, 999_999).url).toBe('https://example.com/1000/1000');
  });

  it.each([
    [{}, { callback: 'parse_article', follow: false }],
    [{ follow: false }, { callback: 'parse_article', follow: false }],
    [{ callback: 'page' }, { callback: 'page', follow: false }],
    [{ follow: true }, { callback: null, follow: true }],
    [
      { follow: true, callback: null, method: 'GET' },
      { callback: null, follow: true },
    ],
  ])('with %j go to %j', (more, expected) => {
    const { spider } = validateSpider(generating([{ ...pages(range), ...more }]));
    const [entry] = generatedEntries(spider?.settings);
    expect(entry === undefined ? null : urlAt(entry, 0)).toMatchObject(expected);
  });
});

describe('a GENERATED_URLS that cannot be used is a warning', () => {
  const at = (place: string, message: string) => [
    `? /settings/GENERATED_URLS${place} setting-unusable: ${message}`,
  ];

  it.each([
    ['no list', { template: 'x' }, at('', 'An object is given; GENERATED_URLS must be a list')],
    ['no template', [{ vars: { x: range } }], at('/0', 'template is required in GENERATED_URLS[0]')],
    ['no vars', [{ template: 'https://example.com/' }], at('/0', 'vars is required in GENERATED_URLS[0]')],
    [
      'empty vars',
      [{ template: 'https://example.com/', vars: {} }],
      at('/0/vars', 'GENERATED_URLS[0].vars must have at least one entry'),
    ],
    [
      'an unknown key',
      [{ ...pages(range), callbak: 'page' }],
      at('/0/callbak', "Unknown key: 'callbak'. Did you mean 'callback'?"),
    ],
    [
      'a method that is none',
      [{ ...pages(range), method: 'PUT' }],
      at('/0/method', 'GENERATED_URLS[0].method must be GET or POST, not PUT'),
    ],
    [
      'a form that is not sent',
      [{ ...pages(range), formdata: { q: 'x' } }],
      at('/0/formdata', 'GENERATED_URLS[0] has formdata, which only method "POST" sends'),
    ],
    [
      'a placeholder of the form without a variable',
      [{ ...pages(range), method: 'POST', formdata: { page: '{n}' } }],
      at('/0/template', 'GENERATED_URLS[0].template: vars has no variable for {n}'),
    ],
    [
      'an unknown type',
      [pages({ type: 'numbers' })],
      at('/0/vars/x', 'Unknown type: numbers in GENERATED_URLS[0].vars.x. Allowed: range, date, list'),
    ],
    [
      'no type',
      [pages({ from: 1 })],
      at('/0/vars/x', 'type is required in GENERATED_URLS[0].vars.x. Allowed: range, date, list'),
    ],
    [
      'a fraction',
      [pages({ ...range, to: 2.5 })],
      at('/0/vars/x/to', '2.5 is a fraction; GENERATED_URLS[0].vars.x.to must be an integer'),
    ],
    [
      'a step of 0',
      [pages({ ...range, step: 0 })],
      at('/0/vars/x/step', 'GENERATED_URLS[0].vars.x.step must be >= 1'),
    ],
    [
      'an empty list',
      [pages({ type: 'list', values: [] })],
      at('/0/vars/x/values', 'GENERATED_URLS[0].vars.x.values must have at least one entry'),
    ],
    [
      'a range backwards',
      [pages({ ...range, from: 4 })],
      at('/0/vars/x', 'GENERATED_URLS[0].vars.x: "to" (3) must not be below "from" (4)'),
    ],
    [
      'no date',
      [pages({ type: 'date', from: '2024-02-30', to: '2024-03-01' })],
      at('/0/vars/x', 'GENERATED_URLS[0].vars.x: "from" must be a date such as 2026-01-31, not "2024-02-30"'),
    ],
    [
      'dates backwards',
      [pages({ type: 'date', from: '2024-03-02', to: '2024-03-01' })],
      at('/0/vars/x', 'GENERATED_URLS[0].vars.x: "to" (2024-03-01) must not be before "from" (2024-03-02)'),
    ],
    [
      'an unknown directive',
      [pages({ type: 'date', from: '2024-03-01', to: '2024-03-01', format: '%Q' })],
      at(
        '/0/vars/x',
        'GENERATED_URLS[0].vars.x: the format "%Q" is not known; allowed: %Y %y %m %-m %d %-d %j %B %b %A %a %F %H %M %S %%',
      ),
    ],
    [
      'a placeholder without variable',
      [pages(range, 'https://example.com/{x}/{y}')],
      at('/0/template', 'GENERATED_URLS[0].template: vars has no variable for {y}'),
    ],
    [
      'a variable without placeholder',
      [pages(range, 'https://example.com/')],
      at('/0/vars/x', 'GENERATED_URLS[0].vars.x: the template has no {x}'),
    ],
    [
      'no URL',
      [pages(range, 'example.com/{x}')],
      at('/0/template', "A URL of GENERATED_URLS[0] must be an http or https URL: 'example.com/1'"),
    ],
    [
      'a host that is none',
      [pages({ type: 'list', values: ['www', '['] }, 'https://{x}.example.com/')],
      at('/0/template', "A URL of GENERATED_URLS[0] must be an http or https URL: 'https://[.example.com/'"),
    ],
    [
      'a URL that is too long',
      [pages({ type: 'list', values: ['a', 'b'.repeat(2048)] })],
      at('/0/template', 'A URL of GENERATED_URLS[0] has 2068 characters; at most 2048 are allowed'),
    ],
    [
      'callback and follow',
      [{ ...pages(range), callback: 'page', follow: true }],
      at('/0/callback', 'GENERATED_URLS[0] has a callback and follow; it can have one of them'),
    ],
    [
      'an undefined callback',
      [{ ...pages(range), callback: 'pge' }],
      at(
        '/0/callback',
        "GENERATED_URLS[0] references undefined callback: 'pge'. Defined callbacks: page, parse_article",
      ),
    ],
    [
      'too many',
      [pages({ ...range, to: 1_000_001 })],
      at('', 'GENERATED_URLS makes 1,000,001 URLs; at most 1,000,000 are made'),
    ],
    [
      'too many together',
      [pages({ ...range, to: 600_000 }), pages({ ...range, to: 600_000 })],
      at('', 'GENERATED_URLS makes 1,200,000 URLs; at most 1,000,000 are made'),
    ],
  ])('%s', (_what, given, expected) => {
    const entries = given as unknown[];
    const document = { ...generating(entries), rules: [{ callback: 'page' }] };
    expect(problemsOf({ ...document, start_urls: ['https://example.com/'] })).toEqual(expected);
    expect(
      validateSpider({ ...document, start_urls: ['https://example.com/'] }).spider?.settings
        ?.GENERATED_URLS ?? null,
    ).toBeNull();
    // Beside it, empty start URLs are what they are without it.
    expect(problemsOf(document).filter((problem) => problem.startsWith('!'))).toEqual([
      '! /start_urls too-few: start_urls must have at least one entry',
    ]);
  });
});

describe('beside GENERATED_URLS', () => {
  it('start_urls may be empty; an empty list and null make none', () => {
    expect(problemsOf(generating([pages(range)], { callbacks: {} }))).toEqual([]);
    for (const none of [[], null]) {
      expect(problemsOf(generating(none, { callbacks: {} }))).toEqual([
        '! /start_urls too-few: start_urls must have at least one entry',
      ]);
    }
  });

  it('a callback that only generated URLs have is used', () => {
    expect(problemsOf(generating([{ ...pages(range), callback: 'page' }]))).toEqual([]);
  });

  it('rules are missed where links are to be followed', () => {
    const following = [{ ...pages(range), follow: true }];
    expect(problemsOf(generating(following, { callbacks: {} }))).toEqual([
      '? /settings/GENERATED_URLS/0/follow setting-without-effect: GENERATED_URLS[0] has no effect: it follows links, and the spider has no rules for them',
    ]);
    expect(problemsOf(generating(following, { callbacks: {}, rules: [{ allow: ['x'] }] }))).toEqual([]);
  });

  it('a host outside allowed_domains is told', () => {
    expect(
      problemsWith(pages({ type: 'list', values: ['example.com', 'example.net'] }, 'https://{x}/')),
    ).toEqual([
      "? /settings/GENERATED_URLS/0/template start-url-outside-domains: GENERATED_URLS[0] is outside allowed_domains: 'example.net'",
    ]);
  });
});
