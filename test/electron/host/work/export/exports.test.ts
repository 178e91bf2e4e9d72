import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createExports } from '../../../../../electron/host/work/export/exports.ts';
import { withDownloadFolder } from '../../../../../electron/host/work/export/download-folder.ts';
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

it('what an export has on its way stays while it is used, whoever starts meanwhile', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-exports-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const start = () => createExports({ dataDir, proxyChannel: null, onChange: () => undefined }).close();
  const left = await withDownloadFolder(dataDir, 'recipe', async (folder) => {
    writeFileSync(join(folder, 'items.csv'), 'title');
    await start();
    return readdirSync(folder);
  });
  expect(left).toEqual(['items.csv']);
  expect(readdirSync(join(dataDir, 'downloads'))).toEqual([]);

  mkdirSync(join(dataDir, 'downloads', 'object-killed'));
  takeLock(join(dataDir, 'downloads', 'object-killed.lock')).release();
  await start();
  expect(readdirSync(join(dataDir, 'downloads'))).toEqual([]);
});
