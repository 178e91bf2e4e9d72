import { afterEach, expect, it, vi } from 'vitest';
import { installedBrowsers } from '../../../electron/browser/find-browser.ts';
import { LoginWindow } from '../../../electron/browser/login-window.ts';
import { existsSync } from 'node:fs';
import { scratchFolder } from '../../e2e/command-line.ts';
import { processes } from '../../e2e/holders.ts';
import { logInSite, secret } from '../../e2e/log-in-site.ts';
import { hasScreen, screen } from '../../e2e/screen.ts';

const browser = installedBrowsers(process).find(({ executable }) => existsSync(executable)) ?? null;

afterEach(() => void vi.unstubAllEnvs());

it.skipIf(!hasScreen || browser === null)(
  'knows what the browser held when a person has quit it',
  async () => {
    const folder = scratchFolder();
    vi.stubEnv('DISPLAY', await screen());
    vi.stubEnv('TMPDIR', folder);
    const site = await logInSite();
    const window = await LoginWindow.open(browser?.executable ?? '', site.url('/login'));
    const names = async (): Promise<string[]> => {
      const { cookies, origins } = await window.state();
      const stored = origins.flatMap(({ localStorage }) => localStorage.map(({ value }) => value));
      return [...cookies.map(({ value }) => value), ...stored].sort();
    };
    const held = ['cookie', 'token'].map((name) => `${secret}${name}`);
    await expect.poll(names, { timeout: 20_000 }).toEqual(held);
    for (const { id, command } of processes()) {
      const isMain = command.includes(`--user-data-dir=${folder}`) && !command.includes('--type=');
      if (isMain) process.kill(id, 'SIGTERM');
    }
    await window.closed;
    expect(await names()).toEqual(held);
    await window.close();
  },
  60_000,
);
