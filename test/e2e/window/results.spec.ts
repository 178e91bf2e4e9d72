import type { Locator } from '@playwright/test';
import { given } from '../../given.ts';
import { columnTexts, contentOf, type AppWindow } from './app-window.ts';
import { expect, shared, test as base } from './fixtures.ts';
import { Studio } from './studio.ts';

const rowsOf = (text: string): string[] => text.trimEnd().split(/\r?\n/u);

/** The table of the sample's items, and what is beside it. */
class ItemsScreen {
  readonly #window: AppWindow;

  constructor(window: AppWindow) {
    this.#window = window;
  }

  get table(): Locator {
    return this.#window.page.getByRole('grid', { name: 'Items of sample-shop' });
  }

  get inspector(): Locator {
    return this.#window.page.locator('.results-inspector');
  }

  head(name: string): Locator {
    return this.table.getByRole('columnheader', { name, exact: true });
  }

  async prices(): Promise<number[]> {
    return (await columnTexts(this.#window.page, 'price')).map(Number);
  }

  async told(words: string): Promise<void> {
    await expect(this.#window.page.getByText(words, { exact: true })).toBeVisible();
  }

  async show(): Promise<void> {
    await this.#window.go('#/spider/default/sample-shop/results');
    await expect(this.table.locator('[role=row][data-row="5"]')).toBeVisible();
    await this.told('24 items');
  }
}

const sample = shared(async () => {
  const studio = await Studio.start();
  return { studio, run: await studio.crawlSample(), close: () => studio.close() };
});

/** Each begins with the sample's items. Its site is crawled once for all of them. */
const test = base.extend<{ items: ItemsScreen; run: string }>({
  studio: async ({ atWorkerEnd }, use) => use((await sample(atWorkerEnd)).studio),
  run: async ({ atWorkerEnd }, use) => use((await sample(atWorkerEnd)).run),
  items: [
    async ({ window }, use) => {
      const items = new ItemsScreen(window);
      await items.show();
      await use(items);
    },
    { auto: true },
  ],
});

test.describe('the items of a spider', () => {
  test('are sorted by a click on the header and by the keyboard, numbers as numbers', async ({
    page,
    items,
  }) => {
    const unsorted = await items.prices();
    expect(unsorted).toContain(8.5);
    await items.head('price').click();
    // The cheapest of all; rows that are on their way have no price yet.
    await expect.poll(async () => (await items.prices())[0]).toBe(4.2);
    const sorted = await items.prices();
    expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
    expect(sorted).toEqual(expect.arrayContaining([8.5, 104]));
    expect(sorted[0]).toBe(Math.min(...unsorted, ...sorted));
    await items.head('price').click();
    await expect.poll(async () => (await items.prices())[0]).toBe(1249);
    await expect(items.head('price')).toHaveAttribute('aria-sort', 'descending');

    await items.table.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(items.head('title')).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(async () => (await columnTexts(page, 'title'))[0]).toBe('Barometer with a bold needle');
  });

  test('tell where a value comes from: the page with its element, and each step to the site', async ({
    page,
    items,
  }) => {
    await items.table.getByRole('gridcell', { name: '1249', exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Where it comes from' }).click();
    const chain = page.getByRole('list', { name: 'Where it comes from' });
    await expect(page.getByText('is the same.')).toBeVisible();
    await expect(chain.getByRole('listitem').first()).toContainText('Value of price1249');
    await expect(chain).toContainText('HTTP/1.1 200 OK');
    const frame = page.locator('iframe[title^="Stored page"]');
    await expect(frame).toHaveAttribute('data-outlined', '1');
    await expect(page.frameLocator('iframe[title^="Stored page"]').getByText('1,249')).toBeInViewport();
    await chain.getByRole('button', { name: 'Copy: SHA-256 of the page' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[\da-f]{64}$/u);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the evidence' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^item-\d+-evidence\.zip$/u);
    await expect(page.getByText(/^Saved item-\d+-evidence\.zip$/u)).toBeVisible();
    // The same by the keyboard, for the active cell.
    await page.goBack();
    await expect(items.table.locator('[role=row][data-row="5"]')).toBeVisible();
    await items.table.focus();
    await page.keyboard.press('w');
    await expect(page.getByRole('heading', { name: /^Where .* comes from$/u })).toBeVisible();
  });

  test('are searched and filtered; conditions are changed and taken away', async ({ page, items }) => {
    await page.keyboard.press('Control+f');
    await page.keyboard.type('ROPE');
    // In whatever field it stands.
    await items.told('3 of 24 items');
    expect(await columnTexts(page, 'title')).toContain('Hemp rope, 20 metres');
    await page.keyboard.press('Escape');
    await items.told('24 items');

    await items.table.focus();
    await items.head('price').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Filter by price…' }).click();
    const form = page.getByRole('dialog', { name: 'New condition' });
    await form.getByRole('textbox', { name: 'Value' }).fill('dear');
    await expect(form.getByText('Enter a number.')).toBeVisible();
    await form.getByRole('textbox', { name: 'Value' }).fill('100');
    await form.getByRole('button', { name: 'Add' }).click();
    const chips = page.getByRole('list', { name: 'Conditions' });
    await expect(chips.getByText('price ≥ 100', { exact: true })).toBeVisible();
    await expect.poll(async () => (await items.prices()).every((price) => price >= 100)).toBe(true);

    await chips.getByText('price ≥ 100', { exact: true }).click();
    const change = page.getByRole('dialog', { name: 'Change the condition price ≥ 100' });
    await change.getByRole('combobox', { name: 'Condition' }).selectOption('less');
    await change.getByRole('button', { name: 'Change' }).click();
    await expect(chips.getByText('price < 100', { exact: true })).toBeVisible();
    await expect.poll(async () => (await items.prices()).every((price) => price < 100)).toBe(true);

    // Nothing fits: the way back is there.
    await page.getByRole('searchbox', { name: 'Search the items' }).fill('zeppelin');
    await expect(page.getByText('No matching items')).toBeVisible();
    await items.told('0 of 24 items');
    await page.getByRole('button', { name: 'Show all 24 items' }).click();
    await items.told('24 items');
    await expect(chips).toHaveCount(0);

    // A value of a cell becomes a condition.
    await items.table.getByRole('gridcell', { name: '1249', exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Only where price is “1249”' }).click();
    await items.told('1 of 24 items');
    await chips.getByRole('button', { name: 'Remove condition: price is 1249' }).click();
    await items.told('24 items');
  });

  test('keep the columns that were chosen and their widths', async ({ window, page, items }) => {
    await items.table.focus();
    await page.keyboard.press('c');
    const chooser = page.getByRole('dialog', { name: 'Columns' });
    await chooser.getByRole('searchbox', { name: 'Find a column' }).fill('cur');
    await chooser.getByRole('checkbox', { name: 'currency' }).click();
    await chooser.getByRole('searchbox', { name: 'Find a column' }).fill('callback');
    await chooser.getByRole('checkbox', { name: 'callback' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(items.head('currency')).toHaveCount(0);

    const width = async () => (await items.head('sku').boundingBox())?.width;
    const before = given(await width());
    const edge = given(await items.head('sku').locator('.ui-table-resize').boundingBox());
    await page.mouse.move(edge.x + 4, edge.y + 8);
    await page.mouse.down();
    await page.mouse.move(edge.x + 64, edge.y + 8, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBe(before + 60);
    await page.keyboard.press('End');

    await window.reload();
    await items.show();
    expect(await width()).toBe(before + 60);
    await expect(items.head('currency')).toHaveCount(0);
    await items.table.focus();
    await page.keyboard.press('c');
    await chooser.getByRole('button', { name: 'Default' }).click();
    await page.keyboard.press('Escape');
    await expect(items.head('currency')).toBeVisible();
    await expect.poll(width).toBe(before);
  });

  test('are inspected as fields and as a tree, and copied', async ({ window, page, run, items }) => {
    await items.table.getByRole('gridcell', { name: 'Storm umbrella, ten ribs' }).click();
    const tags = items.inspector.locator('[data-field="tags"]');
    await expect(tags.getByRole('listitem')).toHaveText(['safety']);
    await items.inspector.getByRole('tab', { name: 'JSON' }).click();
    const tree = items.inspector.getByRole('tree');
    await expect(tree.getByText('availability')).toBeVisible();
    await expect(tree.getByText('"out of stock"')).toBeVisible();
    await expect(tree.getByText('"safety"')).toBeVisible();
    await items.inspector.getByRole('searchbox', { name: 'Find in the item' }).fill('umbrella.svg');
    await expect(tree.locator('[data-match]').first()).toBeVisible();

    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await items.table.getByRole('gridcell', { name: 'HC-204', exact: true }).click();
    await page.keyboard.press('Control+c');
    await expect.poll(clipboard).toBe('HC-204');
    await page.keyboard.press('y');
    await expect(page.getByText('Item copied as JSON')).toBeVisible();
    expect(JSON.parse(await clipboard())).toMatchObject({ sku: 'HC-204', price: 48, tags: ['safety'] });
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+c');
    await expect(page.getByText('2 rows were copied')).toBeVisible();
    expect(await clipboard()).toMatch(/^title\tsku\t[^]*\nStorm umbrella, ten ribs\tHC-204\t[^]*\tHC-\d+\t/u);

    await items.table.getByRole('gridcell', { name: "Fisherman's jumper" }).click();
    await page.keyboard.press('Enter');
    await expect.poll(() => window.hash()).toMatch(/^#\/item\/\d+$/u);
    // A long text ends in dots; opened, it is there whole, and the lines after it make room.
    await items.inspector.getByRole('tab', { name: 'JSON' }).click();
    const lines = items.inspector.getByRole('treeitem');
    const text = lines.filter({ hasText: 'content' });
    const next = lines.filter({ hasText: 'url' }).last();
    const box = (line: typeof text) => line.evaluate((element) => element.getBoundingClientRect().toJSON());
    expect((await box(text)).height).toBe(22);
    await expect(text).toHaveAttribute('aria-expanded', 'false');
    await text.click();
    await expect.poll(async () => (await box(text)).height).toBeGreaterThan(40);
    await expect(text).toHaveAttribute('aria-expanded', 'true');
    await expect.poll(async () => (await box(next)).top >= (await box(text)).bottom).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await box(text)).height).toBe(22);
    await items.inspector.getByRole('tab', { name: 'Where it comes from' }).click();
    await expect(items.inspector.getByRole('link', { name: `Run ${run}` })).toBeVisible();
  });

  test('tell how often each field is filled and how its values spread', async ({ page, items }) => {
    await items.table.focus();
    await page.keyboard.press('i');
    const fields = page.getByRole('region', { name: 'Fields', exact: true });
    await expect(fields.getByRole('button', { name: /^price_before number 12\.5 %/u })).toBeVisible();
    await fields.getByRole('button', { name: /^price number 100 %/u }).click();
    await expect(fields.getByText('4.2 to 1,249')).toBeVisible();
    await expect(fields.getByRole('list', { name: 'Histogram' }).getByRole('listitem')).toHaveCount(20);
    await fields.getByRole('button', { name: /^in_stock/u }).click();
    await fields.getByRole('button', { name: 'false', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Conditions' }).getByText('in_stock is false')).toBeVisible();
    await items.told('2 of 24 items');
    await page.getByRole('button', { name: 'Hide the fields' }).click();
    await expect(fields).toHaveCount(0);
  });

  test('lead to their request, their stored page and the field in the spider', async ({
    window,
    page,
    run,
    items,
  }) => {
    await items.table.getByRole('gridcell', { name: 'HC-301', exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show its request' }).click();
    await expect.poll(() => window.hash()).toContain(`#/run/${run}/requests`);
    await expect(
      page
        .locator('.runs-inspector')
        .getByText(/hc-301-/u)
        .first(),
    ).toBeVisible();

    await items.show();
    await items.table.getByRole('gridcell', { name: 'HC-301', exact: true }).click();
    await items.inspector.getByRole('tab', { name: 'Where it comes from' }).click();
    await items.inspector.getByRole('button', { name: 'Show “sku” in the spider' }).click();
    await expect.poll(() => window.hash()).toContain('#/spider/default/sample-shop/author');
    await expect(
      page.frameLocator('iframe').getByRole('heading', { name: 'Enamel mug, half a pint' }),
    ).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => document.querySelector('.current-line')?.getBoundingClientRect().top))
      .toBeGreaterThan(0);
  });

  test('are exported as the table shows them, or all of them', async ({ page, items, studio }) => {
    await items.head('price').click();
    await expect(items.table.getByRole('gridcell', { name: 'in stock (60)' }).first()).toBeAttached();
    await page.getByRole('searchbox', { name: 'Search the items' }).fill('HC-3');
    await expect
      .poll(async () => (await columnTexts(page, 'sku')).every((sku) => sku.startsWith('HC-3')))
      .toBe(true);
    const shown = await columnTexts(page, 'sku');
    await items.table.focus();
    await page.keyboard.press('Control+Shift+E');
    const dialog = page.getByRole('dialog', { name: 'Export items' });
    await expect(dialog.getByText(/Items with “HC-3” · 17 columns · by price/u)).toBeVisible();
    await expect(dialog.getByRole('row', { name: /^tags / })).toContainText('lists joined with ", "');
    await dialog.getByRole('tab', { name: 'Beginning of the file' }).click();
    const preview = dialog.getByLabel('The beginning of the file');
    await expect(preview).toContainText('title,sku,price,');
    const shownFirst = await preview.textContent();
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: `Export ${shown.length} items` }).click(),
    ]);
    expect(csv.suggestedFilename()).toBe('sample-shop.csv');
    const text = await contentOf(csv);
    expect(text.replaceAll('\r\n', '\n')).toBe(given(shownFirst).replaceAll('\r\n', '\n'));
    expect([...text.matchAll(/,(HC-3\d\d),/gu)].map((found) => found[1])).toEqual(shown);
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Exported sample-shop.csv')).toBeVisible();

    await page.keyboard.press('Control+Shift+E');
    await dialog.getByRole('combobox', { name: 'Format' }).selectOption('jsonl');
    await dialog.getByRole('radio', { name: /Everything/u }).check();
    const [jsonl] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export 24 items' }).click(),
    ]);
    const exported = rowsOf(await contentOf(jsonl)).map((line): unknown => JSON.parse(line));
    expect(exported).toHaveLength(24);
    expect(exported).toContainEqual(
      expect.objectContaining({ sku: 'HC-204', in_stock: false, tags: ['safety'] }),
    );

    // The format is remembered.
    await page.keyboard.press('Control+Shift+E');
    await expect(dialog.getByRole('combobox', { name: 'Format' })).toHaveValue('jsonl');
    await page.keyboard.press('Escape');

    // What the project says comes first.
    await studio.call('projects.setDefaults', {
      project: 'default',
      settings: {},
      exports: { format: 'csv', dialect: 'excel' },
    });
    await page.keyboard.press('Control+Shift+E');
    await expect(dialog.getByRole('combobox', { name: 'Format' })).toHaveValue('csv-excel');
    await expect(dialog.getByText(/^As the project exports\./u)).toBeVisible();
    await page.keyboard.press('Escape');
  });

  test('are not there before a run, and the screen says how they come', async ({ window, page, studio }) => {
    const text = JSON.stringify({
      name: 'fresh',
      allowed_domains: ['example.org'],
      start_urls: ['https://example.org/'],
    });
    await studio.addSpider(text);
    await window.go('#/spider/default/fresh/results');
    await expect(page.getByText('No items yet')).toBeVisible();
    await page.getByRole('button', { name: 'Start a run', exact: true }).click();
    await expect(page.getByRole('dialog', { name: /fresh/u })).toBeVisible();
    await page.keyboard.press('Escape');
  });
});
