import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../../electron/host/workspace/data-folder.ts';
import { HostError } from '../../../../electron/host/errors.ts';

const local = 'C:\\Users\\Zoë\\AppData\\Local\\Spider Studio';
const roaming = 'C:\\Users\\Zoë\\AppData\\Roaming\\Spider Studio';
const windowsEnv = {
  LOCALAPPDATA: 'C:\\Users\\Zoë\\AppData\\Local',
  APPDATA: 'C:\\Users\\Zoë\\AppData\\Roaming',
};

const on = (platform: NodeJS.Platform, home: string, ...inUse: string[]) => ({
  platform,
  home: () => home,
  holds: (folder: string) => inUse.includes(folder),
});
const windows = (...inUse: string[]) => on('win32', 'C:\\Users\\Zoë', ...inUse);

describe('the data folder', () => {
  it.each([
    ['macOS', {}, on('darwin', '/Users/zoe'), '/Users/zoe/Library/Application Support/Spider Studio'],
    ['Linux', {}, on('linux', '/home/zoe'), '/home/zoe/.local/share/spider-studio'],
    ['Linux with XDG', { XDG_DATA_HOME: '/data' }, on('linux', '/home/zoe'), '/data/spider-studio'],
    ['Windows', windowsEnv, windows(), local],
    ['Windows without its variables', {}, windows(), local],
    ['Windows, where it was in Roaming before', windowsEnv, windows(roaming), roaming],
    ['the same without its variables', {}, windows(roaming), roaming],
    ['Windows, where both are in use', windowsEnv, windows(local, roaming), local],
    [
      'Windows, moved by the company',
      { ...windowsEnv, LOCALAPPDATA: 'D:\\Zoë' },
      windows(),
      'D:\\Zoë\\Spider Studio',
    ],
  ])('is the usual one on %s', (_, env, system, folder) => {
    expect(dataFolder(null, env, system)).toBe(folder);
    expect(dataFolder(null, { ...env, SPIDER_STUDIO_HOME: '' }, system)).toBe(folder);
  });

  it('is the one given, else that of the environment', () => {
    const env = { ...windowsEnv, SPIDER_STUDIO_HOME: '/chosen' };
    expect(dataFolder(null, env, windows(roaming))).toBe('/chosen');
    expect(dataFolder('/given', env, windows(roaming))).toBe('/given');
  });

  it.each([
    ['D:\\data. ', 'ends with a space, which Windows drops.', '"D:\\data"'],
    ['D:\\con\\data', '"con" is kept by Windows for a device.', '"D:\\_con\\data"'],
    ['\\\\nas\\share\\a?b', 'has "?" in it, which Windows does not allow', '"\\\\nas\\share\\a-b"'],
  ])('is not %s on Windows', (folder, why, proposal) => {
    for (const given of [folder, null]) {
      const said = failureOf(() => dataFolder(given, { SPIDER_STUDIO_HOME: folder }, windows()));
      expect(said).toMatch(/^The data folder cannot be used: /);
      expect(said).toContain(why);
      expect(said).toContain(proposal);
    }
    expect(dataFolder(folder, {}, on('linux', '/home/zoe'))).toContain(folder);
  });
});

function failureOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof HostError) return `${error.message} ${error.hint}`;
  }
  return '';
}
