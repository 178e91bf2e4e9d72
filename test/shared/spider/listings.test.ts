import { describe, expect, it } from 'vitest';
import { applyArgs } from '../../../shared/spider/args.ts';
import { readListings } from '../../../shared/spider/listings.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { spiderWith } from './spiders.ts';

const least = { url: 'https://example.com/list', next_selector: '.next' };

const paging = (listings: unknown, more: Record<string, unknown> = {}) =>
  spiderWith({ rules: [{ allow: ['/a'] }], settings: { PAGINATED_LISTINGS: listings }, ...more });

const said = (listings: unknown, more: Record<string, unknown> = {}): string[] =>
  validateSpider(paging(listings, more)).problems.map(
    ({ severity, code, pointer, message }) =>
      `${severity} ${code} ${pointer.replace('/settings/PAGINATED_LISTINGS', '')}: ${message}`,
  );

describe('PAGINATED_LISTINGS', () => {
  it('that is right is no problem, is read with its defaults, and needs no start URLs', () => {
    const whole = {
      ...least,
      url: 'https://example.com/all',
      link_selector: '.entry a, .entry h2',
      wait_selector: '.entry',
      max_pages: 1000,
      click_delay: 0.5,
    };
    const { problems, spider } = validateSpider(paging([least, whole], { start_urls: [] }));
    expect(problems).toEqual([]);
    const usual = { next: '.next', links: null, wait: null, maxPages: 100, delayMs: 1500 };
    expect(readListings(spider?.settings)).toEqual([
      { ...usual, label: 'PAGINATED_LISTINGS[0]', url: 'https://example.com/list' },
      {
        label: 'PAGINATED_LISTINGS[1]',
        url: 'https://example.com/all',
        next: '.next',
        links: '.entry a, .entry h2',
        wait: '.entry',
        maxPages: 1000,
        delayMs: 500,
      },
    ]);
  });

  it.each([undefined, null, []])('that is %j does nothing', (listings) => {
    expect(said(listings)).toEqual([]);
    expect(readListings({ PAGINATED_LISTINGS: listings as null })).toEqual([]);
  });

  const label = 'PAGINATED_LISTINGS[0]';

  it.each([
    ['an object', least, ': An object is given; PAGINATED_LISTINGS must be a list'],
    ['an entry of another type', ['a'], `/0: "a" is text; ${label} must be an object`],
    ['no URL', [{ next_selector: '.next' }], `/0: url is required in ${label}`],
    ['nothing to click', [{ url: least.url }], `/0: next_selector is required in ${label}`],
    [
      'an unknown key',
      [{ ...least, link_selektor: 'a' }],
      "/0/link_selektor: Unknown key: 'link_selektor'. Did you mean 'link_selector'?",
    ],
    [
      'a URL that is none',
      [{ ...least, url: '/list' }],
      `/0/url: ${label}.url must be an http or https URL: '/list'`,
    ],
    [
      'a selector that selects text',
      [{ ...least, link_selector: 'a::attr(href)' }],
      `/0/link_selector: ${label}.link_selector must select elements: 'a::attr(href)'`,
    ],
    ['no pages', [{ ...least, max_pages: 0 }], `/0/max_pages: ${label}.max_pages must be >= 1 and <= 1000`],
    [
      'too many pages',
      [{ ...least, max_pages: 1001 }],
      `/0/max_pages: ${label}.max_pages must be >= 1 and <= 1000`,
    ],
    [
      'too short a delay',
      [{ ...least, click_delay: 0.1 }],
      `/0/click_delay: ${label}.click_delay must be >= 0.5 and <= 10`,
    ],
  ])('with %s cannot be used, which is a warning', (_what, listings, problem) => {
    expect(said(listings)).toEqual([`warning setting-unusable ${problem}`]);
    const { valid, spider } = validateSpider(paging(listings));
    expect(valid).toBe(true);
    expect(readListings(spider?.settings)).toEqual([]);
    // Without start URLs there is nothing to begin with.
    const bare = validateSpider(paging(listings, { start_urls: [] }));
    expect(bare.problems.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([
      'too-few',
    ]);
  });

  it('says where a selector is wrong', () => {
    expect(said([{ ...least, wait_selector: 'a[' }])).toEqual([
      expect.stringContaining('warning setting-unusable /0/wait_selector: Invalid CSS selector'),
    ]);
  });

  it('warns of lists without rules, twice, and outside the domains', () => {
    expect(said([least], { rules: [] })).toEqual([
      'warning setting-without-effect : PAGINATED_LISTINGS has no effect: the spider has no rules for the links of its pages',
    ]);
    const other = { ...least, url: 'https://other.example/' };
    expect(said([least, least, other])).toEqual([
      'warning duplicate-start-url /1/url: PAGINATED_LISTINGS[1] is the same page as PAGINATED_LISTINGS[0]',
      "warning start-url-outside-domains /2/url: PAGINATED_LISTINGS[2] is outside allowed_domains: 'other.example'",
    ]);
  });

  it('is a use of the browser, so its settings have an effect', () => {
    const settings = { PAGINATED_LISTINGS: [least], BROWSER_ACTIONS: [{ dismiss: '#agree' }] };
    expect(validateSpider(paging([], { settings })).problems).toEqual([]);
  });

  it('takes arguments in its URLs', () => {
    const document = paging([{ ...least, url: 'https://example.com/${term}' }], { args: { term: {} } });
    const { spider, problems } = validateSpider(document);
    expect(problems).toEqual([]);
    if (spider === null) throw new Error('The spider is valid.');
    const applied = applyArgs(spider, { term: 'a b' });
    expect('spider' in applied ? readListings(applied.spider.settings)[0]?.url : null).toBe(
      'https://example.com/a%20b',
    );
  });
});
