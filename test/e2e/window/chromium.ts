import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright';
import { headlessShell, installedChromium } from '../../../scripts/chromium.mjs';

/** The Chromium of this machine, or the one that Playwright has downloaded; `npm run test:tools` sees to it. */
export function chromiumPath(): string {
  const downloaded = chromium.executablePath();
  const path = installedChromium() ?? (existsSync(downloaded) ? downloaded : null);
  if (path === null) throw new Error('There is no Chromium; run "npm run test:tools".');
  return path;
}

/** The browser in which the tests of the window run: the headless shell, which is quicker, where there is one. */
export const windowBrowserPath = (): string => headlessShell() ?? chromiumPath();

export const launchChromium = (): Promise<Browser> => chromium.launch({ executablePath: chromiumPath() });
