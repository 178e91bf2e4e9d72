import { expectNoFaults } from './looks.ts';
import { expect } from './fixtures.ts';
import { test, type TesterScreen } from './tester-screen.ts';

const results = Array.from({ length: 40 }, (_, n) => ({
  name: `Boot ${n}`,
  price: { amount: 20 + n, currency: 'EUR' },
  tags: n % 2 === 0 ? ['new', 'sale'] : [],
  sold: n === 3,
}));
const api = JSON.stringify({ count: 40, next: null, results });
const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>
<item><title>One</title><pubDate>Thu, 05 Mar 2026 12:00:00 GMT</pubDate></item>
<item><title>Two</title><pubDate>Fri, 06 Mar 2026 12:00:00 GMT</pubDate></item></channel></rss>`;

const spiderWith = (name: string, origin: string, extract: object): string =>
  `${JSON.stringify(
    {
      name,
      allowed_domains: ['127.0.0.1'],
      start_urls: [`${origin}/`],
      rules: [{ allow: ['/api'], callback: 'parse_api' }],
      callbacks: { parse_api: { extract } },
      settings: { DOWNLOAD_DELAY: 0 },
    },
    null,
    2,
  )}\n`;

/** The spider's screen with a saved page of data. */
async function open(tester: TesterScreen, spider: string, file: string, body: string, extract: object) {
  await tester.author(spider, null, spiderWith(spider, tester.origin, extract));
  await tester.addPage(spider, file, body);
  const tree = tester.page.getByRole('tree', { name: /^Page / });
  await expect(tree).toBeVisible();
  return { tree, row: (name: string) => tree.getByRole('treeitem', { name }).first() };
}

test.describe('a page of JSON', () => {
  const names = { names: { json_path: '$.results[*].name', get_all: true } };

  test('is shown as a tree, with what a field takes marked', async ({ page, tester }) => {
    const { tree, row } = await open(tester, 'boots', 'api.json', api, names);
    await expect(row('count: 40')).toBeVisible();
    await expect(row('results: [40]')).toHaveAttribute('aria-expanded', 'true');
    await expect(row('{name, price, tags, sold}')).toHaveAttribute('aria-expanded', 'false');
    await row('0: {name').click();
    await expect(row('name: "Boot 0"')).toBeVisible();
    await tester.caretAt('"names"');
    await expect(tester.field('names')).toContainText('40');
    await expect(row('name: "Boot 0"')).toHaveAttribute('data-mark', 'match');
    // By the keyboard: out of what is closed, and into what is open.
    await row('name: "Boot 0"').click();
    await page.keyboard.press('ArrowDown');
    await expect(row('price: {amount, currency}')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(row('amount: 20')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(row('amount: 20')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('End');
    await expect(row('39: {name')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Home');
    await expect(tree.getByRole('treeitem').first()).toHaveAttribute('aria-selected', 'true');
  });

  test('is searched, and what is found is opened', async ({ page, tester }) => {
    const { row } = await open(tester, 'found', 'api.json', api, names);
    await page.getByRole('searchbox', { name: 'Search the page' }).fill('boot 37');
    await expect(row('name: "Boot 37"')).toBeVisible();
    await expect(row('name: "Boot 37"')).toHaveAttribute('data-mark', /match|picked/);
    await page.getByRole('searchbox', { name: 'Search the page' }).fill('nowhere at all');
    await expect(page.locator('.page-tree-search')).toContainText('0 matches');
  });

  test('has paths for a value that is picked, and writes them into the spider', async ({ tester }) => {
    const { row } = await open(tester, 'picked', 'api.json', api, names);
    await tester.showJson(false);
    await row('0: {name').click();
    await row('sold: false').click();
    await expect(tester.hand.getByRole('textbox', { name: 'Name of the field' })).toHaveValue('sold');
    const every = tester.hand.locator('.hand-candidate', { hasText: '$.results[*].sold' });
    await expect(every).toContainText('40 matches');
    await every.click();
    await expect(tester.field('sold')).toBeVisible();
    expect(await tester.textNow()).toMatch(
      /"sold": \{\s*"json_path": "\$\.results\[\*\]\.sold",\s*"get_all": true\s*\}/,
    );
  });

  test('says why a path selects nothing, and mends it by one click', async ({ tester }) => {
    await open(tester, 'nothing', 'api.json', api, { name: { json_path: '$.results[*].nam' } });
    const field = tester.field('name');
    await expect(field).toContainText('"nam" is not there; "name" is, 40 matches.');
    await field.getByRole('button', { name: 'Use "name"' }).click();
    await expect(field).toContainText('Boot 0');
    await expect(field.getByRole('note', { name: 'Why it is empty' })).toHaveCount(0);
    expect(await tester.textNow()).toContain('"$.results[*].name"');
  });

  test('looks of it', { tag: '@look' }, async ({ page, tester }) => {
    const { row } = await open(tester, 'looks_json', 'api.json', api, names);
    await row('0: {name').click();
    await tester.caretAt('"names"');
    await expect(row('name: "Boot 0"')).toHaveAttribute('data-mark', 'match');
    await expectNoFaults(page, 'a page of JSON');
  });
});

test.describe('a page of XML', () => {
  test('is shown as a tree with its own tags, and picked from', async ({ tester }) => {
    const { row } = await open(tester, 'feed', 'feed.xml', feed, { title: { css: 'item > title::text' } });
    await tester.showJson(false);
    await expect(row('<rss version="2.0">')).toBeVisible();
    await expect(row('<channel>')).toHaveAttribute('aria-expanded', 'true');
    await row('<item>').click();
    await expect(row('<pubDate> Thu, 05 Mar')).toBeVisible();
    await row('<pubDate> Thu, 05 Mar').click();
    await expect(tester.hand.getByRole('textbox', { name: 'Name of the field' })).toHaveValue(/date/iu);
    await expect(tester.hand.locator('.hand-candidate', { hasText: '2 matches' }).first()).toBeVisible();
  });
});
