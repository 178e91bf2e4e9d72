import { describe, expect, it } from 'vitest';
import * as routes from '../../servers/routes.ts';
import { bytesRead, client, pageOf, problemOf, serve, textOf } from './session.ts';

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('%i is followed and told', async (code) => {
    const server = await serve({ '/old': routes.redirect('/new#part', code), '/new': routes.page('new') });
    const page = pageOf(await client().fetch({ url: server.url('/old') }));
    expect(page).toMatchObject({
      url: server.url('/old'),
      finalUrl: server.url('/new'),
      hops: [{ url: server.url('/old'), status: code }],
      status: 200,
    });
  });

  it.each([
    ['300 with a Location', routes.status(300, { location: '/new' }), 300],
    ['304 with a Location', routes.status(304, { location: '/new' }), 304],
    ['301 without a Location', routes.status(301), 301],
    ['201 with a Location', routes.status(201, { location: '/new' }), 201],
  ])('%s is an answer', async (_what, route, code) => {
    const server = await serve({ '/': route });
    expect(pageOf(await client().fetch({ url: server.url('/') }))).toMatchObject({ status: code, hops: [] });
  });

  it.each([
    ['/abs', '/abs'],
    ['rel', '/dir/rel'],
    ['../up', '/up'],
    ['?q=2', '/dir/page?q=2'],
    ['//HOST/scheme', '/scheme'],
    ['  /spaces around  ', '/spaces%20around'],
    ['/caf\u{C3}\u{A9}', '/caf%C3%A9'],
    ['\\backslash', '/backslash'],
  ])('Location %j is resolved against its own page', async (location, path) => {
    const server = await serve({
      '/dir/page': (visit) =>
        visit.request.url === '/dir/page'
          ? routes.raw(
              Buffer.from(
                `HTTP/1.1 302 Found\r\nlocation: ${location.replace('HOST', new URL(visit.origin).host)}\r\ncontent-length: 0\r\n\r\n`,
                'latin1',
              ),
              'stay',
            )(visit)
          : routes.page('there')(visit),
      '*': routes.page('there'),
    });
    expect(pageOf(await client().fetch({ url: server.url('/dir/page') })).finalUrl).toBe(server.url(path));
  });

  it('are followed up to the limit and not beyond', async () => {
    const server = await serve({ '/n': routes.countdown('/n') });
    const session = client({ limits: { maxRedirects: 5 } });
    expect(pageOf(await session.fetch({ url: server.url('/n?n=5') })).hops).toHaveLength(5);
    const before = server.log.length;
    const problem = problemOf(await session.fetch({ url: server.url('/n?n=100') }));
    expect(problem).toMatchObject({ code: 'too-many-redirects', transient: false });
    expect(problem.message).toBe(
      `${server.url('/n?n=100')} was redirected more than 5 times, which is the limit.`,
    );
    expect(server.log.length - before).toBe(6);
  });

  it('in a loop end when the loop closes, with every hop told', async () => {
    const server = await serve({ '/a': routes.redirect('/b'), '/b': routes.redirect('/a') });
    const result = await client().fetch({ url: server.url('/a') });
    expect(problemOf(result).code).toBe('too-many-redirects');
    expect(problemOf(result).message).toContain('in a loop');
    expect(result).toMatchObject({ hops: [{ url: server.url('/a') }, { url: server.url('/b') }] });
    expect(server.log).toHaveLength(2);
  });

  it('to the same page are no loop when a cookie was set on the way', async () => {
    const server = await serve({
      '/': (visit) =>
        visit.request.headers.cookie === 'seen=1'
          ? routes.page('welcome')(visit)
          : routes.redirect('/', 302, { 'set-cookie': 'seen=1' })(visit),
    });
    expect(textOf(await client().fetch({ url: server.url('/') }))).toBe('welcome');
    const forgetful = await client({ cookies: false }).fetch({ url: server.url('/') });
    expect(problemOf(forgetful).code).toBe('too-many-redirects');
  });

  it.each([
    ['file:///etc/passwd', 'redirects to file:'],
    ['javascript:alert(1)', 'redirects to javascript:'],
    ['data:text/html,x', 'redirects to data:'],
    ['http://[bad', 'which is not a URL'],
    ['', 'which is not a URL'],
    [`/${'x'.repeat(3000)}`, 'the limit is 2083'],
  ])('to %.20j are refused', async (location, message) => {
    const server = await serve({ '/': routes.redirect(location) });
    const result = await client().fetch({ url: server.url('/') });
    expect(problemOf(result)).toMatchObject({ code: 'bad-redirect', transient: false });
    expect(problemOf(result).message).toContain(message);
    expect(result).toMatchObject({ hops: [{ url: server.url('/'), status: 302 }] });
  });

  it('can be refused by whoever asked, who sees every hop but the first URL', async () => {
    const server = await serve({
      '/': routes.redirect('/next#x'),
      '/next': routes.redirect('/last'),
      '/last': routes.page(''),
    });
    const seen: string[] = [];
    const onHop = async (url: string) => {
      seen.push(url);
      return url.endsWith('/last') ? 'robots.txt says no.' : null;
    };
    const result = await client().fetch({ url: server.url('/') }, { onHop });
    expect(seen).toEqual([server.url('/next'), server.url('/last')]);
    expect(problemOf(result)).toEqual({
      code: 'blocked-hop',
      message: 'robots.txt says no.',
      transient: false,
    });
    expect(server.log.map((entry) => entry.url)).toEqual(['/', '/next']);
  });

  it.each([
    ['an endless body', routes.endless({ location: '/new' }, 302)],
    ['compressed nonsense', routes.status(302, { location: '/new', 'content-encoding': 'gzip' }, 'not gzip')],
    [
      'a body cut off',
      routes.raw('HTTP/1.1 302 Found\r\nlocation: /new\r\ncontent-length: 100\r\n\r\nshort'),
    ],
  ])('with %s are followed all the same, and little of it is read', async (_what, route) => {
    const server = await serve({ '/old': route, '/new': routes.page('new') });
    const session = client();
    const read = await bytesRead(async () => {
      expect(textOf(await session.fetch({ url: server.url('/old') }))).toBe('new');
    });
    expect(read).toBeLessThan(256 * 1024);
    await session.close();
    await server.quiet();
  });

  it('leave secrets behind when they lead to another origin', async () => {
    const other = await serve({ '/': routes.page('other') });
    const server = await serve({ '/': routes.redirect('/same'), '/same': routes.redirect(other.url('/')) });
    const session = client({ headers: { authorization: 'Bearer session', 'x-plain': '1' } });
    await session.fetch({ url: server.url('/'), headers: { cookie: 'own=1' } });
    const sent = [...server.log, ...other.log].map(({ headers }) => [
      headers.authorization,
      headers.cookie,
      headers['x-plain'],
    ]);
    expect(sent).toEqual([
      ['Bearer session', 'own=1', '1'],
      ['Bearer session', 'own=1', '1'],
      [undefined, undefined, '1'],
    ]);
  });
});

describe('cookies', () => {
  const setting = routes.status(200, {
    'set-cookie': ['a=1', 'deep=1; Path=/deep', 'gone=1; Max-Age=0', 'x=y; Domain=example.org'],
  });

  it('are kept per client and sent back where they belong', async () => {
    const server = await serve({ '/': setting, '*': routes.page('') });
    const session = client();
    for (const path of ['/', '/b', '/deep/c']) await session.fetch({ url: server.url(path) });
    await client().fetch({ url: server.url('/other-client') });
    await session.fetch({ url: server.url('/b'), headers: { Cookie: 'own=2' } });
    expect(server.log.map((entry) => entry.headers.cookie)).toEqual([
      undefined,
      'a=1',
      'deep=1; a=1',
      undefined,
      'own=2; a=1',
    ]);
  });

  it('are not kept when they are off', async () => {
    const server = await serve({ '/': setting, '*': routes.page('') });
    const session = client({ cookies: false });
    for (const path of ['/', '/b']) await session.fetch({ url: server.url(path) });
    expect(server.log[1]?.headers.cookie).toBeUndefined();
  });

  it('of one host are not sent to another, nor set for it, on any hop', async () => {
    const there = await serve({
      '/': routes.redirect(
        (visit) => `http://here.test:${String(visit.request.headers['x-port'])}/end`,
        302,
        {
          'set-cookie': ['there=1', 'evil=1; Domain=here.test'],
        },
      ),
    });
    const here = await serve({
      '/': routes.redirect(`http://there.test:${there.port}/`, 302, { 'set-cookie': 'here=1' }),
      '/end': routes.page('end'),
    });
    const session = client({
      headers: { 'x-port': String(here.port) },
      resolve: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    expect(textOf(await session.fetch({ url: `http://here.test:${here.port}/` }))).toBe('end');
    expect(there.log[0]?.headers.cookie).toBeUndefined();
    expect(here.log[1]?.headers.cookie).toBe('here=1');
  });

  it('that no browser would take do no harm', async () => {
    const bad = ['', '=', ';;;', `big=${'x'.repeat(5000)}`, 'ok=1; Path=/', '__Host-x=1', '\u{1}=2'];
    const server = await serve({
      '/': routes.raw(
        `HTTP/1.1 200 OK\r\n${bad.map((cookie) => `set-cookie: ${cookie}\r\n`).join('')}content-length: 0\r\n\r\n`.replace(
          '\u{1}',
          'c',
        ),
        'stay',
      ),
      '/b': routes.page(''),
    });
    const session = client();
    await session.fetch({ url: server.url('/') });
    await session.fetch({ url: server.url('/b') });
    expect(server.log[1]?.headers.cookie).toContain('ok=1');
    expect(server.log[1]?.headers.cookie).not.toMatch(/big|__Host/);
  });
});
