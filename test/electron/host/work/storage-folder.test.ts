import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { kindOfEntry, measureFolder } from '../../../../electron/host/work/storage/folder-parts.ts';
import { scratchFolder } from '../../store/support.ts';

it.each([
  ['spider-studio.db', null],
  ['spider-studio.db-wal', 'log'],
  ['spider-studio.db-shm', 'log'],
  ['spider-studio.db.v23.backup', 'backups'],
  ['spider-studio.db.v23.backup-2', 'backups'],
  ['before-restore-2026-11-27-abc', 'backups'],
  ['backup-upload-0123', 'backups'],
  ['old.backup', 'backups'],
  ['logs', 'logs'],
  ['browsers', 'browser'],
  ['proxies.json', 'files'],
  ['spider-studio.db-hosts', 'files'],
])('%s is of the kind %s', (name, kind) => {
  expect(kindOfEntry(name)).toBe(kind);
});

it('counts the bytes of whole folders', async () => {
  const folder = scratchFolder();
  mkdirSync(join(folder, 'browsers', 'chromium'), { recursive: true });
  writeFileSync(join(folder, 'browsers', 'chromium', 'chrome'), Buffer.alloc(1000));
  writeFileSync(join(folder, 'browsers', 'note'), Buffer.alloc(10));
  writeFileSync(join(folder, 'spider-studio.db'), Buffer.alloc(5000));
  writeFileSync(join(folder, 'mine.txt'), Buffer.alloc(7));
  expect(await measureFolder(folder)).toEqual(
    new Map([
      ['browser', 1010],
      ['files', 7],
    ]),
  );
});
