import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import type { Studio } from './studio.ts';

const bare = JSON.stringify({
  name: 'bare',
  allowed_domains: ['127.0.0.1'],
  start_urls: ['http://127.0.0.1:9/'],
});

const grid = (page: Page) => page.getByRole('grid', { name: 'Crawls in the queue' });
const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Crawls by state' }).getByRole('button', { name, exact: true });

/** The spiders of the pending entries, in their order. */
const pending = async (studio: Studio) =>
  (await studio.call('queue.list', { states: ['pending'] })).entries.map(({ spider }) => spider);

test(
  'runs are queued in three ways, put in order and cancelled',
  { tag: '@look' },
  async ({ page, studio, window }) => {
    await studio.crawlSample();
    await studio.addSpider(bare);
    await window.go('#/queue');
    await expect(page.getByRole('heading', { name: 'Nothing was queued yet' })).toBeVisible();
    await expectNoFaults(page, 'an empty queue');
    await page.getByRole('button', { name: 'Hold', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Release', exact: true })).toBeVisible();

    await page.keyboard.press('q');
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Spider' }).selectOption('sample-shop');
    await dialog.getByRole('radio', { name: /Full run/u }).check({ force: true });
    await dialog.getByRole('switch', { name: 'Allow private addresses' }).click();
    await dialog.getByRole('spinbutton', { name: 'Priority' }).fill('3');
    await expectNoFaults(page, 'a run for the queue', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Add to queue' }).click();
    await expect(grid(page).getByRole('gridcell', { name: 'Pending' })).toHaveCount(1);

    await page.getByRole('link', { name: 'sample-shop' }).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Add to queue' }).click();
    await expect(chip(page, 'Pending 2')).toBeVisible();

    await page.keyboard.press('q');
    await page.keyboard.press('f');
    const text = dialog.getByRole('textbox', { name: 'Text of the file' });
    await text.fill('spider,limit\nlost,3\nbare,none');
    await expect(dialog.getByRole('list', { name: 'Problems of the file' }).getByRole('listitem')).toHaveText(
      [
        /^Line 2 The project "default" has no spider "lost"\. It has /u,
        'Line 3 limit is a whole number from 1, not "none".',
      ],
    );
    await expectNoFaults(page, 'a file with problems', '[role="dialog"]');
    await text.fill('spider\nbare');
    await expect(dialog.getByRole('table', { name: 'Preview of the crawls' })).toBeVisible();
    await expectNoFaults(page, 'a file', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Queue 1 crawl' }).click();
    await expect(chip(page, 'All 3')).toBeVisible();
    expect(await pending(studio)).toEqual(['sample-shop', 'sample-shop', 'bare']);
    await expectNoFaults(page, 'a queue that is held');

    await grid(page).locator('[data-row="2"] [data-cell="0"]').click();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => pending(studio)).toEqual(['sample-shop', 'bare', 'sample-shop']);
    await expect(grid(page).locator('[data-row="1"][aria-selected="true"]')).toContainText('bare');
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => pending(studio)).toEqual(['sample-shop', 'sample-shop', 'bare']);
    await page.keyboard.press('Alt+Home');
    await expect.poll(() => pending(studio)).toEqual(['bare', 'sample-shop', 'sample-shop']);
    await expect(grid(page).locator('[data-row="0"][aria-selected="true"]')).toContainText('bare');
    await page.keyboard.press('Delete');
    await expect(chip(page, 'Cancelled 1')).toBeVisible();
  },
);

test('pending crawls are put in order by the pointer, several at once', async ({ page, studio, window }) => {
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    await studio.addSpider(bare.replace('"bare"', JSON.stringify(name)));
  await studio.call('queue.configure', { held: true });
  for (const spider of ['a', 'b', 'c', 'd', 'e'])
    await studio.call('queue.add', { project: 'default', spider });
  const gone = await studio.call('queue.add', { project: 'default', spider: 'a' });
  await studio.call('queue.cancel', { entry: gone.id });
  await window.go('#/queue');
  const row = (index: number) => grid(page).locator(`[data-row="${index}"]`);
  const shown = async () =>
    Promise.all([0, 1, 2, 3, 4].map((index) => row(index).locator('[data-cell="1"]').textContent()));
  const line = grid(page).locator('.ui-table-drop');
  await expect(row(5)).toContainText('Cancelled');
  /** Presses on the spider of a row, and holds it over another row, on its upper or its lower half. */
  const hold = async (from: number, over: number, half: 'upper' | 'lower') => {
    await row(from).getByRole('link').hover();
    await page.mouse.down();
    const box = await row(over).boundingBox();
    if (box === null) throw new Error('There is no such row.');
    const y = box.y + box.height * (half === 'upper' ? 0.25 : 0.75);
    await page.mouse.move(box.x + 200, y, { steps: 8 });
  };

  await hold(4, 1, 'upper');
  await expect(line).toBeVisible();
  await page.mouse.up();
  await expect.poll(shown).toEqual(['a', 'e', 'b', 'c', 'd']);
  expect(await pending(studio)).toEqual(['a', 'e', 'b', 'c', 'd']);
  await expect(line).toHaveCount(0);
  expect(await window.hash()).toBe('#/queue');

  await row(0).locator('[data-cell="0"]').click();
  await row(2)
    .locator('[data-cell="0"]')
    .click({ modifiers: ['ControlOrMeta'] });
  await hold(2, 4, 'lower');
  await page.mouse.up();
  await expect.poll(shown).toEqual(['e', 'c', 'd', 'a', 'b']);
  await expect(grid(page).locator('[aria-selected="true"]')).toHaveCount(2);

  // Ended crawls have no order, and Escape leaves everything as it is.
  await hold(0, 5, 'lower');
  await expect(line).toHaveCount(0);
  await page.mouse.up();
  await hold(0, 3, 'upper');
  await expect(line).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(line).toHaveCount(0);
  await page.mouse.up();
  expect(await pending(studio)).toEqual(['e', 'c', 'd', 'a', 'b']);
});

test('all spiders of a project are queued by its menu', async ({ page, studio, window }) => {
  await studio.crawlSample();
  await studio.addSpider(bare);
  await studio.call('queue.configure', { held: true });
  await window.go('#/welcome');
  const sidebar = page.getByRole('navigation', { name: 'Spiders' });
  await sidebar.getByText('default', { exact: true }).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Queue all spiders' }).click();
  await expect(page.getByText('2 crawls of default in the queue')).toBeVisible();
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('Queue: 2 pending · held');
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await expect(chip(page, 'Pending 2')).toBeVisible();
});

test(
  'the queue is carried out, leads to its runs, and queues again',
  { tag: '@look' },
  async ({ page, studio, window }) => {
    await studio.crawlSample();
    await studio.addSpider(bare);
    await studio.call('queue.configure', { held: true });
    const place = { project: 'default', spider: 'sample-shop', allowPrivate: true };
    await studio.call('queue.add', place);
    await studio.call('queue.add', place);
    const { id } = await studio.call('queue.add', { project: 'default', spider: 'bare' });
    await studio.call('queue.cancel', { entry: id });
    await window.go('#/queue');
    await expect(page.getByText('Carried out by this application while it is open.')).toBeVisible();
    await page.getByRole('button', { name: 'Release', exact: true }).click();
    await expect(chip(page, 'Completed 2')).toBeVisible({ timeout: 60_000 });
    await chip(page, 'Completed 2').click();
    await expect(grid(page).getByRole('gridcell', { name: 'Completed' })).toHaveCount(2);
    await expectNoFaults(page, 'a queue that was carried out');
    const [done] = (await studio.call('queue.list', { states: ['completed'] })).entries;
    await window.go(`#/run/${done?.run ?? ''}`);
    await page.getByRole('link', { name: 'from the queue' }).click();
    await expect(page.getByRole('region', { name: 'Crawl' })).toContainText('sample-shop: completed');

    await chip(page, 'Cancelled 1').click();
    await grid(page).locator('[data-row="0"] [data-cell="0"]').click();
    await page.getByRole('button', { name: 'Hold', exact: true }).click();
    await page.getByRole('button', { name: 'Queue again' }).click();
    await expect(chip(page, 'Cancelled 0')).toBeVisible();
    expect(await pending(studio)).toEqual(['bare']);
    await chip(page, 'All 3').click();
    await page.getByRole('button', { name: 'Clear ended' }).click();
    await expect(page.getByText('2 cleared crawls are not shown.')).toBeVisible();
    await page.getByRole('button', { name: 'Show them' }).click();
    await expect(grid(page).getByRole('gridcell', { name: 'Completed' })).toHaveCount(2);
  },
);
