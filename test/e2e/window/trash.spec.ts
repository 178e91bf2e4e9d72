import type { Locator, Page } from '@playwright/test';
import { callProcess } from '../call.ts';
import type { AppWindow } from './app-window.ts';
import { expect, test } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';

const spiderIn = (page: Page, name: string): Locator => page.locator('.wb-tree-spider', { hasText: name });

async function moveToTrash(page: Page, name: string): Promise<void> {
  await spiderIn(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Delete/u }).click();
  const question = page.getByRole('dialog', { name: `Move “${name}” to the trash?` });
  await expect(question).toContainText('can be restored');
  await question.getByRole('button', { name: 'Move to the trash' }).click();
  await expect(spiderIn(page, name)).toBeHidden();
}

const openTrash = async (window: AppWindow): Promise<Locator> => {
  await window.go('#/trash');
  return window.page.getByRole('grid', { name: 'Trash' });
};

test(
  'what is deleted goes to the trash, with all that belongs to it, and comes back',
  { tag: '@look' },
  async ({ page, studio, window }) => {
    const run = await studio.crawlSample();
    const before = await studio.call('runs.show', { run });
    await window.go('#/trash');
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
    await expectNoFaults(page, 'an empty trash');

    await moveToTrash(page, 'sample-shop');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(spiderIn(page, 'sample-shop')).toBeVisible();

    await moveToTrash(page, 'sample-shop');
    const grid = await openTrash(window);
    const row = grid.getByRole('row', { name: /sample-shop/u });
    await expect(row.getByRole('gridcell', { name: '24', exact: true })).toBeVisible();
    await expect(row.getByRole('gridcell', { name: '30 days' })).toBeVisible();
    await expectNoFaults(page, 'a trash with a spider');

    await row.click();
    await window.button('Restore').click();
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
    await expect(spiderIn(page, 'sample-shop')).toBeVisible();
    expect((await studio.call('runs.show', { run })).run.counters).toEqual(before.run.counters);
  },
);

test(
  'a name that is taken by now is asked for, and what is deleted for good is gone',
  { tag: '@look' },
  async ({ page, studio, window }) => {
    const text = (name: string) =>
      JSON.stringify({ name, allowed_domains: ['example.org'], start_urls: ['https://example.org/'] });
    await studio.addSpider(text('shop'));
    await moveToTrash(page, 'shop');
    await studio.addSpider(text('shop'));
    const grid = await openTrash(window);
    await grid.getByRole('row', { name: /shop/u }).click();
    await window.button('Restore').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expectNoFaults(page, 'another name');
    await dialog.getByRole('textbox').fill('old-shop');
    await page.keyboard.press('Enter');
    await expect(spiderIn(page, 'old-shop')).toBeVisible();

    await moveToTrash(page, 'old-shop');
    await expect(grid.getByRole('row', { name: /old-shop/u })).toBeVisible();
    await window.button('Empty the trash…').click();
    const question = page.getByRole('dialog');
    await expect(question).toContainText('cannot be undone');
    await question.getByRole('button', { name: 'Delete for good' }).click();
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
    expect(await studio.call('trash.list', {})).toEqual([]);
  },
);

test('what another process deletes, restores and empties is seen at once', async ({
  page,
  studio,
  window,
}) => {
  await studio.crawlSample();
  const elsewhere = async (...command: string[]): Promise<void> => {
    expect(await callProcess([...command, '--data-dir', studio.dataDir])).toMatchObject({ code: 0 });
  };
  await elsewhere('test', 'sample-shop', '--sample', '--lock');
  const [saved] = await studio.call('pages.list', { project: 'default', spider: 'sample-shop' });
  const grid = await openTrash(window);
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();

  await elsewhere('pages', 'delete', 'sample-shop', saved?.id ?? '');
  await expect(grid.getByRole('row', { name: new RegExp(saved?.title ?? '', 'u') })).toBeVisible();
  await elsewhere('projects', 'delete', 'default');
  await expect(grid.getByRole('row')).toHaveCount(3);
  await expect(spiderIn(page, 'sample-shop')).toBeHidden();

  await elsewhere('trash', 'restore', '2');
  await expect(spiderIn(page, 'sample-shop')).toBeVisible();
  await expect(grid.getByRole('row')).toHaveCount(2);
  await elsewhere('trash', 'empty');
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
});
