import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { repairWorkspace } from '../../../electron/host/work/storage/repair-workspace.ts';
import { AppWindow } from './app-window.ts';
import { expect, test } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import { Studio } from './studio.ts';

const pageBytes = 4096;

/** Overwrites the pages of a database that hold the items of runs. */
function damage(file: string): void {
  const db = new Database(file);
  db.pragma('wal_checkpoint(TRUNCATE)');
  const root =
    db.prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'items'").pluck().get() ?? 0;
  db.close();
  const bytes = readFileSync(file);
  bytes.fill(0xa5, (root - 1) * pageBytes, root * pageBytes);
  writeFileSync(file, bytes);
}

const checked = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+K');
  await page.keyboard.type('what takes room');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
};

test(
  'a window on a database that is damaged inside says so, checks it, and shows the way to repair it',
  { tag: '@look' },
  async ({ studio, context, atEnd }) => {
    await studio.call('app.startSample', {});
    await expect
      .poll(async () => (await studio.call('runs.list', { limit: 1 })).runs[0]?.state)
      .toBe('completed');
    // Smaller ones are checked before they are opened.
    const before = new Database(join(studio.dataDir, 'spider-studio.db'));
    before.exec('CREATE TABLE ballast (bytes BLOB); INSERT INTO ballast VALUES (randomblob(20000000))');
    before.close();
    const copy = async (from: string, change: (dataDir: string) => void): Promise<Studio> => {
      const made = await Studio.start((dataDir) => {
        for (const name of readdirSync(from).filter((entry) => entry.startsWith('spider-studio.db')))
          cpSync(join(from, name), join(dataDir, name));
        change(dataDir);
      });
      atEnd(() => made.close());
      return made;
    };
    const damaged = await copy(studio.dataDir, (dataDir) => damage(join(dataDir, 'spider-studio.db')));
    const window = await AppWindow.open(context, damaged);
    window.mayComplain = true;
    const { page } = window;
    await window.go('#/spider/default/sample-shop/results');
    await expect(page.getByText(/is damaged, or is not a database/u)).toBeVisible();
    await expect(page.getByText(/run “spider-studio storage repair”/u)).toBeVisible();
    await checked(page);
    const dialog = page.getByRole('dialog', { name: 'The database is damaged' });
    await expect(dialog.getByText('A repair keeps all that can be read.')).toBeVisible();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'The file' })).toHaveAttribute(
      'data-state',
      'wrong',
    );
    await expect(dialog.getByText('spider-studio storage repair')).toBeVisible();
    await expect(dialog.getByText('restoring a backup is better')).toBeVisible();
    await expect(dialog.getByText('***')).toHaveCount(0);
    await expectNoFaults(page, 'a damaged database');
    // The help of the button that has the focus may lie over it in a narrow window.
    await dialog.getByText('Close', { exact: true }).press('Enter');
    await expect(dialog).toBeHidden();

    const repaired = await copy(
      damaged.dataDir,
      (dataDir) => void repairWorkspace(dataDir, { onPercent: () => undefined }),
    );
    const after = await AppWindow.open(context, repaired);
    await checked(after.page);
    await expect(after.page.getByRole('dialog', { name: 'The database is sound' })).toBeVisible();
    after.expectNoComplaints();
  },
);
