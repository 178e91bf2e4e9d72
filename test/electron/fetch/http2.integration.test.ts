import { once } from 'node:events';
import { connect } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Http2Connection } from '../../../electron/fetch/http2.ts';
import { defaultFetchLimits } from '../../../electron/fetch/limits.ts';
import { startProxy, type ProxyOptions } from '../../servers/proxy.ts';
import * as routes from '../../servers/routes.ts';
import { startServer, type Route, type ServerOptions } from '../../servers/server.ts';
import { client, pageOf, problemOf, serve, textOf } from './session.ts';
import { tls, trustTestServers } from './trusted-tls.ts';

trustTestServers();

/** A site that speaks HTTP/2, and nothing else unless told so. */
const site = (pages: Record<string, Route>, options: ServerOptions = {}) =>
  serve(pages, { tls, http2: 'only', ...options });

describe('an ordinary page over HTTP/2', () => {
  it('comes as over HTTP/1.1, and is asked for with the same headers', async () => {
    const pages = { '/a': routes.page('<h1>hello</h1>', { 'x-one': '1', 'x-upper': 'Ä' }) };
    const headers = {
      'X-Who': 'me',
      Host: 'site.test',
      'Proxy-Connection': 'keep-alive',
      Connection: 'close',
    };
    const seen = [];
    for (const http2 of [true, false]) {
      const server = await site(pages, { http2: 'offered' });
      const page = pageOf(await client({ headers, http2 }).fetch({ url: `${server.url('/a?q=1')}#part` }));
      expect(page).toMatchObject({ finalUrl: server.url('/a?q=1'), hops: [], status: 200 });
      expect(new TextDecoder().decode(page.body)).toBe('<h1>hello</h1>');
      expect(page.body.byteLength).toBe(page.body.buffer.byteLength);
      expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'x-one': '1' });
      expect(Object.keys(page.headers).filter((name) => name.startsWith(':'))).toEqual([]);
      expect(server.log[0]).toMatchObject({
        method: 'GET',
        url: '/a?q=1',
        httpVersion: http2 ? '2.0' : '1.1',
      });
      const own = ['user-agent', 'accept', 'accept-encoding', 'x-who'];
      seen.push(own.map((name) => server.log[0]?.headers[name]));
      expect(server.log[0]?.headers[http2 ? ':authority' : 'host']).toBe('site.test');
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.length).toBe(4);
    expect(seen[0]?.every((value) => typeof value === 'string')).toBe(true);
  });

  it('is asked for without what speaks of a connection of HTTP/1.1', async () => {
    const server = await site({ '/': routes.page('x') });
    const headers = {
      Connection: 'close',
      'Proxy-Connection': 'x',
      TE: 'gzip',
      Upgrade: 'x',
      'Keep-Alive': '5',
    };
    expect(textOf(await client({ headers }).fetch({ url: server.url('/') }))).toBe('x');
    const names = Object.keys(server.log[0]?.headers ?? {}).filter((name) => !name.startsWith(':'));
    expect(names.sort()).toEqual(['accept', 'accept-encoding', 'user-agent']);
  });

  it('without a body is empty', async () => {
    const server = await site({ '/': ({ response }) => void response.writeHead(200).end() });
    expect(textOf(await client().fetch({ url: server.url('/') }))).toBe('');
  });

  it('keeps cookies and follows redirects, also from HTTP/1.1 to HTTP/2 and back', async () => {
    const plain = await serve({
      '/end': routes.page('end'),
      '/begin': routes.redirect(() => secure.url('/in')),
    });
    const secure = await site({
      '/in': routes.redirect('/gr\u{FC}n', 302, { 'set-cookie': ['a=1', 'b=2'] }),
      '/gr%C3%BCn': routes.redirect(() => plain.url('/end')),
    });
    const page = pageOf(await client().fetch({ url: plain.url('/begin') }));
    expect(page.hops.map(({ url }) => new URL(url).pathname)).toEqual(['/begin', '/in', '/gr%C3%BCn']);
    expect(page.finalUrl).toBe(plain.url('/end'));
    expect(secure.log.map(({ headers }) => headers.cookie)).toEqual([undefined, 'a=1; b=2']);
  });

  it.each(['gzip', 'br', 'zstd', 'deflate'] as const)('is unpacked from %s', async (coding) => {
    const body = Buffer.from('<p>text</p>'.repeat(20_000));
    const server = await site({ '/': routes.encoded(coding, routes.compressed(coding, body)) });
    expect(textOf(await client().fetch({ url: server.url('/') }))).toBe(body.toString());
  });

  it('of some megabytes arrives whole, with others beside it', async () => {
    const body = Buffer.alloc(6_000_000, 'abc');
    const server = await site({ '/big': routes.page(body), '/small': routes.page('small') });
    const session = client();
    const results = await Promise.all(
      ['/big', '/small', '/big', '/small'].map((path) => session.fetch({ url: server.url(path) })),
    );
    expect(results.map((result) => pageOf(result).body.byteLength)).toEqual([6_000_000, 5, 6_000_000, 5]);
    expect(server.accepted()).toBe(1);
  });
});

describe('which protocol is spoken', () => {
  it.each([
    ['HTTP/2 where it is offered', { tls, http2: 'offered' }, '2.0'],
    ['HTTP/2 where there is nothing else', { tls, http2: 'only' }, '2.0'],
    ['HTTP/1.1 where HTTP/2 is not offered', { tls }, '1.1'],
    ['HTTP/1.1 without TLS', {}, '1.1'],
  ] as [string, ServerOptions, string][])('%s', async (_what, options, httpVersion) => {
    const server = await serve({ '*': routes.page('x') }, options);
    const session = client({ connectionsPerOrigin: 1 });
    for (const path of ['/1', '/2', '/3'])
      expect(textOf(await session.fetch({ url: server.url(path) }))).toBe('x');
    expect(server.log.map((entry) => entry.httpVersion)).toEqual([httpVersion, httpVersion, httpVersion]);
    // The connection on which the protocol was agreed on is used.
    expect(server.accepted()).toBe(1);
  });

  it('HTTP/1.1 for all that asked while it was not known, over as many connections as allowed', async () => {
    const server = await serve({ '*': routes.page('x') }, { tls });
    const session = client({ connectionsPerOrigin: 3 });
    const results = await Promise.all(
      Array.from({ length: 9 }, (_, n) => session.fetch({ url: server.url(`/${n}`) })),
    );
    expect(results.map((result) => textOf(result))).toEqual(Array.from({ length: 9 }, () => 'x'));
    expect(server.accepted()).toBeLessThanOrEqual(3);
  });

  it('HTTP/1.1 alone when told so', async () => {
    const server = await site({ '/': routes.page('x') }, { http2: 'offered' });
    await client({ http2: false }).fetch({ url: server.url('/') });
    expect(server.log[0]?.httpVersion).toBe('1.1');
  });

  it.each([
    ['http', { kind: 'http' }],
    ['https', { kind: 'http', tls }],
    ['socks5', { kind: 'socks5' }],
  ] as [string, ProxyOptions][])(
    'HTTP/2 through a %s proxy, which is told no more than with HTTP/1.1',
    async (scheme, options) => {
      const proxy = await startProxy({
        ...options,
        hosts: { 'site.test': '127.0.0.1' },
        demands: 'me:secret',
      });
      onTestFinished(() => proxy.close());
      const server = await site({ '*': routes.page('x') });
      const url = server.url('/').replace('127.0.0.1', 'site.test');
      const credentials = { username: 'me', password: 'secret' };
      const session = client();
      const through = { proxy: { id: 'p', url: proxy.url, credentials } };
      for (const path of ['a', 'b'])
        expect(textOf(await session.fetch({ url: `${url}${path}` }, through))).toBe('x');
      expect(server.log.map(({ httpVersion }) => httpVersion)).toEqual(['2.0', '2.0']);
      const kind = scheme === 'socks5' ? 'SOCKS' : 'CONNECT';
      expect(proxy.log).toEqual([{ kind, target: `site.test:${server.port}`, credentials: 'me:secret' }]);
      expect(server.log[0]?.headers).not.toHaveProperty('proxy-authorization');
    },
  );
});

describe('one connection for one site', () => {
  it('carries as many requests at once as are allowed, and the rest after them', async () => {
    const gate = routes.held(routes.page('x'));
    const server = await site({ '*': gate.route });
    const session = client({ connectionsPerOrigin: 3 });
    const results = Array.from({ length: 8 }, (_, n) => session.fetch({ url: server.url(`/${n}`) }));
    await server.arrived(3);
    gate.release();
    await Promise.all(results);
    expect(server.accepted()).toBe(1);
    expect(server.log).toHaveLength(8);
  });

  it('keeps to what the server allows, and no clock runs for what waits', async () => {
    const gate = routes.held(routes.page('late'));
    const server = await site({ '/first': gate.route, '*': routes.page('x') }, { maxStreams: 1 });
    const session = client({ connectionsPerOrigin: 4, limits: { timeoutMs: 300 } });
    await session.fetch({ url: server.url('/0') });
    const [first, ...rest] = ['/first', '/2', '/3'].map((path) => session.fetch({ url: server.url(path) }));
    expect(problemOf((await first) ?? fail()).code).toBe('timeout');
    expect((await Promise.all(rest)).map((result) => textOf(result))).toEqual(['x', 'x']);
    gate.release();
  });

  it('is closed by close(), with what is under way', async () => {
    const server = await site({ '/hold': routes.silent, '/': routes.page('x') });
    const session = client();
    await session.fetch({ url: server.url('/') });
    const pending = session.fetch({ url: server.url('/hold') });
    await server.arrived(1, '/hold');
    await session.close();
    expect(problemOf(await pending)).toMatchObject({ code: 'aborted', transient: true });
    await server.quiet();
    expect(problemOf(await session.fetch({ url: server.url('/') })).code).toBe('aborted');
  });

  it('is made anew when the server has closed it while it was idle', async () => {
    const server = await site({ '*': routes.page('x') });
    const session = client();
    await session.fetch({ url: server.url('/1') });
    const first = server.log.length;
    await server.drop();
    expect(textOf(await session.fetch({ url: server.url('/2') }))).toBe('x');
    expect([first, server.log.length, server.accepted()]).toEqual([1, 2, 2]);
  });

  it('may be given up in the moment in which it is there', async () => {
    const server = await site({ '*': routes.page('x') });
    const socket = connect({
      host: '127.0.0.1',
      port: server.port,
      ALPNProtocols: ['h2'],
      servername: 'localhost',
    });
    await once(socket, 'secureConnect');
    const closed = Promise.withResolvers<void>();
    const options = { limits: defaultFetchLimits, maxStreams: 1, onClose: () => closed.resolve() };
    new Http2Connection(socket, server.origin, options).retire();
    await closed.promise;
    await server.quiet();
    expect(server.log).toEqual([]);
  });

  it.each([
    ['before the headers', routes.silent],
    ['in the middle of the body', routes.stalls],
    ['in an endless body', routes.endless()],
  ])('stays when a fetch is stopped %s', async (_when, route) => {
    const server = await site({ '/': route, '/good': routes.page('good') });
    const session = client();
    await session.fetch({ url: server.url('/good') });
    const stop = new AbortController();
    const pending = session.fetch({ url: server.url('/') }, { signal: stop.signal });
    await server.arrived(1, '/');
    const beside = session.fetch({ url: server.url('/good') });
    expect(textOf(await beside)).toBe('good');
    stop.abort();
    expect(problemOf(await pending).code).toBe('aborted');
    expect(textOf(await session.fetch({ url: server.url('/good') }))).toBe('good');
    expect(server.accepted()).toBe(1);
  });
});

describe('limits over HTTP/2', () => {
  const blank = Buffer.alloc(8 * 1024 * 1024);

  it.each([
    ['no headers', routes.silent, { timeoutMs: 200 }, 'timeout', /did not finish its answer within 200 ms/],
    [
      'a body that stops',
      routes.stalls,
      { timeoutMs: 200 },
      'timeout',
      /did not finish its answer within 200 ms/,
    ],
    [
      'a drip that never stops',
      routes.drips,
      { timeoutMs: 200 },
      'timeout',
      /did not finish its answer within/,
    ],
    [
      'no headers for too long',
      routes.silent,
      { idleTimeoutMs: 200 },
      'timeout',
      /did not begin to answer within/,
    ],
    ['silence in the body', routes.stalls, { idleTimeoutMs: 200 }, 'timeout', /sent nothing for 200 ms/],
    [
      'an endless body',
      routes.endless(),
      { maxBytes: 100_000 },
      'too-large',
      /larger than the limit of 97\.7 KiB/,
    ],
    [
      'an announced length',
      routes.endless({ 'content-length': '1000000000' }),
      {},
      'too-large',
      /larger than/,
    ],
    ['a bomb', routes.encoded('gzip', gzipSync(blank)), {}, 'bomb', /more than 200 times/],
    ['a bomb without end', routes.endlessBomb, {}, 'bomb', /more than 200 times/],
    [
      'bytes that are not what they say',
      routes.encoded('gzip', Buffer.from('no')),
      {},
      'decoding',
      /unpacked/,
    ],
    ['a redirect whose body has no end', routes.redirect('/loop'), {}, 'too-many-redirects', /loop/],
    ['headers of 100 KB', headersOf(100_000), {}, 'too-large', /more than 64 KiB of headers/],
    ['headers of a megabyte', headersOf(1_000_000), {}, 'too-large', /headers|HTTP\/2/],
  ] as [string, Route, object, string, RegExp][])(
    '%s: the same problem, the connection is given back, and good pages come over it',
    async (_what, route, limits, code, message) => {
      const server = await site({ '*': route, '/good': routes.page('good') }, { http2: 'offered' });
      const session = client({ limits });
      await session.fetch({ url: server.url('/good') });
      const problem = problemOf(await session.fetch({ url: server.url('/loop') }));
      expect(problem).toMatchObject({ code, transient: code === 'timeout' });
      expect(problem.message).toMatch(message);
      expect(textOf(await session.fetch({ url: server.url('/good') }))).toBe('good');
    },
  );

  it('a body is cut off after little more than the limit, however many of them there are', async () => {
    const server = await site({ '/': routes.endless(), '/good': routes.page('good') });
    const session = client({ limits: { maxBytes: 100_000 }, connectionsPerOrigin: 8 });
    const results = await Promise.all(
      Array.from({ length: 40 }, () => session.fetch({ url: server.url('/') })),
    );
    expect(new Set(results.map((result) => problemOf(result).code))).toEqual(new Set(['too-large']));
    expect(textOf(await session.fetch({ url: server.url('/good') }))).toBe('good');
    expect(server.accepted()).toBe(1);
  });

  it('a thousand cookies are read', async () => {
    const cookies = Array.from({ length: 1000 }, (_, n) => `cookie-${n}=value`);
    const server = await site({
      '/': ({ response }) => void response.writeHead(200, { 'set-cookie': cookies }).end('x'),
    });
    expect(textOf(await client().fetch({ url: server.url('/') }))).toBe('x');
  });

  it('private addresses are refused as ever', async () => {
    const server = await site({ '/': routes.page('x') });
    const literal = problemOf(await client({ allowPrivate: false }).fetch({ url: server.url('/') }));
    const url = server.url('/').replace('127.0.0.1', 'localhost');
    const named = problemOf(await client({ allowPrivate: false }).fetch({ url }));
    expect([literal.code, named.code]).toEqual(['blocked-address', 'blocked-address']);
    expect(server.accepted()).toBe(0);
  });

  it('a certificate that is not trusted is refused', async () => {
    const server = await startServer({ '/': routes.page('x') }, { tls, http2: 'only', host: '127.0.0.2' });
    onTestFinished(() => server.close());
    const problem = problemOf(await client().fetch({ url: server.url('/') }));
    expect(problem).toMatchObject({ code: 'tls', transient: false });
    expect(problem.message).toMatch(/its certificate is for another host name/);
  });
});

/** Response headers of about the given size. */
function headersOf(bytes: number): Route {
  const many = Array.from({ length: Math.round(bytes / 1000) }, (_, n) => [`x-filler-${n}`, 'y'.repeat(985)]);
  return ({ response }) => void response.writeHead(200, Object.fromEntries(many)).end('x');
}

function fail(): never {
  throw new Error('There is nothing.');
}
