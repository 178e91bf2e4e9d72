import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { page as answering, status } from '../../../servers/routes.ts';
import { startServer, type TestServer } from '../../../servers/server.ts';
import { openHost, type OpenHost } from '../open-host.ts';

const project = 'default';
const names = ['Brass lamp', 'Hemp rope', 'Folding grapnel', 'Oilskin coat', 'Jumper'];
const cards = names.map(
  (name, at) =>
    `<article class="card"><h3><a href="/item/${at}">${name}</a></h3><p class="text">Made in the harbour, number ${at}, sold by the piece.</p></article>`,
);
const shop = `<!doctype html><title>Deck</title><body><main>${cards.join('\n')}</main>`;

let studio: OpenHost;
let site: TestServer;

beforeAll(async () => {
  // What a page needs must not depend on the browser of this machine.
  vi.stubEnv('SPIDER_STUDIO_BROWSER', 'none');
  site = await startServer({
    '/robots.txt': answering('User-agent: *\nDisallow: /secret', { 'content-type': 'text/plain' }),
    '/shop/deck': answering(shop),
    '/secret': answering(shop),
    '/denied': status(403),
    '/paper': answering('%PDF-1.7', { 'content-type': 'application/pdf' }),
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

describe('beginning a spider from an address', () => {
  it('creates a valid spider with the page saved, and says what the page holds', async () => {
    const { spider, page, proposal } = await begin('/shop/deck#top');
    expect(spider).toBe('site-shop');
    expect(page).toMatchObject({ title: 'Deck', url: site.url('/shop/deck'), source: 'url' });
    expect(proposal.lists[0]).toMatchObject({ count: names.length });
    const { text } = await studio.call('spiders.get', { project, spider: 'site-shop' });
    expect(JSON.parse(text)).toEqual({
      name: 'site-shop',
      source_url: site.url('/shop/deck'),
      allowed_domains: ['127.0.0.1'],
      start_urls: [site.url('/shop/deck')],
    });
    const pages = await studio.call('pages.list', { project, spider: 'site-shop' });
    expect(pages.map(({ id }) => id)).toEqual([page?.id]);
    const again = await studio.call('pages.propose', { page: page?.id ?? '' });
    expect(again.lists).toEqual(proposal.lists);
  });

  it('takes a name that is free, and an address without a scheme', async () => {
    const { host, pathname } = new URL(site.url('/shop/deck'));
    const url = ` ${host}${pathname} `;
    const { spider } = await studio.call('spiders.begin', { project, url, allowPrivate: true });
    expect(spider).toBe('site-shop-2');
  });

  it.each([
    ['/secret', 'robots'],
    ['/denied', 'refused'],
    ['/paper', 'pdf'],
  ])('creates nothing for %s, whose state is %s', async (path, kind) => {
    const before = await studio.call('spiders.list', { project });
    const { spider, page, proposal } = await begin(path);
    expect({ spider, page, kind: proposal.state.kind }).toEqual({ spider: null, page: null, kind });
    expect(await studio.call('spiders.list', { project })).toEqual(before);
  });

  it('reads a file with the address that it was saved from', async () => {
    const body = `<link rel="canonical" href="https://harbour.example/shop/">${shop}`;
    const bytes = Buffer.from(body);
    const { upload } = await studio.call('uploads.begin', { name: 'deck.html', bytes: bytes.length });
    await studio.call('uploads.append', { upload, offset: 0, data: bytes.toString('base64') });
    const { spider, page } = await studio.call('spiders.begin', { project, upload, allowPrivate: false });
    expect({ spider, url: page?.url, source: page?.source }).toEqual({
      spider: 'harbour-shop',
      url: 'https://harbour.example/shop/',
      source: 'file',
    });
  });

  it.each(['shop', 'mailto:a@example.org', 'http://'])('refuses "%s"', async (url) => {
    const asked = await studio.ask('spiders.begin', { project, url, allowPrivate: true });
    expect(asked).toMatchObject({ ok: false, error: { code: 'bad-url' } });
  });

  it('asks before it reaches a private address', async () => {
    const url = site.url('/shop/deck');
    const asked = await studio.ask('spiders.begin', { project, url, allowPrivate: false });
    const error = { code: 'fetch-failed', details: { reason: 'blocked-address' } };
    expect(asked).toMatchObject({ ok: false, error });
  });
});
