import { expect, test as base } from './fixtures.ts';
import { GatedShop } from './gated-shop.ts';
import { expectNoFaults } from './looks.ts';

const products = 6;

const text = (origin: string): string =>
  JSON.stringify({
    name: 'numbered',
    allowed_domains: ['127.0.0.1'],
    start_urls: [],
    callbacks: { page: { extract: { title: { css: 'h1::text' } } } },
    args: { part: { description: 'The part of the shop' }, agent: { default: 'Tester' } },
    settings: {
      USER_AGENT: '${agent}',
      GENERATED_URLS: [
        {
          template: `${origin}/\${part}/{n}`,
          vars: { n: { type: 'range', from: 1, to: products } },
          callback: 'page',
        },
      ],
      DOWNLOAD_DELAY: 0,
      RETRY_TIMES: 0,
    },
  });

const test = base.extend<{ shop: GatedShop }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  shop: async ({}, use) => {
    const shop = new GatedShop({ products });
    await shop.listen();
    await use(shop);
    await shop.close();
  },
  window: async ({ studio, shop, window }, use) => {
    await studio.addSpider(text(shop.origin));
    await window.go('#/spider/default/numbered/runs');
    await use(window);
  },
});

test.describe('where a run begins', { tag: '@look' }, () => {
  test('is asked for and counted in the dialog, and shown with the run', async ({ page, shop }) => {
    await page.keyboard.press('Control+F5');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(`GENERATED_URLS makes ${products} start URLs.`)).toBeVisible();
    await expect(dialog.getByText('part needs a value.')).toBeVisible();
    await expect(dialog.getByText('The part of the shop')).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'agent' })).toHaveValue('Tester');
    await expect(dialog.getByText('a private address: without this')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Start the test run' })).toBeDisabled();
    await expectNoFaults(page, 'a run with arguments', '[role="dialog"]');
    await dialog.getByRole('switch', { name: 'Allow private addresses' }).press('Space');
    await dialog.getByRole('textbox', { name: 'part' }).fill('product');
    await dialog.getByRole('textbox', { name: 'part' }).press('Enter');
    shop.let(products);
    await expect(page.locator('.runs-head h2', { hasText: 'Completed' })).toBeVisible();
    const facts = page.getByRole('region', { name: 'Start options' });
    await expect(facts.getByText('part=product')).toBeVisible();
    await expectNoFaults(page, 'a run that had arguments', 'main');
  });
});
