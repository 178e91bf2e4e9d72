import { describe, expect, it } from 'vitest';
import { headlessShell, installedChromium } from '../../scripts/chromium.mjs';
import { missingTools, postgresFolder, toolAdvice } from '../../scripts/test-tools.mjs';

describe('the browser of the tests', () => {
  it.each([
    ['linux', {}, '/usr/bin/google-chrome'],
    ['darwin', {}, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    [
      'win32',
      { ProgramFiles: 'C:\\Program Files' },
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ],
    ['win32', { CHROMIUM_PATH: 'D:\\chrome.exe', ProgramFiles: 'C:\\Program Files' }, 'D:\\chrome.exe'],
  ] as const)('is found on %s', (platform, env, file) => {
    expect(installedChromium({ platform, env, exists: (path) => path === file })).toBe(file);
    expect(installedChromium({ platform, env, exists: () => false })).toBeNull();
  });

  it('is the headless shell for the window, unless another one is named', () => {
    const shell = '/usr/lib/chromium/chromium-headless-shell';
    const exists = (path: string) => path === shell;
    expect(headlessShell({ env: {}, exists })).toBe(shell);
    expect(headlessShell({ env: { CHROMIUM_PATH: '/opt/chrome' }, exists })).toBeNull();
    expect(headlessShell({ env: {}, exists: () => false })).toBeNull();
  });
});

describe('what the tests need', () => {
  it('is Chromium, tinyproxy, which there is not for Windows, and openpyxl, httpx, PostgreSQL, PgBouncer, a screen and a keyring on Linux', () => {
    const bare = { hasChromium: false, exists: () => false };
    expect(missingTools({ platform: 'darwin', ...bare })).toEqual(['chromium', 'tinyproxy']);
    expect(missingTools({ platform: 'win32', ...bare })).toEqual(['chromium']);
    expect(missingTools({ platform: 'linux', ...bare })).toEqual([
      'chromium',
      'tinyproxy',
      'python3-openpyxl',
      'python3-httpx',
      'curl',
      'postgresql',
      'pgbouncer',
      'xvfb',
      'dbus',
      'gnome-keyring',
      'libsecret-tools',
    ]);
    expect(missingTools({ platform: 'linux', hasChromium: true, exists: () => true })).toEqual([]);
  });

  it('finds PostgreSQL where Debian puts it, the newest version first', () => {
    const installed =
      (...folders: string[]) =>
      (file: string) =>
        folders.some((folder) => file === `${folder}/postgres` || file === `${folder}/initdb`);
    const [old, newer] = ['/usr/lib/postgresql/15/bin', '/usr/lib/postgresql/17/bin'] as const;
    expect(postgresFolder(installed(old, newer))).toBe(newer);
    expect(postgresFolder(installed(old))).toBe(old);
    expect(postgresFolder((file) => file === '/usr/local/bin/postgres')).toBeNull();
  });

  it.each([
    [
      'debian',
      'The tests need chromium and tinyproxy, which are not installed. Run "sudo apt-get install chromium tinyproxy".',
    ],
    [
      'darwin',
      'The tests need chromium and tinyproxy, which are not installed. Run "npx playwright install chromium", or set CHROMIUM_PATH to a Chromium or Chrome. Run "brew install tinyproxy".',
    ],
  ])('is told on %s by the commands to run', (system, advice) => {
    expect(toolAdvice(['chromium', 'tinyproxy'], system)).toBe(advice);
  });
});
