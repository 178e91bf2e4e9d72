import { expect, test } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';

test(
  'a schedule is added by plain choices, changed, turned off and removed',
  { tag: '@look' },
  async ({ page, studio, window }) => {
    await studio.crawlSample();
    await window.go('#/schedules');
    await expect(page.getByRole('heading', { name: 'No schedules yet' })).toBeVisible();
    await expectNoFaults(page, 'no schedules');
    await page.keyboard.press('s');
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'How often' }).selectOption('Every weekday, Monday to Friday');
    const at = dialog.getByRole('textbox', { name: 'At', exact: true });
    await at.fill('25:00');
    await expect(dialog.getByRole('alert')).toContainText('25:00');
    await expect(dialog.getByRole('button', { name: 'Add the schedule' })).toBeDisabled();
    await expectNoFaults(page, 'a wrong time', '[role="dialog"]');
    await at.fill('22:15');
    await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Australia/Lord_Howe');
    const moments = dialog.getByRole('table', { name: 'Next moments' });
    await expect(moments.getByRole('columnheader', { name: 'Australia/Lord_Howe' })).toBeVisible();
    await expect(moments.getByRole('row')).toHaveCount(6);
    await expect(moments.getByText(/22:15$/u)).toHaveCount(5);
    await expectNoFaults(page, 'a new schedule', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Add the schedule' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const grid = page.getByRole('grid', { name: 'Schedules' });
    await expect(grid.getByRole('gridcell', { name: 'Every weekday at 22:15' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'History' })).toContainText('No moment has come');
    await expectNoFaults(page, 'schedules');
    const list = () => studio.call('schedules.list', {});
    await grid.focus();
    await page.keyboard.press('Space');
    await expect.poll(async () => (await list())[0]?.enabled).toBe(false);
    await expect(grid.getByRole('gridcell', { name: 'Off', exact: true })).toBeVisible();
    await page.keyboard.press('Space');
    await expect.poll(async () => (await list())[0]?.enabled).toBe(true);

    await page.keyboard.press('Enter');
    await dialog.getByRole('combobox', { name: 'How often' }).selectOption('By a cron expression');
    const cron = dialog.getByRole('textbox', { name: 'Cron expression' });
    await expect(cron).toHaveValue('15 22 * * 1-5');
    // Clocks skip this time on the last Sunday of every March.
    await cron.fill('30 2 * 3 sunL');
    await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Berlin');
    await expect(moments.getByText(/^Sun \d{4}-03-\d\d 03:00$/u)).toHaveCount(5);
    await expect(moments.getByText('Clocks skip 02:30 on this day.')).toHaveCount(5);
    await expectNoFaults(page, 'a change of the clocks', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await list())[0]?.cron).toBe('30 2 * 3 sunL');

    await window.go('#/spider/default/sample-shop/schedule');
    await expect(page.getByRole('grid', { name: 'Schedules of sample-shop' })).toBeVisible();
    await expectNoFaults(page, 'schedules of a spider');
    await page.getByRole('grid', { name: 'Schedules of sample-shop' }).focus();
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the schedule' }).click();
    await expect(page.getByRole('heading', { name: 'sample-shop has no schedule' })).toBeVisible();
    expect(await list()).toEqual([]);
  },
);

test(
  'many spiders are scheduled at once, and those that have a schedule are left out',
  { tag: '@look' },
  async ({ page, studio, window }) => {
    for (const name of ['a', 'b', 'c'])
      await studio.addSpider(
        JSON.stringify({ name, allowed_domains: ['example.org'], start_urls: ['https://example.org/'] }),
      );
    await studio.call('schedules.add', { project: 'default', spider: 'b', cron: '0 5 * * *', zone: 'UTC' });
    await window.go('#/project/default');
    const tab = page.getByRole('tab', { name: 'Spiders' });
    const table = page.getByRole('grid', { name: 'Spiders of default' });
    await expect(tab.or(table).first()).toBeVisible();
    if (await tab.isVisible()) await tab.click();
    const cell = (row: number) => table.locator(`[role=row][data-row="${row}"] [data-cell="4"]`);
    await cell(0).click();
    await cell(2).click({ modifiers: ['Shift'] });
    await cell(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Schedule 3 spiders…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule 3 spiders' });
    await expect(dialog.getByText('Left out: b.')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Time zone' }).fill('UTC');
    await expect(dialog.getByRole('table', { name: 'Next moments' }).getByRole('row')).toHaveCount(6);
    await expectNoFaults(page, 'schedules of many spiders', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Add 2 schedules' }).click();
    await expect(page.getByText('2 schedules added')).toBeVisible();
    await expect(table.getByRole('row', { name: /Every day at 02:30/u })).toHaveCount(2);
    const listed = await studio.call('schedules.list', { project: 'default' });
    expect(listed.map(({ spider, cron, zone, options }) => [spider, cron, zone, options.limit])).toEqual([
      ['a', '30 2 * * *', 'UTC', null],
      ['b', '0 5 * * *', 'UTC', null],
      ['c', '30 2 * * *', 'UTC', null],
    ]);
  },
);
