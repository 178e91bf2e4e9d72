import { expect } from './fixtures.ts';
import { test } from './lamp-shop-test.ts';
import { expectNoFaults } from './looks.ts';

const place = { project: 'default', spider: 'lamps' };

test(
  'the page of a project tells how its spiders do, and changes many of them at once',
  { tag: '@look' },
  async ({ page, studio, window, shop }) => {
    const { spider } = shop;
    await studio.call('projects.create', { name: 'default' });
    await studio.call('projects.create', { name: 'empty' });
    await studio.addSpider(JSON.stringify(spider, null, 2));
    await studio.addSpider(JSON.stringify({ ...spider, name: 'lanterns' }, null, 2));
    await studio.addSpider(
      JSON.stringify({ ...spider, name: 'broken', start_urls: ['http://127.0.0.1:9/'] }, null, 2),
    );
    await studio.crawl({ ...place, limit: null, allowPrivate: true });
    await studio.crawl({ ...place, spider: 'broken', limit: null, allowPrivate: true }, 'failed');

    // A click on the project opens its page, the chevron and the arrows fold it.
    const tree = page.getByRole('navigation', { name: 'Spiders' });
    await tree.getByRole('button', { name: 'Fold default' }).click();
    await expect(tree.getByRole('link', { name: 'lamps' })).toHaveCount(0);
    const own = tree.getByRole('link', { name: 'default', exact: true });
    await own.focus();
    await page.keyboard.press('ArrowRight');
    await expect(tree.getByRole('link', { name: 'lamps' })).toBeVisible();
    await own.click();
    await expect(page).toHaveURL(/#\/project\/default$/u);
    await expect(page.getByRole('heading', { level: 1, name: 'default' })).toBeVisible();
    const needs = page.getByRole('region', { name: 'Needs a person' });
    await expect(needs.getByRole('listitem')).toHaveCount(1);
    await expect(needs.getByRole('link', { name: 'Run of broken' })).toBeVisible();
    await expectNoFaults(page, 'the page of a project');

    // The table has all spiders; a filter leaves some.
    const spiders = page.getByRole('tab', { name: 'Spiders' });
    if (await spiders.isVisible()) await spiders.click();
    const table = page.getByRole('grid', { name: 'Spiders of default' });
    await expect(table.getByRole('row', { name: /lamps Completed/u })).toContainText('4');
    await expectNoFaults(page, 'the spiders of a project');
    await page.getByRole('button', { name: 'Never run 1' }).click();
    await expect(table.getByRole('row')).toHaveCount(2);
    await page.getByRole('button', { name: 'All 3' }).click();

    // A run that goes on elsewhere is followed.
    await studio.crawl({ ...place, spider: 'lanterns', limit: null, allowPrivate: true });
    await expect(table.getByRole('row', { name: /lanterns Completed/u })).toContainText('4');
    await expect(page.getByRole('button', { name: 'Never run 0' })).toBeVisible();

    // Two are selected and changed, after a look at the difference of each.
    const cell = (row: number) => table.locator(`[role=row][data-row="${row}"] [data-cell="4"]`);
    await cell(1).click();
    await cell(2).click({ modifiers: ['Shift'] });
    await expect(page.getByText('2 spiders selected')).toBeVisible();
    await page.keyboard.press('p');
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'Change 2 spiders' });
    await dialog.getByRole('combobox', { name: 'Setting' }).selectOption('DOWNLOAD_DELAY');
    await dialog.getByRole('textbox', { name: 'DOWNLOAD_DELAY' }).fill('0.5');
    await expect(dialog.getByText('2 of 2 spiders change')).toBeVisible();
    await dialog.getByRole('button', { name: /^lamps/u }).click();
    await expect(dialog.getByText('+ ').first()).toBeVisible();
    await expectNoFaults(page, 'a change of many spiders', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Change 2 spiders' }).click();
    await expect(page.getByText('2 spiders changed')).toBeVisible();
    const { text } = await studio.call('spiders.get', place);
    expect(text).toBe(
      JSON.stringify(spider, null, 2).replace('"DOWNLOAD_DELAY": 0', '"DOWNLOAD_DELAY": 0.5'),
    );
    expect((await studio.call('spiders.get', { ...place, spider: 'broken' })).summary.version).toBe(1);

    // What the project gives to its spiders.
    await page.keyboard.press('p');
    await page.keyboard.press('d');
    const defaults = page.getByRole('dialog', { name: 'Defaults of the project default' });
    await defaults.getByRole('textbox', { name: 'USER_AGENT' }).fill('LampBot/1.0');
    await expect(defaults).toBeVisible();
    await expectNoFaults(page, 'the defaults of a project', '[role="dialog"]');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The defaults of default are saved')).toBeVisible();
    expect((await studio.call('projects.defaults', { project: 'default' })).settings).toEqual({
      USER_AGENT: 'LampBot/1.0',
    });

    // A project without spiders says what would be there.
    await window.go('#/project/empty');
    await expect(page.getByRole('heading', { name: 'No spider in this project yet' })).toBeVisible();
    await expectNoFaults(page, 'an empty project', 'main');
  },
);

test(
  'a channel for notices is added and changed in the settings',
  { tag: '@look' },
  async ({ page, studio, window }) => {
    await window.go('#/settings?section=notices');
    await page.getByRole('button', { name: 'Add a channel…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a channel for notices' });
    await expect(dialog).toBeVisible();
    await expectNoFaults(page, 'a new channel', '[role="dialog"]');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.org/spiders');
    await page.keyboard.press('Enter');
    await expect(page.getByText('https://hooks.example.org/spiders', { exact: true })).toBeVisible();
    await page.getByRole('switch', { name: 'Drop' }).click();
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Tokyo');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await studio.call('notices.channels', {})).settings)
      .toMatchObject({ zone: 'Asia/Tokyo', on: { drop: false, failed: true } });
    await expectNoFaults(page, 'the settings of notices');
  },
);
