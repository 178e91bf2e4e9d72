import {
  shopSize,
  shopSpider,
  startRedesignedShop,
  type RedesignedShop,
} from '../../servers/redesigned-shop.ts';
import { expect, test as base } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';

const test = base.extend<{ shop: RedesignedShop }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  shop: async ({}, use) => {
    const shop = await startRedesignedShop();
    await use(shop);
    await shop.close();
  },
});

test(
  'a run on a site that was redesigned says what it no longer fills, and finds it again',
  { tag: '@look' },
  async ({ page, studio, window, shop }) => {
    await studio.call('projects.create', { name: 'default' });
    await studio.addSpider(JSON.stringify(shopSpider(shop.origin), null, 2));
    const start = { project: 'default', spider: 'shop', limit: null, allowPrivate: true };
    await studio.crawl(start);
    shop.design = 'renamed';
    const run = await studio.crawl(start);
    await window.go(`#/run/${run}`);

    const finding = page.getByRole('region', { name: 'Compared with an earlier run' });
    await expect(finding.getByText('3 fields are filled less often than in run 1')).toBeVisible();
    await expect(finding.getByText(`title: 0 % of ${shopSize} items, 100 % in run 1`)).toBeVisible();
    await expectNoFaults(page, 'the finding', 'main');
    await finding.getByRole('button', { name: 'Find it again…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Find again what shop took' });
    const price = dialog.getByRole('region', { name: 'product.price' });
    await expect(price.getByText(`${shopSize} of ${shopSize} old values found, 0 changed`)).toBeVisible();
    await expect(price.getByRole('row', { name: '/p/0 4.05 4.05' })).toBeVisible();
    await expectNoFaults(page, 'repairs', '[role="dialog"]');

    await dialog.getByRole('button', { name: 'Use all 3 that are sure' }).click();
    await expect(dialog.getByText('3 selectors were replaced in the draft of shop')).toBeVisible();
    const draft = async () =>
      (await studio.call('spiders.get', { project: 'default', spider: 'shop' })).draft;
    await expect.poll(async () => (await draft())?.text ?? '').not.toContain('p.price');
    await expectNoFaults(page, 'used repairs', '[role="dialog"]');
    const mode = () => studio.call('repair.mode', { project: 'default', spider: 'shop' });
    await dialog.getByRole('switch', { name: 'Repair by itself' }).click();
    await expect.poll(mode).toEqual({ byItself: true });
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await draft())?.text ?? 'p.price').toContain('p.price');
    await price.getByRole('button', { name: 'Use it' }).click();
    await expect.poll(async () => (await draft())?.text ?? '').not.toContain('p.price');
    await dialog.getByRole('button', { name: `Save and extract run ${run} again` }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => window.hash()).toBe('#/run/3');
    await expect
      .poll(async () => (await studio.call('runs.get', { run: '3' })).state, { timeout: 30_000 })
      .toBe('completed');
    const { fields } = await studio.call('runs.show', { run: '3' });
    expect(fields.find(({ field }) => field === 'price')?.rate).toBe(1);
  },
);
