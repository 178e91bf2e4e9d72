import { s3Region, startS3Server } from '../../servers/s3-server.ts';
import { expect, test } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';

test(
  'a place is added and tried, and the workspace is stored there and verified',
  { tag: '@look' },
  async ({ page, window, setVariable, atEnd }) => {
    const server = await startS3Server();
    atEnd(() => server.close());
    setVariable('NAS_LOGIN', `${server.accessKey}:${server.secretKey}`);
    await window.go('#/settings?section=backups');
    await expect(page.getByRole('heading', { name: 'No place for backups yet' })).toBeVisible();
    await expectNoFaults(page, 'no place for backups');
    await page.getByRole('button', { name: 'Add a place…' }).click();
    const dialog = page.getByRole('dialog');
    const enter = (name: string, text: string) => dialog.getByRole('textbox', { name }).fill(text);
    await enter('Name', 'nas');
    await enter('Endpoint', server.endpoint);
    await enter('Region', s3Region);
    await enter('Bucket', server.bucket);
    await enter('Secret', 'KEY:hush');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByRole('alert')).toContainText('A secret is named, not written');
    await expectNoFaults(page, 'a new place for backups', '[role="dialog"]');
    await enter('Secret', 'env:NAS_LOGIN');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog).toHaveCount(0);

    const place = page.getByRole('region', { name: 'Place nas' });
    await expect(place.getByText('No backup yet.')).toBeVisible();
    await place.getByRole('button', { name: 'Test nas' }).click();
    await expect(page.getByText('nas works')).toBeVisible();
    await place.getByRole('button', { name: 'Back up now to nas' }).click();
    const rows = place.getByRole('list', { name: 'Backups in nas' }).getByRole('listitem');
    await expect(rows).toHaveCount(1);
    await expectNoFaults(page, 'a backup that is not verified');
    await rows.getByRole('button', { name: /^Verify the backup/ }).click();
    await expect(rows.getByText('Verified', { exact: true })).toBeVisible();
    await expectNoFaults(page, 'a verified backup');

    setVariable('NAS_LOGIN', 'other:hush');
    await page.reload();
    await expect(place.getByRole('alert')).toContainText('does not know the access key');
    await expectNoFaults(page, 'a place that refuses');
  },
);
