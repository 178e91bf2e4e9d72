import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createExports } from '../../../../../electron/host/work/export/exports.ts';
import { takeLock } from '../../../../../electron/system/file-lock.ts';

it('downloads of processes that are gone are removed, those of others stay', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-exports-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const downloads = join(dataDir, 'downloads');
  // The second is as versions without locks named it: whoever has the number now is somebody else.
  for (const name of ['killed', String(process.pid), 'alive']) {
    mkdirSync(join(downloads, name, 'one'), { recursive: true });
    writeFileSync(join(downloads, name, 'one', 'shop.csv'), 'title');
  }
  takeLock(join(downloads, 'killed.lock')).release();
  const alive = takeLock(join(downloads, 'alive.lock'));
  onTestFinished(() => alive.release());

  await createExports({ dataDir, proxyChannel: null, onChange: () => undefined }).close();
  expect(readdirSync(downloads).sort()).toEqual(['alive', 'alive.lock']);
  expect(readdirSync(join(downloads, 'alive', 'one'))).toEqual(['shop.csv']);
});
