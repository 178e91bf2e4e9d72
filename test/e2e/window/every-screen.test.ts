import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { launchChromium } from './chromium.ts';
import { crawlSample, openWindow, type OpenWindow } from './open-window.ts';
import { unseen } from './unseen.ts';

/** The frame, the gallery and the screens of runs are looked at in tests of their own; here is the rest, as it is used. */

let browser: Browser;
let opened: OpenWindow;
let page: Page;

const sample = '#/spider/default/sample-shop';
const bare = JSON.stringify({
  name: 'bare',
  allowed_domains: ['127.0.0.1'],
  start_urls: ['http://127.0.0.1:9/'],
});

beforeAll(async () => {
  browser = await launchChromium();
  opened = await openWindow(browser);
  page = opened.page;
  await crawlSample(opened);
  await opened.open.call('spiders.save', { project: 'default', spider: null, text: bare, base: null });
  const { text } = await opened.open.call('spiders.get', { project: 'default', spider: 'sample-shop' });
  const changed = text.replace('"CONCURRENT_REQUESTS": 8', '"CONCURRENT_REQUESTS": 4');
  await opened.open.call('spiders.save', {
    project: 'default',
    spider: 'sample-shop',
    text: changed,
    base: 1,
  });
}, 180_000);
afterAll(async () => {
  await opened.close();
  await browser.close();
});

describe('nothing is out of sight, and axe finds no fault in both themes, in', () => {
  /** What is found on what is shown now, or in a part of it, told with the theme. */
  async function faults(within?: string): Promise<string[]> {
    const found = await unseen(page, within);
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`html[data-theme="${theme}"]`).waitFor();
      for (const fault of await axeFaults(page, { colours: theme === 'dark', within }))
        found.push(`${theme}: ${fault}`);
    }
    return found;
  }

  /** Goes to a place as somebody does who comes with an address. */
  async function at(hash: string, ready: string): Promise<void> {
    await page.goto(`${opened.origin}/${hash}`);
    await page.reload();
    await page.waitForSelector('[data-app-state="loaded"]');
    await page.locator(ready).first().waitFor();
  }

  const results = () => at(`${sample}/results`, '[role=row][data-row="5"]');
  const grid = () => page.getByRole('grid', { name: 'Items of sample-shop' });

  it('the results, with an item and its tabs', async () => {
    await results();
    expect(await faults()).toEqual([]);
    await grid().getByRole('gridcell', { name: 'HC-204', exact: true }).click();
    for (const tab of ['Values', 'Problems', 'Where it comes from']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      expect(await faults('[data-pane="inspector"]'), tab).toEqual([]);
    }
  });

  it('the fields, conditions, columns and menus of the results', async () => {
    await results();
    await page.getByRole('button', { name: 'Fields', exact: true }).click();
    await page.getByRole('button', { name: /^price number/u }).click();
    await page.getByRole('list', { name: 'Histogram' }).waitFor();
    await page.getByRole('button', { name: /^currency/u }).click();
    await page.getByRole('button', { name: 'GBP', exact: true }).click();
    await page.getByRole('list', { name: 'Conditions' }).waitFor();
    expect(await faults(), 'fields').toEqual([]);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog', { name: 'New condition' }).waitFor();
    expect(await faults('.ui-popover'), 'new condition').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('dialog', { name: 'Columns' }).waitFor();
    expect(await faults('.ui-popover'), 'columns').toEqual([]);
    await page.keyboard.press('Escape');
    await grid().getByRole('gridcell', { name: 'HC-204', exact: true }).click({ button: 'right' });
    await page.getByRole('menu').waitFor();
    expect(await faults('[role="menu"]'), 'menu').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Search the items' }).fill('zeppelin');
    await page.getByText('No item fits').waitFor();
    expect(await faults('.results'), 'nothing fits').toEqual([]);
  });

  it('the export, before and behind it', async () => {
    await results();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export items' });
    await dialog.getByText(/title,sku,price/u).waitFor();
    expect(await faults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Export 24 items' }).click();
    await page.getByText('Exported sample-shop.csv').waitFor();
    expect(await faults('.ui-toasts'), 'told').toEqual([]);
  });

  it('an item of its own, and the places where there is none', async () => {
    await at('#/item/1', '[role=tree]');
    expect(await faults(), 'item').toEqual([]);
    await at('#/item/999999', '[role=alert]:has-text("could not be read")');
    expect(await faults('main'), 'unknown item').toEqual([]);
    await at('#/spider/default/bare/results', 'text=No items yet');
    expect(await faults('main'), 'no run').toEqual([]);
    const { run: started } = await opened.open.call('runs.start', {
      project: 'default',
      spider: 'bare',
      limit: null,
    });
    await expect
      .poll(async () => (await opened.open.call('runs.get', { run: started.id })).state)
      .toBe('failed');
    await page.getByText(`Run ${started.id} has no items`).waitFor();
    expect(await faults('main'), 'no items').toEqual([]);
  });

  it('the author with page and tester, each of its tabs', async () => {
    await at(`${sample}/author`, '.author-text .view-line');
    await page.frameLocator('iframe').locator('h1').first().waitFor();
    expect(await faults(), 'author').toEqual([]);
    const tester = page.locator('[data-pane="tester"]');
    for (const tab of await tester.getByRole('tab').allTextContents()) {
      await tester.getByRole('tab', { name: tab, exact: true }).click();
      await tester.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
      expect(await faults('[data-pane="tester"]'), tab).toEqual([]);
    }
    await page.keyboard.press('Control+Shift+U');
    await page.getByRole('dialog', { name: 'Add a page by its address' }).waitFor();
    expect(await faults('[role="dialog"]'), 'add by address').toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+Shift+R');
    await page.getByRole('dialog', { name: 'Add a page from a run' }).waitFor();
    expect(await faults('[role="dialog"]'), 'add from a run').toEqual([]);
    await page.keyboard.press('Escape');
    await at('#/spider/default/bare/author', '.author-text .view-line');
    await page.getByText('A page to try the spider on').waitFor();
    expect(await faults('main'), 'no page').toEqual([]);
  });

  it('the form, and the versions side by side', async () => {
    await at(`${sample}/author`, '.author-text .view-line');
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    const form = page.locator('.author-spider');
    for (const tab of ['Spider', 'Rules', 'Callbacks', 'Settings']) {
      await form.getByRole('tab', { name: new RegExp(`^${tab}`, 'u') }).click();
      expect(await faults('.author-spider'), tab).toEqual([]);
    }
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await page.keyboard.press('Alt+Shift+V');
    await page
      .getByRole('listbox', { name: 'Versions' })
      .getByRole('option', { name: /Version 1/u })
      .click();
    await page.locator('.author-versions .line-insert').first().waitFor();
    expect(await faults('[role="dialog"]'), 'versions').toEqual([]);
  });

  it('what the sidebar asks, and settings', async () => {
    await at('#/welcome', '.welcome-action');
    await page.getByRole('link', { name: 'bare' }).first().click({ button: 'right' });
    await page.getByRole('menu').waitFor();
    expect(await faults('[role="menu"]'), 'menu').toEqual([]);
    await page.getByRole('menuitem', { name: /^Delete/u }).click();
    await page.getByRole('dialog').waitFor();
    expect(await faults('[role="dialog"]'), 'delete').toEqual([]);
    await page.keyboard.press('Escape');
    await at('#/settings', '.settings-row, .settings-group');
    const sections = await page
      .locator('a[href*="section="]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(sections.length).toBeGreaterThan(2);
    for (const section of sections) {
      await opened.go(section);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await faults(), section).toEqual([]);
    }
    expect(opened.complaints).toEqual([]);
  });
});
