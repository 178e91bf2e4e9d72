import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataEntries, entryOf } from '../../../electron/host/data-folder-entries.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** What joins a data folder with something else, by file. */
function joins(): string[] {
  const found: string[] = [];
  for (const name of readdirSync(join(root, 'electron'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const file = join(root, 'electron', name);
    for (const [, what = ''] of readFileSync(file, 'utf8').matchAll(
      /join\(\s*(?:\w+\.)*dataDir,\s*([^\n)]*)/gu,
    ))
      found.push(`${relative(root, file).replaceAll('\\', '/')}: ${what}`);
  }
  return found.sort();
}

describe('what lies in a data folder', () => {
  it('is written under a name of the table, which says whether a backup has it', () => {
    // These go through what is there already; the demo writes an export. Everything else calls `dataPath`.
    expect([...new Set(joins())]).toEqual([
      'electron/cli/commands/demo.ts: `${spider}.csv`',
      'electron/host/data-folder-entries.ts: entry',
      'electron/host/work/backup/storage/pending.ts: name',
      'electron/host/work/backup/storage/scratch.ts: name',
      'electron/host/workspace/restore-files.ts: `${name}${suffix}`',
      'electron/host/workspace/restore-files.ts: keptName',
      'electron/host/workspace/restore-files.ts: name',
    ]);
  });

  it('is listed in the documentation of backups where a backup has it not', () => {
    const page = readFileSync(join(root, 'docs', 'backup.md'), 'utf8');
    const left = Object.entries(dataEntries).flatMap(([name, backup]) => (backup === true ? [] : [name]));
    expect(left.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
  });

  it.each([
    ['places.json', 'places.json'],
    ['places.json.4711.tmp', 'places.json'],
    ['spider-studio.db-wal', 'spider-studio.db-'],
    ['spider-studio.db.v7.backup-2', 'spider-studio.db.'],
    ['before-restore-2026-01-01-abc', 'before-'],
    ['labels.json', null],
    ['placesXjson', null],
  ])('%s belongs to %s', (name, entry) => {
    expect(entryOf(name)).toBe(entry);
  });
});
