import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { exportCommand } from '../../../electron/cli/commands/export.ts';
import { openWorkspace } from '../../../electron/host/workspace/workspace.ts';
import { listSeparator } from '../../../electron/system/locale.ts';
import { startedRun } from '../store/support.ts';
import { callCommand } from './call-command.ts';

/** A data folder with a finished run of the spider "shop", which has no item. */
async function dataDir(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-export-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const workspace = openWorkspace(folder);
  await startedRun(workspace);
  workspace.close();
  return folder;
}

const call = (folder: string, ...args: string[]) =>
  callCommand([exportCommand], ['export', 'shop', '--data-dir', folder, ...args]);

it('writes standard CSV by default, on every system', async () => {
  const { out, code } = await call(await dataDir(), '--format', 'csv', '--columns', 'title,url');
  expect([out, code]).toEqual(['title,url\r\n', 0]);
});

it('writes CSV for Excel where it is asked for', async () => {
  const folder = await dataDir();
  const file = join(folder, 'items.csv');
  const args = ['--format', 'csv', '--columns', 'title,url', '--dialect', 'excel', '--output', file];
  const { out, code, err } = await call(folder, ...args, '--json');
  expect([JSON.parse(out), code, err]).toEqual([{ file, rows: 0, format: 'csv' }, 0, expect.any(String)]);
  expect(readFileSync(file, 'utf8')).toBe(`\ufefftitle${listSeparator()}url\r\n`);
});

it('has no dialect of other formats', async () => {
  const { code, err } = await call(await dataDir(), '--format', 'json', '--dialect', 'excel');
  expect([code, err]).toEqual([expect.any(Number), expect.stringContaining('--dialect is for csv only')]);
  expect(code).not.toBe(0);
});
