import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SessionCookies } from '../../../electron/fetch/session.ts';
import { oddPages, twinSite } from '../../servers/script-site.ts';
import { startServer, type TestServer } from '../../servers/server.ts';
import { given, rendered, request, testRenderer, textOf } from './support.ts';

let site: TestServer;
beforeAll(async () => {
  site = await startServer({ ...twinSite(4), ...oddPages });
});
afterAll(() => site.close());

const asked = (path: string): number => site.log.filter(({ url }) => url === path).length;

const renderer = testRenderer();

describe('what a browser makes of a page', () => {
  it('is the page after its scripts have run', async () => {
    const page = await rendered(renderer, request(site.url('/script/1')));
    expect(textOf(page)).toContain('<h1>Story number 1 of the harbour</h1>');
    expect(textOf(page)).toContain('<noscript></noscript>');
    expect(page).toMatchObject({ status: 200, finalUrl: site.url('/script/1'), hops: [] });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.rendering).toMatchObject({ consoleErrors: 0, scrolls: 0, refused: 0, notes: [] });
  });

  it('comes from a document that was fetched before, without asking the site for it again', async () => {
    const html = '<!doctype html><div id="root">ä</div><script src="/app.js"></script>';
    const page = await rendered(renderer, request(site.url('/script/2'), { document: given(html) }));
    expect(textOf(page)).toContain('Story number 2');
    expect(asked('/script/2')).toBe(0);
    expect(asked('/data/2')).toBe(1);
  });

  it('keeps the charset and the headers of a document that it is given', async () => {
    const document = {
      status: 200,
      headers: { 'content-type': 'text/html; charset=iso-8859-1', 'content-encoding': 'gzip', 'x-own': '1' },
      body: Buffer.from('<!doctype html><h1>caf\u00e9</h1>', 'latin1'),
    };
    const page = await rendered(renderer, request(site.url('/latin'), { document }));
    expect(textOf(page)).toContain('<h1>café</h1>');
    expect(page.headers['x-own']).toBe('1');
  });

  it.each([
    ['what comes late where there is nothing else', '/late', '<h1>late</h1>'],
    ['answers that scripts wait for, one after the other', '/steps', '<i>4</i>'],
    ['a page that never stops moving', '/ticks', 'word79'],
    ['where a script leads', '/to-plain', 'Plain page'],
    ['where a refresh leads', '/refresh', 'Plain page'],
    ['an error page', '/gone', '<h1>Gone</h1>'],
  ])('is %s', async (_, path, text) => {
    expect(textOf(await rendered(renderer, request(site.url(path))))).toContain(text);
  });

  it('tells the way that led there', async () => {
    const hop = await rendered(renderer, request(site.url('/hop')));
    expect(hop.finalUrl).toBe(site.url('/plain'));
    expect(hop.hops).toEqual([
      { url: site.url('/hop'), status: 302 },
      { url: site.url('/hop2'), status: 301 },
    ]);
    const byScript = await rendered(renderer, request(site.url('/to-plain')));
    expect(byScript.hops).toEqual([{ url: site.url('/to-plain'), status: 200 }]);
    expect((await rendered(renderer, request(site.url('/gone')))).status).toBe(410);
  });

  it('lets relative links mean what they mean in the browser, also after a script has changed the address', async () => {
    const page = await rendered(renderer, request(site.url('/pushes')));
    expect(page.finalUrl).toBe(site.url('/pushes'));
    expect(textOf(page)).toContain(`<base href="${site.url('/deep/er/')}">`);
  });

  it('is the file itself where that is no HTML', async () => {
    const json = await rendered(renderer, request(site.url('/data.json')));
    expect(textOf(json)).toBe('{"answer": 42}');
    expect(json.headers['content-type']).toBe('application/json');
    const robots = await rendered(renderer, request(site.url('/robots.txt')));
    expect(textOf(robots)).toBe('User-agent: *\nDisallow: /private\n');
  });

  it('counts the errors of the scripts', async () => {
    const page = await rendered(renderer, request(site.url('/errors')));
    expect(page.rendering.consoleErrors).toBe(2);
  });

  it('is fetched under the name it was told, or the browser’s own', async () => {
    await rendered(renderer, request(site.url('/plain?own')));
    await rendered(renderer, request(site.url('/plain?told'), { userAgent: 'TestSpider/1' }));
    const names = site.log
      .filter(({ url }) => url.startsWith('/plain?'))
      .map(({ headers }) => headers['user-agent']);
    expect(names).toEqual([expect.stringContaining('Chrome'), 'TestSpider/1']);
  });

  it('tells why there is none', async () => {
    const why = async (path: string) => {
      const result = await renderer.render(request(path.startsWith('http') ? path : site.url(path)));
      return result.ok ? 'a page' : `${result.problem.code}: ${result.problem.message}`;
    };
    expect(await why('/file.bin')).toBe(
      `browser: ${site.url('/file.bin')} is a file to download, which a browser does not render.`,
    );
    expect(await why('/nothing')).toContain('protocol: ');
    expect(await why('/large')).toContain('too-large: ');
    expect(await why('/for-ever')).toContain('too-many-redirects: ');
    expect(await why('/around')).toContain('too-many-redirects: ');
    expect(await why('http://127.0.0.1:9/')).toContain('connection: ');
    expect(await why('http://no-such-host.invalid/')).toContain('dns: ');
    expect(await why('https://127.0.0.1:9/')).toContain('connection: ');
  });

  it('asks before it goes on to another page, and not for where it was sent', async () => {
    const hops: string[] = [];
    const onHop = (url: string): string | null => {
      hops.push(url);
      return url.endsWith('/plain') ? 'Not there.' : null;
    };
    const result = await renderer.render(request(site.url('/hop'), { onHop }));
    expect(hops).toEqual([site.url('/hop2'), site.url('/plain')]);
    expect(result).toMatchObject({ ok: false, problem: { code: 'blocked-hop', message: 'Not there.' } });
    expect(result.ok ? [] : result.hops.map(({ url }) => url)).toEqual([site.url('/hop')]);
    const byScript = await renderer.render(request(site.url('/to-plain'), { onHop }));
    expect(byScript).toMatchObject({ ok: false, problem: { code: 'blocked-hop' } });
  });

  it('shares its cookies with the crawl, both ways', async () => {
    const cookies = new SessionCookies();
    const url = new URL(site.url('/cookie'));
    cookies.store(url, ['crawl=p1; Path=/', 'old=1; Path=/']);
    const page = await rendered(renderer, request(url.href, { cookies }));
    expect(textOf(page)).toContain('<p id="sent">crawl=p1; old=1</p>');
    expect(cookies.header(url).split('; ').sort()).toEqual(['crawl=p1', 'script=c1', 'server=s1']);
    cookies.store(url, 'crawl=p2; Path=/');
    const again = await rendered(renderer, request(url.href, { cookies }));
    expect(textOf(again)).toMatch(/<p id="sent">.*crawl=p2/);
  });

  it('forgets cookies where none are kept', async () => {
    const first = await rendered(renderer, request(site.url('/cookie'), { cookies: null }));
    const second = await rendered(renderer, request(site.url('/cookie'), { cookies: null }));
    expect(textOf(first)).toContain('<p id="sent">none</p>');
    expect(textOf(second)).toContain('<p id="sent">none</p>');
  });

  it('loads no images, media, fonts or icons', async () => {
    const page = await rendered(renderer, request(site.url('/media')));
    expect(textOf(page)).toContain('<img src="/i.png">');
    const paths = ['/i.png', '/v.mp4', '/f.woff2', '/bg.png', '/favicon.ico', '/favicon-own.png'];
    expect(paths.filter((path) => asked(path) > 0)).toEqual([]);
    expect(page.rendering.consoleErrors).toBe(0);
  });

  it('shows pages at the same time, each with its own content', async () => {
    const pages = await Promise.all(
      Array.from({ length: 12 }, (_, n) => rendered(renderer, request(site.url(`/script/${n % 4}?${n}`)))),
    );
    expect(pages.map((page) => /Story number (\d)/.exec(textOf(page))?.[1])).toEqual(
      Array.from({ length: 12 }, (_, n) => String(n % 4)),
    );
  });
});

describe('what pages may not do', () => {
  it('open dialogs that anybody answers', async () => {
    expect(textOf(await rendered(renderer, request(site.url('/dialogs'))))).toContain(
      'data-answer="falsenull"',
    );
    expect(textOf(await rendered(renderer, request(site.url('/plain'))))).toContain('Plain page');
  });

  it('open windows', async () => {
    const page = await rendered(renderer, request(site.url('/windows')));
    expect(textOf(page)).toContain('data-opened="null"');
    expect(asked('/popup-a') + asked('/popup-b')).toBe(0);
  });

  it('be given permissions, or keep a service worker', async () => {
    const text = textOf(await rendered(renderer, request(site.url('/permissions'))));
    expect(text).not.toContain('data-notes="granted"');
    expect(text).toContain('data-place="refused"');
    expect(asked('/worker.js')).toBe(0);
  });

  it('put files onto this machine', async () => {
    const page = await rendered(renderer, request(site.url('/download-by-script')));
    expect(textOf(page)).toContain('word79');
  });
});

describe('a page that waits', () => {
  it('for BROWSER_WAIT_SELECTOR', async () => {
    const settings = { waitSelector: '.come' };
    const page = await rendered(renderer, request(site.url('/waits'), { settings }));
    expect(textOf(page)).toContain('<b class="come">come</b>');
    expect(page.rendering.notes).toEqual([]);
  });

  it('in vain says so and gives what is there', async () => {
    const settings = { waitSelector: 'p:bogus(' };
    const page = await rendered(renderer, request(site.url('/plain'), { settings }));
    expect(textOf(page)).toContain('Plain page');
    expect(page.rendering.notes).toEqual([
      'BROWSER_WAIT_SELECTOR "p:bogus(" is not understood by the browser; the page is used as it was then.',
    ]);
  });

  it('for BROWSER_DELAY', async () => {
    const settings = { delayMs: 1000 };
    expect(textOf(await rendered(renderer, request(site.url('/waits'), { settings })))).toContain(
      'class="come"',
    );
  });
});

describe('INFINITE_SCROLL', () => {
  const items = (text: string): number => [...text.matchAll(/>item \d+</g)].length;

  it('scrolls so often and no more', async () => {
    const settings = { scroll: { most: 2, delayMs: 50 } };
    const page = await rendered(renderer, request(site.url('/endless'), { settings }));
    expect(page.rendering.scrolls).toBe(2);
    expect(items(textOf(page))).toBe(30);
  });

  it('stops when nothing grows any more', async () => {
    const settings = { scroll: { most: 50, delayMs: 50 } };
    const page = await rendered(renderer, request(site.url('/endless'), { settings }));
    expect(items(textOf(page))).toBe(40);
    expect(page.rendering.scrolls).toBeLessThan(8);
  });
});

describe('shadow roots and frames', () => {
  it('stay out of the page unless it is asked for', async () => {
    const text = textOf(await rendered(renderer, request(site.url('/parts'))));
    expect(text).not.toContain('<x-card><h2>');
    expect(text).toContain('<iframe src="/inner"></iframe>');
  });

  it('are written into it', async () => {
    const text = textOf(
      await rendered(renderer, request(site.url('/parts'), { settings: { flatten: true } })),
    );
    expect(text).toContain(
      '<x-card><h2>From the shadow &amp; more</h2><b slot="name">Name in the page</b><em>rest</em></x-card>',
    );
    expect(text).toContain(`<div data-frame="${site.url('/inner')}">`);
    expect(text).toContain(`<a href="${site.url('/sub/x')}">link</a>`);
    expect(text).toContain('<template><i>hidden</i></template>');
    expect(text).toContain('<noscript></noscript>');
    expect(text).toContain("innerHTML = '<style>b{color:red}</style><h2>From the shadow & more</h2>");
  });
});
