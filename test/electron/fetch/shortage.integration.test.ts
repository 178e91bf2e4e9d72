import { describe, expect, it } from 'vitest';
import type { ResolveAll } from '../../../electron/fetch/address.ts';
import * as routes from '../../servers/routes.ts';
import { client, pageOf, problemOf, serve } from './session.ts';

/** All names lead to the server of the test. */
const here: ResolveAll = (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);

const withCode = (code: string): Error => Object.assign(new Error(code), { code, address: '127.0.0.1' });

describe('a machine that opens no more connections', () => {
  it('opens few of them for many hosts, and closes the idle ones for those that come', async () => {
    let most = 0;
    const server = await serve({
      '/': (visit) => {
        most = Math.max(most, server.open());
        return routes.page('<h1>page</h1>')(visit);
      },
    });
    const session = client({ resolve: here, maxSockets: 4 });
    const hosts = Array.from({ length: 60 }, (_, n) => `http://host-${n}.test:${server.port}/`);
    const results = await Promise.all(hosts.map((url) => session.fetch({ url })));
    expect(results.map((result) => pageOf(result).status)).toEqual(hosts.map(() => 200));
    expect(server.log).toHaveLength(60);
    // A connection that was closed here may be closed a moment later there.
    expect(most).toBeLessThanOrEqual(8);
  });

  it('keeps connections for the hosts that were asked last', async () => {
    const server = await serve({ '/': routes.page('<h1>page</h1>') });
    const session = client({ resolve: here, maxSockets: 8 });
    const ask = async (host: number) =>
      void pageOf(await session.fetch({ url: `http://host-${host}.test:${server.port}/` }));
    for (const host of [1, 2, 3, 4, 5, 6]) await ask(host);
    expect(server.accepted()).toBe(6);
    for (const host of [3, 4, 5, 6]) await ask(host);
    expect(server.accepted()).toBe(6);
    await ask(1);
    expect(server.accepted()).toBe(7);
  });

  it.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL'])(
    '%s is waited out, and the page is fetched',
    async (code) => {
      const server = await serve({ '/': routes.page('<h1>page</h1>') });
      let refusals = 2;
      const resolve: ResolveAll = (name, options, callback) => {
        refusals -= 1;
        if (refusals >= 0) callback(withCode(code), []);
        else here(name, options, callback);
      };
      const session = client({ resolve });
      const page = pageOf(await session.fetch({ url: `http://host.test:${server.port}/` }));
      expect(page.status).toBe(200);
      expect(server.log).toHaveLength(1);
      expect(session.stuck()).toBeNull();
    },
  );

  it('is said to be the reason where it lasts, and no try is spent', async () => {
    const server = await serve({ '/': routes.page('<h1>page</h1>') });
    const session = client({ resolve: here, maxSockets: 0, limits: { connectTimeoutMs: 50 } });
    const problem = problemOf(await session.fetch({ url: `http://host.test:${server.port}/` }));
    expect(problem).toMatchObject({ code: 'local', transient: true, retry: { always: true, unsent: true } });
    expect(problem.message).toBe(
      `host.test:${server.port} was not contacted: this computer opens no more connections for Spider Studio; ` +
        'end other programs, raise the limit of open files, or lower CONCURRENT_REQUESTS.',
    );
    expect(session.stuck()).toMatch(/^This computer opens no more connections for Spider Studio; /);
    expect(server.log).toEqual([]);
  });

  it('ends the wait with the crawl', async () => {
    const session = client({ resolve: here, maxSockets: 0 });
    const stop = new AbortController();
    const waiting = session.fetch({ url: 'http://host.test/' }, { signal: stop.signal });
    stop.abort();
    expect(problemOf(await waiting).code).toBe('aborted');
  });
});
