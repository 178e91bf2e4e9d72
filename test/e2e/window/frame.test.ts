import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWebDoor, type WebDoor } from '../../../electron/web/door.ts';
import { openHost, type OpenHost } from '../../electron/host/open-host.ts';
import { axeFaults } from './axe.ts';
import { launchChromium } from './chromium.ts';
import { unseen } from './unseen.ts';

const folder = fileURLToPath(new URL('../../../dist/renderer', import.meta.url));
const sampleFile = fileURLToPath(new URL('../../../resources/samples/sample-shop.json', import.meta.url));

let browser: Browser;
let open: OpenHost;
let door: WebDoor;
let contexts: BrowserContext[];
let complaints: string[];

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  open = openHost();
  door = await openWebDoor({ host: open.host, folder, port: 0 });
  contexts = [];
  complaints = [];
});
afterEach(async () => {
  for (const context of contexts) await context.close();
  await door.close();
  await open.close();
});

/** A window of its own, as another browser would open it. */
async function openWindow(theme: 'light' | 'dark' = 'light'): Promise<Page> {
  const context = await browser.newContext({ colorScheme: theme, viewport: { width: 1200, height: 800 } });
  contexts.push(context);
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(door.newTicket());
  await page.waitForSelector('[data-app-state="loaded"]');
  return page;
}

const addSpider = (name: string) =>
  open.call('spiders.save', {
    project: 'default',
    spider: null,
    text: JSON.stringify({ name, allowed_domains: ['example.org'], start_urls: ['https://example.org/'] }),
    base: null,
  });
const hash = (page: Page) => page.evaluate(() => window.location.hash);
const expectHash = async (page: Page, wanted: string) => {
  await expect.poll(() => hash(page)).toBe(wanted);
};
const expectText = (page: Page, text: string) => page.getByText(text).first().waitFor();
const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to anything' });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane') ?? null);

describe('the palette', () => {
  it('goes to a spider and runs a command, by keyboard alone', async () => {
    await addSpider('shop');
    await addSpider('news');
    const page = await openWindow();
    await page.getByRole('link', { name: 'news' }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('new');
    await page.getByRole('option', { name: 'news' }).waitFor();
    await page.keyboard.type('s');
    await page.keyboard.press('Enter');
    await expectHash(page, '#/spider/default/news');
    await palette(page).waitFor({ state: 'hidden' });

    await page.keyboard.press('Control+Shift+p');
    await page.getByRole('option', { name: 'Theme: dark' }).waitFor();
    await page.keyboard.type('theme dark');
    await page.keyboard.press('Enter');
    await page.waitForSelector('html[data-theme="dark"]');
  });

  it('opens from within the editor and gives the focus back', async () => {
    await addSpider('shop');
    const page = await openWindow();
    await page.goto(`${door.origin}/#/spider/default/shop/author`);
    await page.locator('.monaco-editor').first().click();
    await page.keyboard.press('Control+k');
    await palette(page).waitFor();
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.closest('.monaco-editor') !== null)).toBe(true);
  });
});

describe('an address', () => {
  it('leads to the same place after a reload, with the tabs that were open', async () => {
    await addSpider('shop');
    const page = await openWindow();
    await page.goto(`${door.origin}/#/settings?section=keyboard`);
    await page.getByRole('heading', { name: 'Keyboard', level: 1 }).waitFor();
    await page.goto(`${door.origin}/#/spider/default/shop/runs`);
    await page.getByRole('heading', { name: 'shop', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'shop', level: 1 }).waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Welcome', 'Settings', 'shop']);
    await page.keyboard.press('Alt+PageUp');
    await expectHash(page, '#/settings?section=keyboard');
    await page.keyboard.press('Alt+w');
    await expectHash(page, '#/spider/default/shop/runs');
  });

  it('that leads nowhere says so, and that of a spider that is not there, too', async () => {
    const page = await openWindow();
    await page.goto(`${door.origin}/#/nonsense/at/all`);
    await expectText(page, 'There is nothing at this address');
    await page.goto(`${door.origin}/#/spider/default/gone/author`);
    await expectText(page, 'There is no spider “gone”');
  });
});

describe('shortcuts', () => {
  it('are shown, changed, told where they clash, and kept', async () => {
    const page = await openWindow();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.getByRole('button', { name: 'Change shortcuts' }).click();
    await page.getByRole('searchbox', { name: 'Search commands' }).fill('sidebar');
    await page.getByRole('button', { name: 'Add a shortcut for “Show or hide the sidebar”' }).click();
    await page.keyboard.press('Control+Shift+F');
    await page.getByText('also: Search the spiders').waitFor();
    await page.getByRole('button', { name: 'Remove Ctrl+Shift+F from “Show or hide' }).click();
    await page.getByRole('button', { name: 'Add a shortcut for “Show or hide the sidebar”' }).click();
    await page.keyboard.press('F9');
    await expect
      .poll(async () => (await open.call('app.preferences', {})).keymap)
      .toEqual({ 'window.sidebar': ['Mod+B', 'F9'] });
    // It holds once the window shows it.
    await page.getByRole('button', { name: 'Remove F9 from “Show or hide' }).waitFor();
    await page.keyboard.press('F9');
    await page.getByRole('navigation', { name: 'Spiders' }).waitFor({ state: 'hidden' });

    const other = await openWindow();
    await other.evaluate(() => {
      window.location.hash = '#/settings?section=keyboard';
    });
    await other.getByRole('button', { name: 'Remove F9 from “Show or hide' }).waitFor();
    await other.getByRole('navigation', { name: 'Spiders' }).waitFor();
    await other.keyboard.press('F9');
    await other.getByRole('navigation', { name: 'Spiders' }).waitFor({ state: 'hidden' });
  });

  it('of letters do nothing while somebody types', async () => {
    const page = await openWindow();
    await page.getByRole('searchbox', { name: 'Search the spiders' }).fill('');
    await page.keyboard.type('gn?');
    expect(await page.getByRole('searchbox', { name: 'Search the spiders' }).inputValue()).toBe('gn?');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('go through the parts of the window', async () => {
    await addSpider('shop');
    const page = await openWindow();
    await page.getByRole('link', { name: 'shop' }).first().waitFor();
    const seen = new Set<string | null>();
    for (let step = 0; step < 4; step += 1) {
      await page.keyboard.press('F6');
      seen.add(await focused(page));
    }
    expect([...seen]).toEqual(expect.arrayContaining(['sidebar', 'main']));
  });
});

describe('several windows on one host', () => {
  it('show the same, and what one does the other sees', async () => {
    const [one, other] = [await openWindow(), await openWindow()];
    await one.keyboard.press('g');
    await one.keyboard.press('n');
    await one.getByLabel('Site', { exact: true }).fill('books.example/shop');
    expect(await one.getByLabel('Name', { exact: true }).inputValue()).toBe('books-example');
    await one.getByRole('button', { name: 'Create' }).click();
    await expectHash(one, '#/spider/default/books-example/author');
    await other.getByRole('link', { name: 'books-example' }).first().waitFor();
    await one.keyboard.press('Control+Shift+L');
    await one.keyboard.press('Control+Shift+L');
    await one.waitForSelector('html[data-theme="dark"]');
    await other.waitForSelector('html[data-theme="dark"]');
  });

  it('say why when the host is gone, and that they have to sign in anew', async () => {
    const page = await openWindow();
    const { port } = new URL(door.origin);
    await door.close();
    await expectText(page, 'The application does not answer');
    door = await openWebDoor({ host: open.host, folder, port: Number(port) });
    await expectText(page, 'This window is not signed in');
  });
});

describe('spiders', () => {
  it('are imported from files, after telling what will happen', async () => {
    const page = await openWindow();
    await page.keyboard.press('Control+o');
    await page.getByLabel('Spider files').setInputFiles([
      { name: 'shop.json', mimeType: 'application/json', buffer: readFileSync(sampleFile) },
      { name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('{ "name": "x y" }') },
    ]);
    await expectText(page, '“sample-shop” is new');
    await page.locator('.spiders-why').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expectHash(page, '#/spider/default/sample-shop/author');
  });

  it('are dropped onto the window', async () => {
    const page = await openWindow();
    const text = readFileSync(sampleFile, 'utf8');
    await page.evaluate((spider) => {
      const data = new DataTransfer();
      data.items.add(new File([spider], 'shop.json', { type: 'application/json' }));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    }, text);
    await expectText(page, '“sample-shop” is new');
  });

  it('are renamed, duplicated and deleted from the sidebar, after a question', async () => {
    await addSpider('shop');
    const page = await openWindow();
    const entry = (name: string) =>
      page.getByRole('navigation', { name: 'Spiders' }).getByRole('link', { name });
    await entry('shop').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('books');
    await page.keyboard.press('Enter');
    await entry('books').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Duplicate…' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('books-copy');
    await page.keyboard.press('Enter');
    await entry('books-copy').waitFor();
    await entry('books-copy').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByText('This also deletes 1 version').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await entry('books-copy').waitFor({ state: 'detached' });
    expect((await open.call('spiders.list', {})).map((spider) => spider.name)).toEqual(['books']);
  });
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('axe finds no faults in the frame, its screens and its dialogs', async () => {
    await addSpider('shop');
    const page = await openWindow(theme);
    await page.getByRole('link', { name: 'shop' }).first().waitFor();
    const faults: Record<string, string[]> = {};
    const look = async (name: string) => {
      const found = [...(await unseen(page)), ...(await axeFaults(page))];
      if (found.length > 0) faults[name] = found;
    };
    await look('welcome');
    for (const [place, heading] of [
      ['settings?section=appearance', 'Appearance'],
      ['settings?section=keyboard', 'Keyboard'],
      ['settings?section=questions', 'Confirmations'],
      ['about', 'Spider Studio'],
      ['nowhere', 'There is nothing at this address'],
    ] as const) {
      await page.goto(`${door.origin}/#/${place}`);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await look(place);
    }
    await page.keyboard.press('Control+k');
    await palette(page).waitFor();
    await look('palette');
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'hidden' });
    for (const [name, keys] of [
      ['New spider', ['g', 'n']],
      ['Import spiders', ['Control+o']],
      ['Keyboard shortcuts', ['?']],
    ] as const) {
      for (const key of keys) await page.keyboard.press(key);
      await page.getByRole('dialog', { name }).waitFor();
      await look(name);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name }).waitFor({ state: 'hidden' });
    }
    expect(faults).toEqual({});
    expect(complaints).toEqual([]);
  });
});
