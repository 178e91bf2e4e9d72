import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SystemRoutes, withProxyHint, type AskSystem } from '../../../electron/fetch/system-routes.ts';
import { problem } from '../../../electron/fetch/problem.ts';
import { pacRoutes } from '../../../electron/system/proxy.ts';
import { startProxy, type ProxyOptions, type TestProxy } from '../../servers/proxy.ts';
import * as routes from '../../servers/routes.ts';
import { client, problemOf, serve, textOf } from './session.ts';

const hosts = { 'site.test': '127.0.0.1', 'other.test': '127.0.0.1' };

async function proxy(options: Partial<ProxyOptions> = {}): Promise<TestProxy> {
  const started = await startProxy({ kind: 'http', hosts, ...options });
  onTestFinished(started.close);
  return started;
}

const pac = ({ url }: TestProxy): string => url.replace('http://', 'PROXY ').replace('socks5://', 'SOCKS5 ');

/** A system that answers as a PAC script does, by host. */
function system(answers: Record<string, string | Error>) {
  const asked: string[] = [];
  const used: string[] = [];
  const clock = { now: 0 };
  const ask: AskSystem = async (url) => {
    asked.push(url.host);
    const answer = answers[url.hostname] ?? 'DIRECT';
    if (typeof answer !== 'string') throw answer;
    return pacRoutes(answer);
  };
  const onUse = ({ proxy: url, from }: { proxy: string; from: string }): void =>
    void used.push(`${url} ${from}`);
  const made = new SystemRoutes({ ask, onUse, now: () => clock.now });
  return { routes: made, asked, used, clock };
}

describe('a client that goes as the system has it', () => {
  it('takes another way for each host, also where one redirects to the other', async () => {
    const [a, b] = [await proxy(), await proxy({ kind: 'socks5' })];
    const server = await serve({
      '/': ({ response, request }) =>
        void response
          .writeHead(302, { location: `http://other.test:${request.headers.host?.split(':')[1]}/end` })
          .end(),
      '/end': routes.page('the end'),
    });
    const { routes: ways, used } = system({ 'site.test': pac(a), 'other.test': pac(b) });
    const result = await client({ system: ways }).fetch({ url: `http://site.test:${server.port}/` });
    expect(textOf(result)).toBe('the end');
    expect(a.log.map(({ target }) => target)).toEqual([`http://site.test:${server.port}/`]);
    expect(b.log.map(({ target }) => target)).toEqual([`other.test:${server.port}`]);
    expect(used).toEqual([`${a.url} the system`, `${b.url} the system`]);
  });

  it('asks the system once for a site, until a minute is over', async () => {
    const a = await proxy();
    const server = await serve({ '*': routes.page('here') });
    const { routes: ways, asked, clock } = system({ 'site.test': pac(a) });
    const session = client({ system: ways });
    const url = `http://site.test:${server.port}`;
    for (const path of ['/1', '/2', '/3']) textOf(await session.fetch({ url: url + path }));
    expect(asked).toHaveLength(1);
    clock.now = 60_001;
    textOf(await session.fetch({ url: `${url}/4` }));
    expect(asked).toHaveLength(2);
  });

  it('takes the next way where a proxy is gone, and begins with it from then on', async () => {
    const [gone, good] = [await proxy(), await proxy()];
    await gone.die();
    const server = await serve({ '*': routes.page('here') });
    const { routes: ways, clock } = system({ 'site.test': `${pac(gone)}; ${pac(good)}; DIRECT` });
    const session = client({ system: ways });
    expect(textOf(await session.fetch({ url: `http://site.test:${server.port}/1` }))).toBe('here');
    const order = await ways.to(new URL(`http://site.test:${server.port}/`));
    expect(order).toMatchObject([{ url: good.url }, null, { url: gone.url }]);
    expect(textOf(await session.fetch({ url: `http://site.test:${server.port}/2` }))).toBe('here');
    expect(good.log).toHaveLength(2);
    clock.now = 60_001;
    expect(await ways.to(new URL('http://site.test/'))).toMatchObject([
      { url: gone.url },
      { url: good.url },
      null,
    ]);
  });

  it('never goes around a proxy that is all there is', async () => {
    const gone = await proxy();
    await gone.die();
    const server = await serve({ '*': routes.page('here') });
    const { routes: ways } = system({ 'site.test': pac(gone) });
    const result = await client({ system: ways }).fetch({ url: `http://site.test:${server.port}/` });
    expect(problemOf(result)).toMatchObject({ code: 'proxy', transient: true });
    expect(problemOf(result).message).toContain(gone.url);
    expect(server.log).toEqual([]);
  });

  it('says so where the system does not answer, or names nothing that can be used', async () => {
    const { routes: ways } = system({
      'site.test': new Error('the script has a fault.'),
      'other.test': 'SOCKS p:1',
    });
    const session = client({ system: ways });
    expect(problemOf(await session.fetch({ url: 'http://site.test/' }))).toEqual({
      code: 'proxy',
      message: 'The system did not report the proxy for site.test: the script has a fault.',
      transient: true,
    });
    expect(problemOf(await session.fetch({ url: 'http://other.test/' })).message).toContain('"SOCKS p:1"');
  });

  it('waits for an answer of the system only so long', async () => {
    const ways = new SystemRoutes({ ask: () => new Promise(() => undefined), timeoutMs: 1 });
    const result = await client({ system: ways }).fetch({ url: 'http://site.test/' });
    expect(problemOf(result).message).toContain('it took too long');
  });

  it('reaches this computer itself without asking anybody', async () => {
    const server = await serve({ '/': routes.page('home') });
    const { routes: ways, asked } = system({});
    expect(textOf(await client({ system: ways }).fetch({ url: server.url('/') }))).toBe('home');
    expect(asked).toEqual([]);
  });

  it('leaves a proxy that was named for a request as it is', async () => {
    const [named, other] = [await proxy(), await proxy()];
    const server = await serve({ '/': routes.page('here') });
    const { routes: ways } = system({ 'site.test': pac(other) });
    const way = { proxy: { id: 'own', url: named.url } };
    const result = await client({ system: ways }).fetch({ url: `http://site.test:${server.port}/` }, way);
    expect(textOf(result)).toBe('here');
    expect([named.log.length, other.log.length]).toEqual([1, 0]);
  });

  it('presents the login of a variable, and tells nobody', async () => {
    const wants = await proxy({ demands: 'me:s3cret' });
    const server = await serve({ '/': routes.page('here') });
    const way = (password: string) => ({
      kind: 'proxy' as const,
      url: wants.url,
      from: 'HTTP_PROXY',
      credentials: { username: 'me', password },
    });
    const used = vi.fn();
    const url = `http://site.test:${server.port}/`;
    const good = new SystemRoutes({ ask: async () => [way('s3cret')], onUse: used });
    expect(textOf(await client({ system: good }).fetch({ url }))).toBe('here');
    expect(used).toHaveBeenCalledWith({ url, proxy: wants.url, from: 'HTTP_PROXY' });
    const bad = new SystemRoutes({ ask: async () => [way('wr0ng')] });
    const { message } = problemOf(await client({ system: bad }).fetch({ url }));
    expect(message).toContain('check the secret HTTP_PROXY');
    expect(message).not.toContain('wr0ng');
  });
});

describe('a site that is not reached', () => {
  const env = { HTTPS_PROXY: 'http://me:s3cret@p:3128', NO_PROXY: 'inside.example' };
  const hinted = (code: 'dns' | 'tls', url: string): string =>
    withProxyHint(problem(code, 'It failed.'), new URL(url), env).message;

  it('straight, though a variable names a proxy, says so', () => {
    expect(hinted('dns', 'https://shop.example/')).toBe(
      'It failed. HTTPS_PROXY is set here and not used; turn on the system proxy to use it.',
    );
  });

  it.each([
    ['for another reason', 'tls', 'https://shop.example/'],
    ['which is excepted', 'dns', 'https://inside.example/'],
    ['which no variable is for', 'dns', 'http://shop.example/'],
    ['on this computer', 'dns', 'https://localhost/'],
  ] as const)('%s says nothing more', (_, code, url) => {
    expect(hinted(code, url)).toBe('It failed.');
  });
});
