import { request as send } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { EgressProxy, egressWelcomeUrl } from '../../../electron/browser/egress-proxy.ts';
import type { EgressOptions } from '../../../electron/browser/egress-connection.ts';
import type { EgressSession } from '../../../electron/browser/egress-session.ts';
import { SystemRoutes } from '../../../electron/fetch/system-routes.ts';
import type { ResolvedProxy } from '../../../electron/fetch/types.ts';
import { startProxy } from '../../servers/proxy.ts';
import { page, status } from '../../servers/routes.ts';
import { startServer, type TestServer } from '../../servers/server.ts';
import { publicNetwork } from './public-network.ts';

let site: TestServer;
beforeAll(async () => {
  site = await startServer({ '/': page('<h1>home</h1>'), '/asks': status(407), '/secret': page('secret') });
});
afterAll(() => site.close());

async function openGate(
  options: Partial<EgressOptions> = {},
): Promise<{ egress: EgressProxy; port: number }> {
  const egress = new EgressProxy({ allowPrivate: false, connectTimeoutMs: 2000, ...options });
  const port = await egress.listen();
  onTestFinished(() => egress.close());
  return { egress, port };
}

interface Answer {
  status: number;
  body: string;
}

/** A plain request, as a browser sends it to its proxy. */
function get(port: number, url: string, authorization: string | null): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: URL.parse(url)?.host ?? '',
      ...(authorization === null ? {} : { 'proxy-authorization': authorization }),
    };
    const sent = send({ host: '127.0.0.1', port, path: url, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.on('error', reject).end();
  });
}

/** A tunnel, through which the home page is asked for; or the status of the egress proxy where it returns none. */
function tunnel(port: number, authority: string, authorization: string | null): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    const asks = authorization === null ? '' : `Proxy-Authorization: ${authorization}\r\n`;
    let said = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      said += text;
      if (said === 'HTTP/1.1 200 Connection established\r\n\r\n') {
        socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      }
    });
    socket.on('error', reject).on('close', () => resolve(said));
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${asks}\r\n`);
  });
}

const passed = 'HTTP/1.1 200 Connection established';

describe('the egress proxy', () => {
  it('lets nothing pass that has no session', async () => {
    const { egress, port } = await openGate({ allowPrivate: true });
    const session = egress.admit(null);
    for (const key of [null, 'Basic bm86cGU=']) {
      expect((await get(port, site.url('/'), key)).status).toBe(407);
      expect(await tunnel(port, `127.0.0.1:${site.port}`, key)).toContain('407');
    }
    egress.dismiss(session);
    expect((await get(port, site.url('/'), session.authorization)).status).toBe(407);
  });

  it('lets a session pass, and keeps its credentials to itself', async () => {
    const { egress, port } = await openGate({ allowPrivate: true });
    const { authorization } = egress.admit(null);
    expect(await get(port, site.url('/'), authorization)).toEqual({ status: 200, body: '<h1>home</h1>' });
    expect(await tunnel(port, `127.0.0.1:${site.port}`, authorization)).toContain('<h1>home</h1>');
    expect(await get(port, egressWelcomeUrl, authorization)).toMatchObject({ status: 200 });
    expect(site.log.at(-2)?.headers['proxy-authorization']).toBeUndefined();
  });

  it('does not let a site ask for the credentials of the egress proxy', async () => {
    const { egress, port } = await openGate({ allowPrivate: true });
    expect((await get(port, site.url('/asks'), egress.admit(null).authorization)).status).toBe(502);
  });

  it.each([
    ['loopback', '127.0.0.1:80'],
    ['loopback, spelled oddly', '0x7f.1:80'],
    ['loopback as a number', '2130706433:80'],
    ['IPv6 loopback', '[::1]:80'],
    ['an IPv4 address in IPv6', '[::ffff:127.0.0.1]:80'],
    ['a private network', '10.1.2.3:443'],
    ['a link-local address', '169.254.169.254:80'],
    ['a name that resolves to loopback', 'inside.test:443'],
    ['a name that resolves to a private IPv6 address', 'inside6.test:443'],
  ])('refuses %s', async (_, authority) => {
    const names = { 'inside.test': ['127.0.0.1'], 'inside6.test': ['fd00::1'] };
    const { egress, port } = await openGate({ resolve: publicNetwork(site.port, names).resolve });
    const session = egress.admit(null);
    const before = site.log.length;
    expect(await tunnel(port, authority, session.authorization)).toContain('403');
    expect((await get(port, `http://${authority}/secret`, session.authorization)).status).toBe(403);
    expect(session.refused).toBe(2);
    expect(site.log).toHaveLength(before);
    const host = new URL(`http://${authority}`).host;
    expect(session.problemOf(host) ?? session.problemOf(host.replace(/:443$/, ''))).toMatchObject({
      code: 'blocked-address',
      message: expect.stringContaining('unless private addresses are allowed'),
    });
  });

  it('asks again for every connection, so that a name cannot change its mind', async () => {
    const network = publicNetwork(site.port, { 'rebind.test': ['93.184.216.34', '127.0.0.1'] });
    const { egress, port } = await openGate(network);
    const session = egress.admit(null);
    expect(await tunnel(port, 'rebind.test:443', session.authorization)).toContain(passed);
    expect(await tunnel(port, 'rebind.test:443', session.authorization)).toContain('403');
    expect(network.asked).toEqual(['rebind.test', 'rebind.test']);
  });

  it('tells why a site cannot be reached', async () => {
    const { egress, port } = await openGate({ allowPrivate: true });
    const session = egress.admit(null);
    expect(await tunnel(port, '127.0.0.1:9', session.authorization)).toContain('502');
    expect(session.problemOf('127.0.0.1:9')).toMatchObject({ code: 'connection', transient: true });
  });

  describe('with a proxy behind it', () => {
    const proxyOf = (url: string): ResolvedProxy => ({ id: 'p', url });

    it.each(['http', 'socks5'] as const)('goes through it and in no other way (%s)', async (kind) => {
      const proxy = await startProxy({ kind, hosts: { 'public.test': '127.0.0.1' } });
      onTestFinished(() => proxy.close());
      const { egress, port } = await openGate();
      const session: EgressSession = egress.admit(proxyOf(proxy.url));
      const target = `public.test:${site.port}`;
      expect(await get(port, `http://${target}/`, session.authorization)).toMatchObject({
        body: '<h1>home</h1>',
      });
      expect(await tunnel(port, target, session.authorization)).toContain('<h1>home</h1>');
      expect(proxy.log).toHaveLength(2);
      expect((await get(port, 'http://localhost/', session.authorization)).status).toBe(403);
      expect(await tunnel(port, '127.0.0.1:80', session.authorization)).toContain('403');
      expect(proxy.log).toHaveLength(2);
      await proxy.die();
      expect((await get(port, `http://${target}/`, session.authorization)).status).toBe(502);
      expect(session.problemOf(target)).toMatchObject({ code: 'proxy' });
    });

    it('goes as the system has it, by the next proxy where one is gone', async () => {
      const hosts = { 'public.test': '127.0.0.1', 'other.test': '127.0.0.1' };
      const gone = await startProxy({ kind: 'http', hosts });
      await gone.die();
      const [good, other] = [
        await startProxy({ kind: 'http', hosts }),
        await startProxy({ kind: 'socks5', hosts }),
      ];
      onTestFinished(async () => void (await Promise.all([good.close(), other.close()])));
      const route = ({ url }: { url: string }) => ({ kind: 'proxy' as const, url, from: 'the system' });
      const ask = async ({ hostname }: URL) =>
        hostname === 'other.test' ? [route(other)] : [route(gone), route(good)];
      const { egress, port } = await openGate({ system: new SystemRoutes({ ask }) });
      const { authorization } = egress.admit(null);
      const target = `public.test:${site.port}`;
      expect(await tunnel(port, target, authorization)).toContain('<h1>home</h1>');
      expect((await get(port, `http://${target}/`, authorization)).body).toBe('<h1>home</h1>');
      expect((await get(port, `http://other.test:${site.port}/`, authorization)).body).toBe('<h1>home</h1>');
      expect(good.log.map(({ kind }) => kind)).toEqual(['CONNECT', 'GET']);
      expect(other.log.map(({ kind }) => kind)).toEqual(['SOCKS']);
    });

    it('presents the credentials of the proxy to it, and to nobody else', async () => {
      const proxy = await startProxy({
        kind: 'http',
        demands: 'me:pass',
        hosts: { 'public.test': '127.0.0.1' },
      });
      onTestFinished(() => proxy.close());
      const { egress, port } = await openGate();
      const credentials = { username: 'me', password: 'pass' };
      const good = egress.admit({ ...proxyOf(proxy.url), credentials });
      const url = `http://public.test:${site.port}/`;
      expect(await get(port, url, good.authorization)).toMatchObject({ status: 200 });
      expect(proxy.log.at(-1)?.credentials).toBe('me:pass');
      expect(site.log.at(-1)?.headers['proxy-authorization']).toBeUndefined();
      const bad = egress.admit({ ...proxyOf(proxy.url), credentials: { username: 'me', password: 'no' } });
      expect((await get(port, url, bad.authorization)).status).toBe(502);
      expect(bad.problemOf(new URL(url).host)).toMatchObject({ code: 'proxy' });
    });
  });
});
