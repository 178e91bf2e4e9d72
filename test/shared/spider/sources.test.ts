import { describe, expect, it } from 'vitest';
import { problemsOf, spiderWith } from './spiders.ts';

describe('domains and URLs', () => {
  const refused = (domain: string, what: string) => [
    `! /allowed_domains/1 invalid-domain: allowed_domains[1] must be a host name${what}: '${domain}'`,
  ];
  it.each([
    ['127.0.0.1', []],
    ['localhost', []],
    ['[::1]', []],
    ['::1', []],
    ['Sub.Example.ORG', []],
    ['exa_mple.org', []],
    ['bücher.example', []],
    ['', refused('', '')],
    [' ', refused(' ', '')],
    ['https://example.org', refused('https://example.org', ' without a scheme')],
    ['example.org/news', refused('example.org/news', ' without a path')],
    ['example.org:8080', refused('example.org:8080', ' without a port')],
    ['*.example.org', refused('*.example.org', ' without wildcards')],
    ['.example.org', refused('.example.org', ' without a leading dot')],
    ['exa mple.org', refused('exa mple.org', ' without white space')],
    ['me@example.org', refused('me@example.org', '')],
    ['a..b', refused('a..b', '')],
    ['127.1', refused('127.1', ' as URLs have it')],
  ])('allowed domain %j', (domain, problems) => {
    expect(problemsOf(spiderWith({ allowed_domains: ['example.com', domain] }))).toEqual(problems);
  });

  it.each([
    ['https://www.example.com/a?b=c', []],
    ['http://example.com:8080', []],
    [`https://example.com/${'a'.repeat(2028)}`, []],
    [
      `https://example.com/${'a'.repeat(2029)}`,
      ['! /start_urls/0 too-long: start_urls[0] must have at most 2048 characters; it has 2049'],
    ],
    [
      'example.com',
      ["! /start_urls/0 invalid-url: start_urls[0] must be an http or https URL: 'example.com'"],
    ],
    [
      'ftp://example.com/',
      ["! /start_urls/0 invalid-url: start_urls[0] must be an http or https URL: 'ftp://example.com/'"],
    ],
    [
      'javascript:alert(1)',
      ["! /start_urls/0 invalid-url: start_urls[0] must be an http or https URL: 'javascript:alert(1)'"],
    ],
    ['https://', ["! /start_urls/0 invalid-url: start_urls[0] must be an http or https URL: 'https://'"]],
    ['', ["! /start_urls/0 invalid-url: start_urls[0] must be an http or https URL: ''"]],
    [
      'https://example.com:99999/',
      [
        "! /start_urls/0 invalid-url: start_urls[0] must be an http or https URL: 'https://example.com:99999/'",
      ],
    ],
    [
      ' https://example.com/',
      ["! /start_urls/0 invalid-url: start_urls[0] must not contain white space: ' https://example.com/'"],
    ],
    [
      'https://me:secret@example.com/',
      ['? /start_urls/0 credentials-in-url: start_urls[0] holds a user name or password'],
    ],
    [
      'https://badexample.com/',
      [
        "? /start_urls/0 start-url-outside-domains: start_urls[0] is outside allowed_domains: 'badexample.com'",
      ],
    ],
  ])('start URL %s', (url, problems) => {
    expect(problemsOf(spiderWith({ start_urls: [url] }))).toEqual(problems);
  });

  it('needs at least one of each', () => {
    expect(problemsOf(spiderWith({ allowed_domains: [], start_urls: [] }))).toEqual([
      '! /allowed_domains too-few: allowed_domains must have at least one entry',
      '! /start_urls too-few: start_urls must have at least one entry',
    ]);
  });

  it('warns about the same page twice', () => {
    const urls = ['https://example.com', 'https://example.com/#top', 'https://example.com/?'];
    expect(problemsOf(spiderWith({ start_urls: urls }))).toEqual([
      '? /start_urls/1 duplicate-start-url: start_urls[1] is the same page as start_urls[0]',
    ]);
  });

  it('checks source_url', () => {
    expect(problemsOf(spiderWith({ source_url: 'example' }))).toEqual([
      "! /source_url invalid-url: source_url must be an http or https URL: 'example'",
    ]);
  });
});
