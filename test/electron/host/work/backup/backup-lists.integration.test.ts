import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changePlans, readPlans, type StoredPlan } from '../../../../../electron/host/data/backup-plan.ts';
import {
  readPlaceFile,
  writePlaceFile,
  type StoredPlace,
} from '../../../../../electron/host/data/place-file.ts';
import { dataEntries, entryOf } from '../../../../../electron/host/data-folder-entries.ts';
import { createBackup } from '../../../../../electron/host/work/backup/backup.ts';
import { restoreBackup } from '../../../../../electron/host/work/backup/restore.ts';
import {
  readRegistryFile,
  writeRegistryFile,
  type ConfiguredRegistry,
} from '../../../../../electron/host/work/library/registry-file.ts';
import { openWorkspace } from '../../../../../electron/host/workspace/workspace.ts';
import { scratchFolder } from '../../../store/support.ts';
import { openHost } from '../../open-host.ts';

const place = (name: string, endpoint = `https://${name}.example`): StoredPlace => ({
  name,
  endpoint,
  region: 'us-east-1',
  bucket: 'studio',
  prefix: 'backups',
  pathStyle: true,
  secret: 'keychain:NAS',
});
const registry = (name: string, location = `https://${name}.example/spiders`): ConfiguredRegistry => ({
  name,
  kind: 'url',
  location,
  allowPrivate: false,
});
const plan = (name: string, decidedUntil: number): StoredPlan => ({
  place: name,
  cron: '0 2 * * *',
  zone: 'UTC',
  verify: true,
  keep: null,
  decidedUntil,
  last: { at: '2026-03-01T02:00:00.000Z', backup: 'b1', problem: null },
});

function workspace(): string {
  const dataDir = join(scratchFolder(), 'data');
  openWorkspace(dataDir).close();
  return dataDir;
}

/** A backup of a workspace with a place, a registry and a plan called "nas". */
async function backupOfAll(): Promise<string> {
  const dataDir = workspace();
  writePlaceFile(dataDir, [place('nas')]);
  writeRegistryFile(dataDir, [registry('team')]);
  changePlans(dataDir, () => [plan('nas', 1000)]);
  const file = join(scratchFolder(), 'all.backup');
  await createBackup(dataDir, file, { force: false });
  return file;
}

describe('places, registries and plans of backups', () => {
  it('are in a backup and are restored; what was planned begins at the restore', async () => {
    const dataDir = join(scratchFolder(), 'elsewhere');
    const { kept } = await restoreBackup(dataDir, await backupOfAll(), { force: false, now: () => 5000 });
    expect(kept).toBeNull();
    expect(readPlaceFile(dataDir)).toEqual([place('nas')]);
    expect(readRegistryFile(dataDir)).toEqual([registry('team')]);
    expect(readPlans(dataDir)).toEqual([plan('nas', 5000)]);
  });

  it('that a computer has already stay as they are there, and those of the backup are added', async () => {
    const file = await backupOfAll();
    const dataDir = join(scratchFolder(), 'new');
    openWorkspace(dataDir).close();
    writePlaceFile(dataDir, [place('other'), place('nas', 'https://moved.example')]);
    writeRegistryFile(dataDir, [registry('Team', 'https://moved.example')]);
    const { kept } = await restoreBackup(dataDir, file, { force: true, now: () => 5000 });
    expect(readPlaceFile(dataDir)).toEqual([place('other'), place('nas', 'https://moved.example')]);
    expect(readRegistryFile(dataDir)).toEqual([registry('Team', 'https://moved.example')]);
    expect(readPlans(dataDir).map((one) => one.place)).toEqual(['nas']);
    expect(readdirSync(String(kept))).toContain('spider-studio.db');
  });

  it('leave no folder behind where there was only a list', async () => {
    const file = await backupOfAll();
    const dataDir = scratchFolder();
    writePlaceFile(dataDir, [place('other')]);
    expect((await restoreBackup(dataDir, file, { force: false })).kept).toBeNull();
    expect(readPlaceFile(dataDir).map(({ name }) => name)).toEqual(['other', 'nas']);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('before-'))).toEqual([]);
  });

  it('that are damaged give way to those of the backup, and are kept', async () => {
    const file = await backupOfAll();
    const dataDir = scratchFolder();
    writeFileSync(join(dataDir, 'places.json'), 'half a li');
    const { kept } = await restoreBackup(dataDir, file, { force: false });
    expect(readPlaceFile(dataDir)).toEqual([place('nas')]);
    expect(readFileSync(join(String(kept), 'places.json'), 'utf8')).toBe('half a li');
  });

  it('stay where a backup has none, as older ones', async () => {
    const file = join(scratchFolder(), 'all.backup');
    await createBackup(workspace(), file, { force: false });
    const dataDir = workspace();
    writePlaceFile(dataDir, [place('nas')]);
    await restoreBackup(dataDir, file, { force: true });
    expect(readPlaceFile(dataDir)).toEqual([place('nas')]);
    expect(existsSync(join(dataDir, 'registries.json'))).toBe(false);
  });

  it('are without the logins that somebody wrote into a file by hand', async () => {
    const dataDir = workspace();
    writePlaceFile(dataDir, [place('nas', 'https://KEYID:hunter2@nas.example')]);
    writeRegistryFile(dataDir, [
      registry('token', 'https://t0ken@git.example/spiders.git'),
      registry('ssh', 'ssh://git:hunter2@git.example/spiders.git'),
      registry('scp', 'git@git.example:spiders.git'),
    ]);
    const file = join(scratchFolder(), 'all.backup');
    await createBackup(dataDir, file, { force: false });
    const bytes = readFileSync(file, 'latin1');
    expect(['KEYID', 'hunter2', 't0ken'].filter((login) => bytes.includes(login))).toEqual([]);
    const restored = join(scratchFolder(), 'elsewhere');
    await restoreBackup(restored, file, { force: false });
    expect(readRegistryFile(restored).map(({ location }) => location)).toEqual([
      'https://git.example/spiders.git',
      'ssh://git@git.example/spiders.git',
      'git@git.example:spiders.git',
    ]);
  });
});

it('a data folder that was worked with has nothing that a backup does not know of', async () => {
  const studio = await openHost();
  onTestFinished(() => studio.close());
  const folder = scratchFolder();
  await studio.call('proxies.add', {
    project: 'default',
    tier: 'datacenter',
    url: 'http://10.0.0.7:3128',
    secret: null,
  });
  await studio.call('places.add', place('nas'));
  await studio.call('backups.plan', { place: 'nas', cron: '0 2 * * *', verify: false, keep: null });
  const registries = {
    name: 'team',
    kind: 'folder',
    location: folder,
    allowPrivate: false,
    create: 'Team',
  } as const;
  await studio.call('library.addRegistry', registries, { door: 'desktop', takePath: () => true });
  await studio.call('app.startSample', {});
  await studio.call('app.doctor', {});
  await studio.ask('storage.check', {});
  await expect
    .poll(async () => (await studio.call('runs.list', { limit: 1 })).runs[0]?.state)
    .toBe('completed');
  const names = readdirSync(studio.dataDir);
  expect(names.filter((name) => entryOf(name) === null)).toEqual([]);
  const inBackups = Object.entries(dataEntries).flatMap(([name, backup]) => (backup === true ? [name] : []));
  expect(names).toEqual(expect.arrayContaining(inBackups));
});
