import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ResolvedProxy } from '../../../electron/fetch/types.ts';
import { startProxy, type ProxyOptions, type TestProxy } from '../../servers/proxy.ts';
import * as routes from '../../servers/routes.ts';
import { client, pageOf, problemOf, serve, textOf } from './session.ts';
import { tls, trustTestServers } from './trusted-tls.ts';

const toClose: (() => Promise<void>)[] = [];

trustTestServers();
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function proxyServer(options: ProxyOptions): Promise<TestProxy> {
  const proxy = await startProxy(options);
  toClose.push(proxy.close);
  return proxy;
}

/** An https site that answers every path with it. */
async function secureSite(): Promise<number> {
  const server = createTlsServer(tls, (request, response) => {
    response.end(`secure ${request.url} ${request.headers['proxy-authorization'] ?? '-'}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  toClose.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

function through({ url }: { url: string }, login?: string): { proxy: ResolvedProxy } {
  const proxy: ResolvedProxy = { id: url, url };
  if (login === undefined) return { proxy };
  const [username = '', password = ''] = login.split(/:(.*)/);
  return { proxy: { ...proxy, credentials: { username, password }, secret: 'env:PROXY_LOGIN' } };
}

const kinds = [
  ['http', { kind: 'http' }],
  ['https', { kind: 'http', tls }],
  ['socks5', { kind: 'socks5' }],
] as const satisfies readonly (readonly [string, ProxyOptions])[];

describe.each(kinds)('a %s proxy', (scheme, options) => {
  const hosts = { 'site.test': '127.0.0.1' };

  it('fetches a page of a site whose name only the proxy knows', async () => {
    const proxy = await proxyServer({ ...options, hosts });
    const server = await serve({ '/a': routes.page('<h1>hello</h1>') });
    const url = `http://site.test:${server.port}/a?q=1`;
    const result = await client().fetch({ url }, through(proxy));
    expect(textOf(result)).toBe('<h1>hello</h1>');
    expect(pageOf(result)).toMatchObject({ url, finalUrl: url, status: 200 });
    expect(server.log[0]).toMatchObject({ url: '/a?q=1', headers: { host: `site.test:${server.port}` } });
    const asked = scheme === 'socks5' ? `site.test:${server.port}` : url;
    expect(proxy.log).toEqual([
      { kind: scheme === 'socks5' ? 'SOCKS' : 'GET', target: asked, credentials: null },
    ]);
  });

  it('carries TLS between us and the site', async () => {
    const proxy = await proxyServer({ ...options, hosts, demands: 'me:s3cret' });
    const port = await secureSite();
    const session = client({
      connectionsPerOrigin: 1,
      headers: { 'Proxy-Authorization': 'Basic bWU6czNjcmV0' },
    });
    for (const path of ['/one', '/two']) {
      const url = `https://site.test:${port}${path}`;
      expect(textOf(await session.fetch({ url }, through(proxy, 'me:s3cret')))).toBe(`secure ${path} -`);
    }
    expect(proxy.log).toHaveLength(1);
    expect(proxy.log[0]).toMatchObject({ target: `site.test:${port}`, credentials: 'me:s3cret' });
  });

  it('takes every hop of a redirect', async () => {
    const proxy = await proxyServer(options);
    const server = await serve({ '/a': routes.redirect('/b'), '/b': routes.page('b') });
    expect(pageOf(await client().fetch({ url: server.url('/a') }, through(proxy))).hops).toHaveLength(1);
    expect(proxy.log.length).toBeGreaterThan(0);
    expect(server.log).toHaveLength(2);
  });

  it('gets the credentials, and the site never does', async () => {
    const login = 'jürgen:pä:ss word';
    const proxy = await proxyServer({ ...options, demands: login });
    const server = await serve({ '/': routes.page('in') });
    expect(textOf(await client().fetch({ url: server.url('/') }, through(proxy, login)))).toBe('in');
    expect(proxy.log[0]?.credentials).toBe(login);
    expect(server.log[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  it.each([
    ['wrong ones', 'me:wr0ng', /does not accept .*; check the secret env:PROXY_LOGIN\.$/],
    ['none', undefined, /asks for a user name and a password; give it a secret\.$/],
  ])('that demands credentials and gets %s is a problem of the proxy', async (_, login, message) => {
    const proxy = await proxyServer({ ...options, demands: 'me:s3cret' });
    const server = await serve({ '/': routes.page('in') });
    for (const url of [server.url('/'), `https://127.0.0.1:${await secureSite()}/`]) {
      const problem = problemOf(await client().fetch({ url }, through(proxy, login)));
      expect(problem).toEqual({ code: 'proxy', transient: true, message: expect.stringMatching(message) });
      expect(problem.message).toContain(proxy.url);
      expect(problem.message).not.toMatch(/wr0ng|s3cret|bWU6/);
    }
    expect(server.log).toEqual([]);
  });

  it('with new credentials is used with these', async () => {
    const proxy = await proxyServer({ ...options, demands: 'me:new' });
    const server = await serve({ '/': routes.page('in') });
    const session = client();
    expect(problemOf(await session.fetch({ url: server.url('/') }, through(proxy, 'me:old'))).code).toBe(
      'proxy',
    );
    expect(textOf(await session.fetch({ url: server.url('/') }, through(proxy, 'me:new')))).toBe('in');
  });

  it('that is not there is a problem of the proxy, and nothing goes straight to the site', async () => {
    const proxy = await proxyServer(options);
    const server = await serve({ '/': routes.page('in') });
    const session = client();
    await proxy.die();
    const problem = problemOf(await session.fetch({ url: server.url('/') }, through(proxy)));
    expect(problem).toMatchObject({ code: 'proxy', transient: true });
    expect(problem.message).toBe(
      `The proxy ${proxy.url} refused the connection; check its port and whether it is up.`,
    );
    expect(server.accepted()).toBe(0);
    expect(textOf(await session.fetch({ url: server.url('/') }))).toBe('in');
  });

  it('that dies in the middle of a page is a problem of the proxy', async () => {
    const proxy = await proxyServer({ ...options, breaks: { after: 5000, how: 'die' } });
    const server = await serve({ '/': routes.page('x'.repeat(100_000)) });
    const problem = problemOf(await client().fetch({ url: server.url('/') }, through(proxy)));
    expect(problem).toMatchObject({ code: 'proxy', transient: true });
    expect(problem.message).toMatch(/disconnected while it fetched from 127\.0\.0\.1:/);
  });

  it('that cuts one connection and lives on leaves open whose fault it was', async () => {
    const proxy = await proxyServer({ ...options, breaks: { after: 5000, how: 'cut' } });
    const server = await serve({ '/': routes.page('x'.repeat(100_000)) });
    const problem = problemOf(await client().fetch({ url: server.url('/') }, through(proxy)));
    expect(problem).toMatchObject({ code: 'connection', transient: true });
    expect(problem.message).toMatch(/through the proxy .* was closed too early/);
  });

  it('that hangs up when it is asked is a problem, and another request is not sent', async () => {
    const proxy = await proxyServer({ ...options, hangsUp: true });
    const url = `https://127.0.0.1:${await secureSite()}/`;
    const problem = problemOf(await client().fetch({ url }, through(proxy)));
    expect(problem).toMatchObject({ code: 'proxy', transient: true });
    expect(problem.message).toMatch(/closed the connection without an answer/);
    expect(proxy.log).toHaveLength(1);
  });

  it('that speaks garbage is a problem of the proxy', async () => {
    const proxy = await proxyServer({ ...options, says: 'SSH-2.0-OpenSSH_9.2\r\n\r\n' });
    const url = `https://127.0.0.1:${await secureSite()}/`;
    const problem = problemOf(await client().fetch({ url }, through(proxy)));
    expect(problem).toMatchObject({ code: 'proxy', transient: true });
    expect(problem.message).toMatch(/does not answer as a (SOCKS 5 )?proxy does/);
  });

  it('that never says whether the site was reached is given up in time', async () => {
    const proxy = await proxyServer({ ...options, neverOpens: true });
    const url = `https://127.0.0.1:${await secureSite()}/`;
    const session = client({ limits: { connectTimeoutMs: 200 } });
    const problem = problemOf(await session.fetch({ url }, through(proxy)));
    expect(problem).toMatchObject({ code: 'timeout', transient: true });
    expect(problem.message).toMatch(
      /^The proxy .* opened no connection to 127\.0\.0\.1:\d+ within 0\.2 s\.$/,
    );
  });

  it('ends a fetch that is stopped while the proxy keeps silent', async () => {
    const proxy = await proxyServer({ ...options, silent: true });
    const stop = new AbortController();
    const url = `https://127.0.0.1:${await secureSite()}/`;
    const fetching = client().fetch({ url }, { ...through(proxy), signal: stop.signal });
    stop.abort();
    expect(problemOf(await fetching).code).toBe('aborted');
  });

  it('that cannot reach the site blames the site', async () => {
    const proxy = await proxyServer(options);
    const gone = await serve({});
    await gone.close();
    const problem = problemOf(
      await client().fetch({ url: `https://127.0.0.1:${gone.port}/` }, through(proxy)),
    );
    expect(problem).toMatchObject({ code: 'connection', transient: true });
    expect(problem.message).toContain(`127.0.0.1:${gone.port}`);
  });

  it('does not hide a certificate that cannot be trusted', async () => {
    const proxy = await proxyServer({ ...options, hosts: { 'other.test': '127.0.0.1' } });
    const url = `https://other.test:${await secureSite()}/`;
    const problem = problemOf(await client().fetch({ url }, through(proxy)));
    expect(problem).toMatchObject({ code: 'tls', transient: false });
    expect(problem.message).toMatch(/certificate is for another host name/);
  });

  it.each([
    ['http://127.0.0.1/', /127\.0\.0\.1 is a loopback address/],
    ['http://[::1]/', /::1 is a loopback address/],
    ['http://10.1.2.3/', /10\.1\.2\.3 is a private address/],
    ['http://169.254.169.254/latest/', /link-local/],
    ['http://localhost/', /localhost is a name inside a private network/],
    ['https://me.localhost./', /inside a private network/],
    ['https://metadata.google.internal/', /inside a private network/],
    ['http://printer.local/', /inside a private network/],
    ['http://intranet/', /inside a private network/],
  ])('is not asked for %s, unless that is allowed', async (url, message) => {
    const proxy = await proxyServer(options);
    const problem = problemOf(await client({ allowPrivate: false }).fetch({ url }, through(proxy)));
    expect(problem).toMatchObject({ code: 'blocked-address', transient: false });
    expect(problem.message).toMatch(message);
    expect(proxy.log).toEqual([]);
  });

  it('may itself have a private address, and resolves the public names', async () => {
    const server = await serve({ '/': routes.page('public') });
    const proxy = await proxyServer({ ...options, hosts: { 'www.example.com': '127.0.0.1' } });
    const session = client({ allowPrivate: false });
    const url = `http://www.example.com:${server.port}/`;
    expect(textOf(await session.fetch({ url }, through(proxy)))).toBe('public');
  });

  it('leaves limits as they are', async () => {
    const proxy = await proxyServer(options);
    const server = await serve({ '/': routes.page('x'.repeat(10_000)), '/gzip': routes.status(403) });
    const session = client({ limits: { maxBytes: 5000 } });
    expect(problemOf(await session.fetch({ url: server.url('/') }, through(proxy))).code).toBe('too-large');
    expect(pageOf(await session.fetch({ url: server.url('/gzip') }, through(proxy))).status).toBe(403);
  });
});

describe('what a proxy refuses', () => {
  it.each([
    ['http', 403, 'proxy', /refused to fetch from/],
    ['http', 429, 'proxy', /answered 429/],
    ['http', 502, 'connection', /could not reach .* \(it answered 502\)/],
    ['http', 504, 'connection', /could not reach/],
    ['socks5', 1, 'proxy', /it has a fault of its own/],
    ['socks5', 2, 'proxy', /its rules forbid it/],
    ['socks5', 3, 'connection', /the network is unreachable/],
    ['socks5', 4, 'connection', /the host is unreachable/],
    ['socks5', 5, 'connection', /the connection was refused/],
    ['socks5', 99, 'proxy', /reply 99/],
  ] as const)('%s %i is told apart: %s', async (kind, refuses, code, message) => {
    const proxy = await proxyServer({ kind, refuses });
    const problem = problemOf(await client().fetch({ url: 'https://site.test/' }, through(proxy)));
    expect(problem).toMatchObject({ code, transient: true });
    expect(problem.message).toMatch(message);
  });

  it('SOCKS proxies get IP addresses as such', async () => {
    const proxy = await proxyServer({ kind: 'socks5', refuses: 5 });
    await client().fetch({ url: 'http://[2001:db8::1]:8080/' }, through(proxy));
    await client().fetch({ url: 'http://192.0.2.1/' }, through(proxy));
    expect(proxy.log.map(({ target }) => target)).toEqual([
      '[2001:0db8:0000:0000:0000:0000:0000:0001]:8080',
      '192.0.2.1:80',
    ]);
  });

  it('SOCKS proxies cannot take passwords of more than 255 bytes', async () => {
    const proxy = await proxyServer({ kind: 'socks5', demands: 'a:b' });
    const result = await client().fetch({ url: 'http://site.test/' }, through(proxy, `a:${'x'.repeat(256)}`));
    expect(problemOf(result).message).toMatch(/more than 255 bytes/);
  });

  it.each(['ftp://127.0.0.1:21', 'nonsense', ''])(
    '"%s" is no proxy, and nothing goes straight',
    async (url) => {
      const server = await serve({ '/': routes.page('in') });
      const result = await client().fetch({ url: server.url('/') }, through({ url }));
      expect(problemOf(result)).toMatchObject({ code: 'proxy', transient: false });
      expect(server.accepted()).toBe(0);
    },
  );

  it('a proxy that keeps silent from the start is at fault itself', async () => {
    const proxy = await proxyServer({ kind: 'socks5', silent: true });
    const session = client({ limits: { connectTimeoutMs: 200 } });
    const problem = problemOf(await session.fetch({ url: 'http://site.test/' }, through(proxy)));
    expect(problem).toMatchObject({ code: 'proxy', transient: true });
    expect(problem.message).toBe(`The proxy ${proxy.url} did not answer within 0.2 s; it may be down.`);
  });
});
