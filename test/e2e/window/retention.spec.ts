import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import type { Studio } from './studio.ts';

/** Crawls the sample site several times into the default project. */
async function crawlSample(studio: Studio, times: number): Promise<void> {
  await studio.call('app.startSample', {});
  await expect
    .poll(async () => (await studio.call('runs.list', { limit: 1 })).runs[0]?.state)
    .toBe('completed');
  for (let run = 1; run < times; run += 1)
    await studio.crawl({ project: 'default', spider: 'sample-shop', limit: null });
}

const open = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+K');
  await page.keyboard.type('rules by which old runs');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Retention' })).toBeVisible();
};

test(
  'a rule is added, shows exactly what would go, and removes that alone',
  { tag: '@look' },
  async ({ page, studio }) => {
    await crawlSample(studio, 4);
    await open(page);
    await expect(page.getByText('Everything is kept')).toBeVisible();
    await expectNoFaults(page, 'no rule');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a rule' });
    await dialog.getByRole('combobox', { name: 'For' }).selectOption('default/sample-shop');
    await dialog.getByRole('textbox', { name: 'Runs' }).fill('0');
    await expect(dialog.getByText('A whole number from 1 upwards, or nothing.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Runs' }).fill('2');
    await dialog.getByRole('checkbox', { name: /first or the last/u }).click();
    await expect(dialog.getByText('Keeps the newest 2 full runs. The dataset forgets.')).toBeVisible();
    await expectNoFaults(page, 'a rule', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const shown = page.getByRole('region', { name: 'What would go' });
    await expect(shown.getByRole('row', { name: /^Run 1 .* goes with 24 items/u })).toBeVisible();
    await expect(shown.getByRole('row', { name: /^Run 2 .* goes with 24 items/u })).toBeVisible();
    await expectNoFaults(page, 'what would go');
    await studio.call('runs.pin', { run: '1', pinned: true });
    await page.getByRole('button', { name: 'Preview again' }).click();
    await expect(shown.getByRole('row', { name: /^Run 1 stays: it is pinned/u })).toBeVisible();
    await shown.getByRole('button', { name: 'Remove for good…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText(/became free$/u)).toBeVisible();
    const left = (await studio.call('runs.list', { limit: 10 })).runs.map(({ id }) => id);
    expect(left).toEqual(['4', '3', '1']);
    await expect(shown.getByRole('row', { name: /goes/u })).toHaveCount(0);
  },
);

test('a rule is changed and removed, and the nights are turned on', async ({ page, studio }) => {
  await crawlSample(studio, 1);
  await studio.call('retention.set', {
    rule: { runs: null, days: null, pages: 3, detail: null, dataset: 'keep' },
  });
  await open(page);
  const rules = page.getByRole('list', { name: 'Rules' });
  await expect(rules).toContainText('Keeps all runs, stored pages of the newest 3 full runs.');
  await page.getByRole('switch', { name: 'Every night' }).click();
  await expect.poll(async () => (await studio.call('retention.rules', {})).nightly).toBe(true);
  await rules.getByRole('button', { name: 'Change the rule of All spiders' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rule of All spiders' });
  await dialog.getByRole('textbox', { name: 'Days' }).fill('30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rules).toContainText('Keeps the runs of 30 days, stored pages of the newest 3 full runs.');
  await rules.getByRole('button', { name: 'Remove the rule of All spiders' }).click();
  await expect(page.getByText('Everything is kept')).toBeVisible();
});
