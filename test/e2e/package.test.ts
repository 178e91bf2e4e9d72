import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Arch, build, Platform } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedNativeCode } from '../../electron/shell/native-code.ts';
import { readArchive } from './asar.ts';

// The packages for Linux, as the builder makes them around a program that stands in for Electron. What it needs downloads
// for, the program that makes a .deb of the folder and the start of an AppImage, is left out.
const root = fileURLToPath(new URL('../..', import.meta.url));
const out = mkdtempSync(join(tmpdir(), 'spider-studio-package-'));
const resources = join(out, 'packages', 'linux-unpacked', 'resources');
/** The desktop entry and the arguments for the program that makes the package, where there are such. */
const made: { desktop: string; args: string[] }[] = [];

beforeAll(async () => {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build-desktop.mjs')], { cwd: root });
  if (status !== 0) throw new Error('The desktop application could not be bundled.');
  const electronDist = join(out, 'electron');
  mkdirSync(join(electronDist, 'resources'), { recursive: true });
  for (const name of [
    'electron',
    'chrome-sandbox',
    'chrome_crashpad_handler',
    'LICENSE',
    'LICENSES.chromium.html',
  ]) {
    writeFileSync(join(electronDist, name), '');
    chmodSync(join(electronDist, name), 0o755);
  }
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget(['AppImage', 'deb'], Arch.x64),
    publish: 'never',
    // Fuses are bits of the real program.
    config: {
      extends: join(root, 'electron-builder.yml'),
      electronDist,
      electronFuses: null,
      directories: { output: join(out, 'packages') },
    },
    effectiveOptionComputed(options) {
      if (Array.isArray(options)) made.push({ args: options[0], desktop: readFileSync(options[1], 'utf8') });
      else made.push({ args: [], desktop: options.desktop });
      return Promise.resolve(true);
    },
  });
}, 600_000);
afterAll(() => rmSync(out, { recursive: true, force: true }));

const lineOf = (desktop: string, key: string): string | undefined =>
  desktop.split('\n').find((line) => line.startsWith(`${key}=`));

describe('the packages for Linux', () => {
  it('start the program in its sandbox, and with links of its own scheme', () => {
    const entries = made.map(({ desktop }) => desktop);
    expect(entries.map((entry) => lineOf(entry, 'Exec')).sort()).toEqual([
      'Exec="/opt/Spider Studio/spider-studio" %U',
      'Exec=AppRun %U',
    ]);
    for (const entry of entries) {
      expect(entry).not.toContain('no-sandbox');
      expect(lineOf(entry, 'MimeType')).toBe('MimeType=x-scheme-handler/spider-studio;');
      // The name of the application, which the system knows its windows by.
      expect(lineOf(entry, 'StartupWMClass')).toBe('StartupWMClass=Spider Studio');
      expect(lineOf(entry, 'Categories')).toBe('Categories=Development;');
    }
  });

  it('name who looks after them, and where more is told', () => {
    const deb = made.find(({ args }) => args.length > 0)?.args ?? [];
    const after = (name: string) => deb[deb.indexOf(name) + 1];
    expect(after('--maintainer')).toMatch(/^Spider Studio <\S+@\S+>$/);
    expect(after('--url')).toMatch(/^https:\/\//);
  });

  it('have no code outside the archive but native code, which the archive knows', () => {
    const outside = join(resources, 'app.asar.unpacked');
    const files = readdirSync(outside, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(outside, join(entry.parentPath, entry.name)).split(sep).join('/'));
    expect(files).toEqual(['node_modules/better-sqlite3/prebuilds/linux-x64.node']);
    const inside = readArchive(join(resources, 'app.asar'));
    expect(inside.names).toContain('node_modules/playwright-core/lib/coreBundle.js');
    expect(inside.names).toContain('resources/tray/windows@2x.png');
    expect(inside.names).toContain('resources/api-docs/index.html');
    expect(inside.names.filter((name) => name.includes('swagger'))).toEqual([
      'dist/desktop/swagger-ui-dist-LICENSE',
      'dist/desktop/swagger-ui-dist-NOTICE',
      'dist/desktop/swagger-ui-dist-swagger-ui-bundle.js',
      'dist/desktop/swagger-ui-dist-swagger-ui-bundle.js.LICENSE.txt',
      'dist/desktop/swagger-ui-dist-swagger-ui.css',
    ]);
    writeFileSync(join(out, 'native.json'), inside.read('dist/desktop/native.json'));
    const folder = join(outside, 'node_modules/better-sqlite3/prebuilds');
    expect(changedNativeCode(folder, join(out, 'native.json'))).toEqual([]);
    writeFileSync(join(folder, 'linux-x64.node'), 'something else');
    expect(changedNativeCode(folder, join(out, 'native.json'))).toEqual(['linux-x64.node']);
  });
});

describe('the package for Windows on ARM', () => {
  const unpacked = join(out, 'windows', 'win-arm64-unpacked');

  beforeAll(async () => {
    // Its resources are read and written, so it has to be a program of Windows, whichever.
    const electronDist = join(out, 'electron-windows');
    mkdirSync(join(electronDist, 'resources'), { recursive: true });
    copyFileSync(
      join(root, 'node_modules/electron-winstaller/vendor/7z-arm64.exe'),
      join(electronDist, 'electron.exe'),
    );
    for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(electronDist, name), '');
    await build({
      projectDir: root,
      targets: Platform.WINDOWS.createTarget(['dir'], Arch.arm64),
      publish: 'never',
      config: {
        extends: join(root, 'electron-builder.yml'),
        electronDist,
        electronFuses: null,
        // Needs a program that is downloaded.
        win: { signAndEditExecutable: false },
        directories: { output: join(out, 'windows') },
      },
    });
  }, 600_000);

  it('has the database driver of that processor, and no Node of its own', () => {
    const files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(unpacked, join(entry.parentPath, entry.name)).split(sep).join('/'));
    expect(files.filter((file) => /\.(node|exe)$/.test(file)).sort()).toEqual([
      'Spider Studio.exe',
      'resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds/win32-arm64.node',
    ]);
    const { names } = readArchive(join(unpacked, 'resources', 'app.asar'));
    expect(names).toContain('resources/tray/windows@1.5x.png');
    expect(names.filter((name) => name.startsWith('node_modules/node-'))).toEqual([]);
  });
});
