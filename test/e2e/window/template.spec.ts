import { expect, test } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';

test(
  'a template is chosen by keyboard, with what it takes in sight beside the list',
  { tag: '@look' },
  async ({ page, window }) => {
    await window.go('#/welcome');
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await page.getByRole('button', { name: 'a template' }).click();
    const dialog = page.getByRole('dialog', { name: 'New spider from a template' });
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await expect(dialog.getByRole('textbox', { name: 'Site' })).toBeFocused();
    await expect(preview.getByRole('heading', { name: 'Empty spider' })).toBeVisible();
    await page.keyboard.type('lamps.example');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('radio', { name: 'Empty spider' })).toBeFocused();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await expect(dialog.getByRole('radio', { name: 'Shop with variants' })).toBeChecked();
    for (const part of ['Shop with variants', 'What it takes from its example page'])
      await expect(preview.getByRole('heading', { name: part })).toBeInViewport({ ratio: 1 });
    await expect(preview.locator('dl').first()).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('button', { name: 'Create' })).toBeInViewport({ ratio: 1 });
    await expectNoFaults(page, 'a template', '[role="dialog"]');
    await page.keyboard.press('Enter');
    await expect.poll(() => window.hash()).toBe('#/spider/default/lamps-example/author');
  },
);
