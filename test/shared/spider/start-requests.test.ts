import { describe, expect, it } from 'vitest';
import { encodeForm, isPlain, withQuery } from '../../../shared/request-message.ts';
import { applyArgs } from '../../../shared/spider/args.ts';
import type { Spider } from '../../../shared/spider/schema.ts';
import { writeRequest } from '../../../shared/spider/start-requests.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';

const url = 'https://example.org/search';

function problemsOf(requests: unknown, more: object = {}): string[] {
  const spider = {
    name: 'shop',
    allowed_domains: ['example.org'],
    start_urls: [],
    callbacks: { page: { extract: { title: { css: 'h1::text' } } } },
    rules: [{ callback: 'page' }],
    start_requests: requests,
    ...more,
  };
  return validateSpider(spider).problems.map(
    ({ severity, pointer, code, message }) =>
      `${severity === 'error' ? '!' : '?'} ${pointer} ${code}: ${message}`,
  );
}

describe('start_requests', () => {
  it.each([
    ['a form', [{ url, form: { q: 'shoes', page: 2, sale: true, size: [41, 42] }, callback: 'page' }], []],
    ['JSON', [{ url, json: { filter: { term: 'shoes' } }, follow: false }], []],
    ['a text', [{ url, method: 'PUT', headers: { 'Content-Type': 'text/csv' }, body: 'a,b' }], []],
    ['a page with headers', [{ url, headers: { Accept: 'application/json' } }], []],
    [
      'two of one URL that send different things',
      [
        { url, form: { q: 'a' } },
        { url, form: { q: 'b' } },
      ],
      [],
    ],
    [
      'unset keys',
      [{ url, method: null, headers: null, form: null, json: null, body: null, callback: null }],
      [],
    ],
    ['no URL', [{ form: {} }], ['! /start_requests/0 missing-key: url is required in start_requests[0]']],
    [
      'a URL that is none',
      [{ url: '/search' }],
      ["! /start_requests/0/url invalid-url: start_requests[0].url must be an http or https URL: '/search'"],
    ],
    [
      'form and JSON',
      [{ url, form: {}, json: {} }],
      [
        '! /start_requests/0/json several-bodies: start_requests[0] has form and json; a request sends one of form, json and body',
      ],
    ],
    [
      'a GET with JSON',
      [{ url, method: 'GET', json: {} }],
      ['! /start_requests/0/json body-of-get: start_requests[0] has json, which a GET request cannot send'],
    ],
    [
      'a method that is none',
      [{ url, method: 'SEND' }],
      ['! /start_requests/0/method unknown-method: Unknown method: SEND. Allowed: GET, POST, PUT, PATCH'],
    ],
    [
      'an undefined callback',
      [{ url, callback: 'pge' }],
      [
        "! /start_requests/0/callback undefined-callback: start_requests[0] references undefined callback: 'pge'. Defined callbacks: page, parse_article",
      ],
    ],
    [
      'headers that cannot be sent',
      [{ url, headers: { 'a b': 'x', Good: 'a\nb', host: 'example.com' } }],
      [
        "! /start_requests/0/headers/a b invalid-header: Invalid header name: 'a b'",
        '! /start_requests/0/headers/Good invalid-header: Good must not contain line breaks',
        '! /start_requests/0/headers/host invalid-header: The header host is set by the crawl itself',
      ],
    ],
    [
      'the same twice',
      [
        { url, form: { q: 'a' } },
        { url, form: { q: 'a' } },
      ],
      ['? /start_requests/1 duplicate-start-url: start_requests[1] is the same as start_requests[0]'],
    ],
    [
      'a host outside',
      [{ url: 'https://example.com/' }],
      [
        "? /start_requests/0/url start-url-outside-domains: start_requests[0] is outside allowed_domains: 'example.com'",
      ],
    ],
    [
      'an unknown key',
      [{ url, formdata: {} }],
      [
        "! /start_requests/0/formdata unknown-key: Unknown key: 'formdata'. Allowed: body, callback, follow, form, headers, json, method, url",
      ],
    ],
    ['none', [], ['! /start_urls too-few: start_urls must have at least one entry']],
  ])('%s', (_what, requests, expected) => {
    expect(problemsOf(requests)).toEqual(expected);
  });

  it('use callbacks and arguments', () => {
    const requests = [{ url: `${url}?t=\${term}`, json: { deep: ['${term}', 7] }, callback: 'page' }];
    expect(problemsOf(requests, { rules: [], args: { term: {} } })).toEqual([]);
    expect(problemsOf([{ url, body: '${other}' }], { args: { term: {} } })).toEqual([
      "! /start_requests/0/body undeclared-argument: body names an argument that is not declared: '${other}'",
      "? /args/term argument-unused: Nothing uses the argument 'term'",
    ]);
  });
});

describe('what a request sends', () => {
  it.each([
    [{ url }, { url, message: { method: 'GET', headers: {} } }],
    [
      { url: `${url}#part`, method: 'GET' as const, form: { q: 'a b', page: 2 } },
      { url: `${url}?q=a+b&page=2#part`, message: { headers: {} } },
    ],
    [
      { url, form: { q: 'café & co', size: [1, 2] } },
      {
        url,
        message: {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'q=caf%C3%A9+%26+co&size=1&size=2',
        },
      },
    ],
    [
      { url, json: { a: [1, null] }, headers: { 'Content-Type': 'application/vnd.x+json' } },
      {
        url,
        message: {
          method: 'POST',
          headers: { 'Content-Type': 'application/vnd.x+json' },
          body: '{"a":[1,null]}',
        },
      },
    ],
    [
      { url, method: 'PATCH' as const, body: 'x' },
      {
        url,
        message: { method: 'PATCH', headers: { 'content-type': 'text/plain;charset=UTF-8' }, body: 'x' },
      },
    ],
  ])('%j', (request, expected) => {
    expect(writeRequest(request)).toEqual(expected);
  });

  it.each([
    [{ a: "!'()*-._~ é\ud800" }, 'a=%21%27%28%29*-._%7E+%C3%A9%EF%BF%BD'],
    [{ 'a b': true, c: '' }, 'a+b=true&c='],
    [{}, ''],
  ])('a form is written as browsers do: %j', (form, expected) => {
    expect(encodeForm(form)).toBe(expected);
    const pairs = Object.entries(form).map(([name, value]) => [name, String(value)]);
    expect(encodeForm(form)).toBe(new URLSearchParams(pairs).toString());
  });

  it.each([
    ['https://a.org/', 'https://a.org/?q=1'],
    ['https://a.org/?x=2', 'https://a.org/?x=2&q=1'],
    ['https://a.org/?', 'https://a.org/?q=1'],
    ['https://a.org/#top', 'https://a.org/?q=1#top'],
  ])('a form goes into the query of %s', (address, expected) => {
    expect(withQuery(address, { q: 1 })).toBe(expected);
    expect(withQuery(address, {})).toBe(address);
  });

  it.each([
    [undefined, true],
    [{ headers: { a: 'b' } }, true],
    [{ method: 'GET' }, true],
    [{ method: 'POST' }, false],
    [{ body: '' }, false],
  ])('%j is a plain GET: %s', (message, expected) => {
    expect(isPlain(message)).toBe(expected);
  });
});

it('arguments are put into all that a start request sends', () => {
  const spider: Spider = {
    name: 'shop',
    allowed_domains: ['example.org'],
    start_urls: [],
    args: { term: {} },
    start_requests: [
      {
        url: `${url}/\${term}`,
        headers: { 'X-Term': '${term}' },
        form: { q: '${term}', all: ['${term}', 1] },
        callback: 'page',
      },
      { url, json: { '${term}': [{ deep: '${term}' }, 1, null] } },
      { url, body: 'say ${term}' },
    ],
  };
  const applied = applyArgs(spider, { term: 'a b' });
  expect('spider' in applied ? applied.spider.start_requests : applied).toEqual([
    {
      url: `${url}/a%20b`,
      headers: { 'X-Term': 'a b' },
      form: { q: 'a b', all: ['a b', 1] },
      callback: 'page',
    },
    { url, json: { '${term}': [{ deep: 'a b' }, 1, null] } },
    { url, body: 'say a b' },
  ]);
});
