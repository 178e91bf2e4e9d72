import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { expect, test } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import type { Studio } from './studio.ts';

/** Crawls the sample site into the default project. */
async function crawlSample(studio: Studio): Promise<string> {
  await studio.call('app.startSample', {});
  await expect
    .poll(async () => (await studio.call('runs.list', { limit: 1 })).runs[0]?.state)
    .toBe('completed');
  return studio.crawl({ project: 'default', spider: 'sample-shop', limit: null });
}

const open = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+K');
  await page.keyboard.type('what takes room');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Storage' })).toBeVisible();
};

test('what takes room, down to the runs of a spider', { tag: '@look' }, async ({ page, studio }) => {
  await crawlSample(studio);
  writeFileSync(join(studio.dataDir, 'old.backup'), Buffer.alloc(3_000_000));
  await open(page);
  const legend = page.getByRole('list', { name: 'What takes room' });
  await expect(legend.getByRole('listitem').filter({ hasText: 'Backups and trash' })).toContainText('3 MB');
  await expect(legend.getByRole('listitem').filter({ hasText: 'Stored pages' })).toBeVisible();
  await expectNoFaults(page, 'storage');
  await page
    .getByRole('grid', { name: 'Projects by size' })
    .getByRole('gridcell', { name: 'default' })
    .dblclick();
  const spiders = page.getByRole('grid', { name: 'Spiders of default by size' });
  await spiders.getByRole('gridcell', { name: 'sample-shop' }).dblclick();
  const runs = page.getByRole('grid', { name: 'Runs of sample-shop by time' });
  await expect(runs.getByRole('gridcell', { name: 'completed' })).toHaveCount(2);
  await expect(page.getByRole('navigation', { name: 'What is shown' })).toHaveText(
    'All projectsdefaultsample-shop',
  );
  await expectNoFaults(page, 'the runs of a spider');
  await page.getByRole('link', { name: 'All projects' }).click();
  await expect(page.getByRole('grid', { name: 'Projects by size' })).toBeVisible();
  rmSync(join(studio.dataDir, 'old.backup'));
  await page.getByRole('button', { name: 'Measure again' }).click();
  await expect(legend.getByText('Backups and trash')).toBeHidden();
});

test('what a deleted run leaves free is given back to the disk', async ({ page, studio }) => {
  const run = await crawlSample(studio);
  for (const { id } of (await studio.call('runs.list', { limit: 10 })).runs)
    await studio.call('runs.delete', { run: id, forGood: true });
  while ((await studio.call('trash.free', {})).more);
  expect(run).not.toBe('');
  await open(page);
  const compact = page.getByRole('button', { name: 'Compact' });
  await compact.click();
  await expect(page.getByText(/^[\d.]+ [kM]B given back to the disk$/u)).toBeVisible();
  await expect(compact).toBeDisabled();
  expect((await studio.call('storage.report', { fresh: true })).compaction.bytes).toBe(0);
  await expect
    .poll(() => statSync(join(studio.dataDir, 'spider-studio.db')).size)
    .toBeLessThanOrEqual((await studio.call('storage.report', { fresh: true })).databaseBytes);
});

test(
  'a check tells in words what is wrong, and how to repair it',
  { tag: '@look' },
  async ({ page, studio }) => {
    const run = await crawlSample(studio);
    await open(page);
    const check = page.getByRole('button', { name: 'Check', exact: true });
    await check.click();
    const sound = page.getByRole('dialog', { name: 'The database is sound' });
    await expect(sound.getByRole('listitem')).toHaveCount(8);
    await expect(sound.getByRole('img', { name: 'Sound', exact: true })).toHaveCount(8);
    await expect(sound.getByText('storage repair')).toHaveCount(0);
    await expectNoFaults(page, 'a sound database');
    await page.keyboard.press('Escape');
    await expect(sound).toBeHidden();

    const database = new Database(join(studio.dataDir, 'spider-studio.db'));
    database.prepare('UPDATE origins SET items = items + 1 WHERE run_id = ?').run(run);
    database.close();
    await check.click();
    const broken = page.getByRole('dialog', { name: 'Some counters are wrong' });
    await expect(broken).toContainText('Nothing is lost');
    await expect(broken.getByRole('listitem').filter({ hasText: 'Counters' })).toContainText(
      `in run ${run} are not those of its requests and items.`,
    );
    await expect(broken.getByRole('img', { name: 'Sound', exact: true })).toHaveCount(7);
    await expectNoFaults(page, 'wrong counters');
    await broken.getByRole('button', { name: 'Copy the command' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('spider-studio storage repair');
  },
);

test('a check that is cancelled shows nothing, and another one can begin', async ({ page, studio }) => {
  await crawlSample(studio);
  const database = new Database(join(studio.dataDir, 'spider-studio.db'));
  // Pages that take the check many seconds to read: it cannot end before it is cancelled.
  const text = Buffer.alloc(4_000_000, 'x');
  database
    .prepare(
      `INSERT INTO pages (sha256, codec, length, body) WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      SELECT randomblob(32), 'zstd', ?, ? FROM n`,
    )
    .run(text.length, zstdCompressSync(text));
  await open(page);
  const check = page.getByRole('button', { name: 'Check', exact: true });
  await check.click();
  const working = page.getByRole('status').filter({ hasText: 'Checking the database' });
  await expect(working.getByRole('progressbar')).toBeVisible();
  await expect(check).toBeDisabled();
  await working.getByRole('button', { name: 'Cancel' }).click();
  await expect(working).toBeHidden();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('The database was not checked.')).toHaveCount(0);
  database.exec(`DELETE FROM pages WHERE length = ${text.length}`);
  database.close();
  await check.click();
  await expect(page.getByRole('dialog', { name: 'The database is sound' })).toBeVisible();
});
