import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { page as answering } from '../../../../servers/routes.ts';
import { startServer, type Route, type TestServer } from '../../../../servers/server.ts';
import { actingPages } from '../../../../servers/acting-site.ts';
import { twinSite } from '../../../../servers/script-site.ts';
import { testBrowser } from '../../../browser/support.ts';
import { openHost, spiderText, type OpenHost } from '../../open-host.ts';

const project = 'default';
const browser = testBrowser();
const agents: (string | undefined)[] = [];
let studio: OpenHost;
let site: TestServer;

beforeAll(async () => {
  site = await startServer({
    ...twinSite(2),
    ...actingPages,
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
    '/hollow': answering(
      `<!doctype html><title>Hollow</title><div id="root"></div><noscript>You need to enable JavaScript.</noscript><script>window.hollow = true;</script>`,
    ),
    '/moved': answering('<!doctype html><meta http-equiv="refresh" content="0;url=/agent">'),
    '/members': answering('<!doctype html><h1>Sign in</h1><form><input type="password"></form>'),
    '/never': () => undefined,
    '/picture': answering('GIF89a', { 'content-type': 'image/gif' }),
  });
  studio = await openHost();
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

  it('arrives where a run arrives: by its meta refresh, with the arguments of the spider in the headers', async () => {
    const text = JSON.parse(spiderText('moved', { settings: { USER_AGENT: 'For ${term}' } })) as object;
    await studio.call('spiders.save', {
      project,
      spider: null,
      text: JSON.stringify({ ...text, args: { term: { default: 'shoes' } } }),
      base: null,
    });
    const url = site.url('/moved');
    const added = await studio.call('pages.addUrl', { project, spider: 'moved', url, allowPrivate: true });
    expect(added).toMatchObject({
      page: { url: site.url('/agent') },
      notes: [`The meta refresh of ${url} was followed.`],
    });
    expect(agents.at(-1)).toBe('For shoes');
  });

  it('is kept as a browser shows it, and fetched again as it was', async () => {
    vi.stubEnv('SPIDER_STUDIO_BROWSER', browser);
    const stages = studio.follow('progress', { operation: 'rendering-one' });
    const { page } = await studio.call('pages.addUrl', {
      project,
      spider: await spider('shown'),
      url: site.url('/script/0'),
      allowPrivate: true,
      browser: true,
      operation: 'rendering-one',
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

  it('is not said to need a browser where a browser shows nothing either', async () => {
    vi.stubEnv('SPIDER_STUDIO_BROWSER', browser);
    const name = await spider('hollow');
    const url = site.url('/hollow');
    const notesOf = async (id: string) => ({
      needsBrowser: (await studio.call('pages.preview', { page: id })).needsBrowser,
      notes: (await studio.call('tester.analyze', { page: id })).notes,
    });
    const came = await studio.call('pages.addUrl', { project, spider: name, url, allowPrivate: true });
    expect((await notesOf(came.page.id)).needsBrowser).toMatch(/rendered in a browser/u);
    const shown = await studio.call('pages.addUrl', {
      project,
      spider: name,
      url,
      allowPrivate: true,
      browser: true,
    });
    expect(await notesOf(shown.page.id)).toEqual({
      needsBrowser: null,
      notes: ['The page holds almost no text, even as a browser shows it.'],
    });
    const text = spiderText(name, { settings: { EXTRACTOR_ORDER: ['browser'] } });
    const { strategies } = await studio.call('tester.article', { page: shown.page.id, text });
    expect(strategies.find(({ strategy }) => strategy === 'browser')?.reason).not.toMatch(/not rendered/u);
  });

  it('is got by the settings of the text, or of the spider as it was saved', async () => {
    vi.stubEnv('SPIDER_STUDIO_BROWSER', browser);
    const before = agents.length;
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
    expect(agents.slice(before)).toEqual(['Saved/1', 'Typed/2', expect.stringMatching(/^SpiderStudio/u)]);

    const waiting = { EXTRACTOR_ORDER: ['browser'], BROWSER_WAIT_SELECTOR: 'h1.late' };
    const late = await add('/late', spiderText(name, { settings: waiting }));
    expect(await selected(late.id, 'h1::text')).toEqual(['Here']);
  });

  it('is acted on as in a run, and says what was done', async () => {
    vi.stubEnv('SPIDER_STUDIO_BROWSER', browser);
    const name = 'acting';
    const settings = { BROWSER_ACTIONS: [{ click: '.more', until: 'gone', wait: 0 }] };
    const { page, notes } = await studio.call('pages.addUrl', {
      project,
      spider: await spider(name),
      url: site.url('/gone'),
      allowPrivate: true,
      browser: true,
      text: spiderText(name, { settings }),
    });
    expect(notes).toEqual(['Clicked ".more" 3 times, until it was gone.']);
    expect(await selected(page.id, 'li a::text')).toEqual(['item 1', 'item 2', 'item 3', 'item 4']);
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
      error: {
        code: 'fetch-failed',
        message: '127.0.0.1 is a loopback address and is not fetched unless private addresses are allowed.',
        hint: 'Allow private addresses for this page, if it is yours.',
        details: { reason: 'blocked-address' },
      },
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
      const operation = `cancel-${stage}`;
      const stages = studio.follow('progress', { operation });
      const args = {
        project,
        spider: name,
        url: site.url(path),
        allowPrivate: true,
        browser: true,
        operation,
      };
      const adding = studio.ask('pages.addUrl', args, { signal: cancel.signal });
      await stages.until((event) => event.stage === stage);
      cancel.abort();
      expect(await adding).toMatchObject({ error: { code: 'cancelled' } });
      stages.end();
    }
    expect(await studio.call('pages.list', { project, spider: name })).toEqual([]);
  });
});

describe('the style sheets of a page that is added', () => {
  const css = (text: string, headers: Record<string, string> = {}) =>
    answering(text, { 'content-type': 'text/css', ...headers });
  /** Waits for ever in the middle of a sheet. */
  const endless: Route = ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/css' });
    response.write('p { color: red }');
  };
  const huge: Route = ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/css' });
    const more = (): void => {
      while (response.write(Buffer.alloc(64 * 1024, ' ')));
    };
    response.on('drain', more);
    more();
  };
  let styled: TestServer;
  let other: TestServer;
  const asked = (path: string) => styled.log.filter(({ url }) => url === path);
  beforeAll(async () => {
    const link = (href: string) => `<link rel="stylesheet" href="${href}">`;
    other = await startServer({ '/shared.css': css('p { color: blue }') });
    styled = await startServer({
      '/keys': answering(link('/css/own.css') + link(other.url('/shared.css'))),
      '/css/own.css': css('p { width: 7px }'),
      '/page': ({ response }) => {
        response
          .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=1; Path=/' })
          .end(
            `<!doctype html>${link('/css/a.css')}${link('/css/gone.css')}${link('/css/page.css')}<h1>Styled</h1>`,
          );
      },
      '/css/a.css': css(
        '@import "b.css" screen; @import "//127.0.0.1:9/private.css"; h1 { color: rgb(1, 2, 3) }',
      ),
      '/css/b.css': css('@import "c.css"; @charset "utf-8"; h1 { width: 77px }'),
      '/css/page.css': answering('<h1>Not a sheet</h1>'),
      '/latin': answering(link('/css/latin.css')),
      '/css/latin.css': answering(
        Buffer.from('@charset "latin1"; p::before { content: "\u00e9" }', 'latin1'),
        {
          'content-type': 'text/css',
        },
      ),
      '/hostile': answering(
        `${link('/css/endless.css')}${link('/css/huge.css')}${Array.from({ length: 40 }, (_, n) => link(`/css/many.css?${n}`)).join('')}<p>x`,
      ),
      '/css/endless.css': endless,
      '/css/huge.css': huge,
      '/css/many.css': css('i{}'),
      '/fat': answering(Array.from({ length: 8 }, (_, n) => link(`/css/fat.css?${n}`)).join('')),
      '/css/fat.css': css(' '.repeat(900_000)),
    });
  });
  afterAll(() => Promise.all([styled.close(), other.close()]));

  const add = async (name: string, path: string) => {
    const args = { project, spider: await spider(name), url: styled.url(path), allowPrivate: true };
    return (await studio.call('pages.addUrl', args)).page;
  };
  const bodyOf = (path: string) => String(studio.host.resource(path)?.body);

  it('are kept beside it for the preview, with what they import; selectors do not see them', async () => {
    const page = await add('styled', '/page');
    const { styles, path, notes } = await studio.call('pages.preview', { page: page.id });
    expect(styles).toEqual({
      kept: 2,
      missing: 0,
      problems: [
        `${styled.url('/css/gone.css')}: The site answered with status 404.`,
        `${styled.url('/css/page.css')}: It is no style sheet but text/html; charset=utf-8.`,
        expect.stringContaining('http://127.0.0.1:9/private.css: '),
      ],
    });
    expect(notes).toEqual([]);
    const html = bodyOf(path);
    expect(html.indexOf('h1 { width: 77px }')).toBeGreaterThan(0);
    expect(html.indexOf('h1 { width: 77px }')).toBeLessThan(html.indexOf('h1 { color: rgb(1, 2, 3) }'));
    // As a browser asks: with the cookie of the page, and where it was asked from.
    expect(asked('/css/a.css')[0]?.headers).toMatchObject({
      cookie: 'seen=1',
      referer: styled.url('/page'),
      accept: 'text/css,*/*;q=0.1',
    });
    // One level of imports, and no more.
    expect(asked('/css/c.css')).toEqual([]);
    // The page itself is what was fetched.
    const { text } = await studio.call('pages.source', { page: page.id, offset: 0, length: 1000 });
    expect(text).toContain('<link rel="stylesheet" href="/css/a.css">');
    expect(text).not.toContain('rgb');
    expect(await selected(page.id, 'style')).toEqual([]);
  });

  it('of another site are asked for without the headers of the spider, which may be keys', async () => {
    const settings = { DEFAULT_REQUEST_HEADERS: { Authorization: 'Bearer mine', 'X-Key': 'mine' } };
    const name = await spider('keys', settings);
    const args = { project, spider: name, url: styled.url('/keys'), allowPrivate: true };
    const { page } = await studio.call('pages.addUrl', args);
    const { styles } = await studio.call('pages.preview', { page: page.id });
    expect(styles).toEqual({ kept: 2, missing: 0, problems: [] });
    const keys = { authorization: 'Bearer mine', 'x-key': 'mine' };
    expect(asked('/css/own.css')[0]?.headers).toMatchObject(keys);
    expect(other.log).toMatchObject([{ url: '/shared.css', headers: { accept: 'text/css,*/*;q=0.1' } }]);
    for (const header of Object.keys(keys)) expect(other.log[0]?.headers).not.toHaveProperty(header);
  });

  it('are read in their encoding', async () => {
    const page = await add('latin', '/latin');
    const { path } = await studio.call('pages.preview', { page: page.id });
    expect(bodyOf(path)).toContain('content: "\u00e9"');
  });

  it('are given up where they have no end, and are no more than so many', async () => {
    const page = await add('hostile', '/hostile');
    const { styles } = await studio.call('pages.preview', { page: page.id });
    expect(styles).toMatchObject({ kept: 18, missing: 0 });
    expect(styles.problems).toEqual([
      `${styled.url('/css/endless.css')}: It was not there within 10 seconds.`,
      expect.stringMatching(/huge\.css: .*larger than the limit/u),
      'Only the first 20 are kept.',
    ]);
    const fat = await studio.call('pages.preview', { page: (await add('fat', '/fat')).id });
    expect(fat.styles).toMatchObject({ kept: 4, missing: 0 });
    expect(fat.styles.problems[0]).toContain('All together are larger than 4 MB.');
  });

  it('are fetched later for a page that was kept without, and not from private addresses by themselves', async () => {
    const name = await spider('later');
    const body = Buffer.from('<link rel="stylesheet" href="/css/a.css"><h1>x</h1>');
    const { upload } = await studio.call('uploads.begin', { name: 'a.html', bytes: body.length });
    await studio.call('uploads.append', { upload, offset: 0, data: body.toString('base64') });
    const { id } = await studio.call('pages.addFile', {
      project,
      spider: name,
      upload,
      url: styled.url('/page'),
    });
    const styles = async () => (await studio.call('pages.preview', { page: id })).styles;
    expect(await styles()).toEqual({ kept: 0, missing: 1, problems: [] });

    const before = asked('/css/a.css').length;
    expect(await studio.call('pages.fetchFiles', { page: id, allowPrivate: false })).toEqual({
      kept: 0,
      failed: 1,
      blocked: 1,
    });
    expect(asked('/css/a.css')).toHaveLength(before);
    expect(await studio.call('pages.fetchFiles', { page: id, allowPrivate: true })).toMatchObject({
      kept: 2,
    });
    expect(await styles()).toMatchObject({ kept: 2, missing: 0 });
    await studio.call('pages.delete', { page: id });
    expect(await studio.ask('pages.fetchFiles', { page: id, allowPrivate: true })).toMatchObject({
      error: { code: 'unknown-page' },
    });
  });
});

it('is not kept where the login has expired, and a way to log in is told', async () => {
  const state = { cookies: [{ name: 'sid', value: 'over', domain: '127.0.0.1' }], origins: [] };
  await studio.call('sessions.import', { name: 'club', text: JSON.stringify(state) });
  const name = await spider('members', { SESSION: 'club' });
  const url = site.url('/members');
  const refused = await studio.ask('pages.addUrl', { project, spider: name, url, allowPrivate: true });
  expect(refused).toMatchObject({
    ok: false,
    error: {
      code: 'login-expired',
      message: `The login club has expired. ${url} asks for a password.`,
      action: { action: 'log-in', login: 'club', url },
    },
  });
  expect(await studio.call('pages.list', { project, spider: name })).toEqual([]);
});
