import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { electronProgram } from '../../scripts/electron.mjs';
import buildWindow from './window/build.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A packaged program to test; it is to have the fuse `enableNodeCliInspectArguments`, by which it is driven. */
const packaged = process.env['SPIDER_STUDIO_PACKAGED'] ?? null;
const isScreenless =
  process.platform === 'linux' && !(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
/** null: Electron was not fetched, or there is no screen to show a window on. */
const program = packaged ?? (isScreenless ? null : electronProgram(join(root, 'node_modules/electron')));

describe.skipIf(program === null)('the desktop window, in Electron itself', () => {
  let app: ElectronApplication;
  let page: Page;
  const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-desktop-'));

  beforeAll(async () => {
    if (packaged === null) {
      await buildWindow();
      const { status } = spawnSync(process.execPath, [join(root, 'scripts/build-desktop.mjs')], {
        cwd: root,
      });
      if (status !== 0) throw new Error('The desktop application could not be bundled.');
    }
    // Chromium has no sandbox of its own for the superuser.
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    app = await _electron.launch({
      executablePath: program ?? '',
      args: [
        ...args,
        ...(packaged === null ? [join(root, 'dist/desktop/main.js')] : []),
        '--data-dir',
        dataDir,
      ],
      cwd: root,
    });
    page = await app.firstWindow();
    await page.waitForSelector('[data-app-state="loaded"]');
  });
  afterAll(() => app.close());

  it('is served under its own scheme, and has no Node', async () => {
    expect(page.url()).toMatch(/^app:\/\/bundle\//);
    const reach = await page.evaluate(() => ({
      node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis),
      bridge: Object.keys((globalThis as never as { spiderStudio: object }).spiderStudio).sort(),
    }));
    expect(reach).toEqual({ node: [], bridge: ['chooseFolder', 'chooseSavePath', 'connect', 'onCommand'] });
  });

  it('may not run inline scripts, leave, or open strangers', async () => {
    const before = page.url();
    const ran = await page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.injected = true';
      document.body.append(script);
      window.open('file:///etc/passwd');
      window.location.assign('file:///etc/passwd');
      return 'injected' in globalThis;
    });
    expect(ran).toBe(false);
    expect(page.url()).toBe(before);
    expect(app.windows()).toHaveLength(1);
  });

  it('crawls the sample, and shows its items', async () => {
    await page.evaluate(() => (window.location.hash = '#/welcome'));
    await page
      .getByRole('button', { name: /^try the built-in shop/u })
      .first()
      .click();
    await expect.poll(() => page.getByText(/finished/i).count(), { timeout: 50_000 }).toBeGreaterThan(0);
  });

  it('has a menu of which Electron knows every role', async () => {
    const menus = await app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).map(({ submenu }) =>
        (submenu?.items ?? []).map(({ label, type }) => (type === 'separator' ? '-' : label)),
      ),
    );
    expect(menus.length).toBeGreaterThanOrEqual(5);
    expect(menus.flat()).toContain('Close Tab');
    expect(menus.flat().filter((label) => label === '')).toEqual([]);
  });

  it('lets the system draw in the theme that was chosen', async () => {
    const source = () => app.evaluate(({ nativeTheme }) => nativeTheme.themeSource);
    expect(await source()).toBe('system');
    await page.keyboard.press('ControlOrMeta+Shift+L');
    await expect.poll(source).toBe('light');
  });

  it('closes a tab with the keys of a browser, and not the window', async () => {
    const tabs = page.locator('.wb-tab');
    await page.evaluate(() => (window.location.hash = '#/about'));
    await tabs.getByText('About').waitFor();
    const before = await tabs.count();
    await page.keyboard.press('ControlOrMeta+w');
    await expect.poll(() => tabs.count()).toBe(before - 1);
    expect(app.windows()).toHaveLength(1);
  });

  it('opens a second window on the same host', async () => {
    const opened = app.waitForEvent('window');
    await page.evaluate(() => void window.open(window.location.href));
    const second = await opened;
    await second.waitForSelector('[data-app-state="loaded"]');
    expect(app.windows()).toHaveLength(2);
    await second.close();
  });
});
