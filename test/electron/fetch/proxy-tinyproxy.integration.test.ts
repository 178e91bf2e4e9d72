import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ResolvedProxy } from '../../../electron/fetch/types.ts';
import { startTinyproxy, type Tinyproxy } from '../../servers/proxy-tinyproxy.ts';
import * as routes from '../../servers/routes.ts';
import { client, pageOf, problemOf, serve, textOf } from './session.ts';
import { tls, trustTestServers } from './trusted-tls.ts';

const toClose: (() => Promise<void>)[] = [];

trustTestServers();
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function tinyproxy(login?: string): Promise<Tinyproxy> {
  const proxy = await startTinyproxy(login === undefined ? {} : { login });
  toClose.push(proxy.close);
  return proxy;
}

async function secureSite(): Promise<number> {
  const server = createTlsServer(tls, (request, response) => response.end(`secure ${request.url}`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  toClose.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

function through({ url }: Tinyproxy, password?: string): { proxy: ResolvedProxy } {
  if (password === undefined) return { proxy: { id: url, url } };
  return { proxy: { id: url, url, credentials: { username: 'me', password }, secret: 'env:PROXY_LOGIN' } };
}

// There is no tinyproxy for Windows.
describe.skipIf(process.platform === 'win32')('a real proxy', () => {
  it('fetches pages over http, one after the other and side by side', async () => {
    const proxy = await tinyproxy();
    const server = await serve({ '*': ({ request, response }) => void response.end(`page ${request.url}`) });
    const session = client();
    const paths = Array.from({ length: 12 }, (_, index) => `/${index}?q=ä`);
    const fetches = paths.map((path) => session.fetch({ url: server.url(path) }, through(proxy)));
    const texts = (await Promise.all(fetches)).map(textOf);
    expect(texts).toEqual(paths.map((path) => `page ${path.replace('ä', '%C3%A4')}`));
    expect(textOf(await session.fetch({ url: server.url('/last') }, through(proxy)))).toBe('page /last');
    expect(server.log.every(({ headers }) => headers.via?.includes('tinyproxy'))).toBe(true);
  });

  it('carries https', async () => {
    const proxy = await tinyproxy();
    const url = `https://localhost:${await secureSite()}/a`;
    expect(textOf(await client().fetch({ url }, through(proxy)))).toBe('secure /a');
  });

  it.each([
    ['https', 'https://127.0.0.1'],
    ['http', 'http://127.0.0.1'],
  ])('blames the site when it cannot be reached over %s', async (_, origin) => {
    const proxy = await tinyproxy();
    const gone = await serve({});
    await gone.close();
    const problem = problemOf(await client().fetch({ url: `${origin}:${gone.port}/` }, through(proxy)));
    expect(problem).toMatchObject({ code: 'connection', transient: true });
    expect(problem.message).toMatch(/could not reach 127\.0\.0\.1:\d+ \(it answered 50\d\)\.$/);
  });

  it('passes the answers of the site on, bad ones too', async () => {
    const proxy = await tinyproxy();
    const server = await serve({ '/403': routes.status(403), '/500': routes.status(500) });
    for (const status of [403, 500]) {
      const result = await client().fetch({ url: server.url(`/${status}`) }, through(proxy));
      expect(pageOf(result).status).toBe(status);
    }
  });

  it('that demands a password takes the right one', async () => {
    const proxy = await tinyproxy('me s3cret');
    const server = await serve({
      '/': ({ request, response }) => void response.end(JSON.stringify(request.headers)),
    });
    expect(textOf(await client().fetch({ url: server.url('/') }, through(proxy, 's3cret')))).not.toMatch(
      /authorization/i,
    );
    const url = `https://localhost:${await secureSite()}/a`;
    expect(textOf(await client().fetch({ url }, through(proxy, 's3cret')))).toBe('secure /a');
  });

  it.each(['wr0ng', undefined])('that demands a password does not take %s', async (password) => {
    const proxy = await tinyproxy('me s3cret');
    const server = await serve({ '/': routes.page('in') });
    for (const url of [server.url('/'), `https://localhost:${await secureSite()}/a`]) {
      const problem = problemOf(await client().fetch({ url }, through(proxy, password)));
      expect(problem).toMatchObject({ code: 'proxy', transient: true });
      expect(problem.message).toMatch(
        password === undefined ? /give it a secret/ : /check the secret env:PROXY_LOGIN/,
      );
      expect(problem.message).not.toMatch(/s3cret|wr0ng/);
    }
    expect(server.accepted()).toBe(0);
  });

  it('that is killed in the middle of a page is a problem, and stays one', async () => {
    const proxy = await tinyproxy();
    const server = await serve({ '/': routes.stalls, '/next': routes.page('next') });
    const session = client();
    const fetching = session.fetch({ url: server.url('/') }, through(proxy));
    await server.arrived(1);
    await proxy.kill();
    // A process that dies may close its connections before the socket that it listens on: then the site is blamed, this once.
    expect(problemOf(await fetching)).toMatchObject({
      code: expect.stringMatching(/^(proxy|connection)$/),
      transient: true,
    });
    const next = problemOf(await session.fetch({ url: server.url('/next') }, through(proxy)));
    expect(next).toMatchObject({ code: 'proxy', message: expect.stringContaining('refused the connection') });
    expect(server.log.map(({ url }) => url)).toEqual(['/']);
  });
});
