import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBackup, verifyBackup } from '../../../../../electron/host/work/backup/backup.ts';
import { changePreferences } from '../../../../../electron/host/data/preferences.ts';
import { addProxy, listProxies } from '../../../../../electron/host/data/proxies.ts';
import { restoreBackup } from '../../../../../electron/host/work/backup/restore.ts';
import {
  openWorkspace,
  openWorkspaceReadOnly,
  type Workspace,
} from '../../../../../electron/host/workspace/workspace.ts';
import { controlOf, startedRun } from '../../../store/support.ts';
import { openHost } from '../../open-host.ts';
import { projectsOf } from './projects-of.ts';

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function open(dataDir = join(scratch(), 'data')): Workspace {
  const workspace = openWorkspace(dataDir);
  onTestFinished(() => workspace.close());
  return workspace;
}

const proxy = { project: 'default', tier: 'datacenter', url: 'http://10.0.0.7:3128', secret: 'env:LOGIN' };

/** A workspace with something of everything, and a run that this process carries out. */
async function worked(): Promise<{ workspace: Workspace; run: string }> {
  const workspace = open();
  const run = await startedRun(workspace);
  await changePreferences(workspace, { theme: 'dark' });
  addProxy(workspace, proxy);
  return { workspace, run };
}

/** Every row of every table. */
function rowsOf(dataDir: string): Record<string, unknown[]> {
  const db = new Database(join(dataDir, 'spider-studio.db'), { readonly: true });
  const tables = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .pluck()
    .all();
  const rows = Object.fromEntries(tables.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]));
  db.close();
  return rows;
}

async function backedUp({ workspace }: { workspace: Workspace }): Promise<string> {
  const file = join(scratch(), 'all.backup');
  await createBackup(workspace.dataDir, file, { force: false });
  return file;
}

const refused = async (work: Promise<unknown>): Promise<{ code: string; message: string }> =>
  work.then(
    () => ({ code: 'nothing', message: '' }),
    (error: { code: string; message: string }) => error,
  );

describe('a backup', () => {
  it('has every row of a workspace that is in use, and its proxies', async () => {
    const { workspace, run } = await worked();
    const file = join(scratch(), 'all.backup');
    const made = await createBackup(workspace.dataDir, file, { force: false });
    expect(made).toMatchObject({ file, spiders: 1, runs: 1, proxies: 1, interrupted: 1 });
    expect(statSync(file).size).toBe(made.bytes);
    const { interrupted: _, ...told } = made;
    expect(await verifyBackup(file)).toEqual(told);

    const dataDir = join(scratch(), 'elsewhere');
    expect(await restoreBackup(dataDir, file, { force: false })).toMatchObject({ spiders: 1, kept: null });
    const { all_runs: runs, events, outbox, ...rest } = rowsOf(dataDir);
    const {
      all_runs: runsBefore,
      events: eventsBefore,
      outbox: outboxBefore,
      ...before
    } = rowsOf(workspace.dataDir);
    expect(rest).toEqual(before);
    // That the run is interrupted is one more change.
    expect([outbox?.slice(0, -1), outbox?.length]).toEqual([outboxBefore, (outboxBefore?.length ?? 0) + 1]);
    expect([runs?.length, events?.length]).toEqual([runsBefore?.length, (eventsBefore?.length ?? 0) + 1]);
    const restored = open(dataDir);
    expect(listProxies(restored, null)).toEqual(listProxies(workspace, null));
    expect(await restored.queries.runs.get(run)).toMatchObject({
      state: 'interrupted',
      reason: 'It was under way when the backup was made.',
    });
    await controlOf(restored, run).begin();
    expect(await restored.queries.runs.get(run)).toMatchObject({ state: 'running' });
    expect((await workspace.queries.runs.get(run)).state).toBe('running');
  });

  it.skipIf(process.platform === 'win32')('is for its owner alone, and so is what is restored', async () => {
    const file = await backedUp(await worked());
    const dataDir = join(scratch(), 'elsewhere');
    await restoreBackup(dataDir, file, { force: false });
    for (const one of [file, join(dataDir, 'spider-studio.db'), join(dataDir, 'proxies.json')]) {
      expect(statSync(one).mode & 0o777).toBe(0o600);
    }
  });

  it('replaces a file only when it is told to, and the database itself never', async () => {
    const { workspace } = await worked();
    const file = await backedUp({ workspace });
    const first = readFileSync(file);
    expect(await refused(createBackup(workspace.dataDir, file, { force: false }))).toMatchObject({
      code: 'exists',
    });
    expect(readFileSync(file)).toEqual(first);
    await workspace.queries.projects.create('second');
    expect(await createBackup(workspace.dataDir, file, { force: true })).toMatchObject({ projects: 2 });
    const own = join(workspace.dataDir, 'spider-studio.db-wal');
    expect(await refused(createBackup(workspace.dataDir, own, { force: true }))).toMatchObject({
      code: 'in-use',
    });
    const nowhere = join(scratch(), 'no', 'folder', 'x.backup');
    expect(await refused(createBackup(workspace.dataDir, nowhere, { force: false }))).toMatchObject({
      code: 'not-found',
      message: `"${join(nowhere, '..')}" does not exist.`,
    });
  });

  it('leaves nothing beside it, when it is made and when it cannot be', async () => {
    const { workspace } = await worked();
    const folder = scratch();
    await createBackup(workspace.dataDir, join(folder, 'x.backup'), { force: false });
    writeFileSync(join(workspace.dataDir, 'proxies.json'), 'not JSON');
    const failed = await refused(createBackup(workspace.dataDir, join(folder, 'y.backup'), { force: false }));
    expect(failed.code).toBe('damaged-proxies');
    expect(readdirSync(folder)).toEqual(['x.backup']);
  });

  it('is not taken for a database to work with', async () => {
    const file = await backedUp(await worked());
    const dataDir = scratch();
    renameSync(file, join(dataDir, 'spider-studio.db'));
    expect(() => openWorkspace(dataDir)).toThrow(/is a backup, which is not worked with directly/);
  });
});

it('there is nothing to back up where there is no workspace, and none is made', async () => {
  const dataDir = join(scratch(), 'data');
  const file = join(scratch(), 'x.backup');
  expect(await refused(createBackup(dataDir, file, { force: false }))).toMatchObject({ code: 'missing' });
  expect(() => statSync(dataDir)).toThrow(/ENOENT/);
});

describe('what is no backup, or no longer one', () => {
  it('is told from one at any byte that has changed', async () => {
    const file = await backedUp(await worked());
    const sound = readFileSync(file);
    const places = [
      96,
      5000,
      Math.floor(sound.length / 2),
      sound.length - 200,
      sound.length - 80,
      sound.length - 1,
    ];
    for (const place of places) {
      const changed = Buffer.from(sound);
      changed[place] = (changed[place] ?? 0) ^ 1;
      writeFileSync(file, changed);
      expect(await refused(verifyBackup(file))).toMatchObject({ code: 'damaged-backup' });
    }
    for (const length of [sound.length - 1, sound.length - 100, 9000, 100]) {
      writeFileSync(file, sound.subarray(0, length));
      const dataDir = join(scratch(), 'data');
      expect(await refused(restoreBackup(dataDir, file, { force: false }))).toMatchObject({
        code: 'damaged-backup',
      });
      expect(readdirSync(dataDir).filter((name) => name !== 'restore.lock')).toEqual([]);
    }
    writeFileSync(file, sound);
    expect((await verifyBackup(file)).bytes).toBe(sound.length);
  });

  it.each([
    ['an empty file', () => Buffer.alloc(0), 'is empty'],
    ['text', () => Buffer.from('This is a letter. '.repeat(100)), 'is no backup of Spider Studio'],
    ['the database of another program', foreignDatabase, 'is a database of another program'],
    ['a database of ours', ownDatabase, 'is a database of Spider Studio, not a backup'],
  ])('%s is refused, and nothing is made', async (_, content, message) => {
    const file = join(scratch(), 'x.backup');
    writeFileSync(file, content());
    const dataDir = join(scratch(), 'data');
    for (const work of [() => verifyBackup(file), () => restoreBackup(dataDir, file, { force: true })]) {
      const error = await refused(work());
      expect(error.code).toBe('no-backup');
      expect(error.message).toBe(`The file "${file}" ${message}.`);
    }
    expect(() => statSync(dataDir)).toThrow(/ENOENT/);
  });
});

describe('restoring', () => {
  it('takes the place of a workspace only when told to, and keeps it as a data folder of its own', async () => {
    const file = await backedUp(await worked());
    const dataDir = join(scratch(), 'data');
    const present = openWorkspace(dataDir);
    await present.queries.projects.create('precious');
    present.close();
    addProxy({ dataDir }, { ...proxy, url: 'http://10.9.9.9:1' });
    expect(await refused(restoreBackup(dataDir, file, { force: false }))).toMatchObject({ code: 'exists' });
    expect(await projectsOf(dataDir)).toEqual(['precious']);

    const { kept } = await restoreBackup(dataDir, file, { force: true });
    expect(await projectsOf(dataDir)).toEqual(['default']);
    expect(await projectsOf(kept ?? '')).toEqual(['precious']);
    expect(listProxies({ dataDir: kept ?? '' }, null).map(({ url }) => url)).toEqual(['http://10.9.9.9:1']);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('restor'))).toEqual(['restore.lock']);
  });

  it('is refused while a studio, or anybody, has the folder open', async () => {
    const file = await backedUp(await worked());
    const studio = await openHost();
    onTestFinished(() => studio.close());
    await studio.call('projects.create', { name: 'mine' });
    const before = readdirSync(studio.dataDir);
    expect(await refused(restoreBackup(studio.dataDir, file, { force: true }))).toMatchObject({
      code: 'in-use',
      message: `The workspace in "${studio.dataDir}" is in use: a window, a crawl or another command has it open.`,
    });
    expect(
      readdirSync(studio.dataDir)
        .filter((name) => name !== 'restore.lock')
        .sort(),
    ).toEqual(before.sort());

    const idle = open();
    idle.close();
    const reader = openWorkspaceReadOnly(idle.dataDir);
    expect((await refused(restoreBackup(idle.dataDir, file, { force: true }))).code).toBe('in-use');
    reader.close();
    expect(await restoreBackup(idle.dataDir, file, { force: true })).toMatchObject({ spiders: 1 });
  });

  it('puts a backup where the database is empty, damaged or not ours', async () => {
    const file = await backedUp(await worked());
    for (const content of [Buffer.alloc(0), Buffer.from('x'.repeat(9000)), foreignDatabase()]) {
      const dataDir = scratch();
      writeFileSync(join(dataDir, 'spider-studio.db'), content);
      const { kept } = await restoreBackup(dataDir, file, { force: true });
      expect(await projectsOf(dataDir)).toEqual(['default']);
      expect(readFileSync(join(kept ?? '', 'spider-studio.db')).length).toBe(content.length);
    }
  });

  // The files as a power cut leaves them, between any two steps.
  it.each([
    ['while the backup was unpacked', ['restore-a1'], [], 'old'],
    ['when all was ready', ['restoring'], [], 'new'],
    ['when the old proxies were away', ['restoring'], ['proxies.json>kept'], 'new'],
    ['when the new proxies were in', ['restoring'], ['proxies.json>kept', 'proxies.json<'], 'new'],
    [
      'when the old database was away',
      ['restoring'],
      ['proxies.json>kept', 'proxies.json<', 'spider-studio.db>kept'],
      'new',
    ],
    [
      'before the folder was cleared',
      ['restoring'],
      ['proxies.json>kept', 'proxies.json<', 'spider-studio.db>kept', 'spider-studio.db<'],
      'new',
    ],
  ])('that was cut off %s leaves one workspace, whole', async (_, [staging = ''], steps, expected) => {
    const dataDir = join(scratch(), 'data');
    const incoming = join(dataDir, staging);
    const kept = join(dataDir, 'before-restore-x');
    for (const [folder, name] of [
      [dataDir, 'old'],
      [incoming, 'new'],
    ] as const) {
      const workspace = openWorkspace(folder);
      await workspace.queries.projects.create(name);
      workspace.close();
      addProxy({ dataDir: folder }, { ...proxy, project: name });
    }
    writeFileSync(join(incoming, 'kept.txt'), 'before-restore-x');
    if (steps.length > 0) mkdirSync(kept);
    for (const step of steps) {
      const [name = '', to] = step.split(/[<>]/);
      if (to === 'kept') renameSync(join(dataDir, name), join(kept, name));
      else renameSync(join(incoming, name), join(dataDir, name));
    }
    expect(await projectsOf(dataDir)).toEqual([expected]);
    expect(listProxies({ dataDir }, null).map(({ project }) => project)).toEqual([expected]);
    if (expected === 'old') return;
    expect(readdirSync(dataDir)).not.toContain('restoring');
    expect(await projectsOf(kept)).toEqual(['old']);
    expect(listProxies({ dataDir: kept }, null).map(({ project }) => project)).toEqual(['old']);
  });
});

function foreignDatabase(): Buffer {
  const path = join(scratch(), 'music.db');
  const db = new Database(path);
  db.exec('CREATE TABLE music (title TEXT)');
  db.close();
  return readFileSync(path);
}

function ownDatabase(): Buffer {
  const dataDir = scratch();
  openWorkspace(dataDir).close();
  return readFileSync(join(dataDir, 'spider-studio.db'));
}
