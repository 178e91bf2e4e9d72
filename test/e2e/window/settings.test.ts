import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newsPages, newsSpider, startNewsSite, type NewsSite } from '../../servers/news-site.ts';
import { startProxy, type ProxyOptions, type TestProxy } from '../../servers/proxy.ts';
import { axeFaults } from './axe.ts';
import { launchChromium } from './chromium.ts';
import { columnTexts, openWindow, type OpenWindow } from './open-window.ts';
import { unseen } from './unseen.ts';

let browser: Browser;
let site: NewsSite;
let window: OpenWindow;
let page: Page;
let proxies: TestProxy[];

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  site = await startNewsSite(newsPages());
  proxies = [];
  await open();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await window.close();
  for (const proxy of proxies) await proxy.close();
  await site.close();
});

async function open(theme: 'light' | 'dark' = 'light'): Promise<void> {
  window = await openWindow(browser, { theme });
  page = window.page;
}

async function proxyOf(options: ProxyOptions): Promise<TestProxy> {
  const proxy = await startProxy(options);
  proxies.push(proxy);
  return proxy;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string, level: number) => page.getByRole('heading', { name, level, exact: true });
const field = (name: string) => page.getByLabel(name, { exact: true });
const listed = () => window.open.call('proxies.list', {});
/** A row of the list of proxies, by the URL in it. */
const row = (url: string) => page.getByRole('listitem').filter({ hasText: url });

async function section(id: string, name: string): Promise<void> {
  await window.go(`#/settings?section=${id}`);
  await heading(name, 1).waitFor();
}

/** Fills the dialog, and sends it by Enter. */
async function fillDialog(url: string, { tier = 'Datacenter', login = '' } = {}): Promise<void> {
  await page.getByRole('dialog', { name: 'Add a proxy' }).waitFor();
  await page.getByText(tier, { exact: true }).last().click();
  await field('Login').fill(login);
  await field('URL').fill(url);
  await page.keyboard.press('Enter');
}

/** The page of the tests is on this machine. */
async function testAtHome(): Promise<void> {
  const choices = { 'proxies-test': { target: `${site.origin}/`, allowPrivate: true } };
  await window.open.call('app.setPreferences', { patch: { choices } });
}

const keep = (tier: 'datacenter' | 'residential', { url }: TestProxy, secret: string | null = null) =>
  window.open.call('proxies.add', { project: 'default', tier, url, secret });

const saveNews = (settings: Record<string, unknown> = { DELTAFETCH_ENABLED: true }) =>
  window.open.call('spiders.save', {
    project: 'default',
    spider: null,
    text: JSON.stringify(newsSpider(site.origin, settings)),
    base: null,
  });

async function crawl(): Promise<void> {
  const { open: host } = window;
  const given = { project: 'default', spider: 'news', limit: null, allowPrivate: true };
  const { run } = await host.call('runs.start', given);
  const progress = host.follow('run', { run: run.id });
  await progress.until(({ run: { state } }) => state === 'completed');
  progress.end();
}

describe('proxies', () => {
  it('are added, tested, removed and put back, against real ones', async () => {
    vi.stubEnv('PROXY_LOGIN', 'crawler:Wal-fisch-7731');
    const plain = await proxyOf({ kind: 'http' });
    const guarded = await proxyOf({ kind: 'socks5', demands: 'crawler:Wal-fisch-7731' });
    await section('proxies', 'Proxies');
    await heading('No proxies yet', 2).waitFor();
    await button('Add a proxy…').click();
    await fillDialog(plain.url);
    await row(plain.url).waitFor();
    await page.keyboard.press('Control+Shift+P');
    await page.keyboard.type('add a proxy');
    await page.keyboard.press('Enter');
    await fillDialog(guarded.url, { tier: 'Residential', login: 'env:PROXY_LOGIN' });
    await page.getByRole('region', { name: 'Residential proxies' }).getByText('env:PROXY_LOGIN').waitFor();
    expect(await listed()).toEqual([
      { project: 'default', tier: 'datacenter', url: plain.url, secret: null },
      { project: 'default', tier: 'residential', url: guarded.url, secret: 'env:PROXY_LOGIN' },
    ]);

    await field('Page to fetch').fill(`${site.origin}/a/1`);
    await page.keyboard.press('Enter');
    await button(`Test ${plain.url}`).click();
    await row(plain.url).getByText('private').waitFor();
    await page.getByRole('switch', { name: 'The page is in my own network' }).click();
    await button('Test all').click();
    await row(plain.url)
      .getByText(/^Works: 200 after \d/u)
      .waitFor();
    await row(guarded.url)
      .getByText(/^Works: 200 after \d/u)
      .waitFor();
    expect(plain.log.map(({ target }) => target)).toContain(`${site.origin}/a/1`);
    expect(guarded.log.map(({ credentials }) => credentials)).toEqual(['crawler:Wal-fisch-7731']);
    expect(await page.content()).not.toContain('Wal-fisch');

    await guarded.die();
    await button(`Test ${guarded.url}`).click();
    await row(guarded.url).locator('[data-tone="danger"]').first().waitFor();

    await button(`Remove ${plain.url}`).click();
    await page.getByText(/It is the last of its tier/u).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await row(plain.url).waitFor({ state: 'detached' });
    expect((await listed()).map(({ url }) => url)).toEqual([guarded.url]);
    await button('Undo').click();
    await row(plain.url).waitFor();
    expect((await listed()).map(({ url }) => url)).toEqual([guarded.url, plain.url]);
    expect(window.complaints).toEqual([]);
  });

  it('with a password in their URL are refused with a hint, and nothing of it is kept', async () => {
    await section('proxies', 'Proxies');
    await button('Add a proxy…').click();
    await fillDialog('http://crawler:Wal-fisch-7731@proxy.example:8080');
    await page.getByRole('alert').getByText('must not hold a user name or a password').waitFor();
    await page.getByRole('alert').getByText('name it as the secret env:PROXY_LOGIN.').waitFor();
    expect(await listed()).toEqual([]);
    await button('Take the login out of the URL').click();
    await page.keyboard.type('crawler:Wal-fisch-7731');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('A secret is named, not written').waitFor();
    await field('Login').fill('env:PROXY_LOGIN');
    await page.keyboard.press('Enter');
    await row('http://proxy.example:8080').waitFor();
    const file = readFileSync(join(window.open.dataDir, 'proxies.json'), 'utf8');
    expect(file).not.toContain('Wal-fisch');
    expect(await page.content()).not.toContain('Wal-fisch');
  });

  it('that keep silent are given up by the person, and the next test begins at once', async () => {
    const silent = await proxyOf({ kind: 'http', silent: true });
    const plain = await proxyOf({ kind: 'http' });
    await testAtHome();
    await keep('datacenter', plain);
    await keep('datacenter', silent);
    await section('proxies', 'Proxies');
    await button('Test all').click();
    await page.getByText('1 of 2 tested', { exact: true }).waitFor();
    await row(silent.url).getByText(`Fetches ${site.origin}/`).waitFor();
    await row(silent.url).getByRole('button', { name: 'Cancel' }).click();
    await row(silent.url).getByText('Not tested since this window was opened.').waitFor();
    await row(plain.url)
      .getByText(/^Works: 200/u)
      .waitFor();
    await button(`Test ${plain.url}`).click();
    await button('Test all').waitFor();
    await row(plain.url)
      .getByText(/^Works: 200/u)
      .waitFor();
    expect(plain.log.map(({ target }) => target)).toEqual([`${site.origin}/`, `${site.origin}/`]);
  });

  it('are shown as another way of changing them has left them', async () => {
    const plain = await proxyOf({ kind: 'http' });
    await section('proxies', 'Proxies');
    await heading('No proxies yet', 2).waitFor();
    await keep('datacenter', plain);
    await page.evaluate(() => globalThis.dispatchEvent(new Event('focus')));
    await row(plain.url).waitFor();
    expect(await heading('No proxies yet', 2).count()).toBe(0);
  });
});

describe('the memory of a spider', () => {
  it('is looked through and forgotten, a page and all of it', async () => {
    await saveNews();
    await page.getByRole('link', { name: 'news' }).first().click();
    await page.getByRole('link', { name: 'Memory', exact: true }).click();
    await heading('news remembers no pages yet', 2).waitFor();
    await crawl();
    await page.getByText('skips the 3 extracted pages').waitFor();
    const urls = () => columnTexts(page, 'Page');
    await expect.poll(async () => (await urls()).length).toBe(5);
    expect(await page.locator('.memory-facts dd').allTextContents()).toEqual([
      '5',
      '3',
      expect.stringMatching(/^\d+ \w+ \d{4}, \d\d:\d\d$/u),
      'none',
    ]);

    await page.keyboard.press('/');
    await page.keyboard.type('/a/');
    await page.getByText('3 of 5', { exact: true }).waitFor();
    await expect.poll(urls).toEqual(expect.arrayContaining([`${site.origin}/a/1`]));
    await page.keyboard.press('Escape');
    await page.getByRole('row').filter({ hasText: '/a/2' }).click();
    const inspector = page.getByRole('region', { name: `Remembered page ${site.origin}/a/2` });
    await inspector.getByText('Extracted by run 1: later full runs skip it.').waitFor();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Forget the page', exact: true }).click();
    await page.getByText('skips the 2 extracted pages').waitFor();
    await expect.poll(urls).not.toContain(`${site.origin}/a/2`);
    site.asked();
    await crawl();
    expect(site.asked()).toEqual(['/', '/a/2', '/robots.txt', '/section/1']);
    await page.getByText('skips the 3 extracted pages').waitFor();

    await button('Forget all…').click();
    await page.getByText(/^5 pages, 3 of them extracted,/u).waitFor();
    await button('Forget all').click();
    await heading('news remembers no pages yet', 2).waitFor();
    const memory = { project: 'default', spider: 'news', limit: 10 };
    expect(await window.open.call('memory.show', memory)).toMatchObject({ count: 0, extracted: 0 });
    expect(window.complaints).toEqual([]);
  });

  it('of a spider that is not incremental says so, and leads to the spider', async () => {
    await saveNews({});
    await crawl();
    await window.go('#/spider/default/news/memory');
    await page.getByText('DELTAFETCH_ENABLED is off in this spider').waitFor();
    await button('Open the spider').click();
    await expect.poll(window.hash).toBe('#/spider/default/news/author');
  });
});

describe('what happens when a window is closed while a crawl runs', () => {
  const choice = () => page.getByLabel('When a window is closed while a crawl runs');
  const kept = async () => (await window.open.call('app.preferences', {})).choices['close-while-running'];

  it('is chosen, kept over a reload, and asked again', async () => {
    await section('questions', 'Confirmations');
    await page.getByText('Closing a tab of a browser never stops a crawl.').waitFor();
    expect(await choice().inputValue()).toBe('ask');
    await choice().selectOption('Keep crawling');
    await expect.poll(kept).toBe('keep');
    await page.reload();
    await expect.poll(() => choice().inputValue()).toBe('keep');
    await page.getByText('1 confirmation is not asked for any more.').waitFor();
    await page.getByText('Ask again', { exact: true }).click();
    await page.getByText('Every confirmation is asked for.').waitFor();
    expect(await choice().inputValue()).toBe('ask');
    await expect.poll(kept).toBeUndefined();
  });
});

describe('the mark of the application', () => {
  it('is the drawing that the packages have, a file of the window that its policy lets in', async () => {
    const drawing = readFileSync(join(import.meta.dirname, '../../../resources/icon.svg'), 'utf8');
    const icon = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
      const mark = document.querySelector<HTMLImageElement>('.wb-brand img');
      return {
        text: await (await fetch(link?.href ?? '')).text(),
        isLocal: new URL(link?.href ?? '').origin === location.origin,
        drawn: mark !== null && mark.complete && mark.naturalWidth > 0,
      };
    });
    expect(icon).toEqual({ text: drawing, isLocal: true, drawn: true });
    expect(window.complaints).toEqual([]);
    for (const name of ['icon.png', 'icon-mac.png']) {
      const png = readFileSync(join(import.meta.dirname, '../../../resources', name));
      expect(png.toString('latin1', 1, 4)).toBe('PNG');
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1024, 1024]);
    }
  });
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('axe finds no faults in these screens and their dialogs', async () => {
    await window.close();
    await open(theme);
    await testAtHome();
    await saveNews();
    const faults: Record<string, string[]> = {};
    const look = async (name: string) => {
      const found = [...(await unseen(page)), ...(await axeFaults(page))];
      if (found.length > 0) faults[name] = found;
    };
    await section('proxies', 'Proxies');
    await heading('No proxies yet', 2).waitFor();
    await look('no proxies');
    await button('Add a proxy…').click();
    await fillDialog('http://crawler:Wal-fisch-7731@proxy.example:8080');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await look('a refused proxy');
    await page.keyboard.press('Escape');
    await keep('datacenter', await proxyOf({ kind: 'http' }));
    await keep('residential', await proxyOf({ kind: 'http', refuses: 403 }), 'env:NOT_THERE');
    await page.evaluate(() => globalThis.dispatchEvent(new Event('focus')));
    await button('Test all').click();
    await page.getByText(/^Works: 200/u).waitFor();
    await page.getByText(/env:NOT_THERE is not there/u).waitFor();
    await look('tested proxies');
    await section('questions', 'Confirmations');
    await look('questions');
    await window.go('#/spider/default/news/memory');
    await heading('news remembers no pages yet', 2).waitFor();
    await look('no memory');
    await crawl();
    // All are there: none takes the place of another below the pointer any more.
    await expect.poll(() => page.locator('.memory-facts dd').first().textContent()).toBe('5');
    await expect.poll(async () => (await columnTexts(page, 'Page')).length).toBe(5);
    await page.getByRole('row').filter({ hasText: '/a/1' }).click();
    await page.getByText(/^Extracted by run/u).waitFor();
    await look('memory');
    await button('Forget all…').click();
    await button('Forget all').waitFor();
    await look('forgetting');
    expect(faults).toEqual({});
    expect(window.complaints).toEqual([]);
  });
});
