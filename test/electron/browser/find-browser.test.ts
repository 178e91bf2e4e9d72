import { describe, expect, it } from 'vitest';
import { findBrowser, installedBrowsers, type SearchPlace } from '../../../electron/browser/find-browser.ts';
import { namedAsOn } from '../../../electron/system/environment.ts';

interface Machine {
  platform: NodeJS.Platform;
  env?: Record<string, string>;
  files: string[];
  downloads?: string;
}

/** A machine on which these files are all there is. */
function on({ platform, env = {}, files, downloads }: Machine): SearchPlace {
  const separator = platform === 'win32' ? '\\' : '/';
  return {
    platform,
    env: namedAsOn(platform, env),
    downloads: downloads ?? null,
    exists: (path) => files.includes(path),
    list: (folder) => {
      const below = files.filter((file) => file.startsWith(folder + separator));
      return [...new Set(below.map((file) => file.slice(folder.length + 1).split(separator)[0] ?? ''))];
    },
  };
}

/** In the case that Windows keeps, as a worker thread sees them. */
const windows = {
  ProgramFiles: 'C:\\Program Files',
  'ProgramFiles(x86)': 'C:\\Program Files (x86)',
  LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local',
};
const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
const ownChrome = 'C:\\Users\\me\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe';
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const macEdge = '/Users/me/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge';
const debian = '/usr/lib/chromium/chromium';

describe('a browser is found', () => {
  it.each<[string, Machine, { name: string; executable: string; source: string }]>([
    [
      'Chrome of a person on Windows',
      { platform: 'win32', env: windows, files: [edge, ownChrome] },
      { name: 'Google Chrome', executable: ownChrome, source: 'installed' },
    ],
    [
      'Edge on Windows',
      { platform: 'win32', env: windows, files: [edge] },
      { name: 'Microsoft Edge', executable: edge, source: 'installed' },
    ],
    [
      'Chrome on macOS',
      { platform: 'darwin', env: { HOME: '/Users/me' }, files: [macEdge, macChrome] },
      { name: 'Google Chrome', executable: macChrome, source: 'installed' },
    ],
    [
      'Edge in the folder of a person on macOS',
      { platform: 'darwin', env: { HOME: '/Users/me' }, files: [macEdge] },
      { name: 'Microsoft Edge', executable: macEdge, source: 'installed' },
    ],
    [
      'Chromium of Debian, itself and not its script',
      { platform: 'linux', env: { PATH: '/usr/bin' }, files: ['/usr/bin/chromium', debian] },
      { name: 'Chromium', executable: debian, source: 'installed' },
    ],
    [
      'Chrome before Chromium on Linux',
      { platform: 'linux', env: { PATH: '/usr/bin' }, files: [debian, '/usr/bin/google-chrome'] },
      { name: 'Google Chrome', executable: '/usr/bin/google-chrome', source: 'installed' },
    ],
    [
      'what is somewhere in the path',
      { platform: 'linux', env: { PATH: '/opt/x/bin:/home/me/bin' }, files: ['/home/me/bin/chromium'] },
      { name: 'Chromium', executable: '/home/me/bin/chromium', source: 'installed' },
    ],
    [
      'the one that the environment names, before all others',
      {
        platform: 'linux',
        env: { SPIDER_STUDIO_BROWSER: '/opt/edge/msedge' },
        files: [debian, '/opt/edge/msedge'],
      },
      { name: 'Microsoft Edge', executable: '/opt/edge/msedge', source: 'environment' },
    ],
    [
      'one that was downloaded, before those installed',
      {
        platform: 'linux',
        downloads: '/data/browsers',
        files: [
          debian,
          '/data/browsers/chromium-1255/INSTALLATION_COMPLETE',
          '/data/browsers/chromium-1255/chrome-linux64/chrome',
        ],
      },
      {
        name: 'Chromium',
        executable: '/data/browsers/chromium-1255/chrome-linux64/chrome',
        source: 'downloaded',
      },
    ],
    [
      'the newest that was downloaded',
      {
        platform: 'win32',
        env: {},
        downloads: 'D:\\b',
        files: [900, 1255].flatMap((n) => [
          `D:\\b\\chromium-${n}\\INSTALLATION_COMPLETE`,
          `D:\\b\\chromium-${n}\\chrome-win64\\chrome.exe`,
        ]),
      },
      {
        name: 'Chromium',
        executable: 'D:\\b\\chromium-1255\\chrome-win64\\chrome.exe',
        source: 'downloaded',
      },
    ],
  ])('%s', (_, machine, expected) => {
    expect(findBrowser(on(machine))).toEqual({ found: expected, problem: null });
  });
});

describe('no browser is found', () => {
  it.each<[string, Machine, string]>([
    [
      'where none is',
      { platform: 'linux', env: { PATH: '/usr/bin' }, files: [] },
      'No Chrome, Edge or Chromium is installed.',
    ],
    [
      'where the environment names one that is not there',
      { platform: 'linux', env: { SPIDER_STUDIO_BROWSER: '/no/chrome' }, files: [debian] },
      'SPIDER_STUDIO_BROWSER names "/no/chrome", and there is no such file.',
    ],
    [
      'where none is to be used',
      { platform: 'linux', env: { SPIDER_STUDIO_BROWSER: 'none' }, files: [debian] },
      'SPIDER_STUDIO_BROWSER is "none", so no browser is used.',
    ],
    [
      'where a download was cut off',
      { platform: 'linux', env: {}, downloads: '/b', files: ['/b/chromium-1255/chrome-linux64/chrome'] },
      'No Chrome, Edge or Chromium is installed.',
    ],
  ])('%s', (_, machine, problem) => {
    expect(findBrowser(on(machine))).toMatchObject({ found: null, problem });
  });

  it('in folders that the environment does not name', () => {
    expect(installedBrowsers({ platform: 'win32', env: {} })).toEqual([]);
    const relative = installedBrowsers({ platform: 'linux', env: { PATH: '.:bin' } });
    expect(relative.every(({ executable }) => executable.startsWith('/'))).toBe(true);
  });
});
