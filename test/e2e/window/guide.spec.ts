import { expect, test } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';

test.describe('the guide', () => {
  test('is read, searched and followed', { tag: '@look' }, async ({ page, window }) => {
    await window.go('#/about');
    await expect(page.getByRole('heading', { name: 'Spider Studio', level: 1 })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await expect(page.getByRole('heading', { name: 'The guide', level: 1 })).toBeVisible();
    const contents = page.getByRole('navigation', { name: 'Contents of the guide' });
    await expect(contents.getByRole('link')).toHaveCount(22);
    await page.getByRole('article').getByRole('link', { name: 'Lists: a row for each entry' }).click();
    await expect.poll(() => window.hash()).toBe('#/guide/lists');
    await expect(page.getByRole('group', { name: 'ferries.json' })).toContainText('"iterate"');
    await expectNoFaults(page, 'a page of the guide');

    await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
    const heading = page.getByRole('heading', { name: 'GENERATED_URLS', exact: true });
    await expect(heading).toBeInViewport();

    await contents.getByRole('searchbox', { name: 'Search the guide' }).fill('json path');
    await expect(contents.getByRole('link', { name: /An answer that is JSON/u })).toBeVisible();
    await contents.getByRole('searchbox', { name: 'Search the guide' }).fill('no such words here');
    await expect(contents.getByText('No page has these words.')).toBeVisible();
    await contents.getByRole('searchbox', { name: 'Search the guide' }).fill('urljoin');
    await contents.getByRole('link', { name: /^urljoin/u }).click();
    await expect(page.getByRole('heading', { name: 'urljoin', exact: true })).toBeInViewport();
    await expectNoFaults(page, 'a reference');
  });

  test('says so where a page does not exist', async ({ page, window }) => {
    await window.go('#/guide/nothing');
    await expect(page.getByText('The guide has no such page')).toBeVisible();
    await page.getByRole('link', { name: 'To the contents' }).click();
    await expect(page.getByRole('heading', { name: 'The guide', level: 1 })).toBeVisible();
  });
});
