import { expect } from './fixtures.ts';
import { test } from './author-screen.ts';
import { expectNoAxeFaults } from './looks.ts';

/** A list of reviews in one item, and a link as the page has it. */
const listed = `{
  "name": "shop",
  "allowed_domains": ["example.org"],
  "start_urls": ["https://example.org/"],
  "rules": [
    { "allow": ["/reviews/"], "callback": "parse_reviews" },
    { "allow": ["/item/"], "callback": "parse_item" }
  ],
  "callbacks": {
    "parse_reviews": {
      "extract": {
        "reviews": {
          "type": "nested_list",
          "selector": "article.review",
          "extract": {
            "author": { "css": ".author::text" }
          }
        }
      }
    },
    "parse_item": {
      "extract": {
        "title": { "css": "h1::text" },
        "image": { "css": "img::attr(src)" }
      }
    }
  }
}
`;
const rows = listed.replace(
  /"extract": \{\s+"reviews": [^]*?\n {4}\},/,
  `"iterate": { "selector": "article.review" },
      "extract": {
        "author": { "css": ".author::text" }
      }
    },`,
);
const joined = listed.replace(
  '{ "css": "img::attr(src)" }',
  '{ "css": "img::attr(src)", "processors": [{ "type": "urljoin" }] }',
);

test.describe('rows', () => {
  test(
    'are made with the form alone, of a page and its detail pages',
    { tag: '@look' },
    async ({ window, page, author }) => {
      await window.button('Form').click();
      const form = page.locator('.author-form');
      await form.getByRole('tab', { name: /Rules/ }).click();
      await form.getByRole('button', { name: 'Add a rule' }).click();
      await form.getByLabel('pattern 1').first().fill('/ranking/');
      await form.getByRole('tab', { name: /Callbacks/ }).click();
      await form.getByRole('button', { name: 'Add a callback' }).click();
      await form.getByLabel('Name of the callback parse_item').fill('parse_list');
      await page.keyboard.press('Enter');
      await form.getByLabel('Items').selectOption('One item for each row of a page');
      await form.getByLabel('Row', { exact: true }).fill('table.ranking tr:has(td.rank)');
      await form.getByLabel('Name of field 1').fill('rank');
      await page.keyboard.press('Enter');
      await form.getByLabel('CSS selector', { exact: true }).fill('td.rank::text');
      await form.getByLabel(/^Each row leads to a detail page/).click();
      await form
        .getByRole('group', { name: 'URL of the detail page' })
        .getByLabel('CSS selector', { exact: true })
        .fill('td.name a::attr(href)');
      await form.getByLabel('Extract the detail page with').selectOption('A new callback');
      await form.getByRole('button', { name: 'Add a value' }).click();
      await page.keyboard.type('country');
      await page.keyboard.press('Enter');
      await form.getByLabel('Pattern of country').fill(String.raw`/([a-z]{2})/`);
      await expectNoAxeFaults(page, 'rows', '.author-form');
      await form.getByRole('tab', { name: /Rules/ }).click();
      await form.getByLabel('Extract with').selectOption('parse_list');
      await expect(author.counter.getByText('No problems')).toBeVisible();
      await page.keyboard.press('Control+S');
      await expect.poll(async () => (await author.stored()).summary.version).toBe(2);
      expect(JSON.parse((await author.stored()).text)).toMatchObject({
        rules: [{ allow: ['/ranking/'], callback: 'parse_list' }],
        callbacks: {
          parse_list: {
            iterate: {
              selector: 'table.ranking tr:has(td.rank)',
              url_context: { country: { regex: '/([a-z]{2})/' } },
              follow: { url: { css: 'td.name a::attr(href)' }, callback: 'parse_detail' },
            },
            extract: { rank: { css: 'td.rank::text' } },
          },
          parse_detail: { extract: { title: { css: 'h1::text' } } },
        },
      });
    },
  );

  test('are offered for a list in the text, by the light bulb, and undone in one step', async ({
    window,
    page,
    author,
  }) => {
    await window.write(listed);
    await expect(author.counter.getByText('No problems')).toBeVisible();
    await expect(page.locator('.author-offer-hint').first()).toContainText('Make each entry an item');
    await expect(page.locator('.author-offer-hint')).toHaveCount(2);
    await page.locator('.view-line').filter({ hasText: '"parse_reviews": {' }).click();
    await page.keyboard.press('Control+.');
    await page.getByText('Make each entry an item', { exact: true }).last().click();
    await expect.poll(() => author.text()).toBe(rows);
    await expect(author.counter.getByText('No problems')).toBeVisible();
    await expect(page.locator('.author-offer-hint')).toHaveCount(1);
    await page.locator('.author-text .monaco-editor').first().click();
    await page.keyboard.press('Control+Z');
    await expect.poll(() => author.text()).toBe(listed);
  });

  test(
    'and absolute links are offered in the form, each undone in one step',
    { tag: '@look' },
    async ({ window, page, author }) => {
      await window.write(listed);
      await expect(author.counter.getByText('No problems')).toBeVisible();
      await window.button('Both').click();
      const form = page.locator('.author-form');
      await form.getByRole('tab', { name: /Callbacks/ }).click();
      await expectNoAxeFaults(page, 'offers', '.author-form');
      await form.getByRole('tab', { name: /Rules/ }).click();
      await expectNoAxeFaults(page, 'rules', '.author-form');
      await form.getByRole('tab', { name: /Callbacks/ }).click();
      await form.getByRole('button', { name: 'Make each entry an item' }).click();
      await expect.poll(() => author.text()).toBe(rows);
      await expect(form.getByLabel('Row', { exact: true })).toHaveValue('article.review');
      await form.getByLabel('Row', { exact: true }).press('Control+Z');
      await expect.poll(() => author.text()).toBe(listed);
      await form.getByRole('button', { name: 'Make the link absolute' }).click();
      await expect.poll(() => author.text()).toBe(joined);
      await expect(form.getByRole('button', { name: 'Make the link absolute' })).toHaveCount(0);
    },
  );

  test(
    'begin at generated URLs with arguments, made with the form',
    { tag: '@look' },
    async ({ window, page, author }) => {
      await window.button('Both').click();
      const form = page.locator('.author-form');
      await form.getByRole('button', { name: 'Add a template' }).click();
      await expect(form.getByRole('status')).toContainText('10 URLs: https://example.org/?page=1 to');
      await form.getByLabel('Last page').fill('250');
      await expect(form.getByRole('status')).toContainText('250 URLs');
      await form.getByLabel('Template', { exact: true }).fill('https://example.org/{day}?page={page}');
      await form.getByLabel('Kind of values of day').selectOption('Dates');
      await form.getByLabel('First day').fill('2026-01-01');
      await form.getByLabel('Last day').fill('2026-01-04');
      await expect(form.getByRole('status')).toContainText('1,000 URLs');
      await form.getByRole('button', { name: 'Add an argument' }).click();
      await page.keyboard.type('term');
      await page.keyboard.press('Enter');
      await form.getByLabel('Default of term').fill('shoes');
      await form.getByLabel('URL 1').fill('https://example.org/?q=${term}');
      await expectNoAxeFaults(page, 'generated URLs', '.author-form');
      await expect(author.counter.getByText('No problems')).toBeVisible();
      await expect
        .poll(async () => JSON.parse(await author.text()))
        .toMatchObject({
          start_urls: ['https://example.org/?q=${term}'],
          args: { term: { default: 'shoes' } },
          settings: {
            GENERATED_URLS: [
              {
                template: 'https://example.org/{day}?page={page}',
                vars: {
                  page: { type: 'range', from: 1, to: 250 },
                  day: { type: 'date', from: '2026-01-01', to: '2026-01-04' },
                },
              },
            ],
          },
        });
    },
  );
});
