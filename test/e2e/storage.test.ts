import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { StorageReport } from '../../shared/contract/types.ts';
import { call } from './call.ts';
import { scratchFolder } from './command-line.ts';
import { databaseName } from './data-folder.ts';

const at = (data: string) => ['--data-dir', data];

it('tells what takes room, true to the disk, and gives back what a deleted run leaves', async () => {
  const data = scratchFolder();
  expect((await call(['demo', ...at(data)])).code).toBe(0);
  writeFileSync(join(data, 'copy.backup'), Buffer.alloc(500_000));
  const report = (await call(['storage', 'show', '--json', ...at(data)])).json<StorageReport>();
  const file = join(data, databaseName);
  expect(report.databaseBytes).toBe(statSync(file).size);
  const kinds = new Map(report.kinds.map(({ kind, bytes }) => [kind, bytes]));
  expect(kinds.get('backups')).toBe(500_000);
  expect(kinds.get('pages')).toBeGreaterThan(100_000);
  expect(report.spiders).toMatchObject([{ project: 'default', spider: 'sample-shop', runs: 1 }]);
  const { stdout } = await call(['storage', 'show', ...at(data)]);
  expect(stdout).toMatch(/^Stored pages +\d+ kB +[\d.]+ %$/mu);
  expect(stdout).toMatch(/^default +sample-shop +1 +\d+ kB/mu);
  const runs = await call(['storage', 'show', 'sample-shop', ...at(data)]);
  expect(runs.stdout).toMatch(/^1 +full +completed +24 +\d+ kB/mu);
  expect((await call(['runs', 'delete', '1', '--force', ...at(data)])).code).toBe(0);
  const { code, stdout: told } = await call(['storage', 'compact', ...at(data)]);
  expect(code).toBe(0);
  expect(told).toMatch(
    /^The database (?:took \d+ kB and takes \d+ kB now|has no room to give back: \d+ kB)\.$/mu,
  );
  const cleared = await call(['storage', 'clear-cache', '--force', ...at(data)]);
  expect(cleared.stdout).toBe('0 responses deleted.\n');
});

it('refuses what does not go together, and says what is missing', async () => {
  const data = scratchFolder();
  expect((await call(['storage', ...at(data)])).code).toBe(2);
  const { code, stderr } = await call(['storage', 'show', 'none', ...at(data)]);
  expect(code).toBe(1);
  expect(stderr).toContain('There is no project "default".');
  expect((await call(['storage', 'show', '--limit', '5000', ...at(data)])).code).toBe(2);
});
