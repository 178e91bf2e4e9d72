import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { studio } from './command-line.ts';
import { longContent, sha256, startLongFilesSite } from './long-files-site.ts';

const megabyte = 1024 * 1024;
const files = { '/a': 2 * megabyte + 1, '/b': 2 * megabyte + 2, '/c': 2 * megabyte + 3 };
const preload = new URL('./wait-on-statement.mjs', import.meta.url).href;

/** A run with three long files, and an export of them that waits in the middle of the second one until the run is deleted. */
async function deletedMeanwhile(to: string) {
  const site = await startLongFilesSite({ files });
  const { call, file, folder } = studio();
  await call(['import', file('docs.json', site.spider({ settings: { CONCURRENT_REQUESTS: 1 } }))]);
  const crawled = await call(['crawl', 'docs', '--allow-private', '--json']);
  expect(crawled.json()).toMatchObject({ state: 'completed', counters: { items: 3, failed: 0 } });
  const target = join(folder, to);
  const exported = ['export', 'docs', '--run', '1', '--format', 'jsonl', '--files', target];
  return {
    call,
    target,
    async exportAndDelete() {
      const place = join(folder, 'export');
      // A file of two megabytes is read in nine parts.
      const env = {
        NODE_OPTIONS: `--import=${preload}`,
        WAIT_ON_STATEMENT: ['SELECT file_chunks.body', 13, place].join('|'),
      };
      const ended = call(exported, { env });
      await expect.poll(() => existsSync(`${place}.waits`), { timeout: 60_000 }).toBe(true);
      const deleted = await call(['runs', 'delete', '1', '--now', '--force']);
      expect([deleted.code, deleted.stderr]).toEqual([0, expect.any(String)]);
      writeFileSync(`${place}.goes-on`, '');
      return ended;
    },
  };
}

const nameOf = (path: keyof typeof files): string => `${sha256(longContent(path, files[path]))}.pdf`;

describe('a run that is deleted for good while its files are exported', () => {
  it('leaves a folder with the files before it, each whole, and the export says so', async () => {
    const { exportAndDelete, target, call } = await deletedMeanwhile('docs');
    const ended = await exportAndDelete();
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('A downloaded file is not stored any more.');
    expect(ended.stderr).toContain('Its run may have been deleted meanwhile.');
    const names = readdirSync(target);
    expect(names).toHaveLength(1);
    expect(Object.keys(files).map((path) => nameOf(path as keyof typeof files))).toContain(names[0]);
    expect(`${sha256(readFileSync(join(target, names[0] ?? '')))}.pdf`).toBe(names[0]);
    expect((await call(['storage', 'check'])).code).toBe(0);
  }, 300_000);

  it.each([['the archive before'], []])(
    'leaves an archive as it was: %s',
    async (...before) => {
      const { exportAndDelete, target, call } = await deletedMeanwhile('docs.zip');
      for (const text of before) writeFileSync(target, text);
      const ended = await exportAndDelete();
      expect(ended.code).toBe(1);
      expect(ended.stderr).toContain('Its run may have been deleted meanwhile.');
      const folder = join(target, '..');
      const beside = readdirSync(folder).filter((name) => name.includes('docs.zip'));
      expect(beside.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(before);
      expect((await call(['storage', 'check'])).code).toBe(0);
    },
    300_000,
  );
});
