import { describe, expect, it } from 'vitest';
import { namedAsOn } from '../../../electron/system/environment.ts';
import {
  environmentRoute,
  isThisComputer,
  pacRoutes,
  proxyVariables,
  type SystemRoute,
} from '../../../electron/system/proxy.ts';

const way = (env: Record<string, string>, url = 'https://shop.example/a'): SystemRoute =>
  environmentRoute(env, new URL(url));
const direct: SystemRoute = { kind: 'direct' };
const through = (url: string, from: string): SystemRoute => ({ kind: 'proxy', url, from });

describe('the variables', () => {
  it.each<[string, Record<string, string>, string, SystemRoute]>([
    ['none is set', {}, 'https://shop.example/', direct],
    ['an empty one is none', { HTTPS_PROXY: ' ' }, 'https://shop.example/', direct],
    [
      'https by its own',
      { HTTPS_PROXY: 'http://p:3128', HTTP_PROXY: 'http://q:1' },
      'https://shop.example/',
      through('http://p:3128', 'HTTPS_PROXY'),
    ],
    [
      'http by its own',
      { HTTPS_PROXY: 'http://p:3128', HTTP_PROXY: 'http://q:1' },
      'http://shop.example/',
      through('http://q:1', 'HTTP_PROXY'),
    ],
    ['http not by that of https', { HTTPS_PROXY: 'http://p:3128' }, 'http://shop.example/', direct],
    [
      'all by ALL_PROXY',
      { ALL_PROXY: 'socks5h://P.example' },
      'http://shop.example/',
      through('socks5://p.example:1080', 'ALL_PROXY'),
    ],
    [
      'lower case first',
      { https_proxy: 'http://p:1', HTTPS_PROXY: 'http://q:2' },
      'https://shop.example/',
      through('http://p:1', 'https_proxy'),
    ],
    [
      'without a scheme',
      { HTTPS_PROXY: 'p.example:3128' },
      'https://shop.example/',
      through('http://p.example:3128', 'HTTPS_PROXY'),
    ],
    [
      'a proxy over TLS',
      { HTTPS_PROXY: 'https://p.example' },
      'https://shop.example/',
      through('https://p.example:443', 'HTTPS_PROXY'),
    ],
    [
      'an IPv6 address',
      { HTTPS_PROXY: 'http://[::1]:3128/' },
      'https://shop.example/',
      through('http://[::1]:3128', 'HTTPS_PROXY'),
    ],
  ])('%s', (_, env, url, expected) => {
    expect(way(env, url)).toEqual(expected);
  });

  it('may hold a login, which is no part of the URL', () => {
    expect(way({ HTTPS_PROXY: 'http://me:p%40ss@p.example:3128' })).toEqual({
      ...through('http://p.example:3128', 'HTTPS_PROXY'),
      credentials: { username: 'me', password: 'p@ss' },
    });
  });

  it.each(['http://me:s3cret@', '://s3cret', 'socks4://me:s3cret@p:1'])(
    '%s cannot be used, and is not repeated',
    (value) => {
      const unusable = way({ HTTPS_PROXY: value });
      expect(unusable).toMatchObject({
        kind: 'unusable',
        reason: expect.stringContaining('HTTPS_PROXY') as string,
      });
      expect(JSON.stringify(unusable)).not.toContain('s3cret');
    },
  );
});

describe('the names of the variables', () => {
  it('count in either case, and in any on Windows', () => {
    const env = {
      Path: 'x',
      https_proxy: 'http://p:1',
      NO_PROXY: 'b',
      ALL_PROXY: '',
      Http_Proxy: 'http://q:1',
    };
    expect(proxyVariables(namedAsOn('linux', env))).toEqual(['https_proxy', 'NO_PROXY']);
    expect(proxyVariables(namedAsOn('win32', env))).toEqual(['https_proxy', 'NO_PROXY', 'Http_Proxy']);
    const url = new URL('http://shop.example/');
    expect(environmentRoute(namedAsOn('win32', env), url)).toMatchObject({ url: 'http://q:1' });
    expect(environmentRoute(namedAsOn('linux', env), url)).toEqual(direct);
  });
});

describe('NO_PROXY', () => {
  it.each<[list: string, url: string, excepted: boolean]>([
    ['*', 'https://shop.example/', true],
    ['shop.example', 'https://shop.example/', true],
    ['SHOP.example', 'https://shop.example/', true],
    ['shop.example', 'https://www.shop.example/', true],
    ['shop.example', 'https://myshop.example/', false],
    ['.shop.example', 'https://shop.example/', true],
    ['*.shop.example', 'https://a.b.shop.example/', true],
    ['shop.example.', 'https://shop.example/', true],
    ['shop.example', 'https://shop.example./', true],
    ['example', 'https://shop.example/', true],
    ['a.example, shop.example', 'https://shop.example/', true],
    ['a.example shop.example', 'https://shop.example/', true],
    ['a.example,,', 'https://shop.example/', false],
    ['shop.example:8443', 'https://shop.example:8443/', true],
    ['shop.example:8443', 'https://shop.example/', false],
    ['shop.example:443', 'https://shop.example/', true],
    ['10.1.2.3', 'https://10.1.2.3/', true],
    ['10.1.2.3:80', 'https://10.1.2.3/', false],
    ['10.0.0.0/8', 'https://10.1.2.3/', true],
    ['10.0.0.0/8', 'https://11.1.2.3/', false],
    ['10.0.0.0/99', 'https://10.1.2.3/', false],
    ['0.0.0.0/0', 'https://10.1.2.3/', true],
    ['2.3', 'https://10.1.2.3/', false],
    ['[2001:db8::1]', 'https://[2001:db8:0::1]/', true],
    ['[2001:db8::1]:443', 'https://[2001:db8::1]/', true],
    ['2001:db8::/32', 'https://[2001:db8::7]/', true],
    ['2001:db8::/32', 'https://[2001:db9::7]/', false],
    ['10.0.0.0/8', 'https://shop.example/', false],
  ])('%j excepts %s: %s', (NO_PROXY, url, excepted) => {
    const expected = excepted ? direct : through('http://p:3128', 'HTTPS_PROXY');
    expect(way({ HTTPS_PROXY: 'http://p:3128', NO_PROXY }, url)).toEqual(expected);
  });

  it('is read in lower case first', () => {
    expect(way({ HTTPS_PROXY: 'http://p:3128', no_proxy: 'shop.example', NO_PROXY: 'x' })).toEqual(direct);
  });
});

describe('an answer of a PAC script', () => {
  it.each<[string, SystemRoute[]]>([
    ['DIRECT', [direct]],
    ['', [direct]],
    [
      'PROXY a.example:3128; SOCKS5 b.example:1081;HTTPS c.example:8443 ; direct',
      [
        through('http://a.example:3128', 'the system'),
        through('socks5://b.example:1081', 'the system'),
        through('https://c.example:8443', 'the system'),
        direct,
      ],
    ],
    ['PROXY [::1]:3128', [through('http://[::1]:3128', 'the system')]],
  ])('%j', (answer, expected) => {
    expect(pacRoutes(answer)).toEqual(expected);
  });

  it.each(['SOCKS a.example:1080', 'QUIC a.example:443', 'PROXY', 'nonsense'])(
    '%j cannot be used',
    (answer) => {
      const [only] = pacRoutes(answer);
      expect(only).toMatchObject({ kind: 'unusable', reason: expect.stringContaining(answer) as string });
    },
  );
});

describe('this computer', () => {
  it.each([
    ['localhost', true],
    ['shop.localhost.', true],
    ['127.8.9.1', true],
    ['[::1]', true],
    ['127.0.0.1.example', false],
    ['10.0.0.1', false],
    ['localhost.example', false],
  ])('%s: %s', (host, expected) => {
    expect(isThisComputer(host)).toBe(expected);
  });
});
