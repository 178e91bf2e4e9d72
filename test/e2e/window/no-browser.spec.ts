import { expect, test } from './fixtures.ts';

const spider = {
  name: 'nothing',
  allowed_domains: ['example.org'],
  start_urls: ['https://example.org/'],
  rules: [],
  callbacks: {},
};

// A studio of its own: one that has opened a live page before still has its browser.
test('the live page says what to do without a browser', async ({ page, window, studio, setVariable }) => {
  setVariable('SPIDER_STUDIO_BROWSER', 'none');
  await studio.addSpider(JSON.stringify(spider));
  await window.go('#/spider/default/nothing/author');
  await page.getByRole('button', { name: 'From the live page' }).click();
  await expect(page.getByText('The live page could not be opened.')).toBeVisible();
  await expect(page.getByText('Install Chrome, Edge or Chromium: it is found by itself.')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText('Add a page to test the spider')).toBeVisible();
});
