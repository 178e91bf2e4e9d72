import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { addressRefusal, hostRefusal } from '../../../electron/fetch/address.ts';
import * as routes from '../../servers/routes.ts';
import { client, pageOf, problemOf, serve } from './session.ts';

const strict = { allowPrivate: false };

describe('addresses', () => {
  it.each([
    ['127.0.0.1', 'a loopback address'],
    ['127.255.255.254', 'a loopback address'],
    ['10.0.0.1', 'a private address'],
    ['172.16.0.1', 'a private address'],
    ['172.31.255.255', 'a private address'],
    ['192.168.1.1', 'a private address'],
    ['169.254.169.254', 'a link-local address'],
    ['100.64.0.1', 'an address inside a provider network (CGNAT)'],
    ['0.0.0.0', 'an unspecified address'],
    ['0.1.2.3', 'an unspecified address'],
    ['224.0.0.1', 'a multicast address'],
    ['255.255.255.255', 'the broadcast address'],
    ['240.0.0.1', 'a reserved address'],
    ['192.0.2.1', 'a reserved address'],
    ['198.18.0.1', 'a reserved address'],
    ['198.51.100.7', 'a reserved address'],
    ['203.0.113.7', 'a reserved address'],
    ['::1', 'a loopback address'],
    ['::', 'an unspecified address'],
    ['fe80::1', 'a link-local address'],
    ['fe80::1%eth0', 'a link-local address'],
    ['fc00::1', 'a private address'],
    ['fd12:3456::1', 'a private address'],
    ['fec0::1', 'a private address'],
    ['ff02::1', 'a multicast address'],
    ['::ffff:127.0.0.1', 'an IPv4 address in disguise'],
    ['::ffff:8.8.8.8', 'an IPv4 address in disguise'],
    ['::ffff:0:127.0.0.1', 'a reserved address'],
    ['::127.0.0.1', 'an IPv4 address in disguise'],
    ['::7f00:1', 'a reserved address'],
    ['64:ff9b::7f00:1', 'an IPv4 address in disguise (NAT64)'],
    ['64:ff9b:1::1', 'an IPv4 address in disguise (NAT64)'],
    ['2002:7f00:1::', 'an IPv4 address in disguise (6to4)'],
    ['2001:0:1::1', 'an IPv4 address in disguise (Teredo)'],
    ['2001:db8::1', 'a reserved address'],
    ['100::1', 'a reserved address'],
    ['8.8.8.8', null],
    ['172.32.0.1', null],
    ['100.128.0.1', null],
    ['192.167.1.1', null],
    ['2606:4700::1111', null],
    ['2a00:1450:4001::200e', null],
  ])('%s: %s', (address, refusal) => {
    expect(addressRefusal(address)).toBe(refusal);
  });

  it.each([
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f000001/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['http://0/', '0.0.0.0'],
    ['http://\u{2460}\u{2461}\u{2466}.0.0.1/', '127.0.0.1'],
    ['http://[::ffff:7f00:1]/', '::ffff:7f00:1'],
    ['http://[0:0:0:0:0:0:0:1]/', '::1'],
    ['http://user@192.168.0.1:81/', '192.168.0.1'],
  ])('%s is refused before a connection is made', async (url, address) => {
    const problem = problemOf(await client(strict).fetch({ url }));
    const written = address === '127.0.0.1' && url.includes('\u{2460}') ? '127.0.0.1' : address;
    expect(problem).toMatchObject({ code: 'blocked-address', transient: false });
    expect(problem.message).toMatch(
      / is (?:an?|the) .+ and is not fetched unless private addresses are allowed\.$/,
    );
    expect(problem.message.startsWith(`${written} is `)).toBe(true);
  });

  it('names are not judged by how they look', () => {
    expect([hostRefusal('example.org'), hostRefusal('10.example.org'), hostRefusal('8.8.8.8')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('names', () => {
  const resolvingTo = (...answers: LookupAddress[][]) => {
    let asked = 0;
    return {
      resolve: (
        _name: string,
        _options: unknown,
        callback: (error: null, addresses: LookupAddress[]) => void,
      ) => {
        callback(null, answers[Math.min(asked, answers.length - 1)] ?? []);
        asked += 1;
      },
      asked: () => asked,
    };
  };
  const v4 = (address: string) => ({ address, family: 4 });
  const v6 = (address: string) => ({ address, family: 6 });

  it.each([
    ['a private address', [v4('10.0.0.5')], '10.0.0.5'],
    ['a public and a loopback address', [v4('93.184.216.34'), v6('::1')], '::1'],
    ['NAT64 of a private address', [v6('64:ff9b::a00:5')], '64:ff9b::a00:5'],
    ['an IPv4-mapped address', [v6('::ffff:93.184.216.34')], '::ffff:93.184.216.34'],
  ])('with %s are refused, and the message names it', async (_what, addresses, named) => {
    const { resolve } = resolvingTo(addresses);
    const problem = problemOf(await client({ ...strict, resolve }).fetch({ url: 'http://inside.example/' }));
    expect(problem).toMatchObject({ code: 'blocked-address', transient: false });
    expect(problem.message).toMatch(
      /^inside\.example has the address .+ and is not fetched unless private addresses are allowed\.$/,
    );
    expect(problem.message).toContain(named);
  });

  it('localhost is refused by its address', async () => {
    const problem = problemOf(await client(strict).fetch({ url: 'http://localhost:1/' }));
    expect(problem.code).toBe('blocked-address');
  });

  it('without an address are not found', async () => {
    const { resolve } = resolvingTo([]);
    const problem = problemOf(await client({ ...strict, resolve }).fetch({ url: 'http://empty.example/' }));
    expect(problem.code).toBe('dns');
  });

  it('are looked up once per connection, so that a second answer cannot differ from the checked one', async () => {
    const server = await serve({ '/': routes.page('x') });
    const { resolve, asked } = resolvingTo([v4('127.0.0.1')], [v4('192.0.2.1')]);
    const url = `http://rebinding.example:${server.port}/`;
    expect(pageOf(await client({ resolve }).fetch({ url })).status).toBe(200);
    expect(asked()).toBe(1);
  });

  it('that turn private between two requests are refused at the second', async () => {
    const { resolve, asked } = resolvingTo([v4('10.1.1.1')]);
    const session = client({ ...strict, resolve });
    const url = 'http://rebinding.example/';
    expect(problemOf(await session.fetch({ url })).code).toBe('blocked-address');
    expect(problemOf(await session.fetch({ url })).code).toBe('blocked-address');
    expect(asked()).toBe(2);
  });
});

describe('the switch', () => {
  it('off: a server on loopback sees no connection', async () => {
    const server = await serve({ '/': routes.page('x') });
    expect(problemOf(await client(strict).fetch({ url: server.url('/') })).message).toBe(
      '127.0.0.1 is a loopback address and is not fetched unless private addresses are allowed.',
    );
    expect(server.accepted()).toBe(0);
  });

  it.each(['127.0.0.1', '::1'])('on: a server at %s is fetched', async (host) => {
    const server = await serve({ '/': routes.page('x') }, { host });
    expect(pageOf(await client().fetch({ url: server.url('/') })).status).toBe(200);
  });
});
