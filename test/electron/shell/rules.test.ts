import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isDownloadAddress, isPreviewAddress, isWindowAddress } from '../../../electron/shell/address.ts';
import { readArguments } from '../../../electron/shell/arguments.ts';
import { placeOfLink } from '../../../electron/shell/deep-link.ts';
import { isExternal } from '../../../electron/shell/external.ts';
import { placed, readWindowState, writeWindowState } from '../../../electron/shell/window-state.ts';

describe('addresses of our own', () => {
  it.each([
    ['app://bundle/', true],
    ['app://bundle/index.html#/run/1', true],
    ['app://bundle/#/settings', true],
    ['app://bundle/preview/00ff', false],
    ['app://bundle.example/', false],
    ['app://bundle:80/', false],
    ['app://bundle@example/', false],
    ['app://me@bundle/', false],
    ['apps://bundle/', false],
    ['https://bundle/', false],
    ['file:///index.html', false],
    ['javascript:app://bundle/', false],
    ['', false],
  ])('%s is the window: %s', (address, is) => expect(isWindowAddress(address)).toBe(is));

  it.each([
    ['app://bundle/preview/00ff', true],
    ['app://bundle/preview/../index.html', false],
    ['app://bundle/preview/', false],
    ['app://other/preview/00ff', false],
  ])('%s is a preview: %s', (address, is) => expect(isPreviewAddress(address)).toBe(is));

  it('knows a download', () => {
    expect(isDownloadAddress('app://bundle/download/1a/shop.csv')).toBe(true);
    expect(isDownloadAddress('app://bundle/download/1a/b/c')).toBe(false);
  });
});

describe('what goes to the browser', () => {
  it.each([
    ['https://example.org/a?b#c', true],
    ['HTTP://example.org', true],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['smb://server/share', false],
    ['ms-settings:', false],
    ['https://me:secret@example.org/', false],
    ['//example.org', false],
    [`https://example.org/${'a'.repeat(9000)}`, false],
  ])('%s: %s', (address, is) => expect(isExternal(address)).toBe(is));
});

describe('links that other programs open', () => {
  it.each([
    ['spider-studio://spider/default/shop', '#/spider/default/shop'],
    ['spider-studio://run/0193/items?field=title', '#/run/0193/items?field=title'],
    ['SPIDER-STUDIO://Item/7', '#/item/7'],
    ['spider-studio:///settings', '#/settings'],
    ['spider-studio://spider/my%20own/caf%C3%A9', '#/spider/my%20own/caf%C3%A9'],
    ['spider-studio://spider/default', null],
    ['spider-studio://run/1/items/more', null],
    ['spider-studio://delete/default', null],
    ['spider-studio://spider/a%2Fb/c', null],
    ['spider-studio://spider/%2e%2e%2f/c', null],
    ['spider-studio://run/%E0%A4%A', null],
    ['spider-studio://run/a%00', null],
    ['spider-studio://me@run/1', null],
    ['https://run/1', null],
    [`spider-studio://run/${'1'.repeat(3000)}`, null],
  ])('%s → %s', (link, place) => expect(placeOfLink(link)).toBe(place));
});

describe('what the program was started with', () => {
  it('finds the data folder and a link among what the system adds', () => {
    const args = ['--no-sandbox', '--data-dir', '/data', '.', 'spider-studio://run/7', '--type=x'];
    const database = { url: null, passwordFile: null };
    expect(readArguments(args, {})).toEqual({ dataDir: '/data', database, place: '#/run/7' });
    expect(readArguments(['--data-dir=/other'], {})).toEqual({ dataDir: '/other', database, place: null });
    expect(readArguments([], { SPIDER_STUDIO_HOME: '/home' })).toEqual({
      dataDir: '/home',
      database,
      place: null,
    });
    expect(readArguments(['--database', 'postgres://db/s', '--database-password-file=/p'], {})).toMatchObject(
      { database: { url: 'postgres://db/s', passwordFile: '/p' } },
    );
  });
});

describe('where a window is', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1040 };
  const second = { x: 1920, y: 0, width: 1280, height: 1000 };
  it.each([
    ['as it was', { x: 100, y: 50, width: 1000, height: 700 }, { x: 100, y: 50, width: 1000, height: 700 }],
    [
      'on the second screen',
      { x: 2000, y: 9, width: 900, height: 700 },
      { x: 2000, y: 9, width: 900, height: 700 },
    ],
    [
      'not on a screen that is gone',
      { x: 9000, y: 9000, width: 900, height: 700 },
      { width: 900, height: 700 },
    ],
    [
      'pulled back',
      { x: 1500, y: -200, width: 800, height: 600 },
      { x: 1120, y: 0, width: 800, height: 600 },
    ],
    [
      'no larger than the screen',
      { x: 0, y: 0, width: 5000, height: 3000 },
      { x: 0, y: 0, width: 1920, height: 1040 },
    ],
    [
      'no smaller than is usable',
      { x: 10, y: 10, width: 5, height: 5 },
      { x: 10, y: 10, width: 720, height: 480 },
    ],
  ])('%s', (_what, bounds, expected) => {
    expect(placed({ bounds }, [screen, second])).toEqual(expected);
  });

  it('steps aside for a window that is open', () => {
    const beside = { x: 100, y: 100, width: 900, height: 700 };
    expect(placed({ bounds: null }, [screen], beside)).toEqual({ x: 128, y: 128, width: 900, height: 700 });
  });

  it('is kept in a file, and a damaged file is like none', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'spider-studio-shell-')), 'desktop', 'window.json');
    const none = { bounds: null, maximized: false };
    expect(readWindowState(file)).toEqual(none);
    const state = { bounds: { x: 1, y: 2, width: 800, height: 600 }, maximized: true };
    writeWindowState(file, state);
    expect(readWindowState(file)).toEqual(state);
    for (const text of [
      '',
      '[]',
      'null',
      '{"bounds":{"x":"1"}}',
      '{"bounds":{"x":1e99,"y":0,"width":1,"height":1}}',
    ]) {
      writeFileSync(file, text);
      expect(readWindowState(file)).toEqual(none);
    }
  });
});

describe('the packages', () => {
  const text = readFileSync(new URL('../../../electron-builder.yml', import.meta.url), 'utf8');
  it.each([
    ['linux', 'linux', ['AppImage', 'deb']],
    ['mac', 'darwin', ['dmg', 'zip']],
    ['win', 'win32', ['nsis']],
  ])('for %s are made for both processors, each with its database driver', (section, platform, targets) => {
    const [, own = ''] = text.split(new RegExp(`^${section}:$`, 'm'));
    const [mine = ''] = own.split(/^\S/m);
    expect(mine).toContain(`filter: ['${platform}-\${arch}.node']`);
    const made = [...mine.matchAll(/- \{ target: (\w+), arch: \[x64, arm64\] \}/g)].map(([, name]) => name);
    expect(made).toEqual(targets);
    const drivers = new URL('../../../node_modules/better-sqlite3/prebuilds/', import.meta.url);
    for (const arch of ['x64', 'arm64'])
      expect(existsSync(new URL(`${platform}-${arch}.node`, drivers))).toBe(true);
  });
});

describe('the walls', () => {
  it('lists everything that a package must not be started with', () => {
    const text = readFileSync(new URL('../../../electron-builder.yml', import.meta.url), 'utf8');
    const fuses = Object.fromEntries(
      [...text.matchAll(/^ {2}(\w+): (true|false)$/gm)].map(([, name, value]) => [name, value === 'true']),
    );
    expect(fuses).toMatchObject({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      enableCookieEncryption: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });
});
