import { createServer as createHttp2Server, createSecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as routes from '../servers/routes.ts';
import { startServer, type Route } from '../servers/server.ts';
import { certificate, crawl, good, innocentHost, noRobots, site } from './hostile-crawl.ts';

async function listening(server: Server, host = '127.0.0.1', scheme = 'https'): Promise<{ origin: string }> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { origin: `${scheme}://${host}:${port}` };
}

const fronts = (...hosts: readonly { origin: string }[]): string[] => hosts.map(({ origin }) => `${origin}/`);

describe('pages made to hurt', () => {
  it('cost themselves at most, in bounded memory', async () => {
    const innocent = await innocentHost();
    const cookies = Array.from({ length: 1000 }, (_, n) => `cookie-number-${n}=some-value; Path=/`);
    const hostile = await site({
      '/long-line': routes.page(`<h1>Long</h1><p>${'x'.repeat(10_000_000)}</p>`),
      '/long-attribute': routes.page(`<h1 title="${'y'.repeat(10_000_000)}">Attribute</h1>`),
      '/one-tag': routes.page(`<h1>Tag</h1><${'a'.repeat(10_000_000)}`),
      '/nested': routes.page(`<h1>Nested</h1>${'<div>'.repeat(100_000)}deep`),
      '/nested-inline': routes.page(`<h1>Inline</h1>${'<b><i>'.repeat(20_000)}deep`),
      '/attributes': routes.page(
        `<h1 ${Array.from({ length: 100_000 }, (_, n) => `a${n}=1`).join(' ')}>Attributes</h1>`,
      ),
      '/cookies': ({ response }) =>
        void response
          .writeHead(200, { 'content-type': 'text/html', 'set-cookie': cookies })
          .end('<h1>Cookies</h1>'),
      '/after-cookies': good,
      '/header-bomb': routes.hugeHeaders(1_000_000),
      '/headers-for-ever': routes.endlessHeaders,
      '/lies-utf16': routes.page('<h1>Lies</h1>', { 'content-type': 'text/html; charset=utf-16' }),
      '/lies-unknown': routes.page('<h1>Unknown</h1>', { 'content-type': 'text/html; charset=klingon' }),
      '/lies-utf8': routes.page(Buffer.from('<h1>caf\u00E9</h1>', 'latin1')),
      '/lies-gzip': routes.encoded('gzip', Buffer.from('<h1>Not packed</h1>')),
      '/bytes': routes.page(Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * 7919) % 256))),
      '/zeros': routes.page(Buffer.alloc(1_000_000)),
    });
    const result = await crawl(fronts(hostile, innocent));
    expect(result.state).toBe('completed');
    expect(result.of(innocent)).toMatchObject({ done: 11, items: 10, failed: 0 });
    expect(result.of(hostile)).toMatchObject({ queued: 0, active: 0, skipped: 0, failed: 3, done: 14 });
    expect(result.told).toMatch(/headers, which is the limit/);
    expect(result.told).toMatch(/cannot be unpacked/);
    expect(result.peakRssMb).toBeLessThan(1200);
  });

  it('a million links are read up to the limit, in bounded memory, and other hosts go on', async () => {
    const innocent = await innocentHost();
    const links = Array.from({ length: 1_000_000 }, (_, n) => `<a href=/many/${n}>`).join('');
    const hostile = await site({ '/robots.txt': noRobots });
    const many = await startServer({ '/robots.txt': noRobots, '/': routes.page(links), '*': good });
    onTestFinished(() => many.close());
    const result = await crawl(fronts(many, hostile, innocent), { settings: { CLOSESPIDER_PAGECOUNT: 40 } });
    expect(result).toMatchObject({ state: 'stopped', reason: 'It reached its limit of 40 pages.' });
    expect(result.counters.seen).toBe(100_000 + 13);
    expect(result.counters.done).toBe(40);
    expect(result.of(innocent)).toMatchObject({ done: 11, items: 10, queued: 0 });
    expect(result.peakRssMb).toBeLessThan(2000);
  });
});

describe('robots.txt made to hurt', () => {
  it('is read as far as the protocol asks, or closes its own site and no other', async () => {
    const text = { 'content-type': 'text/plain' };
    const innocent = await innocentHost();
    const site2 = (robots: Route) => site({ '/robots.txt': robots, '/a': good, '/private/b': good });
    const huge = await site2(
      routes.page(
        `User-agent: *\nDisallow: /private/\n${'Disallow: /x\n'.repeat(500_000)}Disallow: /a\n`,
        text,
      ),
    );
    const oneLine = await site2(routes.page(`User-agent: *\nDisallow: /${'x'.repeat(5_000_000)}`, text));
    const wildcards = await site2(
      routes.page(`User-agent: *\n${`Disallow: /${'*a'.repeat(200)}$\n`.repeat(500)}`, text),
    );
    const binary = await site2(
      routes.page(Buffer.from(Array.from({ length: 50_000 }, (_, n) => (n * 31) % 256)), text),
    );
    const endless = await site2(
      routes.endless(text, 200, 'User-agent: *\nDisallow: /private/\nDisallow: /not-to-its-end-'),
    );
    const bomb = await site2(routes.endlessBomb);
    const silent = await site2(routes.silent);
    const dripping = await site2(routes.drips);
    const broken = await site2(routes.status(503));
    const looping = await site2(routes.redirect('/robots.txt'));
    const result = await crawl(
      fronts(huge, oneLine, wildcards, binary, endless, bomb, silent, dripping, broken, looping, innocent),
      { settings: { DOWNLOAD_TIMEOUT: 10 } },
    );
    expect(result.state).toBe('completed');
    expect(result.of(innocent)).toMatchObject({ done: 11, items: 10 });
    for (const read of [huge, endless])
      expect(result.of(read)).toMatchObject({ done: 2, items: 1, skipped: 1 });
    for (const open of [oneLine, wildcards, binary, bomb, looping])
      expect(result.of(open)).toMatchObject({ done: 3, items: 2 });
    for (const closed of [silent, dripping, broken]) {
      expect(result.of(closed)).toMatchObject({ done: 0, failed: 1 });
      expect(closed.log.map(({ url }) => url).filter((url) => url !== '/robots.txt')).toEqual([]);
    }
    expect(result.told).toMatch(/answered 503, so its pages are not fetched/);
    expect(result.told).toMatch(/did not finish its answer within 10 s/);
    expect(result.peakRssMb).toBeLessThan(600);
  });
});

describe('sitemaps made to hurt', () => {
  it('give what can be read of them, and other hosts go on', async () => {
    const innocent = await innocentHost();
    const entry = (path: string): string => `<url><loc>${path}</loc></url>`;
    const xml = (body: string | Uint8Array): Route =>
      routes.page(body, { 'content-type': 'application/xml' });
    const gzip = (text: string): Buffer => routes.compressed('gzip', Buffer.from(text));
    const names = [
      'bomb',
      'long',
      'many',
      'broken',
      'circle',
      'html',
      'silent',
      'nested',
      'entities',
      'endless',
    ];
    const hostile = await site({
      '/robots.txt': routes.page(names.map((name) => `Sitemap: /map-${name}`).join('\n')),
      '/map-bomb': xml(gzip(`<urlset>${entry('/from-bomb')}${' '.repeat(80_000_000)}`)),
      '/map-long': xml(
        `<urlset><url><loc>/${'x'.repeat(10_000_000)}</loc></url>${entry('/from-long')}</urlset>`,
      ),
      '/map-many': xml(
        `<urlset>${Array.from({ length: 60_000 }, (_, n) => entry(`/unwanted/${n}`)).join('')}`,
      ),
      '/map-broken': xml(`<urlset>${entry('/from-broken')}<url><lo`),
      '/map-circle': xml('<sitemapindex><sitemap><loc>/map-circle</loc></sitemap></sitemapindex>'),
      '/map-html': good,
      '/map-silent': routes.silent,
      '/map-nested': xml(
        `<urlset>${'<a>'.repeat(500_000)}${'</a>'.repeat(500_000)}${entry('/from-nested')}</urlset>`,
      ),
      '/map-entities': xml(
        `<!DOCTYPE u [<!ENTITY a "${'&b;'.repeat(1000)}">]><urlset>${entry('/&a;')}</urlset>`,
      ),
      '/map-endless': routes.endless({}, 200, `<urlset>${entry('/from-endless')}<url><loc>/from-endless/not`),
      '/from-endless': good,
      '/from-bomb': good,
      '/from-long': good,
      '/from-broken': good,
      '/from-nested': good,
      // Nothing links to anything: what is found comes from the sitemaps.
      '/': routes.page('<h1>front</h1>'),
    });
    const result = await crawl(fronts(hostile, innocent), {
      // Time enough for the large ones on a busy machine; two never end.
      settings: { USE_SITEMAP: true, DOWNLOAD_TIMEOUT: 12 },
      rules: [{ allow: ['/(?:from|good)-'], callback: 'page', follow: false }],
    });
    expect(result.state).toBe('completed');
    expect(result.of(innocent)).toMatchObject({ done: 11, items: 10, failed: 0 });
    expect(result.of(hostile)).toMatchObject({ done: 6, items: 5, failed: 0, skipped: 0 });
    expect(result.peakRssMb).toBeLessThan(900);
  });
});

describe('a server that asks to wait', () => {
  it('is given the time, as seconds or as a date, while other hosts go on', async () => {
    const innocent = await innocentHost();
    const times: Record<string, number[]> = { seconds: [], date: [] };
    let until = 0;
    const busy =
      (name: string, retryAfter: () => string): Route =>
      (visit) => {
        times[name]?.push(Date.now());
        return visit.earlier === 0 ? routes.status(429, { 'retry-after': retryAfter() })(visit) : good(visit);
      };
    const seconds = await site({ '/busy': busy('seconds', () => '2') });
    const date = await site({
      '/busy': busy('date', () => {
        // An HTTP date has whole seconds.
        until = Math.ceil(Date.now() / 1000) * 1000 + 2000;
        return new Date(until).toUTCString();
      }),
    });
    const result = await crawl(fronts(seconds, date, innocent), { settings: { RETRY_TIMES: 1 } });
    expect(result.state).toBe('completed');
    for (const host of [seconds, date])
      expect(result.of(host)).toMatchObject({ done: 2, items: 1, failed: 0 });
    expect(result.of(innocent)).toMatchObject({ done: 11, items: 10 });
    const [first = 0, second = 0] = times['seconds'] ?? [];
    expect(second - first).toBeGreaterThanOrEqual(2000);
    expect(times['date']?.[1]).toBeGreaterThanOrEqual(until);
  });

  it('connections that are closed without notice lose nothing', async () => {
    const innocent = await innocentHost();
    const closing: Route = (visit) => {
      visit.response.on('finish', () => visit.socket.destroy());
      return good(visit);
    };
    const pages = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`/page-${n}`, closing]));
    const hostile = await site(pages);
    const result = await crawl(fronts(hostile, innocent), { settings: { RETRY_TIMES: 3 } });
    expect(result.of(hostile)).toMatchObject({ done: 31, items: 30, failed: 0 });
    expect(result.of(innocent)).toMatchObject({ done: 11, items: 10 });
  });
});

describe('hosts that cannot be talked to', () => {
  it('say why, each in its own words, while other hosts go on', async () => {
    const innocent = await innocentHost();
    const selfSigned = await listening(
      createHttpsServer(certificate.tls, (_request, response) => response.end('x')),
    );
    const http2Only = await listening(createSecureServer({ ...certificate.tls, allowHTTP1: false }));
    const plainHttp2 = await listening(createHttp2Server(), '127.0.0.1', 'http');
    const plainAsTls = { origin: innocent.origin.replace('http:', 'https:') };
    const nowhere = { origin: 'http://no-such-host.invalid' };
    const result = await crawl(fronts(selfSigned, http2Only, plainHttp2, plainAsTls, nowhere, innocent));
    expect(result.state).toBe('completed');
    expect(result.of(innocent)).toMatchObject({ done: 11, items: 10 });
    for (const host of [selfSigned, http2Only, plainHttp2, plainAsTls, nowhere]) {
      expect(result.of(host), host.origin).toMatchObject({ done: 0, failed: 1 });
      expect(result.told).toContain(new URL(host.origin).host);
    }
    expect(result.told).toMatch(/its certificate is self-signed/);
    expect(result.told).toMatch(/does not use TLS/);
    expect(result.counters).toMatchObject({ failed: 5, seen: 16 });
  });

  it('a certificate for another name is refused even where its issuer is trusted', async () => {
    const innocent = await innocentHost();
    const server = () =>
      createHttpsServer(certificate.tls, (_request, response) => response.end('<h1>x</h1>'));
    const right = await listening(server());
    const wrong = await listening(server(), '127.0.0.2');
    const result = await crawl(fronts(right, wrong, innocent), {
      env: { NODE_EXTRA_CA_CERTS: certificate.file },
    });
    expect(result.of(right)).toMatchObject({ done: 1, failed: 0 });
    expect(result.of(wrong)).toMatchObject({ done: 0, failed: 1 });
    expect(result.told).toMatch(/its certificate is for another host name/);
    expect(result.of(innocent)).toMatchObject({ done: 11, items: 10 });
  });
});
