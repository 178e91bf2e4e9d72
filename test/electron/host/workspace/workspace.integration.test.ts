import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openStore } from '../../../../electron/store/open.ts';
import { openHost, spiderText } from '../open-host.ts';

/** The spiders that a copy of the one file of a data folder has. */
async function spidersInCopyOf(dataDir: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-copy-'));
  const copy = join(folder, 'spider-studio.db');
  copyFileSync(join(dataDir, 'spider-studio.db'), copy);
  const store = openStore(copy);
  const names = (await store.queries.spiders.list(null)).map(({ name }) => name);
  store.close();
  rmSync(folder, { recursive: true, force: true });
  return names;
}

it('a studio that is closed leaves one file beside its log, with everything', async () => {
  const studio = await openHost();
  onTestFinished(() => rmSync(studio.dataDir, { recursive: true, force: true }));
  const text = spiderText('news');
  await studio.call('spiders.save', { project: 'default', spider: null, text, base: null });
  await studio.call('spiders.list', {});
  // It has done by then what only one process does.
  await vi.waitFor(
    async () => {
      const store = openStore(join(studio.dataDir, 'spider-studio.db'), { readonly: true });
      const read = await store.queries.outbox.readerAt('notices');
      store.close();
      expect(read).not.toBeNull();
    },
    { timeout: 30_000, interval: 200 },
  );
  await studio.host.close();
  expect(readdirSync(studio.dataDir)).toEqual(['logs', 'spider-studio.db']);
  expect(await spidersInCopyOf(studio.dataDir)).toEqual(['news']);
});

it('a studio that has come to rest has everything in the one file', async () => {
  const studio = await openHost();
  onTestFinished(() => studio.close());
  const text = spiderText('news');
  await studio.call('spiders.save', { project: 'default', spider: null, text, base: null });
  await vi.waitFor(async () => expect(await spidersInCopyOf(studio.dataDir)).toEqual(['news']), {
    timeout: 30_000,
  });
});
