// Makes sure that what the tests need beyond npm is there: Chromium and tinyproxy. As root on Debian or Ubuntu they are
// installed; elsewhere the command to run is printed, and the tests do not start: nothing is skipped in silence.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { installedChromium } from './chromium.mjs';
import { missingTools, toolAdvice } from './test-tools.mjs';

const missing = missingTools({
  platform: process.platform,
  hasChromium: installedChromium() !== null || existsSync(chromium.executablePath()),
  exists: existsSync,
});
if (missing.length > 0) {
  const debian =
    existsSync('/etc/os-release') &&
    /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
  if (debian && process.getuid?.() === 0) {
    const patient = ['-o', 'DPkg::Lock::Timeout=500'];
    run('apt-get', [...patient, 'update', '-qq']);
    run('apt-get', [...patient, 'install', '-y', '-qq', '--no-install-recommends', ...missing]);
  } else {
    console.error(toolAdvice(missing, debian ? 'debian' : process.platform));
    process.exit(1);
  }
}

function run(command, args) {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) {
    console.error(`"${command} ${args.join(' ')}" failed, so the tests cannot run.`);
    process.exit(1);
  }
}
