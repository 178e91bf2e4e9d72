import { withNumbers } from '../lamp-shop.ts';
import { expect } from './fixtures.ts';
import { test } from './lamp-shop-test.ts';
import { expectNoFaults } from './looks.ts';

test(
  'a run is extracted again after an edit, compared and accepted',
  { tag: '@look' },
  async ({ page, studio, window, shop }) => {
    const { spider } = shop;
    await studio.call('projects.create', { name: 'default' });
    const place = { project: 'default', spider: 'lamps' };
    await studio.addSpider(JSON.stringify(spider));
    const run = await studio.crawl({ ...place, limit: null, allowPrivate: true });
    await studio.call('spiders.save', { ...place, text: JSON.stringify(withNumbers(spider)), base: 1 });

    await window.go(`#/run/${run}`);
    await page.getByRole('button', { name: 'Extract again' }).click();
    const notice = page.getByRole('region', { name: 'Extracted again' });
    await expect(notice).toContainText(`Extracted again from run ${run}, with version 2`);
    await expect(notice).toContainText('0 items added, 0 removed, 4 changed, 0 the same.');
    await expectNoFaults(page, 'extracted again');
    await notice.getByRole('button', { name: 'Accept' }).click();
    await expect(notice).toContainText(`Its items are used in place of those of run ${run}.`);
    await notice.getByRole('link', { name: 'Show what differs' }).click();
    await expect(page.getByText('The spider made the 4 differences')).toBeVisible();

    await window.go('#/spider/default/lamps/runs');
    const runs = page.getByRole('grid', { name: 'Runs of lamps' });
    await expect(runs.getByRole('row').filter({ hasText: `Extracted again from run ${run}` })).toHaveCount(1);
    await expectNoFaults(page, 'runs that extracted again');
  },
);
