import { describe, expect, it } from 'vitest';
import { readLoginState, renewedState } from '../../../../../electron/host/work/logins/login-state.ts';

const cookie = {
  name: 'sid',
  value: 'v',
  domain: 'shop.example',
  hostOnly: true,
  path: '/',
  expires: null,
  httpOnly: false,
  secure: false,
  sameSite: null,
};

describe('a file with a login', () => {
  it.each([
    [
      'a storage state',
      JSON.stringify({
        cookies: [
          { name: 'sid', value: 'v', domain: '.Shop.example', path: '/', expires: 2e9, sameSite: 'Lax' },
        ],
        origins: [{ origin: 'https://shop.example/', localStorage: [{ name: 'token', value: 't' }] }],
      }),
      {
        cookies: [{ ...cookie, hostOnly: false, expires: 2e12, sameSite: 'lax' }],
        origins: [{ origin: 'https://shop.example', localStorage: [{ name: 'token', value: 't' }] }],
      },
    ],
    [
      'a storage state with a session cookie',
      JSON.stringify({ cookies: [{ name: 'sid', value: 'v', domain: 'shop.example', expires: -1 }] }),
      { cookies: [cookie], origins: [] },
    ],
    [
      'a cookies.txt',
      '\uFEFF# Netscape HTTP Cookie File\r\n\r\n#HttpOnly_.shop.example\tTRUE\t/a\tTRUE\t2000000000\tsid\tv\r\nshop.example\tFALSE\t/\tFALSE\t0\tsid\tv\n',
      {
        cookies: [
          { ...cookie, hostOnly: false, path: '/a', expires: 2e12, httpOnly: true, secure: true },
          cookie,
        ],
        origins: [],
      },
    ],
  ])('is read: %s', (_what, text, state) => {
    expect(readLoginState(text)).toEqual(state);
  });

  it.each([
    ['nothing', '', 'The file holds no cookies and no local storage.'],
    ['a text', 'my secret', 'The file holds no cookies and no local storage.'],
    ['half of JSON', '{"cookies": [{"secret', 'The file is not valid JSON.'],
    ['a wrong cookie', '{"cookies": [{"name": "secret"}]}', 'The file is no storage state: see /cookies/0.'],
    ['no cookies', '{"cookies": []}', 'The file holds no cookies and no local storage.'],
  ])('is refused, without a word of it: %s', (_what, text, message) => {
    expect(() => readLoginState(text)).toThrow(message);
  });
});

describe('the cookies that sites have set since', () => {
  const own = { cookies: [cookie, { ...cookie, domain: 'wide.example', hostOnly: false }], origins: [] };

  it.each([
    ['of the same host', { domain: 'shop.example', hostOnly: true }, true],
    ['of subdomains of a host', { domain: 'shop.example', hostOnly: false }, false],
    ['of a subdomain of a host', { domain: 'a.shop.example', hostOnly: true }, false],
    ['of another domain', { domain: 'other.example', hostOnly: true }, false],
    ['of a domain that ends alike', { domain: 'notwide.example', hostOnly: true }, false],
    ['of a subdomain of a domain', { domain: 'a.wide.example', hostOnly: false }, true],
    ['of a domain above', { domain: 'example', hostOnly: false }, false],
  ])('are kept or not: one %s', (_what, where, isKept) => {
    const set = { ...cookie, value: 'new', ...where };
    expect(renewedState(own.cookies, own, [set]).cookies).toEqual(isKept ? [set] : own.cookies);
  });
});
