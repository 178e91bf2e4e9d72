import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openWebDoor } from '../../electron/web/door.ts';
import { openHost, spiderText, type OpenHost } from '../electron/host/open-host.ts';
import { previewAttacks } from '../electron/host/work/preview/attack-pages.ts';
import { chromiumPath } from './window/chromium.ts';

/**
 * Attacks in a real browser. Every name of theirs leads to one listener, which counts connections and requests; what the
 * browser's resolver was asked for stands in the log of its network. The same pages are shown as they are, too, in another
 * browser: so a count of none says that nothing was tried, and not that nobody looked.
 */
interface Watched {
  browser: Browser;
  /** Ends the browser. @returns the names that it looked up */
  close(): Promise<string>;
}

async function watchedBrowser(): Promise<Watched> {
  const log = join(mkdtempSync(join(tmpdir(), 'spider-studio-net-')), 'log.json');
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    // It would keep the browser from looking up and connecting ahead of time.
    ignoreDefaultArgs: ['--disable-background-networking'],
    args: [`--log-net-log=${log}`, '--host-resolver-rules=MAP *.attack.test 127.0.0.1'],
  });
  return {
    browser,
    async close() {
      await browser.close();
      return readFileSync(log, 'utf8');
    },
  };
}

let listener: Server;
let port: number;
/** What reached the listener: connections, and requests with their names. */
let contacts: string[];

beforeAll(async () => {
  contacts = [];
  listener = createServer((request, response) => {
    contacts.push(`request ${request.headers.host}`);
    // An empty picture, style or page; a connection for each, so that each is counted.
    response.setHeader('Connection', 'close');
    response.end();
  });
  listener.on('connection', () => contacts.push('connection'));
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  ({ port } = listener.address() as AddressInfo);
});
afterAll(() => {
  listener.closeAllConnections();
  listener.close();
});

const addresses =
  (index: number | string) =>
  (what: string): string =>
    `http://${what}-${index}.attack.test:${port}/`;

/** An answer to every path, on a server of its own. */
async function serve(answer: (path: string) => string): Promise<{ origin: string; close(): void }> {
  const server = createServer(({ url = '/' }, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(answer(url));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const lookedUp = (log: string): string[] => [
  ...new Set([...log.matchAll(/[\w-]+\.attack\.test/g)].map(([name]) => name)),
];

describe('pages that attack their preview', { timeout: 600_000 }, () => {
  it('reach somebody when a browser shows them as they are', async () => {
    const reaching = [...previewAttacks.entries()].filter(([, { reaches }]) => reaches);
    const pages = await serve(
      (path) => previewAttacks[Number(path.slice(1))]?.html(addresses(path.slice(1))) ?? '',
    );
    onTestFinished(() => pages.close());
    const { browser, close } = await watchedBrowser();
    const page = await browser.newPage();
    await page.goto(`${pages.origin}/window`);
    contacts.length = 0;
    await page.evaluate(showAll, { paths: reaching.map(([index]) => `/${index}`), sandbox: null });
    // A frame that its click leads elsewhere may be gone before the browser answers for the click: who is reached says it all.
    const clicked = clickWhatInvites(
      page,
      reaching.map(([, { html }]) => html(addresses(''))),
    ).catch(() => undefined);
    const silent = (): string[] =>
      reaching
        .filter(([index]) => !contacts.some((contact) => contact.endsWith(`-${index}.attack.test:${port}`)))
        .map(([, { name }]) => name);
    await expect.poll(silent, { timeout: 30_000 }).toEqual([]);
    const names = lookedUp(await close());
    await clicked;
    expect(names.length).toBeGreaterThan(reaching.length);
  });

  it('reach nobody in the preview, and have no name looked up', async () => {
    const studio = await openHost();
    const folder = join(studio.dataDir, 'window');
    mkdirSync(folder);
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Window</title><body></body>');
    const door = await openWebDoor({ host: studio.host, folder, port: 0 });
    onTestFinished(async () => {
      await door.close();
      await studio.close();
    });
    await studio.call('spiders.save', {
      project: 'default',
      spider: null,
      text: spiderText('shop'),
      base: null,
    });
    const { browser, close } = await watchedBrowser();
    const page = await browser.newPage();
    await page.goto(door.newTicket());
    await page.waitForURL(`${door.origin}/`);
    contacts.length = 0;
    const pages = previewAttacks.map(({ html }, index) => html(addresses(index)));
    for (let at = 0; at < pages.length; at += keptAtOnce) {
      const some = pages.slice(at, at + keptAtOnce);
      const paths = await Promise.all(some.map((html) => previewOf(studio, html)));
      await page.evaluate(showAll, { paths, sandbox: 'allow-scripts' });
    }
    const previews = page.frames().filter((frame) => frame.url().startsWith(`${door.origin}/preview/`));
    expect(previews).toHaveLength(previewAttacks.length);
    await clickWhatInvites(page, pages);

    // What these pages had to do at once is done when a page that came after them has gone where it wanted.
    const asked: string[] = [];
    const last = await serve((path) => {
      asked.push(path);
      return path === '/' ? '<meta http-equiv="refresh" content="0;url=/on">' : '';
    });
    onTestFinished(() => last.close());
    await (await browser.newPage()).goto(last.origin, { waitUntil: 'commit' });
    await expect.poll(() => asked).toContain('/on');

    expect(contacts).toEqual([]);
    expect(lookedUp(await close())).toEqual([]);
  });
});

/** Previews that are shown before the next are asked for: the host keeps a few of them only. */
const keptAtOnce = 20;

/** Saves a page. @returns where its preview is */
async function previewOf({ call }: OpenHost, html: string): Promise<string> {
  const bytes = Buffer.from(html);
  const { upload } = await call('uploads.begin', { name: 'page.html', bytes: bytes.length });
  await call('uploads.append', { upload, offset: 0, data: bytes.toString('base64') });
  const { id } = await call('pages.addFile', { project: 'default', spider: 'shop', upload });
  return (await call('pages.preview', { page: id })).path;
}

/** Runs in the page: shows pages in frames, as the window shows previews, beside those that are there. */
async function showAll({
  paths,
  sandbox,
}: {
  paths: readonly string[];
  sandbox: string | null;
}): Promise<void> {
  const loaded = paths.map((src) => {
    const frame = document.createElement('iframe');
    if (sandbox !== null) frame.setAttribute('sandbox', sandbox);
    frame.src = src;
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener('load', resolve));
  });
  await Promise.all(loaded);
}

/** Clicks where the shown pages ask for it. @param pages the pages in the order of their frames */
async function clickWhatInvites(page: Page, pages: readonly string[]): Promise<void> {
  // Found by their elements: a frame that went elsewhere is not where it was among the frames of the browser.
  const frames = page.locator('iframe');
  expect(await frames.count()).toBe(pages.length);
  const inviting = [...pages.keys()].filter((index) => pages[index]?.includes('data-click'));
  expect(inviting.length).toBeGreaterThan(0);
  await Promise.all(
    inviting.map((index) =>
      frames.nth(index).contentFrame().locator('[data-click]').first().dispatchEvent('click'),
    ),
  );
}
