import { createServer, Socket, type AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import * as routes from '../../servers/routes.ts';
import { bytesRead, client, pageOf, problemOf, serve, textOf } from './session.ts';

describe('an ordinary page', () => {
  it('counts as sent when it is written, and each redirect as well', async () => {
    const server = await serve({ '/a': routes.redirect('/b'), '/b': routes.page('') });
    const happened: string[] = [];
    const write = vi.spyOn(Socket.prototype, 'write');
    write.mockImplementation(function (this: Socket, ...args: Parameters<Socket['write']>) {
      const [line] = String(args[0]).split(' HTTP/');
      if (line?.startsWith('GET ') === true) happened.push(line);
      return Reflect.apply(Duplex.prototype.write, this, args);
    });
    try {
      await client({ onSend: ({ pathname }) => happened.push(`sent ${pathname}`) }).fetch({
        url: server.url('/a'),
      });
    } finally {
      write.mockRestore();
    }
    expect(happened).toEqual(['GET /a', 'sent /a', 'GET /b', 'sent /b']);
  });

  it('comes with its status, headers, body and final URL', async () => {
    const server = await serve({ '/a': routes.page('<h1>hello</h1>', { 'x-one': '1' }) });
    const page = pageOf(await client().fetch({ url: `${server.url('/a?q=1')}#part` }));
    expect(page).toMatchObject({
      url: `${server.url('/a?q=1')}#part`,
      finalUrl: server.url('/a?q=1'),
      hops: [],
      status: 200,
    });
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'x-one': '1' });
    expect(new TextDecoder().decode(page.body)).toBe('<h1>hello</h1>');
    expect(page.body.byteLength).toBe(page.body.buffer.byteLength);
    expect(page.durationMs).toBeGreaterThan(0);
  });

  it('is asked for with the user agent, Accept and the codings that can be undone', async () => {
    const server = await serve({ '/': routes.page('') });
    await client().fetch({ url: server.url('/') });
    expect(server.log[0]).toMatchObject({
      method: 'GET',
      headers: {
        host: `127.0.0.1:${server.port}`,
        'user-agent': 'TestSpider/1.0',
        accept: expect.stringContaining('text/html'),
        'accept-encoding': 'gzip, deflate, br, zstd',
      },
    });
    expect(server.log[0]?.headers).not.toHaveProperty('accept-language');
  });

  it('is asked for with the headers of the session and of the request, the latter winning', async () => {
    const server = await serve({ '/': routes.page('') });
    const session = client({ headers: { 'Accept-Language': 'de', 'X-Who': 'session', Accept: '*/*' } });
    await session.fetch({ url: server.url('/'), headers: { 'x-who': 'request' } });
    expect(server.log[0]?.headers).toMatchObject({
      'accept-language': 'de',
      'x-who': 'request',
      accept: '*/*',
    });
  });

  it('takes user and password from the URL, and shows them nowhere', async () => {
    const server = await serve({ '/': routes.redirect('/in'), '/in': routes.page('in') });
    const url = server.url('/').replace('//', '//me:p%40ss@');
    const page = pageOf(await client().fetch({ url }));
    const expected = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
    expect(server.log.map((entry) => entry.headers.authorization)).toEqual([expected, expected]);
    expect([page.finalUrl, page.hops[0]?.url]).toEqual([server.url('/in'), server.url('/')]);
  });
});

describe('connections', () => {
  it('are used again', async () => {
    const server = await serve({ '*': routes.page('x') });
    const session = client({ connectionsPerOrigin: 1 });
    for (const path of ['/1', '/2', '/3']) await session.fetch({ url: server.url(path) });
    expect(server.accepted()).toBe(1);
  });

  it('are never more than allowed for one origin, and every request gets its turn', async () => {
    const server = await serve({ '*': routes.page('x') });
    const session = client({ connectionsPerOrigin: 2 });
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => session.fetch({ url: server.url(`/${n}`) })),
    );
    expect(results.every((result) => result.ok)).toBe(true);
    expect(server.accepted()).toBeLessThanOrEqual(2);
  });

  it('do not make a request that waits for its turn run out of time', async () => {
    const first = routes.held(routes.page('first'));
    const server = await serve({ '/first': first.route, '/second': routes.page('second') });
    const session = client({ connectionsPerOrigin: 1, limits: { timeoutMs: 300 } });
    const one = session.fetch({ url: server.url('/first') });
    const two = session.fetch({ url: server.url('/second') });
    expect(problemOf(await one).code).toBe('timeout');
    expect(textOf(await two)).toBe('second');
  });

  it('that the server closed while idle cost nothing: the request is sent again', async () => {
    const server = await serve({
      '/': routes.inTurn(routes.page('first'), routes.closes, routes.page('third')),
    });
    const session = client({ connectionsPerOrigin: 1 });
    expect(textOf(await session.fetch({ url: server.url('/') }))).toBe('first');
    expect(textOf(await session.fetch({ url: server.url('/') }))).toBe('third');
    expect(server.log.map((entry) => entry.connection)).toEqual([1, 1, 2]);
  });

  it('are all closed by close(), also those under way', async () => {
    const server = await serve({ '/hold': routes.silent, '/': routes.page('x') });
    const session = client();
    await session.fetch({ url: server.url('/') });
    const pending = session.fetch({ url: server.url('/hold') });
    await server.arrived(1, '/hold');
    await session.close();
    expect(problemOf(await pending)).toMatchObject({ code: 'aborted', transient: true });
    await server.quiet();
    expect(problemOf(await session.fetch({ url: server.url('/') })).code).toBe('aborted');
  });
});

describe('stopping', () => {
  it.each([
    ['before the headers', routes.silent],
    ['in the middle of the body', routes.stalls],
    ['in an endless body', routes.endless()],
  ])('%s ends the fetch at once and closes its connection', async (_when, route) => {
    const server = await serve({ '/': route });
    const stop = new AbortController();
    const pending = client().fetch({ url: server.url('/') }, { signal: stop.signal });
    await server.arrived(1);
    stop.abort();
    expect(problemOf(await pending).code).toBe('aborted');
    await server.quiet();
  });

  it('before it began sends nothing', async () => {
    const server = await serve({ '/': routes.page('x') });
    const result = await client().fetch({ url: server.url('/') }, { signal: AbortSignal.abort() });
    expect(problemOf(result).code).toBe('aborted');
    expect(server.accepted()).toBe(0);
  });

  it('while the name is being looked up ends the fetch at once', async () => {
    const asked = Promise.withResolvers<void>();
    const session = client({ resolve: () => asked.resolve() });
    const stop = new AbortController();
    const pending = session.fetch({ url: 'http://slow-dns.example/' }, { signal: stop.signal });
    await asked.promise;
    stop.abort();
    expect(problemOf(await pending).code).toBe('aborted');
  });

  it('while connecting does not take down the next request to the same site', async () => {
    const server = await serve({ '/': routes.page('next') });
    const asked = Promise.withResolvers<void>();
    let lookups = 0;
    const session = client({
      connectionsPerOrigin: 1,
      resolve: (_name, _options, callback) => {
        lookups += 1;
        if (lookups === 1) asked.resolve();
        else callback(null, [{ address: '127.0.0.1', family: 4 }]);
      },
    });
    const stop = new AbortController();
    const url = `http://slow-dns.example:${server.port}/`;
    const first = session.fetch({ url }, { signal: stop.signal });
    await asked.promise;
    stop.abort();
    const results = [await first, await session.fetch({ url })] as const;
    expect(problemOf(results[0]).code).toBe('aborted');
    expect(textOf(results[1])).toBe('next');
  });

  it('stops what waits for its turn without sending it', async () => {
    const server = await serve({ '/hold': routes.silent, '/never': routes.page('x') });
    const session = client({ connectionsPerOrigin: 1 });
    const stop = new AbortController();
    const first = session.fetch({ url: server.url('/hold') }, { signal: stop.signal });
    const second = session.fetch({ url: server.url('/never') }, { signal: stop.signal });
    await server.arrived(1);
    stop.abort();
    expect([problemOf(await first).code, problemOf(await second).code]).toEqual(['aborted', 'aborted']);
    await server.quiet();
    expect(server.log.map((entry) => entry.url)).toEqual(['/hold']);
  });
});

describe('time limits', () => {
  it.each([
    ['no headers', routes.silent, { timeoutMs: 200 }, /did not finish its answer within 200 ms/],
    ['a body that stops', routes.stalls, { timeoutMs: 200 }, /did not finish its answer within 200 ms/],
    ['a drip that never stops', routes.drips, { timeoutMs: 200 }, /did not finish its answer within 200 ms/],
    [
      'no headers for too long',
      routes.silent,
      { idleTimeoutMs: 200 },
      /did not begin to answer within 200 ms/,
    ],
    ['silence in the body', routes.stalls, { idleTimeoutMs: 200 }, /sent nothing for 200 ms/],
  ])(
    '%s: a timeout that may be tried again, and a closed connection',
    async (_what, route, limits, message) => {
      const server = await serve({ '/': route });
      const problem = problemOf(await client({ limits }).fetch({ url: server.url('/') }));
      expect(problem).toMatchObject({ code: 'timeout', transient: true });
      expect(problem.message).toMatch(message);
      expect(problem.message).toContain(`127.0.0.1:${server.port}`);
      await server.quiet();
    },
  );

  it('a name that is never resolved is a timeout', async () => {
    const session = client({ resolve: () => undefined, limits: { connectTimeoutMs: 200 } });
    const problem = problemOf(await session.fetch({ url: 'http://slow-dns.example/' }));
    expect(problem).toMatchObject({ code: 'timeout', transient: true });
    expect(problem.message).toMatch(/slow-dns\.example did not accept a connection within 200 ms/);
  });

  it('hold for every hop on its own, not for the chain', async () => {
    const server = await serve({ '/': routes.redirect('/next'), '/next': routes.silent });
    const result = await client({ limits: { timeoutMs: 1500 } }).fetch({ url: server.url('/') });
    expect(result).toMatchObject({
      ok: false,
      problem: { code: 'timeout' },
      hops: [{ url: server.url('/') }],
    });
  });
});

describe('servers that break HTTP', () => {
  it.each([
    ['a reset instead of an answer', routes.resets, 'connection', true],
    ['a closed connection instead of an answer', routes.closes, 'connection', true],
    ['a body shorter than its length', routes.shortBody, 'connection', true],
    ['a chunked body cut off', routes.brokenChunk, 'connection', true],
    ['a chunk without a size', routes.badChunk, 'protocol', false],
    ['something that is not HTTP', routes.raw('SSH-2.0-OpenSSH_9.9\r\n'), 'protocol', false],
    [
      'a header with a line break in its name',
      routes.raw('HTTP/1.1 200 OK\r\nbad\nname: 1\r\n\r\n'),
      'protocol',
      false,
    ],
    ['an informational answer and no other', routes.raw('HTTP/1.1 100 Continue\r\n\r\n'), 'connection', true],
    ['more headers than allowed', routes.hugeHeaders(100_000), 'too-large', false],
    ['headers without end', routes.endlessHeaders, 'too-large', false],
  ])('%s', async (_what, route, code, transient) => {
    const server = await serve({ '/': route });
    const problem = problemOf(await client().fetch({ url: server.url('/') }));
    expect(problem).toMatchObject({ code, transient });
    expect(problem.message).toMatch(/^[^\n]+\.$/);
    await server.quiet();
  });

  it.each([
    ['a body that ends with the connection', routes.untilClosed, '<h1>to the end</h1>'],
    ['a body longer than its length is cut to it', routes.longBody, '12345'],
    [
      'early hints before the answer',
      routes.raw('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n\r\nx'),
      'x',
    ],
    ['headers of 40 KB, more than most clients take', routes.hugeHeaders(40_000), '<h1>page</h1>'],
  ])('%s', async (_what, route, text) => {
    const server = await serve({ '/': route });
    expect(textOf(await client().fetch({ url: server.url('/') }))).toBe(text);
    await server.quiet();
  });

  it('a port where nobody listens', async () => {
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const problem = problemOf(await client().fetch({ url: `http://127.0.0.1:${port}/` }));
    expect(problem).toMatchObject({ code: 'connection', transient: true });
    expect(problem.message).toContain(`127.0.0.1:${port} refused the connection`);
  });

  it.each([
    ['ENOTFOUND', /host name nowhere\.example was not found/],
    ['EAI_AGAIN', /host name nowhere\.example could not be looked up/],
  ])('a name that does not resolve (%s)', async (code, message) => {
    const session = client({
      resolve: (_name, _options, callback) => callback(Object.assign(new Error(), { code }), []),
    });
    const problem = problemOf(await session.fetch({ url: 'https://nowhere.example/' }));
    expect(problem).toMatchObject({ code: 'dns', transient: true });
    expect(problem.message).toMatch(message);
  });

  it('TLS asked of a server that speaks none', async () => {
    const server = await serve({ '/': routes.page('x') });
    const problem = problemOf(await client().fetch({ url: server.url('/').replace('http:', 'https:') }));
    expect(problem).toMatchObject({ code: 'tls', transient: false });
    expect(problem.message).toContain('No secure connection to 127.0.0.1');
  });
});

describe('what is not sent at all', () => {
  it.each([
    ['not a url', 'is not a URL'],
    ['http://[::1', 'is not a URL'],
    ['ftp://example.org/', 'only http and https'],
    ['javascript:alert(1)', 'only http and https'],
    [`http://example.org/${'x'.repeat(3000)}`, 'A URL of 3019 characters is not fetched; the limit is 2083.'],
  ])('%s', async (url, message) => {
    const problem = problemOf(await client().fetch({ url }));
    expect(problem).toMatchObject({ code: 'bad-url', transient: false });
    expect(problem.message).toContain(message);
  });
});

describe('size limits', () => {
  const limits = { maxBytes: 100_000 };

  it('a body of exactly the limit is read, one byte more is not', async () => {
    const server = await serve({
      '/fits': routes.page('x'.repeat(100_000)),
      '/over': routes.page('x'.repeat(100_001)),
    });
    const session = client({ limits });
    expect(pageOf(await session.fetch({ url: server.url('/fits') })).body.byteLength).toBe(100_000);
    const problem = problemOf(await session.fetch({ url: server.url('/over') }));
    expect(problem).toMatchObject({ code: 'too-large', transient: false });
    expect(problem.message).toBe(
      `${server.url('/over')} is larger than the limit of 97.7 KiB, so it was cut off.`,
    );
  });

  it.each([
    ['an announced length', { 'content-length': '1000000000' }],
    ['no announced length', {}],
  ])('an endless body with %s is cut off after little more than the limit', async (_what, headers) => {
    const server = await serve({ '/': routes.endless(headers) });
    const session = client({ limits });
    const read = await bytesRead(async () => {
      expect(problemOf(await session.fetch({ url: server.url('/') })).code).toBe('too-large');
      await server.quiet();
    });
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(limits.maxBytes + 128 * 1024);
  });
});
