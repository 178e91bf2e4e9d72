import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { partialFile, removeStalePartials } from '../../../electron/system/partial-files.ts';

/** A folder with a file and its temporary files: of this process, of another computer, and of an earlier version. */
function folder() {
  const path = mkdtempSync(join(tmpdir(), 'spider-studio-partial-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const file = join(path, 'items.csv');
  const own = basename(partialFile(file));
  const elsewhere = '.items.csv.ffffffff-1-0123456789ab.partial';
  const earlier = '.items.csv.0123456789ab.partial';
  const others = ['.items.csv.old.0123456789ab.partial', '.items.csv.notes.partial', 'items.csv'];
  for (const name of [own, `${own}-journal`, elsewhere, earlier, ...others])
    writeFileSync(join(path, name), '');
  return { path, file, own, elsewhere, earlier, others, left: () => readdirSync(path).sort() };
}

it('those of a process that is gone are removed, and no others', () => {
  const { file, elsewhere, earlier, others, left } = folder();
  removeStalePartials(file, { isAlive: () => false });
  expect(left()).toEqual([elsewhere, earlier, ...others].sort());
});

it('those of a process that runs stay', () => {
  const { file, left } = folder();
  const before = left();
  removeStalePartials(file);
  expect(left()).toEqual(before);
});

it('those that nobody has written to for a day are removed, whoever began them', () => {
  const { path, file, elsewhere, earlier, others, left } = folder();
  const dayAgo = Date.now() / 1000 - 25 * 3600;
  for (const name of [elsewhere, earlier]) utimesSync(join(path, name), dayAgo, dayAgo);
  removeStalePartials(file, { isAlive: () => false });
  expect(left()).toEqual(others.sort());
});

it('a folder that cannot be read is no error', () => {
  expect(() => removeStalePartials(join(folder().path, 'none', 'items.csv'))).not.toThrow();
});
