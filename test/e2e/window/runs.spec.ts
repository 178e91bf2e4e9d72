import type { Page } from '@playwright/test';
import { contentOf } from './app-window.ts';
import { expect, test as base } from './fixtures.ts';
import { GatedShop } from './gated-shop.ts';
import { expectNoFaults } from './looks.ts';

const products = 30;
/** The most items of the first run: some are crawled before it pauses, some after. */
const limit = 20;

const shopText = (origin: string): string =>
  JSON.stringify({
    name: 'shop',
    allowed_domains: ['127.0.0.1'],
    start_urls: [`${origin}/`],
    rules: [{ allow: ['/product/'], callback: 'parse_product', follow: false }, { allow: ['/private/'] }],
    callbacks: {
      parse_product: {
        extract: {
          title: { css: 'h1::text' },
          price: { css: '.price::text' },
          stock: { css: '.stock::text' },
        },
      },
    },
    settings: { DOWNLOAD_DELAY: 0, CONCURRENT_REQUESTS: 2, RETRY_TIMES: 0, AUTOTHROTTLE_ENABLED: false },
  });

/** Each begins on the runs of a spider that has never run. */
const test = base.extend<{ shop: GatedShop }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  shop: async ({}, use) => {
    const shop = new GatedShop({ products, odd: true });
    await shop.listen();
    await use(shop);
    await shop.close();
  },
  window: async ({ studio, shop, window }, use) => {
    await studio.addSpider(shopText(shop.origin));
    await window.go('#/spider/default/shop/runs');
    await use(window);
  },
});

/** The longest that a journey may take on a machine that is busy otherwise, in milliseconds. */
const journeyMs = 300_000;

const state = (page: Page, name: string) =>
  expect(page.locator('.runs-head h2', { hasText: name })).toBeVisible();
const legend = (page: Page, name: string) =>
  expect(page.getByRole('list', { name: 'Requests by state' }).getByRole('link', { name })).toBeVisible();

test.describe('a run in the window', { tag: '@look' }, () => {
  test.setTimeout(journeyMs);

  test('is started by the keyboard, watched, paused, resumed, and stopped @narrow', async ({
    window,
    page,
    studio,
    shop,
  }) => {
    await expect(page.getByText('shop has never run')).toBeVisible();
    await expectNoFaults(page, 'no runs', 'main');
    await page.keyboard.press('Control+F5');
    await expect(page.getByText('a private address: without this')).toBeVisible();
    const settings = page.getByRole('combobox', { name: 'Settings for this run' });
    await settings.fill('user_ag');
    await expect(page.getByRole('option', { name: /USER_AGENT/u })).toBeVisible();
    await settings.press('Tab');
    await settings.pressSequentially('Tester');
    await settings.press('Enter');
    await expect(page.getByLabel('Value of USER_AGENT')).toBeVisible();
    await page.getByRole('spinbutton', { name: 'Maximum items' }).fill(String(limit));
    await page.getByRole('switch', { name: 'Allow private addresses' }).press('Space');
    await expectNoFaults(page, 'starting a run', '[role="dialog"]');
    await page.getByRole('spinbutton', { name: 'Maximum items' }).press('Enter');
    await state(page, 'Running');
    expect(await window.hash()).toBe('#/run/1');

    // It is watched while it goes.
    shop.let(3);
    await expect(page.getByText(`3 of at most ${limit} items`)).toBeVisible();
    await legend(page, 'Done 4');
    await expect(page.getByText(/of 33 pages done/u)).toBeVisible();
    await expect(page.getByRole('button', { name: /shop.*3 items/u })).toBeVisible();
    await expectNoFaults(page, 'a run that goes on', 'main');

    // It is paused and resumed by the keyboard.
    await page.locator('.runs-head').click();
    await page.keyboard.press('r');
    await page.keyboard.press('p');
    await expect(page.getByText(/^Pausing: requests in flight are finished first/u)).toBeVisible();
    const ran = () => studio.call('runs.get', { run: '1' });
    // The run looks now and then whether it is to pause; until then it goes on asking for pages.
    await expect
      .poll(async () => {
        shop.letWaiting();
        return (await ran()).state;
      })
      .toBe('paused');
    await state(page, 'Paused');
    await legend(page, 'Active 0');
    const { items } = (await ran()).counters;
    expect(items).toBeGreaterThanOrEqual(5);
    await expect(page.getByText(`${items} of at most ${limit} items`)).toBeVisible();
    await page.keyboard.press('r');
    await page.keyboard.press('r');
    await state(page, 'Running');
    shop.let(limit);
    await state(page, 'Stopped');
    await expect(page.getByText(`It reached its limit of ${limit} items.`)).toBeVisible();
    await expect(page.getByText(`${limit} of at most ${limit} items`)).toBeVisible();
    shop.hold();

    // It tells how well the fields were filled.
    await expect(page.getByText('The field “stock” was never filled')).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Fields' }).getByRole('row', { name: /title.*100 %/u }),
    ).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Start options' }).getByText('USER_AGENT=Tester'),
    ).toBeVisible();
    await expectNoFaults(page, 'a run that reached its limit', 'main');

    // It is stopped after a question.
    await page.getByRole('button', { name: 'Start again…' }).click();
    await page.getByRole('radio', { name: /Full run/u }).check({ force: true });
    await page.getByRole('button', { name: 'Start the full run' }).click();
    await state(page, 'Running');
    shop.let(4);
    await legend(page, 'Done 5');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Stop the run' }).click();
    await state(page, 'Stopped');
    shop.hold();
  });

  test('leaves out what is excluded while it goes on', async ({ page, studio, shop, window }) => {
    const choice = { project: 'default', spider: 'shop', limit: null, allowPrivate: true };
    const { run } = await studio.call('runs.start', choice);
    await window.go(`#/run/${run.id}`);
    await state(page, 'Running');
    shop.let(3);
    await legend(page, 'Done 4');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /Exclude URLs/u }).click();
    const dialog = page.getByRole('dialog', { name: `Exclude URLs of run ${run.id}` });
    const pattern = dialog.getByRole('textbox', { name: 'Pattern' });
    await pattern.fill('(product');
    await pattern.press('Enter');
    await expect(dialog.getByText(/The parenthesis that opens here is never closed/u)).toBeVisible();
    await expectNoFaults(page, 'excluding URLs', '[role="dialog"]');
    await pattern.fill('/product/');
    await pattern.press('Enter');
    await expect(page.getByText(`Run ${run.id} leaves out URLs that match /product/`)).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Start options' }).getByText('/product/', { exact: true }),
    ).toBeVisible();
    const { events } = await studio.call('runs.events', { run: run.id, kinds: ['excluded'] });
    expect(events.map(({ message }) => message)).toEqual([
      'URLs that match "/product/" are excluded from here on, as asked for in the window.',
    ]);
    // Those in flight are finished, and all others are skipped.
    await expect
      .poll(async () => {
        shop.letWaiting();
        return (await studio.call('runs.get', { run: run.id })).state;
      })
      .toBe('completed');
    await state(page, 'Completed');
    await expect(page.getByText(/It matches the exclusion "\/product\/"/u).first()).toBeVisible();
    const { done, failed, skipped, seen } = (await studio.call('runs.get', { run: run.id })).counters;
    expect(done + failed + skipped).toBe(seen);
    expect(skipped).toBeGreaterThan(1);
  });

  test('lists its requests, shows one in full, has a log, and is deleted', async ({
    window,
    page,
    studio,
    shop,
  }) => {
    shop.let(3);
    await studio.crawl({ project: 'default', spider: 'shop', limit: 1, allowPrivate: true }, 'stopped');
    shop.hold();
    await page.getByRole('button', { name: 'Start a run…' }).click();
    await page.getByRole('radio', { name: /Full run/u }).check({ force: true });
    await page.getByRole('switch', { name: 'Allow private addresses' }).setChecked(true);
    shop.let(products);
    await page.getByRole('button', { name: 'Start the full run' }).click();
    await state(page, 'Completed');
    const run = (await window.hash()).replace('#/run/', '');
    await page.getByRole('link', { name: /The server answered 404/u }).click();
    const table = page.getByRole('grid', { name: `Requests of run ${run}` });
    await expect(page.getByText('1 request', { exact: true })).toBeVisible();
    await table.getByRole('gridcell', { name: `${shop.origin}/product/gone` }).click();
    const inspector = page.locator('.runs-inspector');
    await expect(inspector.getByText('404 Not found')).toBeVisible();
    await expect(inspector.getByText(/The pages are gone/u)).toBeVisible();
    await expect(inspector.getByText(/Rule 0 accepts it/u)).toBeVisible();
    await expectNoFaults(page, 'a request', 'main');
    await inspector.getByRole('button', { name: `${shop.origin}/`, exact: true }).click();
    await inspector.getByRole('tab', { name: /Links/u }).click();
    await expect(inspector.getByText(`${shop.origin}/product/7`, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await expect(page.getByText('33 requests', { exact: true })).toBeVisible();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('product/2');
    await expect(page.getByText('11 requests', { exact: true })).toBeVisible();
    await table.getByRole('columnheader', { name: 'URL' }).click();
    await table.getByRole('gridcell', { name: `${shop.origin}/product/20` }).click();
    await inspector.getByRole('tab', { name: /Items/u }).click();
    await expect(inspector.getByRole('link', { name: /Product 20/u })).toBeVisible();
    await expect(inspector.getByRole('button', { name: 'Open in the tester' })).toBeEnabled();

    // It has a log that is filtered and exported.
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    const lines = page.getByRole('list', { name: `Log of run ${run}` }).getByRole('listitem');
    await expect(lines.getByText('Completed', { exact: true })).toBeVisible();
    await expectNoFaults(page, 'the log', 'main');
    await page.getByRole('searchbox', { name: 'Filter the log by text' }).fill('robots.txt');
    await expect(lines.getByText(/robots\.txt/u).first()).toBeVisible();
    await expect(lines).toHaveCount(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as JSON lines' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`run-${run}-log.jsonl`);
    const exported = (await contentOf(download)).trimEnd().split('\n');
    expect(exported.map((line) => JSON.parse(line))).toMatchObject([
      { kind: 'skipped', url: `${shop.origin}/private/a` },
    ]);

    // It is deleted after a question, and the list of runs is up to date.
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /Delete the run/u }).click();
    await page.getByRole('button', { name: 'Move to the trash' }).click();
    const list = page.getByRole('grid', { name: 'Runs of shop' });
    await expect(list.getByRole('gridcell', { name: 'Stopped' }).first()).toBeVisible();
    await expect(list.getByRole('link', { name: run, exact: true })).toHaveCount(0);
    await expectNoFaults(page, 'the list of runs', 'main');
  });
});
