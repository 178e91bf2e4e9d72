import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { page as answering } from '../../../servers/routes.ts';
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
    '/shop/deck': answering(shop),
    '/shop/bad': answering(shop.replaceAll('/item/', '/gone/')),
    '/item/0': answering('<!doctype html><title>Brass lamp</title><h1>Brass lamp</h1>'),
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
    // The time that the site took is known to the host, so what to expect stays the same.
    expect(again.choices).toEqual(proposal.choices);
  });

  it('takes a name that is free, and an address without a scheme', async () => {
    const { host, pathname } = new URL(site.url('/shop/deck'));
    const url = ` ${host}${pathname} `;
    const { spider } = await studio.call('spiders.begin', { project, url, allowPrivate: true });
    expect(spider).toBe('site-shop-2');
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

describe('looking at the details of a choice', () => {
  const detailsOf = async (page: string, choice = 'list-0-details') =>
    studio.ask('pages.proposeDetails', { page, choice, allowPrivate: true });

  it('saves one detail page, and takes the fields that it has', async () => {
    const { page, spider } = await begin('/shop/deck');
    const looked = await studio.call('pages.proposeDetails', {
      page: page?.id ?? '',
      choice: 'list-0-details',
      allowPrivate: true,
    });
    expect(looked).toMatchObject({ page: { url: site.url('/item/0'), title: 'Brass lamp' }, notes: [] });
    expect(looked.choice).toMatchObject({ id: 'list-0-details', sample: null });
    expect(Object.keys(looked.choice.parts.callbacks['parse_details']?.extract ?? {})).toContain('heading');
    const pages = await studio.call('pages.list', { project, spider: spider ?? '' });
    expect(pages.map(({ id }) => id)).toContain(looked.page?.id);
  });

  it('leaves the choice as it is where the page cannot be read, and says so', async () => {
    const { page } = await begin('/shop/bad');
    const looked = await detailsOf(page?.id ?? '');
    expect(looked).toMatchObject({
      ok: true,
      value: { page: null, notes: [expect.stringContaining(site.url('/gone/0'))] },
    });
  });

  it('knows only the choices of the page', async () => {
    const { page } = await begin('/shop/deck');
    const asked = await detailsOf(page?.id ?? '', 'list-9-details');
    expect(asked).toMatchObject({ ok: false, error: { code: 'unknown-choice' } });
  });
});
