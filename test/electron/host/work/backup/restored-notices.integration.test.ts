import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLocalDatabase } from '../../../../../electron/host/database/local-database.ts';
import { createBackup } from '../../../../../electron/host/work/backup/backup.ts';
import { restoreBackup } from '../../../../../electron/host/work/backup/restore.ts';
import { NoticeJob } from '../../../../../electron/host/work/notices/notice-job.ts';
import { controlOf, newRun, scratchFolder, startedRun } from '../../../store/support.ts';

const hour = 3_600_000;
const context = { window: null };

/** A workspace, and what it has told of trouble. */
function open(dataDir: string) {
  const database = openLocalDatabase({ dataDir, onOpen: () => undefined, publish: () => undefined });
  onTestFinished(() => database.close());
  const told: string[] = [];
  const send = async ({ target }: { target: { url?: string } }, { title }: { title: string }) => {
    told.push(`${target.url ?? ''} ${title}`);
    return null;
  };
  return {
    database,
    told,
    tick: (now: number) => new NoticeJob({ database, send }).tick(now),
    async fail(spider: string): Promise<void> {
      const store = database.workspace();
      const control = controlOf(store, await newRun(store, spider));
      await control.begin();
      await control.end('failed', 'No page could be fetched.', 'no-pages');
    },
  };
}

it('a restored workspace does not tell again what its original told, and tells what comes', async () => {
  const folder = scratchFolder();
  const before = open(join(folder, 'before'));
  await before.database.call('notices.configure', { zone: 'UTC' }, context);
  for (const timing of ['each', 'digest'] as const) {
    const target = { url: `https://${timing}.example/` };
    await before.database.call('notices.addChannel', { kind: 'webhook', target, timing }, context);
  }
  const now = Date.now();
  const due = (await before.tick(now)) ?? 0;
  await before.fail('told');
  await before.tick(now);
  expect(before.told).toContain('https://each.example/ default/told failed');
  // Not told when the backup is made, and a run that is interrupted in it.
  await before.fail('untold');
  await startedRun(before.database.workspace(), 'underway');
  await createBackup(join(folder, 'before'), join(folder, 'all.backup'), { force: false });

  const dataDir = join(folder, 'after');
  await restoreBackup(dataDir, join(folder, 'all.backup'), { force: false, now: () => due + hour });
  const after = open(dataDir);
  await after.tick(due + 2 * hour);
  expect(after.told).toEqual([]);
  await after.fail('new');
  await after.tick(due + 2 * hour);
  await after.tick(due + 24 * hour);
  expect(after.told).toEqual([
    'https://each.example/ default/new failed',
    expect.stringMatching(/^https:\/\/digest\.example\/ /),
  ]);
});
