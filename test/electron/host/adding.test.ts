import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { page as answering } from '../../servers/routes.ts';
import { startServer, type TestServer } from '../../servers/server.ts';
import { twinSite } from '../../servers/script-site.ts';
import { testBrowser } from '../browser/support.ts';
import { openHost, spiderText, type OpenHost } from './open-host.ts';

const project = 'default';
const browser = testBrowser();
const agents: (string | undefined)[] = [];
let studio: OpenHost;
let site: TestServer;

beforeAll(async () => {
  site = await startServer({
    ...twinSite(2),
    '/late': answering(
      `<!doctype html><title>Late</title><div id="root"></div><script>setTimeout(() => { document.getElementById('root').innerHTML = '<h1 class="late">Here</h1>'; }, 1500);</script>`,
    ),
    '/agent': ({ request, response }) => {
      agents.push(request.headers['user-agent']);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Seen</h1>');
    },
    '/inside': answering(
      `<!doctype html><h1>Inside</h1><script src="http://127.0.0.1:9/private.js"></script>`,
    ),
    '/never': () => undefined,
    '/picture': answering('GIF89a', { 'content-type': 'image/gif' }),
  });
  studio = openHost();
});
afterAll(async () => {
  await studio.close();
  await site.close();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function spider(name: string, settings: Record<string, unknown> = {}): Promise<string> {
  await studio.call('spiders.save', {
    project,
    spider: null,
    text: spiderText(name, { settings }),
    base: null,
  });
  return name;
}

const selected = async (page: string, selector: string) =>
  (await studio.call('tester.selector', { page, language: 'css', selector })).samples.map(
    ({ value }) => value,
  );

describe('a page that is added by its address', () => {
  it('is kept as it came, and said to need a browser where it is empty without', async () => {
    vi.stubEnv('SPIDER_STUDIO_BROWSER', browser);
    const added = await studio.call('pages.addUrl', {
      project,
      spider: await spider('plain'),
      url: site.url('/script/0'),
      allowPrivate: true,
    });
    expect(added).toMatchObject({ page: { source: 'url', url: site.url('/script/0') }, notes: [] });
    expect(await selected(added.page.id, 'h1::text')).toEqual([]);
    const { needsBrowser } = await studio.call('pages.preview', { page: added.page.id });
    expect(needsBrowser).toMatch(/made by script.*rendered in a browser/u);
  });

  it('is kept as a browser shows it, and fetched again as it was', async () => {
    vi.stubEnv('SPIDER_STUDIO_BROWSER', browser);
    const stages = studio.follow('work', { work: 'rendering-one' });
    const { page } = await studio.call('pages.addUrl', {
      project,
      spider: await spider('shown'),
      url: site.url('/script/0'),
      allowPrivate: true,
      browser: true,
      work: 'rendering-one',
    });
    expect(page.source).toBe('rendered');
    expect(await selected(page.id, 'h1::text')).toEqual(['Story number 0 of the harbour']);
    expect((await studio.call('pages.preview', { page: page.id })).needsBrowser).toBeNull();
    expect(stages.events.map(({ stage }) => stage).slice(0, 2)).toEqual(['fetching', 'rendering']);
    stages.end();

    const again = await studio.call('pages.fetchAgain', { page: page.id, allowPrivate: true });
    expect(again.page).toMatchObject({ id: page.id, source: 'rendered' });
    const plainly = { page: page.id, allowPrivate: true, browser: false };
    expect((await studio.call('pages.fetchAgain', plainly)).page.source).toBe('url');
    expect(await selected(page.id, 'h1::text')).toEqual([]);
  });

  it('is got by the settings of the text, or of the spider as it was saved', async () => {
    vi.stubEnv('SPIDER_STUDIO_BROWSER', browser);
    const name = await spider('set', { EXTRACTOR_ORDER: ['browser'], USER_AGENT: 'Saved/1' });
    const add = async (path: string, text?: string) =>
      (
        await studio.call('pages.addUrl', {
          project,
          spider: name,
          url: site.url(path),
          allowPrivate: true,
          ...(text === undefined ? {} : { text }),
        })
      ).page;
    expect(await add('/agent')).toMatchObject({ source: 'rendered' });
    const plain = spiderText(name, { settings: { USER_AGENT: 'Typed/2', BROWSER_DELAY: 'wrong' } });
    expect(await add('/agent', plain)).toMatchObject({ source: 'url' });
    expect(await add('/agent', '{ "settings": {')).toMatchObject({ source: 'url' });
    expect(agents).toEqual(['Saved/1', 'Typed/2', expect.stringMatching(/^SpiderStudio/u)]);

    const waiting = { EXTRACTOR_ORDER: ['browser'], BROWSER_WAIT_SELECTOR: 'h1.late' };
    const late = await add('/late', spiderText(name, { settings: waiting }));
    expect(await selected(late.id, 'h1::text')).toEqual(['Here']);
  });

  it('tells what went less than well', async () => {
    vi.stubEnv('SPIDER_STUDIO_BROWSER', browser);
    const { notes } = await studio.call('pages.addUrl', {
      project,
      spider: await spider('noted'),
      url: site.url('/script/1'),
      allowPrivate: true,
      browser: true,
      text: spiderText('noted', { settings: { BROWSER_WAIT_SELECTOR: ':contains("x")' } }),
    });
    expect(notes).toEqual([expect.stringMatching(/^BROWSER_WAIT_SELECTOR .* is not understood/u)]);
  });

  it('is refused with a reason that can be acted on', async () => {
    const name = await spider('refused');
    const add = (path: string, more: { browser?: boolean; allowPrivate?: boolean } = {}) =>
      studio.ask('pages.addUrl', { project, spider: name, url: site.url(path), allowPrivate: true, ...more });
    vi.stubEnv('SPIDER_STUDIO_BROWSER', 'none');
    expect(await add('/script/0', { browser: true })).toMatchObject({
      error: { code: 'no-browser', hint: 'Install Chrome, Edge or Chromium: it is found by itself.' },
    });
    expect(await add('/script/0')).toMatchObject({ ok: true });
    vi.stubEnv('SPIDER_STUDIO_BROWSER', browser);
    expect(await add('/script/0', { browser: true, allowPrivate: false })).toMatchObject({
      error: { code: 'fetch-failed', details: { reason: 'blocked-address' } },
    });
    expect(await add('/nowhere', { browser: true })).toMatchObject({ error: { details: { status: 404 } } });
    expect(await add('/picture', { browser: true })).toMatchObject({ error: { code: 'not-html' } });
  });

  it('needs no download where a browser is', async () => {
    vi.stubEnv('SPIDER_STUDIO_BROWSER', browser);
    expect(await studio.call('app.installBrowser', {})).toMatchObject({
      downloaded: false,
      version: expect.stringMatching(/^\d+\./u),
    });
  });

  it('ends when it is cancelled, while it is fetched and while a browser shows it', async () => {
    vi.stubEnv('SPIDER_STUDIO_BROWSER', browser);
    const name = await spider('stopped', { BROWSER_DELAY: 60 });
    for (const [path, stage] of [
      ['/never', 'fetching'],
      ['/script/0', 'rendering'],
    ] as const) {
      const cancel = new AbortController();
      const work = `cancel-${stage}`;
      const stages = studio.follow('work', { work });
      const args = { project, spider: name, url: site.url(path), allowPrivate: true, browser: true, work };
      const adding = studio.ask('pages.addUrl', args, { signal: cancel.signal });
      await stages.until((event) => event.stage === stage);
      cancel.abort();
      expect(await adding).toMatchObject({ error: { code: 'cancelled' } });
      stages.end();
    }
    expect(await studio.call('pages.list', { project, spider: name })).toEqual([]);
  });
});
