import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright';
import { installedChromium } from '../../../scripts/chromium.mjs';

/** The Chromium of this machine, or the one that Playwright has downloaded; `npm run test:tools` sees to it. */
export function chromiumPath(): string {
  const downloaded = chromium.executablePath();
  const path = installedChromium() ?? (existsSync(downloaded) ? downloaded : null);
  if (path === null) throw new Error('There is no Chromium; run "npm run test:tools".');
  return path;
}

export const launchChromium = (): Promise<Browser> => chromium.launch({ executablePath: chromiumPath() });
