import { expect, test } from './fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('notices cover no part of the window', async ({ window, page, studio }) => {
  await studio.call('projects.create', { name: 'default' });
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'a template' }).click();
  await page.getByLabel('Name', { exact: true }).fill('shop');
  await page.getByLabel('Site', { exact: true }).fill('books.example');
  await window.button('Create').click();
  await expect(page.getByText('Add a page to test the spider')).toBeVisible();
  await page.keyboard.press('Control+S');
  const notice = page.getByText('has this text already');
  await expect(notice).toBeVisible();
  const box = async (selector: string) => {
    const found = await page.locator(selector).boundingBox();
    return { top: found?.y ?? -1, bottom: (found?.y ?? 0) + (found?.height ?? 0) };
  };
  await expect.poll(async () => (await box('.wb')).bottom - (await box('.ui-toasts')).top).toBe(0);
  expect((await box('.ui-toasts')).bottom).toBe(800);
  await expect(notice).toHaveCount(0);
  await expect.poll(async () => (await box('.wb')).bottom).toBe(800);
});
