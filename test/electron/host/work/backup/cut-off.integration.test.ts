import {
  existsSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createBackup, verifyBackup } from '../../../../../electron/host/work/backup/backup.ts';
import { restoreBackup } from '../../../../../electron/host/work/backup/restore.ts';
import { openWorkspace } from '../../../../../electron/host/workspace/workspace.ts';
import { createFiles, type Files } from '../../../../../electron/system/files.ts';
import { projectsOf } from './projects-of.ts';

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-cut-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** `once` as on a full disk, after which there is a clean-up; `for ever` as for a process that was killed. */
type Ends = 'once' | 'for ever';

/** File operations that fail from one of them on. @param at counted from 1 */
function failingFiles(at: number, ends: Ends): { files: Files; calls: () => number } {
  let calls = 0;
  const step = <A extends unknown[], R>(act: (...args: A) => R) => {
    return (...args: A): R => {
      calls += 1;
      if (calls === at || (ends === 'for ever' && calls > at))
        throw Object.assign(new Error('EIO: write'), { code: 'EIO', syscall: 'write' });
      return act(...args);
    };
  };
  const files = createFiles({
    calls: {
      openSync: step(openSync),
      linkSync: step(linkSync),
      renameSync: step(renameSync),
      rmSync: step(rmSync),
    },
  });
  return { files, calls: () => calls };
}

/** A data folder with one project. */
async function dataFolder(project: string): Promise<string> {
  const dataDir = join(scratch(), 'data');
  const workspace = openWorkspace(dataDir);
  await workspace.queries.projects.create(project);
  workspace.close();
  return dataDir;
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

it.each([
  ['new', 'once'],
  ['new', 'for ever'],
  ['replace', 'once'],
  ['replace', 'for ever'],
] as const)(
  'a backup, %s, whose file operations fail %s at any of them: the old one, or the whole new one',
  async (way, ends) => {
    const dataDir = await dataFolder('new');
    const older = await dataFolder('old');
    const begin = async (): Promise<{ file: string; before: Buffer | null }> => {
      const file = join(scratch(), 'all.backup');
      if (way === 'new') return { file, before: null };
      await createBackup(older, file, { force: false });
      return { file, before: readFileSync(file) };
    };
    const force = way === 'replace';
    const counted = failingFiles(Infinity, 'once');
    await createBackup(dataDir, (await begin()).file, { force, files: counted.files });
    expect(counted.calls()).toBeGreaterThan(2);
    for (let at = 1; at <= counted.calls(); at += 1) {
      const { file, before } = await begin();
      const { files } = failingFiles(at, ends);
      const isMade = await succeeds(createBackup(dataDir, file, { force, files }));
      const now = existsSync(file) ? readFileSync(file) : null;
      const isOld = before === null ? now === null : now?.equals(before) === true;
      expect({ at, isMade, isOld }).toEqual({ at, isMade, isOld: isOld && !isMade });
      if (!isOld) await verifyBackup(file);
      await createBackup(dataDir, file, { force: true });
      const restored = join(scratch(), 'data');
      await restoreBackup(restored, file, { force: false });
      expect(await projectsOf(restored)).toEqual(['new']);
    }
  },
);

it.each(['once', 'for ever'] as const)(
  'a restore whose file operations fail %s at any of them: one workspace or the other, whole, and it can be repeated',
  async (ends) => {
    const file = join(scratch(), 'all.backup');
    await createBackup(await dataFolder('new'), file, { force: false });
    const counted = failingFiles(Infinity, 'once');
    await restoreBackup(await dataFolder('old'), file, { force: true, files: counted.files });
    expect(counted.calls()).toBeGreaterThan(4);
    const seen = new Set<string>();
    for (let at = 1; at <= counted.calls(); at += 1) {
      const dataDir = await dataFolder('old');
      const { files } = failingFiles(at, ends);
      const isRestored = await succeeds(restoreBackup(dataDir, file, { force: true, files }));
      const [project = '', ...others] = await projectsOf(dataDir);
      seen.add(project);
      const isOne = isRestored ? project === 'new' : ['old', 'new'].includes(project);
      expect({ at, isOne, others }).toEqual({ at, isOne: true, others: [] });
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
);
