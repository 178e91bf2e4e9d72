import { expect, test } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';

test(
  'this computer is checked from the palette, and each finding says what to do',
  { tag: '@look' },
  async ({ page }) => {
    await page.keyboard.press('Control+K');
    await page.keyboard.type('check this computer');
    await page.keyboard.press('Enter');
    const part = page.getByRole('region', { name: 'This computer' });
    const findings = part.getByRole('list', { name: 'Findings' }).getByRole('listitem');
    await expect(findings).toHaveCount(10);
    await expect(part.getByRole('status')).toBeVisible();
    const database = findings.filter({ has: page.getByRole('heading', { name: 'Database' }) });
    await expect(database.getByRole('img', { name: 'Good' })).toBeVisible();
    await expect(database.getByText(/^The database opens; it takes \d+ MB\.$/u)).toBeVisible();
    await expect(part.getByRole('button', { name: 'Check again' })).toBeEnabled();
    await expectNoFaults(page, 'the check of this computer');
  },
);
