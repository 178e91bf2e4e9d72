import { afterEach, describe, expect, it, vi } from 'vitest';
import { installedBrowsers } from '../../../electron/browser/find-browser.ts';
import { LoginWindow } from '../../../electron/browser/login-window.ts';
import { existsSync } from 'node:fs';
import { closingBrowser } from '../../e2e/closing-browser.ts';
import { scratchFolder } from '../../e2e/command-line.ts';
import { processes } from '../../e2e/holders.ts';
import { logInSite, secret } from '../../e2e/log-in-site.ts';
import { hasScreen, screen } from '../../e2e/screen.ts';

const browser = installedBrowsers(process).find(({ executable }) => existsSync(executable)) ?? null;

afterEach(() => void vi.unstubAllEnvs());

/** A window in which a person has logged in, and what it holds. */
async function loggedIn() {
  const folder = scratchFolder();
  vi.stubEnv('DISPLAY', await screen());
  vi.stubEnv('TMPDIR', folder);
  const site = await logInSite();
  const { executable, closeWindows } = closingBrowser(browser?.executable ?? '', folder);
  const window = await LoginWindow.open(executable, site.url('/login'));
  const names = async (): Promise<string[]> => {
    const { cookies, origins } = await window.state();
    const stored = origins.flatMap(({ localStorage }) => localStorage.map(({ value }) => value));
    return [...cookies.map(({ value }) => value), ...stored].sort();
  };
  const held = ['cookie', 'token'].map((name) => `${secret}${name}`);
  await expect.poll(names, { timeout: 20_000 }).toEqual(held);
  return { folder, closeWindows, window, names, held };
}

describe.skipIf(!hasScreen || browser === null)('a window for a login knows what the browser held', () => {
  it('when a person has quit it', async () => {
    const { folder, window, names, held } = await loggedIn();
    for (const { id, command } of processes()) {
      const isMain = command.includes(`--user-data-dir=${folder}`) && !command.includes('--type=');
      if (isMain) process.kill(id, 'SIGTERM');
    }
    await window.closed;
    expect(await names()).toEqual(held);
    await window.close();
  }, 60_000);

  it('when its last window was closed', async () => {
    const { closeWindows, window, names, held } = await loggedIn();
    await closeWindows();
    await window.closed;
    expect(await names()).toEqual(held);
    await window.close();
  }, 60_000);
});
