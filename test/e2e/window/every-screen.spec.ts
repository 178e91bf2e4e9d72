import type { Page } from '@playwright/test';
import { expect, shared, test as base } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import { Studio } from './studio.ts';

/** The frame, the gallery and the screens of runs are looked at in tests of their own; here is the rest, as it is used. */

const sample = '#/spider/default/sample-shop';
const bare = JSON.stringify({
  name: 'bare',
  allowed_domains: ['127.0.0.1'],
  start_urls: ['http://127.0.0.1:9/'],
});

interface Screens {
  page: Page;
  /** Goes to a place as somebody does who comes with an address, and waits until something is there. */
  at: (hash: string, ready: string) => Promise<void>;
}

const crawled = shared(async () => {
  const studio = await Studio.start();
  await studio.crawlSample();
  await studio.addSpider(bare);
  await studio.openJson();
  const place = { project: 'default', spider: 'sample-shop' };
  const { text } = await studio.call('spiders.get', place);
  const changed = text.replace('"CONCURRENT_REQUESTS": 8', '"CONCURRENT_REQUESTS": 4');
  await studio.call('spiders.save', { ...place, text: changed, base: 1 });
  return studio;
});

const test = base.extend<Pick<Screens, 'at'>>({
  studio: async ({ atWorkerEnd }, use) => use(await crawled(atWorkerEnd)),
  at: ({ window, page }, use) =>
    use(async (hash, ready) => {
      await window.go(hash);
      await expect(page.locator(ready).first()).toBeVisible();
    }),
});

const results = ({ at }: Screens) => at(`${sample}/results`, '[role=row][data-row="5"]');
const grid = (page: Page) => page.getByRole('grid', { name: 'Items of sample-shop' });

test.describe('nothing is out of sight, and axe finds no fault, in', { tag: '@look' }, () => {
  test('the results, with an item and its tabs', async ({ page, at }) => {
    await results({ page, at });
    await expectNoFaults(page, 'results');
    await grid(page).getByRole('gridcell', { name: 'HC-204', exact: true }).click();
    for (const tab of ['Values', 'JSON', 'Problems', 'Where it comes from']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await expectNoFaults(page, tab, '[data-pane="inspector"]');
    }
  });

  test('the fields, conditions, columns and menus of the results', async ({ page, at }) => {
    await results({ page, at });
    await page.getByRole('button', { name: 'Fields', exact: true }).click();
    await page.getByRole('button', { name: /^price number/u }).click();
    await expect(page.getByRole('list', { name: 'Histogram' })).toBeVisible();
    await page.getByRole('button', { name: /^currency/u }).click();
    await page.getByRole('button', { name: 'GBP', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Conditions' })).toBeVisible();
    await expectNoFaults(page, 'fields');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'New condition' })).toBeVisible();
    await expectNoFaults(page, 'new condition', '.ui-popover');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
    await expectNoFaults(page, 'columns', '.ui-popover');
    await page.keyboard.press('Escape');
    // Which of them is in sight in a narrow window follows the order of the crawl.
    await grid(page).getByRole('gridcell', { name: /^HC-/u }).first().click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
    await expectNoFaults(page, 'menu', '[role="menu"]');
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Search the items' }).fill('zeppelin');
    await expect(page.getByText('No matching items')).toBeVisible();
    await expectNoFaults(page, 'nothing fits', '.results');
  });

  test('the export, before and behind it', async ({ page, at }) => {
    await results({ page, at });
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export items' });
    await expect(dialog.getByRole('row', { name: /^sku .* as it is$/u })).toBeVisible();
    await expectNoFaults(page, 'export');
    await dialog.getByRole('tab', { name: 'First rows' }).click();
    await expectNoFaults(page, 'first rows of the export');
    await dialog.getByRole('tab', { name: 'Beginning of the file' }).click();
    await expect(dialog.getByLabel('The beginning of the file')).toContainText('title,sku,price');
    await expectNoFaults(page, 'beginning of the file');
    await dialog.getByRole('combobox', { name: 'One row for' }).selectOption('each entry of tags');
    await expect(dialog.getByText(/\d+ rows; the other columns are repeated/u)).toBeVisible();
    await dialog.getByRole('tab', { name: 'Fields' }).click();
    await expectNoFaults(page, 'rows of a list');
    await dialog.getByRole('combobox', { name: 'One row for' }).selectOption('each item');
    await dialog.getByRole('button', { name: 'Export 24 items' }).click();
    await expect(page.getByText('Exported sample-shop.csv')).toBeVisible();
    await expectNoFaults(page, 'told', '.ui-toasts');
  });

  test('an item of its own, and the places where there is none', async ({ page, studio, at }) => {
    await at('#/item/1', '.ui-value-fields');
    await expectNoFaults(page, 'item');
    await at('#/item/1/from/price', '[data-outlined="1"]');
    await expectNoFaults(page, 'where a value comes from');
    await at('#/item/999999', '[role=alert]:has-text("could not be loaded")');
    await expectNoFaults(page, 'unknown item', 'main');
    await at('#/spider/default/bare/results', 'text=No items yet');
    await expectNoFaults(page, 'no run', 'main');
    const { run: started } = await studio.call('runs.start', {
      project: 'default',
      spider: 'bare',
      limit: null,
    });
    await expect.poll(async () => (await studio.call('runs.get', { run: started.id })).state).toBe('failed');
    await expect(page.getByText(`Run ${started.id} has no items`)).toBeVisible();
    await expectNoFaults(page, 'no items', 'main');
  });

  test('the author with page and tester, each of its tabs', async ({ page, at }) => {
    await at(`${sample}/author`, '.author-text .view-line');
    await expect(page.frameLocator('iframe').locator('h1').first()).toBeVisible();
    await expectNoFaults(page, 'author');
    const tester = page.locator('[data-pane="tester"]');
    for (const tab of await tester.getByRole('tab').allTextContents()) {
      await tester.getByRole('tab', { name: tab, exact: true }).click();
      await expect(tester.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectNoFaults(page, tab, '[data-pane="tester"]');
    }
    await page.keyboard.press('Control+Shift+U');
    await expect(page.getByRole('dialog', { name: 'Add a page by its address' })).toBeVisible();
    await expectNoFaults(page, 'add by address', '[role="dialog"]');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+Shift+R');
    await expect(page.getByRole('dialog', { name: 'Add a page from a run' })).toBeVisible();
    await expectNoFaults(page, 'add from a run', '[role="dialog"]');
    await page.keyboard.press('Escape');
    await at('#/spider/default/bare/author', '.author-text .view-line');
    await expect(page.getByText('Add a page to test the spider')).toBeVisible();
    await expectNoFaults(page, 'no page', 'main');
  });

  test('the form, and the versions side by side', async ({ page, at }) => {
    await at(`${sample}/author`, '.author-text .view-line');
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    const form = page.locator('.author-spider');
    for (const tab of ['Spider', 'Rules', 'Callbacks', 'Settings']) {
      await form.getByRole('tab', { name: new RegExp(`^${tab}`, 'u') }).click();
      await expectNoFaults(page, tab, '.author-spider');
    }
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await page.keyboard.press('Alt+Shift+V');
    await page
      .getByRole('listbox', { name: 'Versions' })
      .getByRole('option', { name: /Version 1/u })
      .click();
    // Monaco has only the lines in the document that are in sight.
    const changed = page.locator('.author-versions .line-insert').first();
    await page.locator('.author-versions .editor.modified').hover();
    await expect(async () => {
      if ((await changed.count()) === 0) await page.mouse.wheel(0, 100);
      await expect(changed).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expectNoFaults(page, 'versions', '[role="dialog"]');
  });

  test('the page of a project, and its dialogs', async ({ page, at }) => {
    await at('#/project/default', '.project-card');
    await expectNoFaults(page, 'project');
    await page.getByRole('tab', { name: 'Health' }).click();
    await expect(page.getByText(/^Not checked yet/u)).toBeVisible();
    await expectNoFaults(page, 'health', '.project-stand');
    await page.keyboard.press('p');
    await page.keyboard.press('c');
    await expect(page.getByRole('dialog', { name: 'Change the spiders of default' })).toBeVisible();
    await expectNoFaults(page, 'a change of many spiders', '[role="dialog"]');
  });

  test('what the sidebar asks, and settings', async ({ window, page, at }) => {
    await at('#/welcome', '.welcome-form');
    await expect(page.getByRole('textbox', { name: 'Address of a page' })).toBeFocused();
    await page.getByRole('link', { name: 'bare' }).first().click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
    await expectNoFaults(page, 'menu', '[role="menu"]');
    await page.getByRole('menuitem', { name: /^Delete/u }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFaults(page, 'delete', '[role="dialog"]');
    await page.keyboard.press('Escape');
    await at('#/settings', '.settings-row, .settings-group');
    const sections = await page
      .locator('a[href*="section="]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(sections.length).toBeGreaterThan(2);
    for (const section of sections) {
      await window.go(section);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoFaults(page, section);
    }
  });

  test('the queue and the schedules, with what is in them', async ({ page, studio, at }) => {
    const place = { project: 'default', spider: 'bare' };
    await studio.call('queue.configure', { held: true });
    const { id } = await studio.call('queue.add', place);
    await studio.call('queue.add', { ...place, priority: 5, limit: 10 });
    await studio.call('queue.cancel', { entry: id });
    await at('#/queue', '[role=row][data-row="1"]');
    await page.getByRole('gridcell', { name: 'Cancelled', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Queue again' })).toBeVisible();
    await expectNoFaults(page, 'queue');
    await page.getByRole('gridcell', { name: 'Pending', exact: true }).click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Move to the front' })).toBeVisible();
    await expectNoFaults(page, 'menu of a queued crawl', '[role="menu"]');
    await page.keyboard.press('Escape');
    await studio.call('schedules.add', { ...place, cron: '30 2 * * *', zone: 'Europe/Berlin' });
    await at('#/schedules', '[role=row][data-row="0"]');
    await expect(page.getByRole('table', { name: 'Next moments' })).toBeVisible();
    await expectNoFaults(page, 'schedules');
  });
});
