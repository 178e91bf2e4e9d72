import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWebDoor, type WebDoor } from '../../../electron/web/door.ts';
import { openHost, spiderText, type OpenHost } from '../../electron/host/open-host.ts';
import { launchChromium } from './chromium.ts';

const folder = fileURLToPath(new URL('../../../dist/renderer', import.meta.url));
const key = { project: 'default', spider: 'shop' };
const text = spiderText('shop', { description: 'as it was' });

let browser: Browser;
let context: BrowserContext;
let dataDir: string;
let open: OpenHost;
let door: WebDoor;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-window-'));
  await start(0);
  await open.call('spiders.save', { project: 'default', spider: null, text, base: null });
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
});
afterEach(async () => {
  await context.close();
  await door.close();
  await open.close();
});

async function start(port: number): Promise<void> {
  open = openHost(dataDir);
  door = await openWebDoor({ host: open.host, folder, port });
}

/** As by Ctrl+C and another start at the same address. */
async function end(): Promise<number> {
  const { port } = new URL(door.origin);
  await door.close();
  await open.host.close();
  return Number(port);
}

async function show(page: Page): Promise<Page> {
  await page.goto(door.newTicket());
  await page.waitForSelector('[data-app-state="loaded"]');
  await page.evaluate(() => {
    window.location.hash = '#/spider/default/shop/author';
  });
  await page.waitForSelector('.author-text .view-line');
  return page;
}

const newWindow = async () => show(await context.newPage());

/** Types a description, in place of the one that is there. */
async function describeAs(page: Page, words: string): Promise<void> {
  await page.bringToFront();
  await page.getByRole('button', { name: 'Form', exact: true }).click();
  await page.getByLabel('Description', { exact: true }).fill(words);
}

const draft = async () => (await open.call('spiders.get', key)).draft?.text ?? '';
const described = (page: Page) => page.getByLabel('Description', { exact: true }).inputValue();
const unsaved = (page: Page) => page.locator('.wb-frame-head').getByText('unsaved edits');

describe('two windows', () => {
  it('show one draft; a save in one leaves no marks of edits in the other', async () => {
    const [one, other] = [await newWindow(), await newWindow()];
    await other.getByRole('button', { name: 'Form', exact: true }).click();
    await describeAs(one, 'typed in the first');
    await expect.poll(() => described(other)).toBe('typed in the first');
    await unsaved(other).waitFor();
    await one.keyboard.press('Control+S');
    await one.getByText('Saved as version 2').waitFor();
    await other.locator('.wb-frame-head').getByText('v2').waitFor();
    await unsaved(other).waitFor({ state: 'detached' });
    await unsaved(one).waitFor({ state: 'detached' });
    expect(await other.locator('.author-strip').count()).toBe(0);
    expect(await other.getByRole('img', { name: 'unsaved edits' }).count()).toBe(0);
  });
});

describe('a window whose host is started again', () => {
  it('keeps what was typed meanwhile, over the new start and a reload', async () => {
    const page = await newWindow();
    const port = await end();
    await page.getByText('The application does not answer').waitFor();
    await describeAs(page, 'typed while it was away');
    await page.getByText('The edits of “shop” are kept in this browser').waitFor();
    await start(port);
    await show(page);
    await expect.poll(draft).toContain('typed while it was away');
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    expect(await described(page)).toBe('typed while it was away');
    await page.getByText(/that were not saved are back/).waitFor();
  });

  it('asks which edits to keep where another window has edited meanwhile', async () => {
    const page = await newWindow();
    const port = await end();
    await page.getByText('The application does not answer').waitFor();
    await describeAs(page, 'mine');
    await page.getByText('The edits of “shop” are kept in this browser').waitFor();
    await start(port);
    const theirs = spiderText('shop', { description: 'theirs' });
    await open.call('spiders.putDraft', { ...key, draft: null, text: theirs, base: 1, known: null });
    await show(page);
    await page.getByText('Another window has edited this spider too.').waitFor();
    await page.reload();
    await page.getByText('Another window has edited this spider too.').waitFor();
    expect(await draft()).toBe(theirs);
    await page.getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edits of two windows' });
    await dialog.locator('.line-insert').first().waitFor();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(draft).toContain('mine');
    expect(await page.getByText('Another window has edited').count()).toBe(0);
  });
});
