import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBackup } from '../../../../../electron/host/work/backup/backup.ts';
import { restoreBackup } from '../../../../../electron/host/work/backup/restore.ts';
import { openWorkspace } from '../../../../../electron/host/workspace/workspace.ts';
import { createFiles, type FileCalls } from '../../../../../electron/system/files.ts';
import { failing } from '../../../system/failing-calls.ts';
import { projectsOf } from './projects-of.ts';

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-held-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A data folder with one project, told by its name. */
async function workspaceWith(project: string): Promise<string> {
  const dataDir = join(scratch(), 'data');
  const workspace = openWorkspace(dataDir);
  await workspace.queries.projects.create(project);
  workspace.close();
  return dataDir;
}

const onWindows = (calls: Partial<FileCalls>) => ({
  force: true,
  platform: 'win32' as const,
  files: createFiles({ platform: 'win32', calls, pause: () => undefined }),
});

describe('a backup on Windows', () => {
  it('waits while its file is looked at by a scanner', async () => {
    const file = join(scratch(), 'all.backup');
    writeFileSync(file, 'old');
    const calls = { renameSync: failing('EPERM', 5, renameSync), rmSync: failing('EBUSY', 2, rmSync) };
    expect(await createBackup(await workspaceWith('one'), file, onWindows(calls))).toMatchObject({
      projects: 1,
    });
    expect(readdirSync(join(file, '..'))).toEqual(['all.backup']);
  });

  it('says that its file is open in another program, and leaves it as it was', async () => {
    const file = join(scratch(), 'all.backup');
    writeFileSync(file, 'old');
    const whenever: Partial<FileCalls>[] = [{ openSync: failing('EBUSY') }, { renameSync: failing('EPERM') }];
    for (const calls of whenever) {
      await expect(createBackup(await workspaceWith('one'), file, onWindows(calls))).rejects.toMatchObject({
        code: 'file-in-use',
        message: `"${file}" is open in another program.`,
      });
      expect([readFileSync(file, 'utf8'), readdirSync(join(file, '..'))]).toEqual(['old', ['all.backup']]);
    }
  });

  it('is not written to a device', async () => {
    const dataDir = await workspaceWith('one');
    for (const name of ['NUL', 'con.backup', 'all.backup:hidden'])
      await expect(createBackup(dataDir, name, onWindows({}))).rejects.toMatchObject({ code: 'bad-name' });
  });
});

describe('restoring on Windows', () => {
  async function backupOf(project: string): Promise<string> {
    const file = join(scratch(), 'all.backup');
    await createBackup(await workspaceWith(project), file, { force: false });
    return file;
  }

  it('waits at every file that is being looked at', async () => {
    const file = await backupOf('new');
    const dataDir = await workspaceWith('old');
    const seen = new Map<string, number>();
    const calls = {
      renameSync: (from: string, to: string) => {
        const tries = (seen.get(from) ?? 0) + 1;
        seen.set(from, tries);
        if (tries <= 3) failing('EBUSY')();
        renameSync(from, to);
      },
    };
    const { kept } = await restoreBackup(dataDir, file, onWindows(calls));
    expect(await projectsOf(dataDir)).toEqual(['new']);
    expect(await projectsOf(String(kept))).toEqual(['old']);
    expect(seen.size).toBeGreaterThan(2);
  });

  it('that was given up in the middle is finished by whoever opens the folder next', async () => {
    const file = await backupOf('new');
    const dataDir = await workspaceWith('old');
    let calls = 0;
    const files = onWindows({
      renameSync(from, to) {
        calls += 1;
        if (calls > 2) failing('EBUSY')();
        renameSync(from, to);
      },
    });
    await expect(restoreBackup(dataDir, file, files)).rejects.toMatchObject({
      code: 'file-in-use',
      hint: 'Close it there and try again.',
    });
    expect(await projectsOf(dataDir)).toEqual(['new']);
  });
});
