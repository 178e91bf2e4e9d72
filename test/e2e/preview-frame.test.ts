import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, Frame, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { PreviewOrder } from '../../shared/window/preview.ts';
import { openWebDoor, type WebDoor } from '../../electron/web/door.ts';
import { openHost, spiderText, type OpenHost } from '../electron/host/open-host.ts';
import { page as answering } from '../servers/routes.ts';
import { startServer } from '../servers/server.ts';
import { launchChromium } from './window/chromium.ts';

// The preview of a page in a real browser, behind the real door. The window around it is an empty page.
let browser: Browser;
let studio: OpenHost;
let door: WebDoor;
let context: BrowserContext;
let page: Page;
let trap: Server;
let trapped: string[];
let trapOrigin: string;

beforeAll(async () => {
  trapped = [];
  trap = createServer((request, response) => {
    trapped.push(request.url ?? '');
    response.end();
  });
  trap.listen(0, '127.0.0.1');
  await once(trap, 'listening');
  trapOrigin = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
  browser = await launchChromium();
  studio = await openHost();
  const folder = join(studio.dataDir, 'window');
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Window</title><body></body>');
  door = await openWebDoor({ host: studio.host, folder, port: 0 });
  await studio.call('spiders.save', {
    project: 'default',
    spider: null,
    text: spiderText('shop'),
    base: null,
  });
  context = await browser.newContext();
  page = await context.newPage();
  await page.goto(door.newTicket());
  await page.waitForURL(`${door.origin}/`);
}, 300_000);
afterAll(async () => {
  await browser.close();
  await door.close();
  await studio.close();
  trap.closeAllConnections();
  trap.close();
});

interface Shown {
  frame: Frame;
  id: string;
  /** What the preview has said so far. */
  reports(): Promise<{ kind: string; element?: number; elements?: number[]; drawn?: number }[]>;
  /** The newest report of a kind; undefined: there is none. */
  last(kind: string): Promise<{ element?: number; elements?: number[] } | undefined>;
  order(message: PreviewOrder): Promise<void>;
}

const outline = (
  groups: Extract<PreviewOrder, { kind: 'outline' }>['groups'],
  more: Partial<PreviewOrder> = {},
): PreviewOrder => ({ kind: 'outline', groups, marks: [], held: null, scrollTo: null, ...more });

/** Saves a page and shows its preview as the window does. */
async function show(html: string): Promise<Shown> {
  const bytes = Buffer.from(html);
  const { upload } = await studio.call('uploads.begin', { name: 'page.html', bytes: bytes.length });
  await studio.call('uploads.append', { upload, offset: 0, data: bytes.toString('base64') });
  return showPage((await studio.call('pages.addFile', { project: 'default', spider: 'shop', upload })).id);
}

async function showPage(id: string): Promise<Shown> {
  const { path } = await studio.call('pages.preview', { page: id });
  await page.evaluate(async (src) => {
    const reports: unknown[] = [];
    Object.assign(window, { reports });
    document.body.replaceChildren();
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    // A browser counts a border twice in the place of a context menu.
    frame.style.cssText = 'border:0;width:800px;height:600px';
    const ready = new Promise((resolve) => {
      window.addEventListener('message', ({ source, data }) => {
        if (source !== frame.contentWindow) return;
        reports.push(data);
        if ((data as { kind: string }).kind === 'ready') resolve(null);
      });
    });
    frame.src = src;
    document.body.append(frame);
    await ready;
  }, path);
  const frame = page.frames().find((one) => one.url().includes('/preview/'));
  if (frame === undefined) throw new Error('The preview is not shown.');
  const reports = (): ReturnType<Shown['reports']> =>
    page.evaluate(() => (window as unknown as { reports: never[] }).reports);
  return {
    frame,
    id,
    reports,
    last: async (kind) => (await reports()).findLast((one) => one.kind === kind),
    order: (message) =>
      page.evaluate(
        (order) =>
          new Promise<void>((resolve) => {
            window.addEventListener('message', function done({ data }) {
              if ((data as { kind: string }).kind !== 'outlined') return;
              window.removeEventListener('message', done);
              resolve();
            });
            document.querySelector('iframe')?.contentWindow?.postMessage(order, '*');
          }),
        message,
      ),
  };
}

const numbers = async (id: string, selector: string): Promise<number[]> =>
  (await studio.call('tester.selector', { page: id, language: 'css', selector })).nodes.elements;

describe('the preview in a browser', { timeout: 300_000 }, () => {
  it('outlines what the tester matched, and tells what was picked', async () => {
    const shown = await show(
      '<!doctype html><style>li{height:40px}</style><h1>Title</h1><ul><li>a</li><li>b</li><li hidden>c</li></ul>',
    );
    const items = await numbers(shown.id, 'li');
    expect(items).toHaveLength(3);
    await shown.order(outline([{ elements: items, style: 'match' }]));
    await expect.poll(async () => (await shown.reports()).at(-1)).toEqual({ kind: 'outlined', drawn: 2 });
    await shown.frame.locator('li').nth(1).hover();
    await shown.frame.locator('li').nth(1).click();
    const around = await Promise.all(['ul', 'body', 'html'].map((name) => numbers(shown.id, name)));
    await expect.poll(() => shown.last('hover')).toEqual({ kind: 'hover', element: items[1] });
    await expect
      .poll(() => shown.last('picked'))
      .toEqual({
        kind: 'picked',
        elements: [items[1], ...around.map(([only]) => only)],
      });
    await shown.frame.locator('h1').press('Escape');
    await expect.poll(async () => (await shown.reports()).at(-1)).toEqual({ kind: 'escaped' });
  });

  it('picks the smallest element that is seen, and skips those without a size', async () => {
    const shown = await show(
      `<!doctype html><style>.card{position:relative;width:300px;height:120px} .cover{position:absolute;inset:0}
        .modal{position:fixed;left:400px;top:0;width:200px;height:200px;background:#fff} .none{display:inline}</style>
      <div class="card"><a class="cover" href="/1"></a><h3>Lamp</h3><p>In stock</p></div>
      <div><span class="none"></span><b>Boot</b></div><i style="position:absolute;left:420px;top:10px">Behind</i><div class="modal"></div>`,
    );
    const expected = async (selector: string) => (await numbers(shown.id, selector))[0] ?? -1;
    const picks = async (at: readonly [number, number], selector: string) => {
      await page.mouse.click(...at);
      const wanted = await expected(selector);
      await expect.poll(async () => (await shown.last('picked'))?.elements?.[0]).toBe(wanted);
    };
    const middleOf = async (selector: string) => {
      const box = await shown.frame.locator(selector).boundingBox();
      return [(box?.x ?? 0) + 10, (box?.y ?? 0) + 8] as const;
    };
    // A link over the whole card is seen through; a window over the page is not.
    await picks(await middleOf('h3'), 'h3');
    await picks(await middleOf('.card > p'), '.card > p');
    await picks(await middleOf('i'), '.modal');
    await shown.order(outline([], { held: await expected('b') }));
    await shown.frame.locator('b').press('ArrowLeft');
    await shown.frame.locator('b').press('ArrowUp');
    await expect
      .poll(() => shown.last('stepped'))
      .toEqual({
        kind: 'stepped',
        element: await expected('div:nth-of-type(2)'),
      });
  });

  it('goes through the page by the arrow keys, and tells where the held element stands', async () => {
    const shown = await show(
      '<!doctype html><body style="margin:0"><h1 style="margin:0">T</h1><ul><li>a</li><li>b</li></ul>',
    );
    const [list = -1] = await numbers(shown.id, 'ul');
    const items = await numbers(shown.id, 'li');
    const body = shown.frame.locator('body');
    await page.locator('iframe').focus();
    await shown.order(outline([{ elements: [list], style: 'match' }]));
    await body.press('ArrowDown');
    await body.press('ArrowDown');
    await body.press('ArrowRight');
    await body.press('Enter');
    await expect.poll(async () => (await shown.last('picked'))?.elements?.[0]).toBe(items[1]);
    await shown.order(outline([], { held: items[1] ?? null }));
    await expect.poll(() => shown.last('placed')).toMatchObject({ box: { height: expect.any(Number) } });
    await body.press('ArrowLeft');
    await expect.poll(() => shown.last('stepped')).toEqual({ kind: 'stepped', element: items[0] });
    await shown.order(outline([]));
    await expect.poll(() => shown.last('placed')).toEqual({ kind: 'placed', box: null });
  });

  it('asks for the menu of an element, where it was clicked or below the one in hand', async () => {
    const shown = await show('<!doctype html><body style="margin:0"><h1>T</h1><p><b>bold</b></p>');
    const [bold = -1] = await numbers(shown.id, 'b');
    const [heading = -1] = await numbers(shown.id, 'h1');
    await shown.frame.locator('b').click({ button: 'right', position: { x: 3, y: 4 } });
    const box = await shown.frame.locator('b').evaluate((one) => one.getBoundingClientRect().toJSON());
    await expect
      .poll(() => shown.last('menu'))
      .toEqual({ kind: 'menu', element: bold, left: box.left + 3, top: Math.floor(box.top) + 4 });
    expect(await shown.last('picked')).toBeUndefined();
    await shown.order(outline([], { held: heading }));
    await shown.frame.locator('body').press('ContextMenu');
    await expect.poll(async () => (await shown.last('menu'))?.element).toBe(heading);
    await shown.order(outline([], { held: bold }));
    await shown.frame.locator('body').press('Shift+F10');
    await expect.poll(async () => (await shown.last('menu'))?.element).toBe(bold);
  });

  it('finds its elements however the browser mends the page', async () => {
    const shown = await show(
      '<table><tr>lost<td>x</table><p>one<p>two<div><a href=1>y<a href=2>z</a></div><select><option>o</select>',
    );
    for (const selector of ['td', 'p', 'a', 'option']) {
      const own = await numbers(shown.id, selector);
      const there = await shown.frame
        .locator(selector)
        .evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-spider-studio-n'))));
      expect(there).toEqual(own);
    }
  });

  it('runs, loads and goes nowhere, whatever the page tries', async () => {
    const evil = trapOrigin;
    const shown = await show(`<!doctype html>
      <meta http-equiv="refresh" content="0;url=${evil}/refresh"><base href="${evil}/">
      <link rel="stylesheet" href="${evil}/style.css"><link rel="preload" as="image" href="${evil}/preload">
      <link rel="dns-prefetch" href="${evil}"><link rel="prefetch" href="${evil}/prefetch">
      <style>@import "${evil}/import.css"; body { background: url(${evil}/background) } @font-face { font-family: f; src: url(${evil}/font) } p { font-family: f }</style>
      <script>window.ran = 1; parent.postMessage({ kind: 'picked', element: 1 }, '*')</script>
      <script src="${evil}/script.js"></script>
      <body onload="window.ran = 2"><img src="${evil}/img" onerror="window.ran = 3"><img src=x onerror="window.ran = 4">
      <svg onload="window.ran = 5"><image href="${evil}/svg"/><use href="${evil}/use#a"/></svg>
      <iframe src="${evil}/frame"></iframe><iframe srcdoc="<script>top.ran = 6</script>"></iframe>
      <object data="${evil}/object"></object><embed src="${evil}/embed"><video src="${evil}/video" poster="${evil}/poster" autoplay></video>
      <input autofocus onfocus="window.ran = 7"><form action="${evil}/form"><button id="send">Send</button></form>
      <a id="link" href="${evil}/link" target="_top" ping="${evil}/ping">Link</a>
      <a id="code" href="javascript:window.ran = 8">Code</a>
      <img name="querySelectorAll"><form name="documentElement"></form><p id="body">text</p>
      <noscript><img src="${evil}/noscript" onerror="window.ran = 9"></noscript>`);
    for (const id of ['#link', '#code', '#send']) await shown.frame.locator(id).click();
    await shown.frame.locator('p').click();
    const state = await shown.frame.evaluate(async () => {
      const fetched = await fetch('/').then(
        () => 'fetched',
        () => 'refused',
      );
      const cookies = (() => {
        try {
          return document.cookie;
        } catch {
          return 'refused';
        }
      })();
      const above = (() => {
        try {
          return String(window.parent.document.title);
        } catch {
          return 'refused';
        }
      })();
      return {
        ran: 'ran' in window,
        origin: window.origin,
        fetched,
        cookies,
        above,
        address: location.pathname,
      };
    });
    expect(state).toEqual({
      ran: false,
      origin: 'null',
      fetched: 'refused',
      cookies: 'refused',
      above: 'refused',
      address: expect.stringMatching(/^\/preview\//),
    });
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    expect(page.url()).toBe(`${door.origin}/`);
    // The four clicks of this test, and nothing that the page said.
    const said = (await shown.reports()).map(({ kind }) => kind).filter((kind) => kind !== 'hover');
    expect(said).toEqual(['ready', ...Array.from({ length: 4 }, () => 'picked')]);
    expect(trapped).toEqual([]);
    // The outliner still finds its way among elements that bear the names of its tools.
    const [paragraph = -1] = await numbers(shown.id, 'p');
    await shown.order(outline([{ elements: [paragraph], style: 'match' }], { scrollTo: paragraph }));
    await expect.poll(async () => (await shown.reports()).at(-1)).toEqual({ kind: 'outlined', drawn: 1 });
  });

  it('runs and loads nothing of style sheets that were kept with the page, whatever they try', async () => {
    const evil = trapOrigin;
    const css = (text: string) => answering(text, { 'content-type': 'text/css' });
    const site = await startServer({
      '/': answering(
        '<!doctype html><link rel="stylesheet" href="/a.css"><h1>Title</h1><p title="secret">text</p>',
      ),
      '/a.css': css(`@import "/b.css"; h1 { color: rgb(1, 2, 3) }
        h1::after { content: "</style><script>window.ran = 3</script>" }
        p { background: url(${evil}/a) , image-set("${evil}/b" 1x); cursor: url(${evil}/c), auto; list-style: url("${evil}/d"); filter: url(${evil}/e#f) }
        p[title^="s"] { background: u\\72l(${evil}/secret-begins-with-s) }
        @font-face { font-family: f; src: url(${evil}/font) } p { font-family: f }
        @layer x { @import "${evil}/late.css"; }
        </style><script>window.ran = 1</script><img src="${evil}/img" onerror="window.ran = 2"><<!--/style><meta http-equiv="refresh" content="0;url=${evil}/refresh">`),
      '/b.css': css(`@import "${evil}/second-level.css"; h1 { width: 77px }`),
    });
    onTestFinished(() => site.close());
    const added = await studio.call('pages.addUrl', {
      project: 'default',
      spider: 'shop',
      url: site.url('/'),
      allowPrivate: true,
    });
    const shown = await showPage(added.page.id);
    await shown.frame.locator('p').hover();
    const seen = await shown.frame.locator('h1').evaluate(async (element) => {
      await document.fonts.ready;
      const { color, width } = getComputedStyle(element);
      return { color, width, after: getComputedStyle(element, '::after').content, ran: 'ran' in window };
    });
    // The sheets count, also what an import brought; in a string the end tag is text.
    expect(seen).toEqual({
      color: 'rgb(1, 2, 3)',
      width: '77px',
      after: '"</style><script>window.ran = 3</script>"',
      ran: false,
    });
    expect(shown.frame.url()).toContain('/preview/');
    expect(trapped).toEqual([]);
    expect(await numbers(shown.id, 'style, script, img, meta')).toEqual([]);
  });

  it('cannot be shown by another site, is at an address nobody can guess, and has an origin of its own', async () => {
    const shown = await show('<p id="kept">x</p>');
    const address = shown.frame.url();
    expect(new URL(address).pathname).toMatch(/^\/preview\/[0-9a-f]{32}$/);
    const site = await startServer({ '/': answering(`<iframe src="${address}"></iframe>`) });
    onTestFinished(() => site.close());
    const stranger = await browser.newPage();
    onTestFinished(() => stranger.close());
    await stranger.goto(site.url('/'));
    expect(await stranger.frames()[1]?.locator('#kept').count()).toBe(0);
    // Also without the sandbox of the frame, the policy gives it an origin of its own.
    const own = await context.newPage();
    await own.goto(address);
    expect(await own.evaluate(() => window.origin)).toBe('null');
    await own.close();
  });
});
