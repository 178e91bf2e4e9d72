import { expect, test as base } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';

const text = JSON.stringify({
  name: 'boats',
  allowed_domains: ['example.org'],
  start_urls: [],
  rules: [{ allow: ['/boat/'], callback: 'boat' }],
  callbacks: { boat: { extract: { title: { css: 'h1::text' } } } },
  settings: {
    BROWSER_ACTIONS: [
      { dismiss: '#cookies .agree' },
      { click: '.load-more', until: 'gone', times: 50, on: ['/catalogue$'] },
    ],
    PAGINATED_LISTINGS: [
      { url: 'https://example.org/boats', link_selector: '.boat a', next_selector: 'button.next' },
    ],
  },
});

const test = base.extend({
  window: async ({ studio, window }, use) => {
    await studio.addSpider(text);
    await studio.openJson();
    await window.go('#/spider/default/boats/author');
    await use(window);
  },
});

test.describe('what the browser does', { tag: ['@look', '@dark'] }, () => {
  test('is written as JSON in the form', async ({ page }) => {
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    await page.getByRole('tab', { name: /Settings/ }).click();
    const listings = page.getByRole('textbox', { name: 'PAGINATED_LISTINGS' });
    await listings.scrollIntoViewIfNeeded();
    await expect(listings).toHaveValue(/link_selector/);
    await expectNoFaults(page, 'lists that are paged through in the form');
    const actions = page.getByRole('textbox', { name: 'BROWSER_ACTIONS' });
    await actions.scrollIntoViewIfNeeded();
    await expect(actions).toHaveValue(/load-more/);
    await expectNoFaults(page, 'actions on a page in the form');
  });
});
