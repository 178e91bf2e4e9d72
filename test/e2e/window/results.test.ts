import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLargeStore } from '../../../bench/large-store.ts';
import { given } from '../../given.ts';
import { launchChromium } from './chromium.ts';
import { columnTexts, contentOf, crawlSample, openWindow, type OpenWindow } from './open-window.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const rowsOf = (text: string): string[] => text.trimEnd().split(/\r?\n/u);

describe('the items of a spider', () => {
  let shop: OpenWindow;
  let run: string;

  beforeAll(async () => {
    shop = await openWindow(browser);
    run = await crawlSample(shop);
  });
  afterAll(() => shop.close());

  const table = () => shop.page.getByRole('grid', { name: 'Items of sample-shop' });
  const told = (words: string) => shop.page.getByText(words, { exact: true }).waitFor();
  const prices = async () => (await columnTexts(shop.page, 'price')).map(Number);
  const head = (name: string) => table().getByRole('columnheader', { name, exact: true });
  const inspector = () => shop.page.locator('.results-inspector');

  /** The table as it comes, whatever was done before. */
  async function begin(): Promise<void> {
    await shop.page.goto(`${shop.origin}/#/spider/default/sample-shop/results`);
    await shop.page.reload();
    await table().locator('[role=row][data-row="5"]').waitFor();
    await told('24 items');
  }

  it('are sorted by a click on the header and by the keyboard, numbers as numbers', async () => {
    await begin();
    const unsorted = await prices();
    expect(unsorted).toContain(8.5);
    await head('price').click();
    // The cheapest of all; rows that are on their way have no price yet.
    await expect.poll(async () => (await prices())[0]).toBe(4.2);
    const sorted = await prices();
    expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
    expect(sorted).toEqual(expect.arrayContaining([8.5, 104]));
    expect(sorted[0]).toBe(Math.min(...unsorted, ...sorted));
    await head('price').click();
    await expect.poll(async () => (await prices())[0]).toBe(1249);
    expect(await head('price').getAttribute('aria-sort')).toBe('descending');

    await table().focus();
    await shop.page.keyboard.press('Control+Home');
    await shop.page.keyboard.press('ArrowUp');
    await shop.page.keyboard.press('Enter');
    await expect.poll(() => head('title').getAttribute('aria-sort')).toBe('ascending');
    await expect
      .poll(async () => (await columnTexts(shop.page, 'title'))[0])
      .toBe('Barometer with a bold needle');
  });

  it('are searched and filtered; conditions are changed and taken away', async () => {
    await begin();
    await shop.page.keyboard.press('Control+f');
    await shop.page.keyboard.type('ROPE');
    // In whatever field it stands.
    await told('3 of 24 items');
    expect(await columnTexts(shop.page, 'title')).toContain('Hemp rope, 20 metres');
    await shop.page.keyboard.press('Escape');
    await told('24 items');

    await table().focus();
    await head('price').click({ button: 'right' });
    await shop.page.getByRole('menuitem', { name: 'Filter by price…' }).click();
    const form = shop.page.getByRole('dialog', { name: 'New condition' });
    await form.getByRole('textbox', { name: 'Value' }).fill('dear');
    await form.getByText('A number is needed here.').waitFor();
    await form.getByRole('textbox', { name: 'Value' }).fill('100');
    await form.getByRole('button', { name: 'Add' }).click();
    const chips = shop.page.getByRole('list', { name: 'Conditions' });
    await chips.getByText('price ≥ 100', { exact: true }).waitFor();
    await expect.poll(async () => (await prices()).every((price) => price >= 100)).toBe(true);

    await chips.getByText('price ≥ 100', { exact: true }).click();
    const change = shop.page.getByRole('dialog', { name: 'Change the condition price ≥ 100' });
    await change.getByRole('combobox', { name: 'Condition' }).selectOption('less');
    await change.getByRole('button', { name: 'Change' }).click();
    await chips.getByText('price < 100', { exact: true }).waitFor();
    await expect.poll(async () => (await prices()).every((price) => price < 100)).toBe(true);

    // Nothing fits: the way back is there.
    await shop.page.getByRole('searchbox', { name: 'Search the items' }).fill('zeppelin');
    await shop.page.getByText('No item fits').waitFor();
    await told('0 of 24 items');
    await shop.page.getByRole('button', { name: 'Show all 24 items' }).click();
    await told('24 items');
    expect(await chips.count()).toBe(0);

    // A value of a cell becomes a condition.
    await table().getByRole('gridcell', { name: '1249', exact: true }).click({ button: 'right' });
    await shop.page.getByRole('menuitem', { name: 'Only where price is “1249”' }).click();
    await told('1 of 24 items');
    await chips.getByRole('button', { name: 'Take away: price is 1249' }).click();
    await told('24 items');
  });

  it('keep the columns that were chosen and their widths', async () => {
    await begin();
    await table().focus();
    await shop.page.keyboard.press('c');
    const chooser = shop.page.getByRole('dialog', { name: 'Columns' });
    await chooser.getByRole('searchbox', { name: 'Find a column' }).fill('cur');
    await chooser.getByRole('checkbox', { name: 'currency' }).click();
    await chooser.getByRole('searchbox', { name: 'Find a column' }).fill('callback');
    await chooser.getByRole('checkbox', { name: 'callback' }).click();
    await shop.page.keyboard.press('Escape');
    await shop.page.keyboard.press('Escape');
    await head('currency').waitFor({ state: 'detached' });

    const width = async () => (await head('sku').boundingBox())?.width;
    const before = given(await width());
    const edge = given(await head('sku').locator('.ui-table-resize').boundingBox());
    await shop.page.mouse.move(edge.x + 4, edge.y + 8);
    await shop.page.mouse.down();
    await shop.page.mouse.move(edge.x + 64, edge.y + 8, { steps: 4 });
    await shop.page.mouse.up();
    await expect.poll(width).toBe(before + 60);
    await shop.page.keyboard.press('End');

    await begin();
    expect(await width()).toBe(before + 60);
    expect(await head('currency').count()).toBe(0);
    await table().focus();
    await shop.page.keyboard.press('c');
    await chooser.getByRole('button', { name: 'Default' }).click();
    await shop.page.keyboard.press('Escape');
    await head('currency').waitFor();
    await expect.poll(width).toBe(before);
  });

  it('are inspected as a tree and copied', async () => {
    await begin();
    await table().getByRole('gridcell', { name: 'Storm umbrella, ten ribs' }).click();
    const tree = inspector().getByRole('tree');
    await tree.getByText('availability').waitFor();
    await tree.getByText('"out of stock"').waitFor();
    await tree.getByText('"safety"').waitFor();
    await inspector().getByRole('searchbox', { name: 'Find in the item' }).fill('umbrella.svg');
    await tree.locator('[data-match]').first().waitFor();

    const clipboard = () => shop.page.evaluate(() => navigator.clipboard.readText());
    await table().getByRole('gridcell', { name: 'HC-204', exact: true }).click();
    await shop.page.keyboard.press('Control+c');
    await expect.poll(clipboard).toBe('HC-204');
    await shop.page.keyboard.press('y');
    await shop.page.getByText('The item was copied as JSON').waitFor();
    expect(JSON.parse(await clipboard())).toMatchObject({ sku: 'HC-204', price: 48, tags: ['safety'] });
    await shop.page.keyboard.press('Shift+ArrowDown');
    await shop.page.keyboard.press('Control+c');
    await shop.page.getByText('2 rows were copied').waitFor();
    expect(await clipboard()).toMatch(/^title\tsku\t[^]*\nStorm umbrella, ten ribs\tHC-204\t[^]*\tHC-\d+\t/u);

    await table().getByRole('gridcell', { name: "Fisherman's jumper" }).click();
    await shop.page.keyboard.press('Enter');
    await expect.poll(shop.hash).toMatch(/^#\/item\/\d+$/u);
    // A long text ends in dots; opened, it is there whole, and the lines after it make room.
    const lines = inspector().getByRole('treeitem');
    const text = lines.filter({ hasText: 'content' });
    const next = lines.filter({ hasText: 'url' }).last();
    const box = (line: typeof text) => line.evaluate((element) => element.getBoundingClientRect().toJSON());
    expect((await box(text)).height).toBe(22);
    expect(await text.getAttribute('aria-expanded')).toBe('false');
    await text.click();
    await expect.poll(async () => (await box(text)).height).toBeGreaterThan(40);
    expect(await text.getAttribute('aria-expanded')).toBe('true');
    await expect.poll(async () => (await box(next)).top >= (await box(text)).bottom).toBe(true);
    await shop.page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await box(text)).height).toBe(22);
    await inspector().getByRole('tab', { name: 'Where it comes from' }).click();
    await inspector()
      .getByRole('link', { name: `Run ${run}` })
      .waitFor();
  });

  it('tell how often each field is filled and how its values spread', async () => {
    await begin();
    await table().focus();
    await shop.page.keyboard.press('i');
    const fields = shop.page.getByRole('region', { name: 'Fields', exact: true });
    await fields.getByRole('button', { name: /^price_before number 12\.5 %/u }).waitFor();
    await fields.getByRole('button', { name: /^price number 100 %/u }).click();
    await fields.getByText('4.2 to 1,249').waitFor();
    expect(await fields.getByRole('list', { name: 'Histogram' }).getByRole('listitem').count()).toBe(20);
    await fields.getByRole('button', { name: /^in_stock/u }).click();
    await fields.getByRole('button', { name: 'false', exact: true }).click();
    await shop.page.getByRole('list', { name: 'Conditions' }).getByText('in_stock is false').waitFor();
    await told('2 of 24 items');
    await shop.page.getByRole('button', { name: 'Hide the fields' }).click();
    await fields.waitFor({ state: 'detached' });
  });

  it('lead to their request, their stored page and the field in the spider', async () => {
    await begin();
    await table().getByRole('gridcell', { name: 'HC-301', exact: true }).click({ button: 'right' });
    await shop.page.getByRole('menuitem', { name: 'Show its request' }).click();
    await expect.poll(shop.hash).toContain(`#/run/${run}/requests`);
    await shop.page
      .locator('.runs-inspector')
      .getByText(/hc-301-/u)
      .first()
      .waitFor();

    await begin();
    await table().getByRole('gridcell', { name: 'HC-301', exact: true }).click();
    await inspector().getByRole('tab', { name: 'Where it comes from' }).click();
    await inspector().getByRole('button', { name: 'Show “sku” in the spider' }).click();
    await expect.poll(shop.hash).toContain('#/spider/default/sample-shop/author');
    await shop.page
      .frameLocator('iframe')
      .getByRole('heading', { name: 'Enamel mug, half a pint' })
      .waitFor();
    await expect
      .poll(() =>
        shop.page.evaluate(() => document.querySelector('.current-line')?.getBoundingClientRect().top),
      )
      .toBeGreaterThan(0);
  });

  it('are exported as the table shows them, or all of them', async () => {
    await begin();
    await head('price').click();
    await table().getByRole('gridcell', { name: 'in stock (60)' }).first().waitFor({ state: 'attached' });
    await shop.page.getByRole('searchbox', { name: 'Search the items' }).fill('HC-3');
    await expect
      .poll(async () => (await columnTexts(shop.page, 'sku')).every((sku) => sku.startsWith('HC-3')))
      .toBe(true);
    const shown = await columnTexts(shop.page, 'sku');
    await table().focus();
    await shop.page.keyboard.press('Control+Shift+E');
    const dialog = shop.page.getByRole('dialog', { name: 'Export items' });
    await dialog.getByText(/Items with “HC-3” · 17 columns · by price/u).waitFor();
    const preview = dialog.getByLabel('The beginning of the file');
    await expect.poll(() => preview.textContent()).toContain('title,sku,price,');
    const shownFirst = await preview.textContent();
    const [csv] = await Promise.all([
      shop.page.waitForEvent('download'),
      dialog.getByRole('button', { name: `Export ${shown.length} items` }).click(),
    ]);
    expect(csv.suggestedFilename()).toBe('sample-shop.csv');
    const text = await contentOf(csv);
    expect(text.replaceAll('\r\n', '\n')).toBe(given(shownFirst).replaceAll('\r\n', '\n'));
    expect([...text.matchAll(/,(HC-3\d\d),/gu)].map((found) => found[1])).toEqual(shown);
    await dialog.waitFor({ state: 'detached' });
    await shop.page.getByText('Exported sample-shop.csv').waitFor();

    await shop.page.keyboard.press('Control+Shift+E');
    await dialog.getByRole('combobox', { name: 'Format' }).selectOption('jsonl');
    await dialog.getByRole('radio', { name: /Everything/u }).check();
    const [jsonl] = await Promise.all([
      shop.page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export 24 items' }).click(),
    ]);
    const items = rowsOf(await contentOf(jsonl)).map((line): unknown => JSON.parse(line));
    expect(items).toHaveLength(24);
    expect(items).toContainEqual(
      expect.objectContaining({ sku: 'HC-204', in_stock: false, tags: ['safety'] }),
    );

    // The format is remembered.
    await shop.page.keyboard.press('Control+Shift+E');
    expect(await dialog.getByRole('combobox', { name: 'Format' }).inputValue()).toBe('jsonl');
    await shop.page.keyboard.press('Escape');
  });

  it('are not there before a run, and the screen says how they come', async () => {
    const text = JSON.stringify({
      name: 'fresh',
      allowed_domains: ['example.org'],
      start_urls: ['https://example.org/'],
    });
    await shop.open.call('spiders.save', { project: 'default', spider: null, text, base: null });
    await shop.go('#/spider/default/fresh/results');
    await shop.page.getByText('No items yet').waitFor();
    await shop.page.getByRole('button', { name: 'Start a run', exact: true }).click();
    await shop.page.getByRole('dialog', { name: /fresh/u }).waitFor();
    await shop.page.keyboard.press('Escape');
    expect(shop.complaints).toEqual([]);
  });
});

describe('a million items', () => {
  let large: OpenWindow;
  const last = 999_999;

  beforeAll(async () => {
    large = await openWindow(browser, { prepare: (dataDir) => makeLargeStore(dataDir, last + 1) });
  }, 180_000);
  afterAll(() => large.close());

  const table = () => large.page.getByRole('grid', { name: 'Items of catalogue' });
  const cell = (name: string) => table().getByRole('gridcell', { name, exact: true });

  it('are shown at once, scrolled to the end, sorted, filtered, and counted', async () => {
    const { page } = large;
    await large.go('#/spider/default/catalogue/results');
    await cell('Product 0').waitFor();
    await page.getByText('1,000,000 items', { exact: true }).waitFor();
    await table().focus();
    await page.keyboard.press('Control+End');
    await cell(`Product ${last}`).waitFor();
    expect(await table().getAttribute('aria-rowcount')).toBe(String(last + 2));
    await page
      .locator('.results-inspector')
      .getByText(`"Maker ${last % 300}"`)
      .waitFor({ state: 'attached' });

    // Scrolled with the bar, it shows what is in the middle.
    await table().evaluate((element) => {
      element.scrollTop = element.scrollHeight / 2;
    });
    await expect
      .poll(async () => (await columnTexts(page, 'title'))[5])
      .toMatch(/^Product (?:499|500)\d{3}$/u);

    await page.keyboard.press('Home');
    await table().getByRole('columnheader', { name: 'price', exact: true }).click();
    await expect.poll(() => columnTexts(page, 'price').then((texts) => texts[0])).toBe('0');
    await table().getByRole('columnheader', { name: 'price', exact: true }).click();
    await expect.poll(() => columnTexts(page, 'price').then((texts) => texts[0])).toBe('999.99');
    await table().focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Home');
    await expect.poll(() => columnTexts(page, 'price').then((texts) => texts.at(-1))).toBe('0');

    await page.getByRole('searchbox', { name: 'Search the items' }).fill('note 99999');
    await page.getByText('7 of 1,000,000 items', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.getByText('1,000,000 items', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Fields', exact: true }).click();
    const fields = page.getByRole('region', { name: 'Fields', exact: true });
    await fields.getByRole('button', { name: /^brand/u }).click();
    await fields.getByText('1,000,000 of 1,000,000 items').waitFor();
    await fields.getByText('20,000', { exact: true }).first().waitFor();
  });

  it.each([
    { what: 'items', grid: 'Items of catalogue', tab: 'Items' },
    { what: 'requests', grid: 'Requests of run 1', tab: 'Requests' },
  ])('are found where they were left: $what', async ({ what, grid, tab }) => {
    const { page } = large;
    const shown = page.getByRole('grid', { name: grid });
    const toTab = (name: string) => page.getByRole('link', { name, exact: true }).click();
    const top = () => shown.evaluate((element) => Math.round(element.scrollTop));
    const chosen = () =>
      shown
        .locator('[role=row][aria-selected=true]')
        .evaluateAll((rows) => rows.map((row) => row.textContent));
    const inspected = () => page.locator('[data-pane="inspector"] .ui-inspector-head h2').textContent();
    await large.go(`#/run/1/${what}`);
    await shown.locator('[data-row="10"]:not([aria-busy])').waitFor();
    await shown.evaluate((element) => {
      element.scrollLeft = 60;
      element.scrollTop = (element.scrollHeight - element.clientHeight) / 2;
    });
    const half = what === 'items' ? 500_000 : 50_000;
    const row = shown.locator(`[data-row="${half + 3}"]:not([aria-busy])`);
    await row.click();
    await expect.poll(chosen).toHaveLength(1);
    const before = { top: await top(), chosen: await chosen(), inspected: await inspected() };

    await toTab('Log');
    await shown.waitFor({ state: 'detached' });
    await toTab(tab);
    await row.waitFor();
    await expect.poll(chosen).toEqual(before.chosen);
    expect(await top()).toBe(before.top);
    expect(await shown.evaluate((element) => element.scrollLeft)).toBe(60);
    await expect.poll(inspected).toBe(before.inspected);
    // The keyboard goes on from there.
    await shown.focus();
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => shown.locator('[role=row][aria-selected=true]').getAttribute('data-row'))
      .toBe(String(half + 4));
    // Other rows begin at their top.
    await shown.getByRole('columnheader', { name: what === 'items' ? 'title' : 'URL', exact: true }).click();
    await shown.locator('[data-row="0"]:not([aria-busy])').waitFor();
    expect(await chosen()).toEqual([]);
  });

  it('are exported in the background; a cancelled export leaves nothing', async () => {
    const { page } = large;
    await large.go('#/spider/default/catalogue/results');
    await page.getByText('1,000,000 items', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export items' });
    await dialog.getByRole('radio', { name: /Everything/u }).check();
    await dialog.getByRole('button', { name: 'Export 1,000,000 items' }).click();
    await dialog.getByText(/ of 1,000,000 items/u).waitFor();
    await dialog.getByRole('button', { name: 'Go on in the background' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Exporting catalogue\.csv/u }).click();
    await page.getByRole('list', { name: 'Exports' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The export was cancelled').waitFor();
    await page.getByRole('button', { name: /^Exporting/u }).waitFor({ state: 'detached' });
    const left = readdirSync(join(large.open.dataDir, 'downloads'), { recursive: true }).map(String);
    expect(left.filter((name) => name.includes('catalogue'))).toEqual([]);
    expect(large.complaints).toEqual([]);
  });
});
