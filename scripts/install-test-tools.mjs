// Provides what the tests need beyond npm: Chromium, tinyproxy, openpyxl, httpx, curl and PostgreSQL. As root on Debian or Ubuntu it installs them; elsewhere it
// prints the command to run, and the tests do not start, so that none is skipped silently.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { headlessShell, installedChromium } from './chromium.mjs';
import { installDuckdb } from './duckdb.mjs';
import { missingTools, toolAdvice } from './test-tools.mjs';

const debian =
  existsSync('/etc/os-release') &&
  /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
const mayInstall = debian && process.getuid?.() === 0;

const missing = missingTools({
  platform: process.platform,
  hasChromium: installedChromium() !== null || existsSync(chromium.executablePath()),
  exists: existsSync,
});
if (missing.length > 0) {
  if (mayInstall) install(...missing);
  else {
    console.error(toolAdvice(missing, debian ? 'debian' : process.platform));
    process.exit(1);
  }
}

if (!installDuckdb()) {
  console.error('DuckDB could not be installed from the npm registry, so the tests of exports cannot run.');
  process.exit(1);
}

// Ubuntu has no such package; the tests of the window run without it, only slower.
if (mayInstall && process.env.CHROMIUM_PATH === undefined && headlessShell() === null) {
  const failed = aptGet('install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell');
  if (failed) console.error('Without chromium-headless-shell the tests of the window take longer.');
}

function install(...packages) {
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    if (aptGet(...args)) {
      console.error(`"apt-get ${args.join(' ')}" failed, so the tests cannot run.`);
      process.exit(1);
    }
  }
}

/** @returns {boolean} whether it failed */
function aptGet(...args) {
  const { status } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=500', ...args], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status !== 0;
}
