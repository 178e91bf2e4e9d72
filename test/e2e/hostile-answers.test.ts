import { describe, expect, it, onTestFinished } from 'vitest';
import { frame, frames, good as goodHead, packed, startFrameServer } from '../servers/frames.ts';
import type { FrameServer, FrameVisit } from '../servers/frames.ts';
import { startProxy } from '../servers/proxy.ts';
import * as routes from '../servers/routes.ts';
import { startServer, type Route } from '../servers/server.ts';
import { certificate, crawl, good, innocentHost, noRobots, site } from './hostile-crawl.ts';

const { tls } = certificate;
const trusted = { env: { NODE_EXTRA_CA_CERTS: certificate.file } };

/** Pages that misbehave, and what is told of each; null: it is read. */
const answers: [string, Route, RegExp | null][] = [
  ['/headers-that-drip', routes.drippingHeaders, /did not (?:finish|begin)/],
  ['/no-headers', routes.silent, /did not (?:finish|begin)/],
  ['/body-that-drips', routes.drips, /did not finish its answer within 2 s/],
  ['/body-that-stops', routes.stalls, /did not finish its answer within 2 s/],
  ['/endless', routes.endless(), /larger than the limit/],
  ['/endless-announced', routes.endless({ 'content-length': '99999999999' }), /larger than the limit/],
  [
    '/bomb-gzip',
    routes.encoded('gzip', routes.compressed('gzip', Buffer.alloc(40_000_000))),
    /bomb|larger than/,
  ],
  ['/bomb-br', routes.encoded('br', routes.compressed('br', Buffer.alloc(40_000_000))), /bomb|larger than/],
  [
    '/bomb-zstd',
    routes.encoded('zstd', routes.compressed('zstd', Buffer.alloc(40_000_000))),
    /bomb|larger than/,
  ],
  ['/bomb-endless', routes.endlessBomb, /bomb|larger than/],
  ['/chunk-cut', routes.brokenChunk, /ended its response early|closed the connection/],
  ['/chunk-bad', routes.badChunk, /not valid HTTP/],
  ['/tiny-pieces', routes.chunksOfOneByte(Buffer.alloc(50_000, 'x'), { 'content-type': 'text/html' }), null],
  ['/too-short', routes.shortBody, /ended its response early|closed the connection/],
  ['/too-long', routes.longBody, null],
  ['/until-closed', routes.untilClosed, null],
  ['/hundred-redirects', routes.redirect('/hop?n=100'), /redirected more than 20 times/],
  ['/loop', routes.redirect('/loop'), /redirects in a loop/],
  ['/to-file', routes.redirect('file:///etc/passwd'), /only http and https/],
  ['/to-script', routes.redirect('javascript:alert(1)'), /only http and https/],
  ['/to-nowhere', routes.redirect('http://'), /is not a URL/],
  ['/headers-huge', routes.hugeHeaders(1_000_000), /headers, which is the limit/],
  ['/headers-endless', routes.endlessHeaders, /headers, which is the limit/],
  ['/header-broken', routes.raw('HTTP/1.1 200 OK\r\nbad\nname: 1\r\n\r\n'), /not valid HTTP/],
  ['/header-of-ssh', routes.raw('SSH-2.0-OpenSSH_9.9\r\n'), /not valid HTTP/],
  ['/reset', routes.resets, /closed the connection/],
  ['/closed', routes.closes, /closed the connection/],
  ['/busy', routes.status(429, { 'retry-after': '1' }), /answered 429/],
];
const read = answers.filter(([, , reason]) => reason === null).length;

/** A text that the pattern is found in. */
const matching = (pattern: string | RegExp): unknown => expect.stringMatching(pattern);

describe('answers made to hurt', () => {
  it('cost their own page and say why; other pages and hosts go on, in bounded memory', async () => {
    const innocent = await innocentHost();
    const pages = Object.fromEntries(answers.map(([path, route]) => [path, route]));
    const hostile = await site({ ...pages, '/good': good, '/hop': routes.countdown('/hop') });
    const result = await crawl([`${hostile.origin}/`, `${innocent.origin}/`], {
      settings: { DOWNLOAD_TIMEOUT: 2, DOWNLOAD_MAXSIZE: 8_000_000 },
    });
    const told = answers.map(([path]) => [path, result.reasonOf(hostile.url(path))]);
    for (const [index, [path, , reason]] of answers.entries()) {
      expect(told[index], path).toEqual([path, reason === null ? null : matching(reason)]);
    }
    expect(result.state).toBe('completed');
    // The front page, the good one, the end of a hundred redirects that is a link too, and those that are read.
    expect(result.of(hostile)).toMatchObject({
      queued: 0,
      active: 0,
      done: read + 3,
      failed: answers.length - read,
    });
    expect(result.of(innocent)).toMatchObject({ done: 11, items: 10, failed: 0 });
    expect(result.peakRssMb).toBeLessThan(600);
  });

  it('a page that sends on to a private address is not followed, while the crawl goes through a proxy', async () => {
    const targets = [
      'http://127.0.0.1:9/',
      'http://169.254.169.254/latest',
      'http://localhost/',
      'http://[::1]/',
      'http://0x7f.1/',
    ];
    const paths = targets.map((_, n) => `/away-${n}`);
    const shop = await site({
      ...Object.fromEntries(targets.map((target, n) => [`/away-${n}`, routes.redirect(target)])),
      '/good': good,
    });
    const proxy = await startProxy({ kind: 'http', hosts: { 'shop.example': '127.0.0.1' } });
    onTestFinished(() => proxy.close());
    const origin = `http://shop.example:${shop.port}`;
    const result = await crawl([`${origin}/`], {
      settings: { PROXY_TIERS: ['datacenter'], ROBOTSTXT_OBEY: false },
      domains: ['shop.example', '127.0.0.1', '169.254.169.254', 'localhost', '[::1]'],
      proxy: proxy.url,
      args: [],
    });
    expect(result.of({ origin })).toMatchObject({ done: 2, items: 1, failed: targets.length });
    for (const path of paths)
      expect(result.reasonOf(`${origin}${path}`)).toMatch(
        /is not fetched unless private addresses are allowed/,
      );
    expect(proxy.log.filter(({ target }) => !target.includes('shop.example'))).toEqual([]);
  });
});

/** What a server does to every request but that for robots.txt, and what is told of it. */
const faults: [string, (visit: FrameVisit) => void, RegExp][] = [
  [
    'a reset in the middle',
    ({ stream, send }) =>
      send(frames.headers(stream, goodHead), frames.data(stream, '<h1>half'), frames.reset(stream, 2)),
    /aborted its response \(HTTP\/2: INTERNAL_ERROR\)/,
  ],
  [
    'GOAWAY in the middle',
    ({ stream, send }) =>
      send(frames.headers(stream, goodHead), frames.data(stream, '<h1>half'), frames.goAway(stream, 2)),
    /aborted its response/,
  ],
  [
    'a stream that never ends',
    ({ stream, send }) => send(frames.headers(stream, goodHead), frames.data(stream, '<h1>half')),
    /did not finish its answer within 2 s/,
  ],
  ['silence', () => undefined, /did not finish its answer within 2 s/],
  [
    'headers without end',
    ({ stream, send }) => {
      const piece = frames.continuation(stream, packed([['x', 'y'.repeat(10_000)]]), false);
      send(frames.headers(stream, goodHead, { whole: false }), ...Array.from({ length: 200 }, () => piece));
    },
    /not valid HTTP\/2/,
  ],
  ['frames that make no sense', ({ send }) => send(frame(0, 0, 0, Buffer.from('x'))), /not valid HTTP\/2/],
];

const answerWith =
  (fault: (visit: FrameVisit) => void) =>
  (visit: FrameVisit): void => {
    if (visit.earlier.inAll > 0) fault(visit);
    else visit.send(frames.headers(visit.stream, [[':status', '404']], { last: true }));
  };

async function frameServer(fault: (visit: FrameVisit) => void, http1?: string): Promise<FrameServer> {
  const server = await startFrameServer(answerWith(fault), {
    tls,
    ...(http1 === undefined ? {} : { http1 }),
  });
  onTestFinished(() => server.close());
  return server;
}

describe('HTTP/2', () => {
  it('is spoken with the sites that offer it, over one connection, with the same limits; others go on', async () => {
    const innocent = await innocentHost();
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`/page-${n}`, good]));
    const modern = await site(many, { tls, http2: 'offered' });
    const only = await site(
      {
        ...many,
        '/endless': routes.endless(),
        '/drips': routes.drips,
        '/bomb': routes.endlessBomb,
        '/loop': routes.redirect('/loop'),
        '/moved': routes.redirect('/page-0'),
        '/headers': ({ response }) =>
          void response.writeHead(200, { 'x-long': 'y'.repeat(100_000) }).end('x'),
      },
      { tls, http2: 'only' },
    );
    const old = await site(many, { tls });
    const result = await crawl(
      [modern, only, old, innocent].map(({ origin }) => `${origin}/`),
      { ...trusted, settings: { DOWNLOAD_TIMEOUT: 2 } },
    );
    expect(result.state).toBe('completed');
    for (const server of [modern, old])
      expect(result.of(server)).toMatchObject({ done: 31, items: 30, failed: 0 });
    expect(result.of(only)).toMatchObject({ done: 31, items: 30, failed: 5, skipped: 1 });
    for (const [path, reason] of [
      ['/endless', /larger than the limit/],
      ['/drips', /did not finish its answer within 2 s/],
      ['/bomb', /bomb/],
      ['/loop', /redirects in a loop/],
      ['/headers', /headers, which is the limit|HTTP\/2/],
    ] as const) {
      expect(result.reasonOf(only.url(path)), path).toMatch(reason);
    }
    const versions = [modern, only, old].map(({ log }) => [
      ...new Set(log.map(({ httpVersion }) => httpVersion)),
    ]);
    expect(versions).toEqual([['2.0'], ['2.0'], ['1.1']]);
    expect(modern.accepted()).toBeLessThanOrEqual(2);
    expect(result.of(innocent)).toMatchObject({ done: 11, items: 10 });
    expect(result.peakRssMb).toBeLessThan(600);
  });

  it('that does not work costs a host its own page and says why; other hosts go on', async () => {
    const innocent = await innocentHost();
    const servers = [];
    for (const [, fault] of faults) servers.push(await frameServer(fault));
    const result = await crawl(
      [...servers, innocent].map(({ origin }) => `${origin}/`),
      {
        ...trusted,
        settings: { DOWNLOAD_TIMEOUT: 2 },
      },
    );
    for (const [n, server] of servers.entries()) {
      const [what, , reason] = faults[n] ?? [];
      expect(result.of(server), what).toMatchObject({ done: 0, failed: 1, queued: 0, active: 0 });
      expect(result.reasonOf(server.url('/')), what).toMatch(reason ?? /never/);
    }
    expect(result.of(innocent)).toMatchObject({ done: 11, items: 10, failed: 0 });
    expect(result.peakRssMb).toBeLessThan(600);
  });

  it('that does not work costs nothing where HTTP/1.1 does', async () => {
    const html = '<h1>Over 1.1</h1>';
    const answer = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${html.length}\r\n\r\n${html}`;
    const broken = faults.filter(([what]) => !/silence|never ends/.test(what));
    const servers = [];
    for (const [, fault] of broken) servers.push(await frameServer(fault, answer));
    const result = await crawl(
      servers.map(({ origin }) => `${origin}/`),
      trusted,
    );
    for (const [n, server] of servers.entries()) {
      expect(result.of(server), broken[n]?.[0]).toMatchObject({ done: 1, failed: 0 });
      expect(server.requests, broken[n]?.[0]).toEqual({ http2: 2, http1: 1 });
    }
  });

  it('with GOAWAY every few requests loses no page, and fetches none twice', async () => {
    const paths = Array.from({ length: 40 }, (_, n) => `/page-${n}`);
    const server = await startServer(
      {
        '/robots.txt': noRobots,
        '/': routes.page(paths.map((path) => `<a href="${path}">x</a>`).join('')),
        '*': good,
      },
      { tls, http2: 'only', requestsPerConnection: 7 },
    );
    onTestFinished(() => server.close());
    const result = await crawl([`${server.origin}/`], trusted);
    expect(result.of(server)).toMatchObject({ done: 41, items: 40, failed: 0 });
    expect(server.log.map(({ url }) => url).sort()).toEqual(['/', '/robots.txt', ...paths].sort());
    expect(server.accepted()).toBeGreaterThan(5);
  });
});
