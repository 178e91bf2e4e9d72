import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright';

/** The Chromium of this machine; `npm run test:tools` installs one. Debian's wrapper script comes last: it prints noise. */
export function chromiumPath(): string {
  const path = [
    process.env['CHROMIUM_PATH'],
    '/usr/lib/chromium/chromium',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((each) => each !== undefined && existsSync(each));
  if (path === undefined) throw new Error('There is no Chromium; run "npm run test:tools".');
  return path;
}

export const launchChromium = (): Promise<Browser> => chromium.launch({ executablePath: chromiumPath() });
