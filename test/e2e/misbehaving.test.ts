import { describe, expect, it, onTestFinished } from 'vitest';
import * as routes from '../servers/routes.ts';
import { startServer, type Route } from '../servers/server.ts';
import { studio } from './command-line.ts';

interface Outcome {
  run: string;
  state: string;
  reason: string;
  counters: Record<'queued' | 'active' | 'done' | 'failed' | 'skipped' | 'seen' | 'items', number>;
}

const good = routes.page('<!doctype html><title>good</title><h1>Good</h1>');
const noRobots = routes.status(404);

/** Crawls a site whose front page links to every route, one callback for all of them, and returns what came of it. */
async function crawlSite(
  site: Record<string, Route>,
  settings: Record<string, unknown> = {},
  args: readonly string[] = ['--allow-private'],
) {
  const names = Object.keys(site).filter((path) => path !== '/robots.txt' && path !== '/');
  const front = routes.page(
    `<!doctype html><title>front</title>${names.map((path) => `<a href="${path}">x</a>`).join('')}`,
  );
  const server = await startServer({ '/robots.txt': noRobots, '/': front, ...site });
  onTestFinished(() => server.close());
  const { call, file } = studio();
  const spider = {
    name: 'site',
    allowed_domains: ['127.0.0.1'],
    start_urls: [server.url('/')],
    rules: [{ allow: ['\\d/.+'], callback: 'page', follow: false }],
    callbacks: { page: { extract: { heading: { css: 'h1::text' } } } },
    settings: {
      DOWNLOAD_DELAY: 0,
      RETRY_TIMES: 0,
      DOWNLOAD_TIMEOUT: 2,
      DOWNLOAD_MAXSIZE: 1_000_000,
      ...settings,
    },
  };
  const imported = await call(['import', file('site.json', spider), '--json']);
  expect(imported.code, imported.stdout).toBe(0);
  const called = await call(['crawl', 'site', '--json', ...args]);
  const outcome = called.json<Outcome>();
  const { queued, active, done, failed, skipped, seen } = outcome.counters;
  expect(queued + active + done + failed + skipped, 'the counters add up').toBe(seen);
  const details = (await call(['runs', 'show', outcome.run, '--json'])).json<{
    reasons: { state: string; reason: string; count: number }[];
  }>();
  return { code: called.code, outcome, reasons: details.reasons, server, call };
}

describe('a site with one page of every kind of trouble', () => {
  it('loses nothing else: every good page is done, every bad one has its reason', async () => {
    const { code, outcome, reasons } = await crawlSite({
      '/good-1': good,
      '/good-2': routes.encoded('gzip', routes.compressed('gzip', Buffer.from('<h1>Zipped</h1>'))),
      '/good-3': routes.untilClosed,
      '/missing': routes.status(404),
      '/forbidden': routes.status(403),
      '/broken': routes.status(500),
      '/loop': routes.redirect('/loop'),
      '/elsewhere': routes.redirect('http://elsewhere.example/'),
      '/other-scheme': routes.redirect('file:///etc/passwd'),
      '/silent': routes.silent,
      '/drips': routes.drips,
      '/endless': routes.endless(),
      '/bomb': routes.encoded('gzip', routes.compressed('gzip', Buffer.alloc(30_000_000))),
      '/short': routes.shortBody,
      '/chunks': routes.brokenChunk,
      '/resets': routes.resets,
      '/headers': routes.hugeHeaders(200_000),
      '/paper': ({ response }) =>
        void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7'),
    });
    expect(outcome.state).toBe('completed');
    expect(code).toBe(0);
    expect(outcome.counters).toMatchObject({ done: 4, items: 3, failed: 14, skipped: 1, seen: 19 });
    expect(outcome.reason).toContain('14 pages failed');
    const told = reasons.map(({ reason }) => reason).join('\n');
    for (const word of [
      /answered 404/,
      /answered 403/,
      /answered 500/,
      /redirect/i,
      /allowed_domains/,
      /file:/,
      /not HTML/,
      /application\/pdf/,
    ]) {
      expect(told).toMatch(word);
    }
    for (const { reason } of reasons) expect(reason).toMatch(/^\S.+[.)]$/s);
  });

  it('a page that fails is tried again, and no longer than asked for', async () => {
    const { outcome, server } = await crawlSite(
      { '/once': routes.inTurn(routes.status(503), good), '/never': routes.status(503) },
      { RETRY_TIMES: 1 },
    );
    expect(outcome.counters).toMatchObject({ done: 2, items: 1, failed: 1 });
    const asked = (path: string) => server.log.filter(({ url }) => url === path).length;
    expect([asked('/once'), asked('/never')]).toEqual([2, 2]);
  });

  it('two links to one page through a redirect give one item, and one request to the page', async () => {
    const { outcome, reasons, server } = await crawlSite({
      '/old': routes.redirect('/new'),
      '/new': good,
      '/older': routes.redirect('/new'),
    });
    expect(outcome.counters).toMatchObject({ items: 1, skipped: 2, failed: 0, seen: 4 });
    expect(reasons[0]?.reason).toMatch(/already part of this crawl/);
    expect(server.log.filter(({ url }) => url === '/new')).toHaveLength(1);
  });
});

describe('robots.txt', () => {
  const site = { '/open': good, '/private/a': good };

  it('is obeyed, and what it forbids is skipped with that reason', async () => {
    const robots = routes.page('User-agent: *\nDisallow: /private/', { 'content-type': 'text/plain' });
    const { outcome, reasons, server } = await crawlSite({ ...site, '/robots.txt': robots });
    expect(outcome.counters).toMatchObject({ items: 1, skipped: 1 });
    expect(reasons[0]?.reason).toMatch(/robots\.txt does not allow/);
    expect(server.log.map(({ url }) => url)).not.toContain('/private/a');
    expect(server.log[0]?.url).toBe('/robots.txt');
    expect(server.log.filter(({ url }) => url === '/robots.txt')).toHaveLength(1);
  });

  it('costs no time for what it forbids: nothing is sent, so nothing is waited for', async () => {
    const robots = routes.page('User-agent: *\nDisallow: /private/', { 'content-type': 'text/plain' });
    const forbidden = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`/private/${index}`, good]),
    );
    // With a delay for each of them the crawl would take three minutes, and the test would run out of time.
    const manners = { DOWNLOAD_DELAY: 3, RANDOMIZE_DOWNLOAD_DELAY: false };
    const { outcome } = await crawlSite({ ...forbidden, '/robots.txt': robots }, manners);
    expect(outcome.counters).toMatchObject({ done: 1, skipped: 60, seen: 61 });
  });

  it('is not asked for when told so', async () => {
    const robots = routes.page('User-agent: *\nDisallow: /', { 'content-type': 'text/plain' });
    const { outcome, server } = await crawlSite(
      { ...site, '/robots.txt': robots },
      { ROBOTSTXT_OBEY: false },
    );
    expect(outcome.counters).toMatchObject({ items: 2, skipped: 0 });
    expect(server.log.map(({ url }) => url)).not.toContain('/robots.txt');
  });

  it('that cannot be had forbids the site, and the run says why', async () => {
    const { code, outcome } = await crawlSite({ ...site, '/robots.txt': routes.status(503) });
    expect(outcome).toMatchObject({ state: 'failed', counters: { done: 0, failed: 1, seen: 1 } });
    expect(outcome.reason).toMatch(/robots\.txt .* answered 503/);
    expect(code).toBe(1);
  });
});

describe('a crawl that gives nothing says why', () => {
  it('because the address is private', async () => {
    const { code, outcome, server } = await crawlSite({ '/a': good }, {}, []);
    expect(outcome.state).toBe('failed');
    expect(outcome.reason).toMatch(/unless private addresses are allowed/);
    expect(code).toBe(1);
    expect(server.log).toEqual([]);
  });

  it('because nobody answers', async () => {
    const { call, file } = studio();
    const server = await startServer({});
    const url = server.url('/');
    await server.close();
    const spider = {
      name: 'gone',
      allowed_domains: ['127.0.0.1'],
      start_urls: [url],
      settings: { RETRY_TIMES: 0 },
    };
    await call(['import', file('gone.json', spider)]);
    const called = await call(['crawl', 'gone', '--allow-private', '--json']);
    expect(called.json()).toMatchObject({ state: 'failed', counters: { failed: 1, seen: 1 } });
    expect(called.stdout).toMatch(/No page could be fetched/);
    expect(called.code).toBe(1);
  });

  it('because no link matched a rule', async () => {
    const { call, file } = studio();
    const server = await startServer({ '/robots.txt': noRobots, '/': routes.page('<a href="/a">a</a>') });
    onTestFinished(() => server.close());
    const spider = {
      name: 'none',
      allowed_domains: ['127.0.0.1'],
      start_urls: [server.url('/')],
      rules: [{ allow: ['/article/'], callback: 'parse_article' }],
    };
    await call(['import', file('none.json', spider)]);
    const called = await call(['crawl', 'none', '--allow-private', '--json']);
    expect(called.json()).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/no link matched a rule/) as string,
    });
    expect(called.code).toBe(1);
  });

  it('because every selector missed', async () => {
    const { code, outcome, call } = await crawlSite({ '/a': routes.page('<p>no heading</p>') });
    expect(outcome).toMatchObject({ state: 'failed', counters: { items: 1 } });
    expect(outcome.reason).toMatch(/Every item is empty/);
    expect(code).toBe(1);
    const shown = (await call(['runs', 'show', '1', '--json'])).json<{ empty: { field: string }[] }>();
    expect(shown.empty.map(({ field }) => field)).toContain('heading');
    expect((await call(['runs', 'show', '1'])).stdout).toContain(
      'Always empty: heading of page (1 item). "h1" is not on the page.',
    );
    expect((await call(['show', 'site', '--json'])).json()).toMatchObject([
      { metadata_json: { heading: null } },
    ]);
  });
});

describe('limits of the crawl', () => {
  const chain = Object.fromEntries(
    Array.from({ length: 6 }, (_, depth) => [
      `/d${depth}`,
      routes.page(`<h1>${depth}</h1><a href="/d${depth + 1}">deeper</a>`),
    ]),
  );

  it.each([
    { limit: 1, items: 1 },
    { limit: 3, items: 3 },
    { limit: 0, items: 6 },
  ])('DEPTH_LIMIT $limit', async ({ limit, items }) => {
    const server = await startServer({
      '/robots.txt': noRobots,
      '/': routes.page('<a href="/d0">in</a>'),
      ...chain,
    });
    onTestFinished(() => server.close());
    const { call, file } = studio();
    const spider = {
      name: 'deep',
      allowed_domains: ['127.0.0.1'],
      start_urls: [server.url('/')],
      rules: [{ allow: ['/d[0-5]$'], callback: 'page' }],
      callbacks: { page: { extract: { heading: { css: 'h1::text' } } } },
      settings: { DOWNLOAD_DELAY: 0, DEPTH_LIMIT: limit },
    };
    await call(['import', file('deep.json', spider)]);
    expect((await call(['crawl', 'deep', '--allow-private', '--json'])).json()).toMatchObject({
      state: 'completed',
      counters: { items },
    });
  });

  it('a pattern that would backtrack for ever does not stall it', async () => {
    const server = await startServer({
      '/robots.txt': noRobots,
      '/': routes.page(`<a href="/${'a'.repeat(2000)}!">trap</a><a href="/good">good</a>`),
      '/good': good,
    });
    onTestFinished(() => server.close());
    const { call, file } = studio();
    const spider = {
      name: 'trap',
      allowed_domains: ['127.0.0.1'],
      start_urls: [server.url('/')],
      rules: [{ allow: ['/(a+)+$', '/good'], callback: 'page' }],
      callbacks: { page: { extract: { heading: { css: 'h1::text' } } } },
    };
    await call(['import', file('trap.json', spider)]);
    expect((await call(['crawl', 'trap', '--allow-private', '--json'])).json()).toMatchObject({
      state: 'completed',
      counters: { items: 1 },
    });
  });
});
