import { withNumbers } from '../lamp-shop.ts';
import { expect } from './fixtures.ts';
import { test } from './lamp-shop-test.ts';
import { expectNoFaults } from './looks.ts';

test(
  'two runs are chosen from the list, and what differs is told with who made it',
  { tag: '@look' },
  async ({ page, studio, window, shop }) => {
    const { stock, spider } = shop;
    await studio.call('projects.create', { name: 'default' });
    const place = { project: 'default', spider: 'lamps' };
    await studio.addSpider(JSON.stringify(spider));
    const crawl = () => studio.crawl({ ...place, limit: null, allowPrivate: true });
    const first = await crawl();
    stock.set(2, { name: 'Lamp 2 of brass', price: 25, sku: 'L-2' });
    stock.delete(3);
    stock.set(5, { name: 'Lamp 5', price: 50, sku: 'L-5' });
    await studio.call('spiders.save', { ...place, text: JSON.stringify(withNumbers(spider)), base: 1 });
    const second = await crawl();
    for (const lamp of [1, 2, 4]) stock.delete(lamp);
    const third = await crawl();

    // The course of the runs marks the fall, and two runs that are selected can be compared.
    await window.go('#/spider/default/lamps/runs');
    const history = page.getByRole('region', { name: 'The last runs' });
    await expect(history.getByRole('listitem')).toHaveText(`Run ${third}: 1 item instead of 4`);
    await expectNoFaults(page, 'the last runs', '.runs-history');
    const runs = page.getByRole('grid', { name: 'Runs of lamps' });
    const why = (row: number) => runs.locator(`[role=row][data-row="${row}"] [data-cell="2"]`);
    await why(2).click();
    await why(1).click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: `Compare ${first} and ${second}` }).click();

    await expect(page.getByText('Of the 5 differences, the site made 3 and the spider 3')).toBeVisible();
    const table = page.getByRole('grid', { name: `Differences between run ${first} and run ${second}` });
    await expect(table.getByRole('row').filter({ hasText: 'Lamp 3' })).toContainText(/Removed.*Site/u);
    await expect(table.getByRole('row').filter({ hasText: 'Lamp 1' })).toContainText(
      /Changed.*price.*10 EUR.*10.*Spider/u,
    );

    // One field, then the item whose title has changed, too.
    await page.getByRole('button', { name: /^title/u }).click();
    await expect(table.getByRole('row')).toHaveCount(2);
    const inspector = page.getByRole('region', { name: 'Difference', exact: true });
    const title = inspector.getByRole('row', { name: /^title/u });
    await expect(title.locator('ins')).toHaveText(' of brass');
    await expect(title).toContainText('Site');
    await expect(inspector.getByRole('row', { name: /^price/u })).toContainText('Both');
    await expectNoFaults(page, 'the comparison, with a difference');
    await inspector.getByRole('link', { name: `Item of run ${second}` }).click();
    await expect(page).toHaveURL(/#\/item\//u);

    // A comparison without a difference says what it compared.
    await window.go(`#/compare/${second}/${second}`);
    await expect(page.getByRole('heading', { name: 'Nothing differs' })).toBeVisible();
    await expectNoFaults(page, 'nothing differs', '.compare');
  },
);
