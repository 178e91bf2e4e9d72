import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { proxyCommands } from '../../../../electron/cli/commands/proxies.ts';
import { folderWarning } from '../../../../electron/host/workspace/folder-warning.ts';
import { shareOf } from '../../../../electron/system/network-folder.ts';
import { callCommand } from '../../cli/call-command.ts';
import { openHost } from '../open-host.ts';

vi.mock(import('../../../../electron/system/network-folder.ts'), () => ({ shareOf: vi.fn() }));

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'folder-warning-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('there is none on a disk of the computer', async () => {
  vi.mocked(shareOf).mockReturnValue(null);
  expect(folderWarning(dataDir)).toBe(null);
  expect(await callCommand(proxyCommands, ['list', '--json', '--data-dir', dataDir])).toEqual({
    code: 0,
    out: '[]\n',
    err: '',
  });
});

it('a command says it once, beside its answer', async () => {
  vi.mocked(shareOf).mockReturnValue('\\\\nas\\share');
  const said = await callCommand(proxyCommands, [
    'add',
    'datacenter',
    'http://h:1',
    '--json',
    '--data-dir',
    dataDir,
  ]);
  expect(JSON.parse(said.out)).toMatchObject({ tier: 'datacenter' });
  expect(said.err.match(/warning: The data folder is on the network share \\\\nas\\share: /g)).toHaveLength(
    1,
  );
  expect(said.err).toContain('Keep it on a disk of this computer');
});

it('a window is told', async () => {
  vi.mocked(shareOf).mockReturnValue('nas:/export');
  const studio = await openHost(dataDir);
  try {
    expect((await studio.call('app.status', {})).folderWarning).toContain('network share nas:/export');
  } finally {
    await studio.close();
  }
});
