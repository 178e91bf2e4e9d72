import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPlaceFile, writePlaceFile } from '../../../../../electron/host/data/place-file.ts';
import { createBackup, verifyBackup } from '../../../../../electron/host/work/backup/backup.ts';
import { restoreBackup } from '../../../../../electron/host/work/backup/restore.ts';
import { openWorkspace } from '../../../../../electron/host/workspace/workspace.ts';
import { scratchFolder } from '../../../store/support.ts';
import { sampled } from '../../../../scale.ts';
import { cutOff } from './cut-calls.ts';
import { projectsOf } from './projects-of.ts';

/** A data folder with one project, and a place that is called like it. */
async function dataFolder(project: string): Promise<string> {
  const dataDir = join(scratchFolder(), 'data');
  const workspace = openWorkspace(dataDir);
  await workspace.queries.projects.create(project);
  workspace.close();
  const where = { endpoint: null, region: 'eu', bucket: 'b', prefix: '', pathStyle: false, secret: null };
  writePlaceFile(dataDir, [{ name: project, ...where }]);
  return dataDir;
}

const placesOf = (dataDir: string): string[] => readPlaceFile(dataDir).map(({ name }) => name);

it.each([
  ['new', 'once'],
  ['new', 'for ever'],
  ['replace', 'once'],
  ['replace', 'for ever'],
] as const)(
  'a backup, %s, that fails %s at any write, sync or rename: the old one, or the whole new one',
  async (way, ends) => {
    const dataDir = await dataFolder('new');
    const older = await dataFolder('old');
    const earlier = join(scratchFolder(), 'earlier.backup');
    await createBackup(older, earlier, { force: false });
    const before = way === 'new' ? null : readFileSync(earlier);
    const begin = (): string => {
      const file = join(scratchFolder(), 'all.backup');
      if (before !== null) writeFileSync(file, before);
      return file;
    };
    const force = way === 'replace';
    const whole = begin();
    const counted = await cutOff(Infinity, 'once', () => createBackup(dataDir, whole, { force }));
    expect([...counted.names]).toEqual(
      expect.arrayContaining([
        'FileHandle appendFile',
        'FileHandle sync',
        'SQLite pragma',
        'fsyncSync',
        force ? 'renameSync' : 'linkSync',
      ]),
    );
    for (const at of sampled(Array.from({ length: counted.calls }, (_, call) => call + 1))) {
      const file = begin();
      const { isDone } = await cutOff(at, ends, () => createBackup(dataDir, file, { force }));
      const now = existsSync(file) ? readFileSync(file) : null;
      const isOld = before === null ? now === null : now?.equals(before) === true;
      expect({ at, isDone, isOld }).toEqual({ at, isDone, isOld: isOld && !isDone });
      if (!isOld) await verifyBackup(file);
      await createBackup(dataDir, file, { force: true });
      await verifyBackup(file);
    }
    const restored = join(scratchFolder(), 'data');
    await restoreBackup(restored, whole, { force: false });
    expect([await projectsOf(restored), placesOf(restored)]).toEqual([['new'], ['new']]);
  },
  240_000,
);

it.each(['once', 'for ever'] as const)(
  'a restore that fails %s at any write, sync or rename: one workspace or the other, whole, and it can be repeated',
  async (ends) => {
    const file = join(scratchFolder(), 'all.backup');
    await createBackup(await dataFolder('new'), file, { force: false });
    const old = await dataFolder('old');
    const begin = (): string => {
      const dataDir = join(scratchFolder(), 'data');
      cpSync(old, dataDir, { recursive: true });
      return dataDir;
    };
    const whole = begin();
    const counted = await cutOff(Infinity, 'once', () => restoreBackup(whole, file, { force: true }));
    expect([...counted.names]).toEqual(
      expect.arrayContaining([
        'SQLite pragma',
        'write',
        'writeSync',
        'writeFileSync',
        'fsyncSync',
        'renameSync',
      ]),
    );
    const seen = new Set<string>();
    for (const at of sampled(Array.from({ length: counted.calls }, (_, call) => call + 1))) {
      const dataDir = begin();
      const { isDone } = await cutOff(at, ends, () => restoreBackup(dataDir, file, { force: true }));
      const [project = '', ...others] = await projectsOf(dataDir);
      seen.add(project);
      const isOne = isDone ? project === 'new' : ['old', 'new'].includes(project);
      expect({ at, isOne, others }).toEqual({ at, isOne: true, others: [] });
      expect(placesOf(dataDir)).toEqual(project === 'new' ? ['old', 'new'] : ['old']);
      const kept = readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'));
      // The workspace that was there is never lost.
      expect(await Promise.all(kept.map((name) => projectsOf(join(dataDir, name))))).toEqual(
        project === 'new' ? [['old']] : [],
      );
      await restoreBackup(dataDir, file, { force: true });
      expect(await projectsOf(dataDir)).toEqual(['new']);
      expect(readdirSync(dataDir).filter((name) => name.startsWith('restor'))).toEqual(['restore.lock']);
    }
    expect([...seen].sort()).toEqual(['new', 'old']);
  },
  240_000,
);
