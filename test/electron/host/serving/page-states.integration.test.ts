import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { given } from '../../../given.ts';
import { page as answering, status } from '../../../servers/routes.ts';
import { startServer, type TestServer } from '../../../servers/server.ts';
import { openHost, type OpenHost } from '../open-host.ts';

const project = 'default';
const sentence =
  'The harbour has been rebuilt twice since the storm, and each time the quay was made higher. ';
const html = (title: string, body: string): string =>
  `<!doctype html><title>${title}</title><link rel="stylesheet" href="/site.css"><body>${body}`;
const product = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Brass lamp',
  sku: 'L-7',
  offers: { price: '20.50', priceCurrency: 'EUR' },
};
const lamps = ['Brass lamp', 'Paper lantern', 'Storm light', 'Torch'].map((name, at) => ({
  name,
  price: at + 10,
}));

let studio: OpenHost;
let site: TestServer;

beforeAll(async () => {
  // What a page needs must not depend on the browser of this machine.
  vi.stubEnv('SPIDER_STUDIO_BROWSER', 'none');
  site = await startServer({
    '/robots.txt': answering('User-agent: *\nDisallow: /secret', { 'content-type': 'text/plain' }),
    '/site.css': answering('h1 { color: teal }', { 'content-type': 'text/css' }),
    '/cookies': answering(
      html('Consent', '<div><p>We use cookies to measure visits.</p><button>Accept all</button></div>'),
    ),
    '/login': answering(
      html('Sign in', '<form><input name="user"><input type="password"><button>Sign in</button></form>'),
    ),
    '/members': status(401),
    '/challenge': status(403, { 'cf-mitigated': 'challenge', server: 'cloudflare' }),
    '/denied': status(403),
    '/shell': answering(
      html(
        'App',
        '<div id="root"></div><noscript>You need JavaScript.</noscript><script src="/app.js"></script>',
      ),
    ),
    '/paper': answering('%PDF-1.7', { 'content-type': 'application/pdf' }),
    '/secret': answering(html('Secret', '<p>Secret</p>')),
    '/framed': answering(
      html('Jobs', '<h1>Jobs</h1><iframe src="/jobs" width="100%" height="800"></iframe>'),
    ),
    '/little': answering(html('Hello', '<p>Hello.</p>')),
    '/article': answering(
      html('The quay', `<article><h1>The quay</h1>${`<p>${sentence.repeat(3)}</p>`.repeat(6)}</article>`),
    ),
    '/product': answering(
      html(
        'Brass lamp',
        `<script type="application/ld+json">${JSON.stringify(product)}</script><h1>Brass lamp</h1><p>20.50 €</p>`,
      ),
    ),
    '/api/lamps': answering(JSON.stringify({ lamps }), { 'content-type': 'application/json' }),
  });
  studio = await openHost();
});
afterAll(async () => {
  await studio.close();
  await site.close();
  vi.unstubAllEnvs();
});

const begin = (path: string) =>
  studio.call('spiders.begin', { project, url: site.url(path), allowPrivate: true });

/** How often the style sheet was fetched. */
const styles = (): number => site.log.filter(({ url }) => url === '/site.css').length;

describe('a page of which a spider can be made', () => {
  it.each([
    ['/article', 'article', 1, { title: 'The quay' }],
    ['/product', 'product', 1, { title: 'Brass lamp', sku: 'L-7', price: 20.5 }],
    ['/api/lamps', 'json', lamps.length, { name: 'Brass lamp', price: 10 }],
  ])('%s is "%s", and what is proposed first works', async (path, kind, count, first) => {
    const kept = styles();
    const { spider, proposal } = await begin(path);
    expect(proposal.state.kind).toBe(kind);
    expect(styles() - kept).toBe(kind === 'json' ? 0 : 1);
    const name = given(spider);
    const { text: begun } = await studio.call('spiders.get', { project, spider: name });
    const text = JSON.stringify({ ...JSON.parse(begun), ...given(proposal.choices[0]).parts });
    await studio.call('spiders.save', { project, spider: name, text, base: 1 });
    const { run } = await studio.call('runs.start', {
      ...{ project, spider: name, limit: null, allowPrivate: true },
    });
    expect(await studio.call('runs.wait', { run: run.id })).toMatchObject({ state: 'completed' });
    const source = { project, spider: name, run: run.id };
    const { items } = await studio.call('results.items', { source, offset: 0, limit: 10 });
    const values = items.map(({ title, metadata }) => ({ title, ...metadata }));
    expect(values).toHaveLength(count);
    expect(values[0]).toMatchObject(first);
  });
});

describe('a page of which no spider can be made', () => {
  it.each([
    ['/cookies', 'cookie-wall', 'file'],
    ['/login', 'login', 'logins'],
    ['/members', 'login', 'logins'],
    ['/challenge', 'challenge', 'file'],
    ['/denied', 'refused', 'file'],
    ['/gone', 'refused', 'open'],
    ['/shell', 'empty-shell', 'none'],
    ['/paper', 'pdf', 'open'],
    ['/secret', 'robots', 'none'],
    ['/framed', 'iframe', 'open'],
    ['/little', 'nothing', 'none'],
  ])('%s is "%s", with one next step and no spider', async (path, kind, action) => {
    const before = await studio.call('spiders.list', { project });
    const kept = styles();
    const { spider, page, proposal } = await begin(path);
    expect({ spider, page, choices: proposal.choices }).toEqual({ spider: null, page: null, choices: [] });
    expect(proposal.state).toMatchObject({ kind, step: { action } });
    expect(proposal.state.step?.label).not.toBe('');
    // Nothing is fetched for a page that nobody keeps.
    expect(styles()).toBe(kept);
    expect(await studio.call('spiders.list', { project })).toEqual(before);
  });
});
