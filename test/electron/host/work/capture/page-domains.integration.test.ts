import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { page as answering, redirect } from '../../../../servers/routes.ts';
import { startServer, type TestServer } from '../../../../servers/server.ts';
import { testBrowser } from '../../../browser/support.ts';
import { openHost, spiderText, type OpenHost } from '../../open-host.ts';

const project = 'default';
const browser = testBrowser();
const outside = 'outside-domains';
let studio: OpenHost;
/** On 127.0.0.1, which the spider covers. */
let site: TestServer;
/** Another site: it is reached as localhost. */
let away: TestServer;
let elsewhere: string;

const cards = ['Brass lamp', 'Hemp rope', 'Folding grapnel', 'Oilskin coat', 'Jumper'].map(
  (name, at) => `<article class="card"><h3><a href="/item/${at}">${name}</a></h3>
    <p class="text">Made in the harbour, number ${at}, sold by the piece.</p></article>`,
);

beforeAll(async () => {
  away = await startServer({ '/': answering('<h1>Away</h1>') });
  elsewhere = `http://localhost:${away.port}/`;
  site = await startServer({
    '/here': answering('<h1>Here</h1>'),
    '/leaves': redirect(() => elsewhere),
    '/chain': redirect('/chain/2'),
    '/chain/2': redirect('/leaves', 307),
    '/refresh': answering(`<meta http-equiv="refresh" content="0;url=${elsewhere}"><h1>Wait</h1>`),
    '/script': answering(`<h1>Wait</h1><script>location.href = '${elsewhere}';</script>`),
    '/script/chain': answering(`<h1>Wait</h1><script>location.href = '/chain';</script>`),
    '/script/here': answering(`<h1>Wait</h1><script>location.href = '/stays';</script>`),
    '/stays': redirect('/stays/2'),
    '/stays/2': redirect('/here', 301),
    '/shop': answering(`<!doctype html><title>Deck</title><body><main>${cards.join('\n')}</main>`),
    '/item/0': redirect('/leaves'),
  });
  studio = await openHost();
  const text = spiderText('deck', { allowed_domains: ['127.0.0.1'] });
  await studio.call('spiders.save', { project, spider: null, text, base: null });
});
afterAll(async () => {
  await studio.close();
  await Promise.all([site.close(), away.close()]);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const fetched = (path: string, how: { browser?: boolean; withinDomains?: boolean; text?: string } = {}) =>
  studio.ask('pages.addUrl', {
    project,
    spider: 'deck',
    url: path.startsWith('/') ? site.url(path) : path,
    allowPrivate: true,
    withinDomains: true,
    ...how,
  });

describe('a page that is fetched within the domains of its spider', () => {
  it.each([
    ['by a redirect', '/leaves', {}],
    ['by a chain of redirects', '/chain', {}],
    ['by a meta refresh', '/refresh', {}],
    ['by a redirect, before it is rendered', '/chain', { browser: true }],
    ['by a script', '/script', { browser: true }],
    ['by a script, then a chain of redirects', '/script/chain', { browser: true }],
  ])('is refused where it leaves them %s, and the other site is asked for nothing', async (_, path, how) => {
    vi.stubEnv('SPIDER_STUDIO_BROWSER', browser);
    const asked = away.log.length;
    const error = { code: outside, message: expect.stringContaining(elsewhere) as string };
    expect(await fetched(path, how)).toMatchObject({ ok: false, error });
    expect(away.log.slice(asked)).toEqual([]);
    expect(await studio.call('pages.list', { project, spider: 'deck' })).toEqual([]);
  });

  it('is not asked for where its address lies outside', async () => {
    const asked = away.log.length;
    expect(await fetched(elsewhere)).toMatchObject({ ok: false, error: { code: outside } });
    expect(away.log.slice(asked)).toEqual([]);
  });

  it('goes by the text that is given, and is refused where that names no domains', async () => {
    const text = spiderText('deck', { allowed_domains: ['127.0.0.1', 'localhost'] });
    const { page } = await studio.call('pages.addUrl', {
      ...{ project, spider: 'deck', url: site.url('/leaves'), text },
      ...{ allowPrivate: true, withinDomains: true },
    });
    expect(page.url).toBe(elsewhere);
    await studio.call('pages.delete', { page: page.id, forGood: true });
    expect(await fetched('/here', { text: '{' })).toMatchObject({ ok: false, error: { code: outside } });
  });

  it.each([
    ['by redirects', '/stays', {}],
    ['by a script', '/script/here', { browser: true }],
  ])('is followed within them %s', async (_, path, how) => {
    vi.stubEnv('SPIDER_STUDIO_BROWSER', browser);
    const answer = await fetched(path, how);
    expect(answer).toMatchObject({ ok: true, value: { page: { url: site.url('/here') } } });
    if (answer.ok) await studio.call('pages.delete', { page: answer.value.page.id, forGood: true });
  });

  it('may lead anywhere where that is not asked for', async () => {
    const answer = await fetched('/chain', { withinDomains: false });
    expect(answer).toMatchObject({ ok: true, value: { page: { url: elsewhere } } });
    if (answer.ok) await studio.call('pages.delete', { page: answer.value.page.id, forGood: true });
  });

  it('is refused for a draft, and as the detail page of a choice', async () => {
    vi.stubEnv('SPIDER_STUDIO_BROWSER', 'none');
    const asked = away.log.length;
    const text = spiderText('draft', { allowed_domains: ['127.0.0.1'] });
    const { draft } = await studio.call('spiders.putDraft', {
      ...{ project, spider: null, draft: null, text, base: null, known: null },
    });
    const how = { project, draft: draft ?? '', allowPrivate: true, withinDomains: true };
    const refused = { ok: false, error: { code: outside } };
    expect(await studio.ask('pages.addUrlToDraft', { ...how, url: site.url('/leaves') })).toMatchObject(
      refused,
    );
    const { page } = await studio.call('pages.addUrlToDraft', { ...how, url: site.url('/shop') });
    const { choices } = await studio.call('pages.propose', { page: page.id });
    const choice = choices.find(({ sample }) => sample === site.url('/item/0'))?.id ?? '';
    const details = { page: page.id, choice, allowPrivate: true };
    expect(await studio.ask('pages.proposeDetails', { ...details, withinDomains: true })).toMatchObject(
      refused,
    );
    expect(away.log.slice(asked)).toEqual([]);
    expect(await studio.call('pages.listOfDraft', { project, draft: draft ?? '' })).toHaveLength(1);
  });
});
