import { withNumbers } from '../lamp-shop.ts';
import { expect } from './fixtures.ts';
import { test } from './lamp-shop-test.ts';
import { expectNoFaults } from './looks.ts';

test(
  'all runs are one table, with what is new, changed and gone, and an item has its history',
  { tag: '@look' },
  async ({ page, studio, window, shop }) => {
    await studio.call('projects.create', { name: 'default' });
    const place = { project: 'default', spider: 'lamps' };
    await studio.addSpider(JSON.stringify(withNumbers(shop.spider)));
    await window.go('#/spider/default/lamps/results?run=dataset');
    await expect(page.getByText('No items in any run yet')).toBeVisible();
    await expectNoFaults(page, 'a dataset without items');

    await studio.crawl({ ...place, limit: null, allowPrivate: true });
    shop.stock.delete(1);
    shop.stock.set(2, { name: 'Lamp 2', price: 99, sku: 'L-2' });
    await studio.crawl({ ...place, limit: null, allowPrivate: true });

    await window.go('#/spider/default/lamps/results');
    const table = page.getByRole('grid', { name: 'Items of lamps' });
    await expect(table).toContainText('Lamp 2');
    await page.keyboard.press('Shift+D');
    await expect(page).toHaveURL(/run=dataset/u);
    await expect(page.getByText('4 items', { exact: true })).toBeVisible();
    await expect(table.getByRole('columnheader', { name: 'first_seen' })).toBeVisible();
    await expectNoFaults(page, 'a dataset');

    await page.getByRole('button', { name: 'Over time' }).click();
    await page.getByRole('menuitem', { name: 'Gone in the newest full run' }).click();
    await expect(page.getByText('1 of 4 items')).toBeVisible();
    await expect(table).toContainText('Lamp 1');

    await page.keyboard.press('Shift+W');
    const text = page.getByRole('combobox', { name: 'Conditions as text' });
    await expect(text).toHaveValue('gone = true');
    await text.fill('changed_at is not empty');
    await text.press('Enter');
    await expect(table).toContainText('Lamp 2');
    await expectNoFaults(page, 'conditions as text');
    await page.getByRole('tab', { name: 'History' }).click();
    const history = page.getByRole('list', { name: 'Runs that have seen this item' });
    await expect(history).toContainText('1 change');
    await expect(history).toContainText('price: 20 99');
    await expect(history).toContainText('found first');
    await expectNoFaults(page, 'the history of an item');
  },
);
