import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { secretKey } from '../../../shared/window/entering.ts';
import { callProcess } from '../call.ts';
import { startWebStudio, type WebStudio } from '../web-studio.ts';
import { columnTexts, contentOf } from './app-window.ts';
import { expect, test } from './fixtures.ts';
import { GatedShop } from './gated-shop.ts';

/** The longest that a journey may take on a machine that is busy otherwise, in milliseconds. */
const journeyMs = 300_000;

test.describe('from the first start', () => {
  test.setTimeout(journeyMs);

  test('to a file that is, byte for byte, what the command line writes', async ({ page, studio }) => {
    await page.getByRole('button', { name: /^try the built-in shop/u }).click();
    await page.waitForURL(/#\/run\//u);
    await expect(page.locator('.runs-head h2', { hasText: 'Completed' })).toBeVisible();
    await page.getByRole('link', { name: 'Items', exact: true }).click();
    const table = page.getByRole('grid', { name: 'Items of sample-shop' });
    await expect(page.getByText('24 items', { exact: true })).toBeVisible();
    await table.getByRole('columnheader', { name: 'price', exact: true }).click();
    const prices = async () => (await columnTexts(page, 'price')).map(Number);
    await expect.poll(async () => (await prices())[0]).toBe(4.2);
    expect(await prices()).toEqual((await prices()).toSorted((a, b) => a - b));

    for (const format of ['csv', 'json', 'jsonl']) {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Export items' });
      await dialog.getByRole('combobox', { name: 'Format' }).selectOption(format);
      await dialog.getByRole('radio', { name: /Everything/u }).check();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Export 24 items' }).click(),
      ]);
      await expect(dialog).toHaveCount(0);
      const file = join(studio.dataDir, `by-hand.${format}`);
      const args = ['export', 'sample-shop', '--format', format, '--output', file];
      const done = await callProcess([...args, '--data-dir', studio.dataDir]);
      expect(done.code, done.stderr).toBe(0);
      expect(await contentOf(download)).toBe(readFileSync(file, 'utf8'));
    }
  });

  test('to an export by the keyboard alone', async ({ page }) => {
    const { keyboard } = page;
    const press = async (...keys: string[]) => {
      for (const key of keys) await keyboard.press(key);
    };
    // The sample is found by its name.
    await press('Control+Shift+P');
    await keyboard.type('sample');
    await expect(page.getByRole('option', { name: /Crawl the sample/u })).toBeVisible();
    await press('Enter');
    await page.waitForURL(/#\/run\//u);
    await expect(page.locator('.runs-head h2', { hasText: 'Completed' })).toBeVisible();

    // The spider by its name, and its results as the fourth of its tabs.
    await press('Control+k');
    await keyboard.type('sample-shop');
    await expect(page.getByRole('option', { name: /sample-shop/u }).first()).toBeVisible();
    await press('Enter');
    await expect(page.getByRole('heading', { name: 'sample-shop', level: 1 })).toBeVisible();
    await press('Alt+4');
    await expect(page.getByText('24 items', { exact: true })).toBeVisible();
    const focus = (what: string) =>
      page.evaluate((selector) => document.activeElement?.closest(selector) !== null, what);
    for (let tries = 0; tries < 12 && !(await focus('[data-pane="items"]')); tries += 1) await press('F6');
    expect(await focus('[role="grid"]')).toBe(true);

    // Sorted by price from the header, falling; the dearest is looked at.
    await press('Control+Home', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'Enter');
    await expect.poll(async () => (await columnTexts(page, 'price'))[0]).toBe('4.2');
    await press('Enter');
    await expect.poll(async () => (await columnTexts(page, 'price'))[0]).toBe('1249');
    await press('ArrowDown');
    await expect(
      page.locator('.results-inspector').getByRole('heading', { name: 'Brass anchor lamp' }),
    ).toBeVisible();

    // Only those above a hundred.
    await press('f');
    const form = page.getByRole('dialog', { name: 'New condition' });
    await expect(form).toBeVisible();
    await press('Tab', 'Tab');
    await keyboard.type('100');
    await press('Enter');
    await expect(page.getByRole('list', { name: 'Conditions' }).getByText('price ≥ 100')).toBeVisible();
    await expect
      .poll(async () => (await columnTexts(page, 'price')).every((text) => Number(text) >= 100))
      .toBe(true);
    const shown = await columnTexts(page, 'sku');

    await press('Control+Shift+E');
    const dialog = page.getByRole('dialog', { name: 'Export items' });
    const button = dialog.getByRole('button', { name: `Export ${shown.length} items` });
    await expect(button).toBeVisible();
    const isOn = () => button.evaluate((element) => element === document.activeElement);
    // It is near the end of the dialog, which begins anew after it.
    for (let tries = 0; tries < 8 && !(await isOn()); tries += 1) await press('Shift+Tab');
    const [download] = await Promise.all([page.waitForEvent('download'), press('Enter')]);
    const text = await contentOf(download);
    expect([...text.matchAll(/,(HC-\d+),/gu)].map(([, sku]) => sku)).toEqual(shown);
    await expect(page.getByText('Exported sample-shop.csv')).toBeVisible();
  });
});

test.describe('from an empty editor', () => {
  test.setTimeout(journeyMs);

  const products = 30;

  /** Three mistakes: a callback that is not there, a key that is misspelt, a number that is too large. */
  const mistaken = (origin: string): string => `{
  "name": "hand-made",
  "allowed_domains": ["127.0.0.1"],
  "start_urls": ["${origin}/"],
  "rules": [
    { "allow": ["/product/"], "callback": "parse_prodct", "folow": false }
  ],
  "callbacks": {
    "parse_product": {
      "extract": {
        "title": { "css": "h1::text", "processors": [{ "type": "strip" }] },
        "price": {
          "css": ".price::text",
          "processors": [{ "type": "regex", "pattern": "([\\\\d.]+)" }, { "type": "cast", "to": "float" }]
        },
        "tags": { "css": ".tags li::text", "get_all": true }
      }
    }
  },
  "settings": { "CONCURRENT_REQUESTS": 200, "DOWNLOAD_DELAY": 0, "AUTOTHROTTLE_ENABLED": false }
}
`;

  /** A window on a studio that runs as a process of its own. */
  async function windowOn(browser: Browser, studio: WebStudio): Promise<Page> {
    // As the address that was printed does it; the window of the test has used that one up.
    const origins = [{ origin: studio.origin, localStorage: [{ name: secretKey, value: studio.secret }] }];
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      storageState: { cookies: [], origins },
    });
    const page = await context.newPage();
    await page.goto(studio.origin);
    await expect(page.locator('[data-app-state="loaded"]')).toBeVisible();
    return page;
  }

  test('over mistakes, a killed host and a resumed run to each item exactly once', async ({
    browser,
    atEnd,
  }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-journey-'));
    atEnd(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }));
    const shop = new GatedShop({ products });
    await shop.listen();
    atEnd(() => shop.close());
    const start = async () => {
      const started = await startWebStudio(dataDir);
      atEnd(() => started.close());
      return started;
    };
    let studio = await start();
    let page = await windowOn(browser, studio);
    const runState = (name: string) => expect(page.locator('.runs-head h2', { hasText: name })).toBeVisible();

    // A new spider, written with three mistakes; each is told.
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await page.getByRole('button', { name: 'a template' }).click();
    const creating = page.getByRole('dialog', { name: 'New spider from a template' });
    await creating.getByRole('textbox', { name: 'Name' }).fill('hand-made');
    await creating.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByText('Add a page to test the spider')).toBeVisible();
    await page.keyboard.press('Control+j');
    await expect(page.locator('.author-text .view-line').first()).toBeVisible();
    const text = mistaken(shop.origin);
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.locator('.author-text .monaco-editor').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+V');
    const errors = (count: number) =>
      expect(page.locator(`.author-counter[data-errors="${count}"]`)).toBeVisible();
    await errors(3);

    // One is mended by the quick fix of the editor, one by that of the list, one by typing.
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F8');
    await expect(page.getByText('undefined callback').first()).toBeVisible();
    await page.keyboard.press('Control+.');
    await expect(page.locator('.action-widget').getByText('Change to "parse_product"')).toBeVisible();
    await page.keyboard.press('Enter');
    await errors(2);
    await page.locator('.author-counter').click();
    await page.getByRole('button', { name: 'Rename to "follow"' }).click();
    await errors(1);
    await page.locator('.view-line', { hasText: 'CONCURRENT_REQUESTS' }).getByText('200').dblclick();
    await page.keyboard.type('2');
    await expect(page.locator('.author-counter').getByText('No problems')).toBeVisible();
    await page.keyboard.press('Control+S');
    await expect(page.getByText('Saved as version 2')).toBeVisible();

    // A page of the site is added, and the selectors are tried on it.
    shop.let(1);
    await page.getByRole('button', { name: 'Add by its address' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a page by its address' });
    await adding.getByRole('textbox', { name: 'Address' }).fill(`${shop.origin}/product/7`);
    await adding.getByRole('switch', { name: 'Allow private addresses' }).click();
    await adding.getByRole('button', { name: 'Add the page' }).click();
    await expect(adding).toHaveCount(0);
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Product 7' })).toBeVisible();
    const tester = page.locator('[data-pane="tester"]');
    await expect(tester.getByRole('button', { name: /^price.*7\.5.*1 match/u })).toBeVisible();
    await expect(tester.getByRole('button', { name: /^title.*Product 7.*1 match/u })).toBeVisible();
    await expect(tester.getByRole('button', { name: /^tags.*2 matches/u })).toBeVisible();
    shop.asked.clear();

    // It is crawled and paused.
    await page.keyboard.press('Control+F5');
    const starting = page.getByRole('dialog').filter({ hasText: 'hand-made' });
    await starting.getByRole('radio', { name: /Full run/u }).check({ force: true });
    await starting.getByRole('switch', { name: 'Allow private addresses' }).setChecked(true);
    await starting.getByRole('button', { name: 'Start the full run' }).click();
    await runState('Running');
    const run = (await page.evaluate(() => window.location.hash)).replace('#/run/', '');
    shop.let(8);
    await expect(
      page.getByRole('list', { name: 'Requests by state' }).getByRole('link', { name: 'Done 9' }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(page.getByText(/^Pausing: requests in flight are finished first/u)).toBeVisible();
    // The run looks now and then whether it is to pause; until then it goes on asking for pages.
    await expect
      .poll(async () => {
        shop.letWaiting();
        return (await studio.call('runs.get', { run })).state;
      })
      .toBe('paused');
    await runState('Paused');
    const { done } = (await studio.call('runs.get', { run })).counters;
    await page.getByRole('button', { name: 'Resume', exact: true }).first().click();
    await runState('Running');
    shop.let(4);
    await expect(
      page.getByRole('list', { name: 'Requests by state' }).getByRole('link', { name: `Done ${done + 4}` }),
    ).toBeVisible();

    // The process is killed; whoever opens the window again is offered to go on.
    await studio.stop('SIGKILL');
    studio = await start();
    page = await windowOn(browser, studio);
    await expect(page.getByText(`Run ${run} of hand-made was interrupted`)).toBeVisible();
    shop.let(products);
    await page.getByRole('button', { name: 'Resume', exact: true }).first().click();
    await page.evaluate((id) => {
      window.location.hash = `#/run/${id}`;
    }, run);
    await runState('Completed');
    await expect(page.getByText('Resumed without loss')).toBeVisible();
    await expect(page.getByText(/No item was lost and none was stored twice\./u)).toBeVisible();

    // Each product is there exactly once, in the table and in the file.
    await page.getByRole('link', { name: 'Items', exact: true }).click();
    await expect(page.getByText(`${products} items`, { exact: true })).toBeVisible();
    await page.keyboard.press('Control+Shift+E');
    const dialog = page.getByRole('dialog', { name: 'Export items' });
    await dialog.getByRole('combobox', { name: 'Format' }).selectOption('jsonl');
    await dialog.getByRole('radio', { name: /Everything/u }).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: `Export ${products} items` }).click(),
    ]);
    const items = (await contentOf(download))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { title: string; price: number; tags: string[]; version: number });
    expect(items.map(({ title }) => title).toSorted()).toEqual(
      Array.from({ length: products }, (_, n) => `Product ${n + 1}`).toSorted(),
    );
    expect(items.find(({ title }) => title === 'Product 7')).toMatchObject({
      price: 7.5,
      tags: ['red', 'round'],
      version: 2,
    });
    // Only what was in flight when the host was killed was asked for twice.
    const twice = [...shop.asked].filter(([, times]) => times > 1);
    expect(twice.length).toBeLessThanOrEqual(2);
    expect(await studio.stop('SIGTERM')).toBe(0);
  });
});
