import { startServer, type TestServer } from '../../servers/server.ts';
import { otherSitesWithSource } from '../../servers/single-page/other-sites.ts';
import { routesOf } from '../../servers/single-page/site.ts';
import { sitesOfThings } from '../../servers/single-page/thing-sites.ts';
import { vocabularies } from '../../servers/single-page/things.ts';
import { chromiumPath } from './chromium.ts';
import { expect, test as base } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import { Person } from './person.ts';

const words = vocabularies.first;

const test = base.extend<{ site: TestServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  site: async ({}, use) => {
    const sites = [...otherSitesWithSource(words), ...sitesOfThings(words)];
    const site = await startServer(Object.assign({}, ...sites.map(routesOf)));
    await use(site);
    await site.close();
  },
  window: async ({ studio, setVariable, window }, use) => {
    setVariable('SPIDER_STUDIO_BROWSER', chromiumPath());
    await studio.call('projects.create', { name: 'default' });
    await use(window);
  },
});

test(
  'from the JSON behind a page to its rows, without a browser',
  { tag: ['@look', '@dark'] },
  async ({ page, site }) => {
    const person = new Person(page);
    await person.readAddress(site.url('/search-hits'));
    const chip = person.bar.getByRole('button', { name: '24 rows from /idx/_search, without a browser' });
    await expect(chip).toBeVisible();
    await expectNoFaults(page, 'the offer of a source', '[aria-label="This page"]');
    await person.click(chip, 'the source');
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
    await expectNoFaults(page, 'a source that is chosen', 'main');
    await person.take();
    // The answer is a page of its own, on which the rows are seen.
    const rows = page.getByRole('grid', { name: /^Rows of/u });
    await expect(rows).toContainText('No. 3001');
    await expect(page.getByRole('tree', { name: /^Page /u })).toBeVisible();
    await page.keyboard.press('F5');
    // It goes on to the answers after the first one, up to the end of a try.
    const tried = page.getByRole('region', { name: 'Rows from the site' });
    await expect(tried).toContainText('50 rows of 3 pages');
    await expect(tried).toContainText('No. 3001');
    expect(site.log.at(-1)).toMatchObject({ url: '/idx/_search', method: 'POST' });
  },
);

test('rows of a script are offered by name, and taken', async ({ page, site }) => {
  const person = new Person(page);
  await person.readAddress(site.url('/hydrated'));
  const name = '24 rows from a script of the page, without a browser';
  await person.click(person.bar.getByRole('button', { name }), 'the script');
  await person.take();
  await expect(page.getByRole('grid', { name: /^Rows of/u })).toContainText('No. 3001');
  await expect(page.getByText('24 rows, 3 fields by parse_lots')).toBeVisible();
});

test('the one thing of a page is offered by its answer, which becomes a page', async ({ page, site }) => {
  const person = new Person(page);
  await person.readAddress(site.url('/product'));
  const name = '6 values from /api/goods/77, without a browser';
  await person.click(person.bar.getByRole('button', { name }), 'the thing');
  await person.take();
  await expect(page.getByRole('tree', { name: /^Page /u })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('parse_good');
});
