import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeLargeStore } from '../../../bench/large-store.ts';
import { columnTexts } from './app-window.ts';
import { expect, shared, test as base } from './fixtures.ts';
import { Studio } from './studio.ts';

const last = 999_999;

/** A million items, made once for all of these tests. */
const large = shared(() => Studio.start(async (dataDir) => void (await makeLargeStore(dataDir, last + 1))));

const test = base.extend({
  studio: async ({ atWorkerEnd }, use) => use(await large(atWorkerEnd)),
});

test.describe('a million items', () => {
  const table = (page: Page) => page.getByRole('grid', { name: 'Items of catalogue' });
  const cell = (page: Page, name: string) => table(page).getByRole('gridcell', { name, exact: true });

  test('are shown at once, scrolled to the end, sorted, filtered, and counted', async ({ window, page }) => {
    await window.go('#/spider/default/catalogue/results');
    await expect(cell(page, 'Product 0')).toBeVisible();
    await expect(page.getByText('1,000,000 items', { exact: true })).toBeVisible();
    await table(page).focus();
    await page.keyboard.press('Control+End');
    await expect(cell(page, `Product ${last}`)).toBeVisible();
    await expect(table(page)).toHaveAttribute('aria-rowcount', String(last + 2));
    const maker = page.locator('.results-inspector [data-field="maker"]');
    await expect(maker).toContainText(`Maker ${last % 300}`);

    // Scrolled with the bar, it shows what is in the middle.
    await table(page).evaluate((element) => {
      element.scrollTop = element.scrollHeight / 2;
    });
    await expect
      .poll(async () => (await columnTexts(page, 'title'))[5])
      .toMatch(/^Product (?:499|500)\d{3}$/u);

    await page.keyboard.press('Home');
    await table(page).getByRole('columnheader', { name: 'price', exact: true }).click();
    await expect.poll(() => columnTexts(page, 'price').then((texts) => texts[0])).toBe('0');
    await table(page).getByRole('columnheader', { name: 'price', exact: true }).click();
    await expect.poll(() => columnTexts(page, 'price').then((texts) => texts[0])).toBe('999.99');
    await table(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Home');
    await expect.poll(() => columnTexts(page, 'price').then((texts) => texts.at(-1))).toBe('0');

    await page.getByRole('searchbox', { name: 'Search the items' }).fill('note 99999');
    await expect(page.getByText('7 of 1,000,000 items', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(page.getByText('1,000,000 items', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Fields', exact: true }).click();
    const fields = page.getByRole('region', { name: 'Fields', exact: true });
    await fields.getByRole('button', { name: /^brand/u }).click();
    await expect(fields.getByText('1,000,000 of 1,000,000 items')).toBeVisible();
    await expect(fields.getByText('20,000', { exact: true }).first()).toBeVisible();
  });

  for (const { what, grid, tab } of [
    { what: 'items', grid: 'Items of catalogue', tab: 'Items' },
    { what: 'requests', grid: 'Requests of run 1', tab: 'Requests' },
  ]) {
    test(`are found where they were left: ${what}`, async ({ window, page }) => {
      const shown = page.getByRole('grid', { name: grid });
      const toTab = (name: string) => page.getByRole('link', { name, exact: true }).click();
      const top = () => shown.evaluate((element) => Math.round(element.scrollTop));
      const chosen = () =>
        shown
          .locator('[role=row][aria-selected=true]')
          .evaluateAll((rows) => rows.map((row) => row.textContent));
      const inspected = () => page.locator('[data-pane="inspector"] .ui-inspector-head h2').textContent();
      await window.go(`#/run/1/${what}`);
      await expect(shown.locator('[data-row="10"]:not([aria-busy])')).toBeVisible();
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
      await expect(shown).toHaveCount(0);
      await toTab(tab);
      await expect(row).toBeVisible();
      await expect.poll(chosen).toEqual(before.chosen);
      expect(await top()).toBe(before.top);
      expect(await shown.evaluate((element) => element.scrollLeft)).toBe(60);
      await expect.poll(inspected).toBe(before.inspected);
      // The keyboard goes on from there.
      await shown.focus();
      await page.keyboard.press('ArrowDown');
      await expect(shown.locator('[role=row][aria-selected=true]')).toHaveAttribute(
        'data-row',
        String(half + 4),
      );
      // Other rows begin at their top, and the first of them is chosen.
      await shown
        .getByRole('columnheader', { name: what === 'items' ? 'title' : 'URL', exact: true })
        .click();
      await expect(shown.locator('[data-row="0"]:not([aria-busy])')).toBeVisible();
      await expect(shown.locator('[role=row][aria-selected=true]')).toHaveAttribute('data-row', '0');
    });
  }

  test('are exported in the background; a cancelled export leaves nothing', async ({
    window,
    page,
    studio,
  }) => {
    await window.go('#/spider/default/catalogue/results');
    await expect(page.getByText('1,000,000 items', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export items' });
    await dialog.getByRole('radio', { name: /Everything/u }).check();
    await dialog.getByRole('button', { name: 'Export 1,000,000 items' }).click();
    await expect(dialog.getByText(/ of 1,000,000 items/u)).toBeVisible();
    await dialog.getByRole('button', { name: 'Continue in the background' }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: /^Exporting catalogue\.csv/u }).click();
    await page.getByRole('list', { name: 'Exports' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('The export was cancelled')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Exporting/u })).toHaveCount(0);
    const left = readdirSync(join(studio.dataDir, 'downloads'), { recursive: true }).map(String);
    expect(left.filter((name) => name.includes('catalogue'))).toEqual([]);
  });
});
